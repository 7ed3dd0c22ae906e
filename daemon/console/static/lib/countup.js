// An amount that climbs smoothly to what the ledger has, and never above it. A fall is shown at once.
import { useEffect, useRef, useState } from "preact/hooks";

const CATCH_UP = 0.06;

// The next amount to show on the way from `shown` to `ledger`: whole pesos, never more than the ledger.
export function nextShown(shown, ledger) {
  if (shown == null || shown >= ledger) return ledger;
  return Math.min(ledger, shown + Math.max(1, Math.ceil((ledger - shown) * CATCH_UP)));
}

export function useCountUp(ledger) {
  const [shown, setShown] = useState(ledger);
  const latest = useRef(shown);
  useEffect(() => {
    let frame = 0;
    const climb = () => {
      latest.current = nextShown(latest.current, ledger);
      setShown(latest.current);
      if (latest.current !== ledger) frame = requestAnimationFrame(climb);
    };
    if (ledger != null) climb();
    return () => cancelAnimationFrame(frame);
  }, [ledger]);
  return shown == null || ledger == null ? ledger : Math.min(shown, ledger);
}
