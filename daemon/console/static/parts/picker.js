// Keying cards from the cloth: a rank and a suit for each, hand by hand, in the order they lie.
import { useState } from "preact/hooks";
import { cardWords, rankOf } from "../felt/card.js";
import { html } from "../lib/html.js";
import { _ } from "../lib/words.js";

const RANKS = [..."A23456789TJQK"];
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const NAMES = {
  punto: () => _("Cartas de Punto"),
  bank: () => _("Cartas de Banca"),
  cards: () => _("Cartas, en el orden en que salieron"),
  box: () => _("Casilla"),
  boxes: () => _("Casillas"),
};
const IS_BOX = new Set(["box", "boxes"]);

export function CardPicker({ needs, seats = 7, done, cancel, action }) {
  const [keyed, setKeyed] = useState(() => Object.fromEntries(needs.map((need) => [need, []])));
  const [need, setNeed] = useState(needs[0]);
  const [rank, setRank] = useState(null);
  const put = (value) => setKeyed({ ...keyed, [need]: need === "box" ? [value] : [...keyed[need], value] });
  const suit = (code) => {
    put(rank + code);
    setRank(null);
  };
  const told = () => Object.fromEntries(needs.map((one) => [one, one === "box" ? (keyed[one][0] ?? "") : keyed[one]]));
  return html`<div class="picker">
    ${needs.map((one) => html`<button key=${one} type="button" class=${`picked ${one === need ? "chosen" : ""}`} onClick=${() => setNeed(one)}>
      <span>${NAMES[one]?.() ?? one}</span><b>${keyed[one].map((value) => html`<${Small} key=${value} value=${value} />`)}</b></button>`)}
    ${IS_BOX.has(need)
      ? html`<div class="ranks">${Array.from({ length: seats }, (_unused, index) => html`<button key=${index} type="button" onClick=${() => put(String(index + 1))}>${index + 1}</button>`)}</div>`
      : html`<div class="ranks">${RANKS.map((one) => html`<button key=${one} type="button" class=${one === rank ? "chosen" : ""} onClick=${() => setRank(one)}>${rankOf(one)}</button>`)}</div>
        <div class="suits">${Object.entries(SUITS).map(([code, sign]) => html`<button key=${code} type="button" class=${code} disabled=${!rank} aria-label=${cardWords(`A${code}`).slice(2)} onClick=${() => suit(code)}>${sign}</button>`)}</div>`}
    <div class="form-end"><button type="button" class="quiet" onClick=${() => setKeyed({ ...keyed, [need]: keyed[need].slice(0, -1) })}>${_("Borrar la última")}</button>
      <button type="button" class="quiet" onClick=${cancel}>${_("Cancelar")}</button><button type="button" class="primary" onClick=${() => done(told())}>${action}</button></div>
  </div>`;
}

function Small({ value }) {
  return value.length === 2 ? html`<i class=${value[1]}>${rankOf(value)}${SUITS[value[1]]}</i>` : html`<i>${value}</i>`;
}
