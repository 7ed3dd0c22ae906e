// The head of a page: which table, what it is doing, what is announced, the hour.
import { html } from "../lib/html.js";
import { useHour } from "../lib/clock.js";
import { isFresh } from "../lib/live.js";
import { phaseWords } from "../lib/phases.js";
import { _ } from "../lib/words.js";

export function TopBar({ live, children }) {
  const picture = live.picture?.picture;
  const facts = live.status?.table;
  const hour = useHour(facts?.timezone ?? "America/Santiago");
  return html`<header class="topbar">
    <div class="who">
      <h1 class="carved">${facts?.game ?? "sabot"}</h1>
      <p>${picture ? picture.table : _("Esperando a la mesa")}${live.status?.simulated ? html` <span class="simulated">${_("SIMULADA")}</span>` : null}</p>
    </div>
    <div class="now" aria-live="polite">
      <p class=${`phase ${picture?.state ?? ""}`}>${picture && isFresh() ? phaseWords(picture) : "—"}</p>
      ${picture?.announced && html`<p class="announced">«${picture.announced}»</p>`}
    </div>
    <div class="hour">${children}<time>${hour}</time></div>
  </header>`;
}
