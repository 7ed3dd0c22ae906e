// A field for money: shown as people write it, kept as digits.
import { html } from "../lib/html.js";
import { pesos } from "../lib/money.js";

const MOST_DIGITS = 12;

export function Amount({ name, title, value, set, now }) {
  return html`<label>${title}<input name=${name} inputmode="numeric" autocomplete="off" placeholder=${now == null ? "" : pesos(now)} value=${value && pesos(Number(value))}
    onInput=${(event) => set(event.target.value.replace(/\D/g, "").slice(0, MOST_DIGITS))} /></label>`;
}
