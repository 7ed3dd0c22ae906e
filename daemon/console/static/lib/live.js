// What the console tells, as it stands now, and whether it still can be trusted. One stream per page.
import { useEffect, useState } from "preact/hooks";
import { language } from "./words.js";

const STALE_AFTER_MS = 1200;
const LOOK_EVERY_MS = 200;
const AGAIN_AFTER_MS = 500;

const now = { picture: null, status: null, shoe: null, last: null, prizes: [], link: { table: "away" }, stale: true };
const listeners = new Set();
let heardAt = -Infinity;
let newestId = "";
let aheadMs = 0;

// The console's state; the component is drawn again whenever it changes.
export function useLive() {
  const [, redraw] = useState(0);
  useEffect(() => {
    const listener = () => redraw((count) => count + 1);
    listeners.add(listener);
    listener(); // what came between the first drawing and now told nobody
    return () => listeners.delete(listener);
  }, []);
  return now;
}

// Whether what is shown is what the table is now.
export const isFresh = () => !now.stale && now.link.table === "up";

// A sentence the table made itself, in the page's language.
export const inLanguage = (sentence) => now.said?.[language]?.[sentence] ?? sentence;

// The table's own time, in milliseconds.
export const tableTime = () => Date.now() + aheadMs;

export const secondsSilent = () => Math.round((performance.now() - heardAt) / 1000);

function tell() {
  for (const listener of listeners) listener();
}

function hear(event) {
  heardAt = performance.now();
  if (event.lastEventId) newestId = event.lastEventId;
  now.stale = false;
}

function take(name, event) {
  hear(event);
  now[name] = JSON.parse(event.data);
  tell();
}

function takeVersion(event) {
  hear(event);
  // The console was renewed: a page that is open must not go on with the scripts of the old one.
  if (JSON.parse(event.data).version !== document.body.dataset.version) location.reload();
}

function takeBeat(event) {
  const wasStale = now.stale;
  hear(event);
  aheadMs = JSON.parse(event.data).utc_ms - Date.now();
  if (wasStale) tell();
}

function open() {
  const stream = new EventSource(`/events?after=${encodeURIComponent(newestId)}`);
  for (const name of ["said", "picture", "status", "shoe", "last", "prizes", "link", "sign"]) {
    stream.addEventListener(name, (event) => take(name, event));
  }
  stream.addEventListener("console", takeVersion);
  stream.addEventListener("beat", takeBeat);
  stream.onerror = () => {
    // A refused stream is given up by the browser; a broken one it opens again by itself.
    if (stream.readyState === EventSource.CLOSED) setTimeout(open, AGAIN_AFTER_MS);
  };
}

setInterval(() => {
  const stale = performance.now() - heardAt > STALE_AFTER_MS;
  if (stale !== now.stale || stale) {
    now.stale = stale;
    tell();
  }
}, LOOK_EVERY_MS);
open();
