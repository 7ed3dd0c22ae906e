// Draw poker and Caribbean stud on the half-moon: every seat's hand, the dealer's, and what came of them.
import { html } from "../lib/html.js";
import { resultWords } from "../lib/phases.js";
import { _, handWords } from "../lib/words.js";
import { Fan } from "./card.js";
import { seatPlaces } from "./geometry.js";
import { Spot, Verdict } from "./seat.js";

const TONES = { win: "win", dealer_not_open: "win", dealer_not_qualified: "win", lose: "lose", fold: "lose" };

export function Poker({ shape, picture, facts, lamps }) {
  const places = seatPlaces(shape, facts.seats, facts.seat_one);
  const seats = Object.fromEntries(picture.seats.map((seat) => [seat.seat, seat]));
  const results = Object.fromEntries(picture.results.map((result) => [result.seat, result]));
  const next = picture.next_card?.[0];
  const y = shape.cy + 96 * shape.scale;
  return html`<g>
    <g class="bank"><${Fan} cards=${picture.dealer_hand} x=${shape.cx} y=${y} scale=${1.05 * shape.scale} room=${520} waiting=${next === "dealer"} />
      <${Verdict} x=${shape.cx} y=${y + 112 * shape.scale} words=${handWords(picture.dealer_name)} tone="even" scale=${1.1 * shape.scale} /></g>
    ${places.map((seat) => html`<${Seat} key=${seat.number} shape=${shape} seat=${seat} held=${seats[seat.number]} result=${results[seat.number]} lamp=${lamps[seat.number]} waiting=${next === `seat ${seat.number}`} />`)}
  </g>`;
}

function Seat({ shape, seat, held, result, lamp, waiting }) {
  const { x, y } = seat.cards;
  const stake = held && (held.ante ?? 0) + (held.bet ?? 0);
  const words = result ? resultWords(result.outcome) : held?.choice === "fold" ? _("No va") : handWords(held?.hand);
  return html`<g data-hand=${seat.number}>
    <${Spot} shape=${shape} seat=${seat} lamp=${lamp} active=${Boolean(held)} turn=${waiting} stake=${stake || null} />
    ${held && html`<${Fan} cards=${held.cards} x=${x} y=${y} scale=${Math.min(0.66 * shape.scale, seat.room / 150)} room=${seat.room} waiting=${waiting} />
      <${Verdict} x=${x} y=${y - 56 * shape.scale} words=${words} tone=${TONES[result?.outcome] ?? "even"} scale=${0.9 * shape.scale} />`}
  </g>`;
}
