// How long a prize may still wait to be paid; counted on the table's clock, it goes on after a restart.
import { useEffect, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { tableTime } from "../lib/live.js";
import { _ } from "../lib/words.js";

const MINUTE_MS = 60_000;

export function Deadline({ until }) {
  const left = useMinutesUntil(until / 1e6);
  if (left <= 0) return html`<em class="deadline late">${_("plazo de pago vencido")}</em>`;
  const hours = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return html`<em class="deadline">${_("quedan {hours} h para pagarlo", { hours })}</em>`;
}

function useMinutesUntil(ms) {
  const minutes = () => Math.ceil((ms - tableTime()) / MINUTE_MS);
  const [left, setLeft] = useState(minutes);
  useEffect(() => {
    setLeft(minutes());
    const timer = setInterval(() => setLeft(minutes()), 1000);
    return () => clearInterval(timer);
  }, [ms]);
  return left;
}
