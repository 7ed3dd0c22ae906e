// The shoe as a gauge: how full it is, and whether the cut card is out.
import { html } from "../lib/html.js";
import { _ } from "../lib/words.js";

export function Shoe({ picture, x, y, scale = 1 }) {
  const all = picture.shoe_cards ?? 0;
  const left = Math.max(0, all - (picture.cards_out ?? 0));
  const share = all ? left / all : 0;
  const width = 210;
  return html`<g class=${`shoe ${picture.cut_card_out ? "cut" : ""}`} transform=${`translate(${x} ${y}) scale(${scale})`}>
    <path d=${`M0 0H${width}L${width + 34} 62H0Z`} class="shoe-body" />
    <rect x="12" y="12" width=${width - 24} height="20" rx="10" class="shoe-track" />
    <rect x="12" y="12" width=${Math.max(0, (width - 24) * share)} height="20" rx="10" class="shoe-fill" />
    <text x="14" y="53" class="shoe-words">${all ? _("quedan {n} cartas", { n: left }) : _("sin sabot")}</text>
    ${picture.cut_card_out && html`<g class="cut-flag"><rect x="0" y="-36" width=${width + 34} height="30" rx="6" /><text x=${(width + 34) / 2} y="-14">${_("CORTE: ÚLTIMO PASE")}</text></g>`}
  </g>`;
}
