// Bets of a baccarat table whose stakes are keyed: a chip, then Punto or Banca at a seat.
import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { pesos } from "../lib/money.js";
import { _ } from "../lib/words.js";
import { CHIPS, Chips, seatsFromDealer } from "./boxes.js";

export function Bets({ facts, picture, orders }) {
  const [chip, setChip] = useState(CHIPS[0]);
  if (!picture.entries.includes("key_bets") || facts.stakes === "none") return null;
  const bets = Object.fromEntries(picture.bets.map((bet) => [bet.seat, bet]));

  // A second touch on the same side takes the bet away again.
  function touch(seat, side) {
    const others = picture.bets.filter((bet) => bet.seat !== seat);
    const same = bets[seat]?.side === side && bets[seat]?.amount === chip;
    const bet = { player: _("asiento {n}", { n: seat }), seat, side, amount: chip };
    orders.give({ type: "KeyBets", bets: same ? others : [...others, bet] });
  }

  return html`<div class="boxes-part"><${Chips} chip=${chip} choose=${setChip} />
    <div class="boxes">${seatsFromDealer(facts).map((seat) => html`<div key=${seat} class=${`box pair ${bets[seat] ? "active" : ""}`} data-box=${seat}><b>${seat}</b>
      <button class=${`punto ${bets[seat]?.side === "punto" ? "chosen" : ""}`} disabled=${orders.busy} onClick=${() => touch(seat, "punto")}>${_("Punto")}</button>
      <button class=${`bank ${bets[seat]?.side === "bank" ? "chosen" : ""}`} disabled=${orders.busy} onClick=${() => touch(seat, "bank")}>${_("Banca")}</button>
      <span>${bets[seat] ? pesos(bets[seat].amount) : ""}</span></div>`)}</div></div>`;
}
