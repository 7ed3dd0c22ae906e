// A poker table's seats at the dealer's terminal: antes, who goes on, cards changed, hands keyed.
import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { pesos } from "../lib/money.js";
import { _, handWords } from "../lib/words.js";
import { CardPicker } from "../parts/picker.js";
import { CHIPS, Chips, seatsFromDealer } from "./boxes.js";
import { Act } from "./actions.js";

const ONWARD = {
  CloseAntes: () => _("No va más"),
  OpenHands: () => _("Abro las manos"),
  ConfirmHands: () => _("Manos confirmadas"),
};

export function PokerSeats({ facts, picture, orders }) {
  const [chip, setChip] = useState(CHIPS[0]);
  const [keying, setKeying] = useState(null);
  const may = new Set(picture.entries);
  const seats = Object.fromEntries(picture.seats.map((seat) => [seat.seat, seat]));
  const key = async ({ cards }) => ((await orders.give({ type: "KeyHand", seat: keying, cards })).ok ? setKeying(null) : null);
  return html`<div class="boxes-part">
    ${may.has("PlaceAnte") && facts.stakes !== "none" && html`<${Chips} chip=${chip} choose=${setChip} />`}
    <div class="boxes">${seatsFromDealer(facts).map((number) => html`<${Seat} key=${number} number=${number} seat=${seats[number]} may=${may} most=${picture.change_max} orders=${orders} keyHand=${() => setKeying(number)}
      ante=${{ type: "PlaceAnte", seat: number, ...(facts.stakes === "none" ? {} : { amount: chip }) }} />`)}</div>
    ${keying != null && html`<${CardPicker} needs=${["cards"]} done=${key} cancel=${() => setKeying(null)} action=${_("Mano del puesto {n}", { n: keying })} />`}
    ${Object.entries(ONWARD).filter(([name]) => may.has(name)).map(([name, words]) => html`<${Act} key=${name} name=${name} words=${words()} command=${{ type: name }} orders=${orders} tone="main" />`)}
  </div>`;
}

function Seat({ number, seat, may, most, orders, ante, keyHand }) {
  const order = (command) => () => orders.give({ ...command, seat: number });
  const decides = seat && may.has("DecideBet") && !seat.choice;
  const changes = seat && may.has("ChangeCards") && seat.choice === "bet" && !seat.changes;
  return html`<div class=${`box pair ${seat ? "active" : ""}`} data-box=${number}><b>${number}</b>
    ${!seat && may.has("PlaceAnte") && html`<button data-act=${`ante-${number}`} disabled=${orders.busy} onClick=${() => orders.give(ante)}>${_("Ante")}</button>`}
    ${decides && html`<button data-act=${`bet-${number}`} disabled=${orders.busy} onClick=${order({ type: "DecideBet", choice: "bet" })}>${_("Va")}</button><button data-act=${`fold-${number}`} disabled=${orders.busy} onClick=${order({ type: "DecideBet", choice: "fold" })}>${_("No va")}</button>`}
    ${changes && Array.from({ length: most }, (_unused, index) => html`<button key=${index} data-act=${`change-${index + 1}-${number}`} disabled=${orders.busy} onClick=${order({ type: "ChangeCards", count: index + 1 })}>${_("Cambia {n}", { n: index + 1 })}</button>`)}
    ${seat && may.has("KeyHand") && seat.choice !== "fold" && html`<button data-act=${`hand-${number}`} disabled=${orders.busy} onClick=${keyHand}>${_("Mano")}</button>`}
    <span>${seat?.ante != null ? pesos(seat.ante + (seat.bet ?? 0)) : handWords(seat?.hand)}</span></div>`;
}
