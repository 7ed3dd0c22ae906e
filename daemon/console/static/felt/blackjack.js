// Blackjack on the half-moon.
import { html } from "../lib/html.js";
import { resultWords } from "../lib/phases.js";
import { CARD, Fan } from "./card.js";
import { seatPlaces } from "./geometry.js";
import { Spot, Total, Verdict } from "./seat.js";

const TONES = { win: "win", even_money: "win", bonus_777: "win", lose: "lose" };

export function Blackjack({ shape, picture, facts, lamps }) {
  const places = seatPlaces(shape, facts.seats, facts.seat_one);
  const next = picture.next_card?.[0];
  return html`<g>
    <${Bank} shape=${shape} picture=${picture} waiting=${next === "bank"} />
    ${places.map((seat) => html`<${Box} key=${seat.number} shape=${shape} picture=${picture} seat=${seat} lamp=${lamps[seat.number]} next=${next} />`)}
  </g>`;
}

function Bank({ shape, picture, waiting }) {
  const y = shape.cy + 92 * shape.scale;
  const scale = 1.16 * shape.scale;
  const cards = picture.bank ?? [];
  const x = shape.cx;
  return html`<g class=${`bank ${picture.turn === "bank" ? "turn" : ""}`}>
    <${Fan} cards=${cards} x=${x} y=${y} scale=${scale} room=${520} waiting=${waiting} />
    ${cards.length > 0 && html`<${Total} x=${x} y=${y + 104 * shape.scale} value=${picture.bank_total} scale=${1.15 * shape.scale} tone=${picture.bank_total > 21 ? "over" : "bank"} />`}
  </g>`;
}

function Box({ shape, picture, seat, lamp, next }) {
  const box = String(seat.number);
  const hands = (picture.hands ?? []).filter((hand) => hand.box === box);
  const turn = hands.some((hand) => hand.id === picture.turn);
  const stake = hands.reduce((sum, hand) => (hand.stake == null ? sum : (sum ?? 0) + hand.stake), null);
  const room = seat.room / Math.max(1, hands.length);
  return html`<g>
    <${Spot} shape=${shape} seat=${seat} lamp=${lamp} active=${hands.length > 0} turn=${turn} stake=${stake} />
    ${hands.map((hand, index) => html`<${Hand} key=${hand.id} shape=${shape} hand=${hand} waiting=${next === hand.id} turn=${hand.id === picture.turn}
      x=${seat.cards.x + room * (index - (hands.length - 1) / 2)} y=${seat.cards.y} room=${room} />`)}
  </g>`;
}

// How much of a covered-over card must stay in sight for a ten to be read.
const RANK_IN_SIGHT = 0.68;

// As large as its room lets it be: the rank of every card must stay to be seen beside the next.
function Hand({ shape, hand, x, y, waiting, turn, room }) {
  const behind = Math.max(1, hand.cards.length + (waiting ? 1 : 0) - 1);
  const scale = Math.min(0.8 * shape.scale, room / (CARD.width * (1 + RANK_IN_SIGHT * behind)));
  const tone = hand.total > 21 ? "over" : turn ? "turn" : "";
  const top = y - (CARD.height / 2) * scale - 24 * shape.scale;
  const small = Math.min(1, scale / (0.8 * shape.scale) + 0.15);
  return html`<g class=${`hand ${hand.result ? "settled" : ""}`} data-hand=${hand.id}>
    <${Fan} cards=${hand.cards} x=${x} y=${y} scale=${scale} room=${room} waiting=${waiting} />
    ${hand.cards.length > 0 && !hand.result && html`<${Total} x=${x} y=${top} value=${hand.total} scale=${0.86 * shape.scale * small} tone=${tone} />`}
    <${Verdict} x=${x} y=${top + 6} words=${resultWords(hand.result)} tone=${TONES[hand.result] ?? "even"} scale=${shape.scale * small} />
  </g>`;
}
