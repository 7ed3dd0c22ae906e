// Two things shown by turns in one place: true, then false, for as long as `active`.
import { useEffect, useState } from "preact/hooks";

export const TURN_MS = 2000;

export function useTurn(active) {
  const [first, setFirst] = useState(true);
  useEffect(() => {
    setFirst(true);
    if (!active) return undefined;
    const timer = setInterval(() => setFirst((now) => !now), TURN_MS);
    return () => clearInterval(timer);
  }, [active]);
  return first;
}
