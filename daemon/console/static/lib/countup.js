// An amount that climbs smoothly to what the ledger has, and never above it. A fall is shown at once.
import { useEffect, useRef, useState } from "preact/hooks";

const CATCH_UP_MS = 250;
const FRAME_MS = 16;

// The next amount to show on the way from `shown` to `ledger`: whole pesos, never more than the ledger. As fast on a slow screen.
export function nextShown(shown, ledger, elapsedMs = FRAME_MS) {
  if (shown == null || shown >= ledger) return ledger;
  const share = (ledger - shown) * (1 - Math.exp(-elapsedMs / CATCH_UP_MS));
  return Math.min(ledger, shown + Math.ceil(Math.max(elapsedMs / FRAME_MS, share)));
}

export function useCountUp(ledger) {
  const [shown, setShown] = useState(ledger);
  const latest = useRef(shown);
  useEffect(() => {
    let frame = 0;
    let before = performance.now() - FRAME_MS;
    const climb = (now = performance.now()) => {
      latest.current = nextShown(latest.current, ledger, Math.max(0, now - before));
      before = now;
      setShown(latest.current);
      if (latest.current !== ledger) frame = requestAnimationFrame(climb);
    };
    if (ledger != null) climb();
    return () => cancelAnimationFrame(frame);
  }, [ledger]);
  return shown == null || ledger == null ? ledger : Math.min(shown, ledger);
}
