// A player's place: its number, its lamp, its stake, and whether it is in turn.
import { html } from "../lib/html.js";
import { pesos } from "../lib/money.js";

export function Spot({ shape, seat, lamp, active, turn, stake, side }) {
  const r = 44 * shape.scale;
  const { x, y } = seat.spot;
  const classes = ["spot", active && "active", turn && "turn", lamp === "on" && "lit", lamp === "unknown" && "doubt"].filter(Boolean).join(" ");
  return html`<g class=${classes} data-seat=${seat.number} data-lamp=${lamp}>
    ${lamp === "on" && html`<circle cx=${x} cy=${y} r=${r * 1.75} fill="url(#glow)" class="glow" />`}
    <circle cx=${x} cy=${y} r=${r} class="ring" />
    ${turn && html`<circle cx=${x} cy=${y} r=${r + 11} class="turn-ring" />`}
    ${active && html`<${Chip} x=${x} y=${y} r=${r * 0.74} side=${side} />`}
    <text x=${x} y=${y + 12 * shape.scale} class="spot-number" style=${{ fontSize: `${34 * shape.scale}px` }}>${seat.number}</text>
    ${stake != null && html`<text x=${x} y=${y + r + 27 * shape.scale} class="spot-stake" style=${{ fontSize: `${22 * shape.scale}px` }}>${pesos(stake)}</text>`}
  </g>`;
}

function Chip({ x, y, r, side }) {
  return html`<g class=${`chip ${side ?? ""}`}>
    <circle cx=${x} cy=${y} r=${r} class="chip-body" />
    <circle cx=${x} cy=${y} r=${r * 0.84} class="chip-edge" stroke-dasharray=${`${r * 0.44} ${r * 0.44}`} />
  </g>`;
}

// A total beside its cards; big enough to be read across the pit.
export function Total({ x, y, value, scale = 1, tone = "" }) {
  if (value == null) return null;
  const text = String(value);
  const width = (26 + 20 * text.length) * scale;
  return html`<g class=${`total ${tone}`}>
    <rect x=${x - width / 2} y=${y - 22 * scale} width=${width} height=${44 * scale} rx=${22 * scale} />
    <text x=${x} y=${y + 11 * scale} style=${{ fontSize: `${31 * scale}px` }}>${text}</text>
  </g>`;
}

export function Verdict({ x, y, words, tone, scale = 1 }) {
  if (!words) return null;
  return html`<text x=${x} y=${y} class=${`verdict ${tone}`} style=${{ fontSize: `${24 * scale}px` }}>${words}</text>`;
}
