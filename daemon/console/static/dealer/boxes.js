// Boxes in play, as the dealer sees them from where he stands: one touch makes a box active.
import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { pesos } from "../lib/money.js";
import { _ } from "../lib/words.js";

export const CHIPS = [1000, 2000, 5000, 10000, 25000, 50000];

export function Boxes({ facts, picture, orders }) {
  const [chip, setChip] = useState(CHIPS[0]);
  const open = picture.entries.includes("place_bet");
  const numbers = seatsFromDealer(facts);
  const bet = (box) => orders.give({ type: "PlaceBet", box, ...(facts.stakes === "none" ? {} : { stake: chip }) });
  return html`<div class="boxes-part">
    ${open && facts.stakes !== "none" && html`<${Chips} chip=${chip} choose=${setChip} />`}
    <div class="boxes" role="group" aria-label=${_("Casillas")}>${numbers.map((number) => html`<${Box} key=${number} box=${String(number)} picture=${picture} open=${open} bet=${bet} busy=${orders.busy} />`)}</div>
  </div>`;
}

function Box({ box, picture, open, bet, busy }) {
  const hands = picture.phase === "settle" && open ? [] : (picture.hands ?? []).filter((hand) => hand.box === box);
  const active = hands.length > 0;
  const turn = hands.some((hand) => hand.id === picture.turn);
  const stake = hands.reduce((sum, hand) => (hand.stake == null ? sum : (sum ?? 0) + hand.stake), null);
  return html`<button class=${`box ${active ? "active" : ""} ${turn ? "turn" : ""}`} data-box=${box} aria-pressed=${active} disabled=${busy || !open || active} onClick=${() => bet(box)}>
    <b>${box}</b><span>${stake != null ? pesos(stake) : active ? totals(hands) : open ? _("libre") : ""}</span></button>`;
}

const totals = (hands) => hands.map((hand) => hand.total || "·").join(" / ");

// Seats from the dealer's left to his right.
export function seatsFromDealer(facts) {
  const numbers = Array.from({ length: facts.seats }, (_unused, index) => index + 1);
  return facts.seat_one === "left" ? numbers : numbers.reverse();
}

export function Chips({ chip, choose }) {
  return html`<div class="chips" role="group" aria-label=${_("Ficha")}>${CHIPS.map((value) => html`<button key=${value} class=${value === chip ? "chosen" : ""} aria-pressed=${value === chip} onClick=${() => choose(value)}>${pesos(value)}</button>`)}</div>`;
}
