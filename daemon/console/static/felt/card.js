// One playing card, drawn. A card nobody may see shows its back and nothing else.
import { html } from "../lib/html.js";
import { _ } from "../lib/words.js";

export const CARD = { width: 92, height: 130 };
const HIDDEN = "??";
const SWEPT = "--";
const RED = new Set(["H", "D"]);
const SUITS = {
  S: "M0-16C6-8 15-4 15 5a7.500 7.500 0 0 1-12.500 5.600L5 17H-5l2.500-6.400A7.500 7.500 0 0 1-15 5C-15-4-6-8 0-16Z",
  H: "M0 16C-5 9-15 3-15-6a7.800 7.800 0 0 1 15-3A7.800 7.800 0 0 1 15-6C15 3 5 9 0 16Z",
  D: "M0-17C4-9 8-5 13 0 8 5 4 9 0 17-4 9-8 5-13 0-8-5-4-9 0-17Z",
  C: "M0-16a7.300 7.300 0 0 1 6 11.600A7.300 7.300 0 1 1 2.600 8.600L5 17H-5l2.400-8.400A7.300 7.300 0 1 1-6-4.400 7.300 7.300 0 0 1 0-16Z",
};
const NAMES = {
  S: () => _("picas"),
  H: () => _("corazones"),
  D: () => _("diamantes"),
  C: () => _("tréboles"),
};

export const rankOf = (card) => (card[0] === "T" ? "10" : card[0]);

export function cardWords(card) {
  if (card === HIDDEN) return _("carta tapada");
  if (card === SWEPT) return _("carta retirada");
  return `${rankOf(card)} ${NAMES[card[1]]()}`;
}

export function Card({ card, x, y, scale = 1, turn = 0, label }) {
  if (card === SWEPT) return null;
  const { width, height } = CARD;
  const place = `translate(${x} ${y}) rotate(${turn}) scale(${scale})`;
  return html`<g class="card" transform=${place} data-card=${card === HIDDEN ? "hidden" : card}>
    <g class="deal">
      <rect x=${-width / 2} y=${-height / 2 + 5} width=${width} height=${height} rx="9" class="card-shade" />
      ${card === HIDDEN ? Back() : Face(card)}
    </g>
    ${label && html`<title>${label}</title>`}
  </g>`;
}

function Face(card) {
  const { width, height } = CARD;
  const suit = card[1];
  const colour = RED.has(suit) ? "red" : "black";
  return html`<g class=${`card-face ${colour}`}>
    <rect x=${-width / 2} y=${-height / 2} width=${width} height=${height} rx="9" class="card-paper" />
    <text x=${-width / 2 + 11} y=${-height / 2 + 44} class="card-rank">${rankOf(card)}</text>
    <path d=${SUITS[suit]} transform=${`translate(${-width / 2 + 25} ${-height / 2 + 68}) scale(.82)`} />
    <path d=${SUITS[suit]} transform=${`translate(${width / 2 - 31} ${height / 2 - 34}) scale(1.55)`} />
  </g>`;
}

function Back() {
  const { width, height } = CARD;
  return html`<g class="card-back">
    <rect x=${-width / 2} y=${-height / 2} width=${width} height=${height} rx="9" class="card-paper" />
    <rect x=${-width / 2 + 7} y=${-height / 2 + 7} width=${width - 14} height=${height - 14} rx="5" fill="url(#weave)" class="card-weave" />
    <path d=${SUITS.S} transform="scale(1.25)" class="card-crest" />
  </g>`;
}

// Where the next card goes.
export function Waiting({ x, y, scale = 1, turn = 0 }) {
  const { width, height } = CARD;
  return html`<g class="card-waiting" transform=${`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}>
    <rect x=${-width / 2} y=${-height / 2} width=${width} height=${height} rx="9" />
  </g>`;
}

// Cards of one hand side by side, or overlapping once they need more than `room`.
export function Fan({ cards, x, y, scale = 1, room = 240, waiting = false }) {
  const count = cards.length + (waiting ? 1 : 0);
  const step = Math.min(CARD.width * scale + 8, count > 1 ? (room - CARD.width * scale) / (count - 1) : 0);
  const from = x - (step * (count - 1)) / 2;
  return html`<g class="fan">
    ${cards.map((card, index) => html`<${Card} key=${index} card=${card} x=${from + step * index} y=${y} scale=${scale} />`)}
    ${waiting && html`<${Waiting} x=${from + step * cards.length} y=${y} scale=${scale} />`}
  </g>`;
}
