// The progressive on the cloth: what the pot stands at, and whether its bets are open.
import { html } from "../lib/html.js";
import { pesos } from "../lib/money.js";
import { _ } from "../lib/words.js";

const PHASES = {
  open: () => _("apuestas abiertas"),
  locking: () => _("cerrando"),
  locked: () => _("cerrado"),
};

export function PotPlaque({ side, x, y, scale = 1 }) {
  const due = side.prizes_due.find((prize) => prize.status !== "paid");
  const words = side.stale ? _("sin actualizar") : due ? _("gana el puesto {n}", { n: due.seat }) : (PHASES[side.phase]?.() ?? "");
  return html`<g class=${`pot-plaque ${side.stale ? "stale" : ""} ${due ? "winning" : ""}`} transform=${`translate(${x} ${y}) scale(${scale})`}>
    <rect width="244" height="62" rx="10" />
    <text x="16" y="29" class="pot-amount">${pesos(side.pot)}</text>
    <text x="16" y="51" class="pot-words">${[_("pozo"), words].filter(Boolean).join(" · ")}</text>
  </g>`;
}
