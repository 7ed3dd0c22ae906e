// The traffic of a device as it comes: bounded, and held back while it is paused.
import { useEffect, useReducer, useRef } from "preact/hooks";
import { lookUpSession } from "../lib/orders.js";

const SHOWN = 400;
const WAITING = 2000;
const AGAIN_MS = 2000;

// {lines, waiting, lost, refused}: `lines` stand still while `paused`, what comes meanwhile is counted in `waiting`.
export function useTraffic(device, paused) {
  const [, redraw] = useReducer((count) => count + 1, 0);
  const kept = useRef(null);
  const isPaused = useRef(paused);
  kept.current ??= empty();
  useEffect(() => {
    isPaused.current = paused;
    if (!paused) flush(kept.current);
    redraw();
  }, [paused]);
  useEffect(() => {
    kept.current = empty();
    redraw();
    let stream = null;
    let timer = 0;
    const open = () => {
      stream = new EventSource(`/api/tech/traffic${device ? `?device=${encodeURIComponent(device)}` : ""}`);
      stream.addEventListener("lines", (event) => {
        take(kept.current, JSON.parse(event.data));
        if (!isPaused.current) flush(kept.current);
        redraw();
      });
      stream.addEventListener("over", () => lookUpSession());
      stream.onopen = () => refuse(false);
      stream.onerror = () => {
        if (stream.readyState !== EventSource.CLOSED) return;
        refuse(true);
        timer = setTimeout(open, AGAIN_MS);
      };
    };
    const refuse = (refused) => {
      kept.current.refused = refused;
      redraw();
    };
    open();
    return () => {
      clearTimeout(timer);
      stream.close();
    };
  }, [device]);
  return kept.current;
}

const empty = () => ({ lines: [], waiting: [], lost: 0, refused: false });

function take(kept, told) {
  kept.lost += told.lost;
  kept.waiting.push(...told.lines);
  const over = kept.waiting.length - WAITING;
  if (over > 0) {
    kept.waiting.splice(0, over);
    kept.lost += over;
  }
}

function flush(kept) {
  kept.lines = [...kept.lines, ...kept.waiting].slice(-SHOWN);
  kept.waiting = [];
}
