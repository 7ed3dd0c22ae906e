// What the displays for everybody share: the table's name, the hour, and a mark nobody can overlook on old data.
import { useHour } from "../lib/clock.js";
import { html } from "../lib/html.js";
import { isFresh, secondsSilent } from "../lib/live.js";
import { _ } from "../lib/words.js";

export function Board({ live, name, title, foot, children }) {
  const facts = live.status?.table;
  const hour = useHour(facts?.timezone ?? "America/Santiago");
  const fresh = isFresh();
  return html`<div class=${`board ${name} ${fresh ? "" : "old"}`}>
    <header><h1 class="carved">${title ?? live.sign?.game ?? ""}</h1><p>${facts?.name ?? ""}${live.status?.simulated ? html` <span class="simulated">${_("SIMULADA")}</span>` : null}</p><time>${hour}</time></header>
    <main>${facts ? children : null}</main>
    <footer>${foot}</footer>
    ${!fresh && html`<div class="old-ribbon" role="alert">${staleWords(live)}</div>`}
  </div>`;
}

function staleWords(live) {
  const seconds = secondsSilent();
  if (!live.status) return _("ESPERANDO DATOS");
  return live.stale && Number.isFinite(seconds) ? _("SIN ACTUALIZAR · hace {n} s", { n: seconds }) : _("SIN ACTUALIZAR");
}
