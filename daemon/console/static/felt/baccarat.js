// Baccarat on the half-moon.
import { html } from "../lib/html.js";
import { resultWords } from "../lib/phases.js";
import { _ } from "../lib/words.js";
import { Fan } from "./card.js";
import { seatPlaces } from "./geometry.js";
import { Spot } from "./seat.js";

export function Baccarat({ shape, picture, last, facts, lamps }) {
  const places = seatPlaces(shape, facts.seats, facts.seat_one, shape.name === "wide" ? 74 : 50);
  const idle = picture.punto.length === 0 && picture.bank.length === 0;
  const shown = idle && last && picture.phase === "betting" && last.punto ? last : picture;
  const bets = Object.fromEntries((picture.bets ?? []).map((bet) => [bet.seat, bet]));
  return html`<g>
    <g class=${shown === last ? "past" : ""}>
      <${Side} shape=${shape} name="punto" title=${_("PUNTO")} picture=${picture} shown=${shown} result=${shown === last ? last.result : null} />
      <${Side} shape=${shape} name="bank" title=${_("BANCA")} picture=${picture} shown=${shown} result=${shown === last ? last.result : null} />
      ${shown === last && html`<${Banner} shape=${shape} result=${last.result} />`}
    </g>
    ${places.map((seat) => html`<${Spot} key=${seat.number} shape=${shape} seat=${seat} lamp=${lamps[seat.number]} active=${Boolean(bets[seat.number])}
      side=${bets[seat.number]?.side} stake=${bets[seat.number]?.amount} />`)}
  </g>`;
}

const ON = {
  wide: { apart: 264, down: 240, half: 248, card: 1.5, room: 452, result: 500 },
  tall: { apart: 212, down: 330, half: 198, card: 1.36, room: 362, result: 660 },
};

function Side({ shape, name, title, picture, shown, result }) {
  const on = ON[shape.name];
  const x = shape.cx + (name === "punto" ? -1 : 1) * on.apart;
  const y = shape.cy + on.down;
  const next = picture.next_card?.some((place) => place.startsWith(name)) && shown === picture && picture.state !== "held";
  const points = shown[`${name}_points`];
  return html`<g class=${`side ${name} ${result === name ? "won" : ""}`}>
    <rect x=${x - on.half} y=${y - 196} width=${on.half * 2} height="322" rx="26" class="side-box" />
    <text x=${x - on.half + 30} y=${y - 128} class="side-title">${title}</text>
    <${Fan} cards=${shown[name]} x=${x} y=${y + 8} scale=${on.card} room=${on.room} waiting=${next} />
    ${points != null && html`<text x=${x + on.half - 28} y=${y - 116} class="side-points">${points}</text>`}
  </g>`;
}

function Banner({ shape, result }) {
  const y = shape.cy + ON[shape.name].result;
  return html`<text x=${shape.cx} y=${y} class=${`result ${result}`}>${resultWords(result)}</text>`;
}
