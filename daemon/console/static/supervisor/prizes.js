// The progressive in a supervisor's hands: the first value of its pot, and prizes that others release before they are paid.
import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { pesos } from "../lib/money.js";
import { _, prizeWords } from "../lib/words.js";
import { Deadline } from "../parts/deadline.js";
import { Amount } from "./amount.js";

export function Prizes({ side, orders, ask }) {
  const due = side?.prizes_due.filter((prize) => prize.status !== "paid") ?? [];
  if (side && !side.seeded) return html`<section class="card-part"><header><h2>${_("Pozo progresivo")}</h2></header><${Seed} orders=${orders} /></section>`;
  if (due.length === 0) return null;
  return html`<section class="card-part prizes"><header><h2>${_("Premios por pagar")}</h2></header>
    ${due.map((prize) => html`<article key=${prize.id} class="prize"><p><b>${pesos(prize.amount)}</b> ${prizeWords(prize.prize)} · ${_("puesto {n}", { n: prize.seat })} ${prize.due_at_utc_ns && html`<${Deadline} until=${prize.due_at_utc_ns} />`}</p>
      <div class="day-orders">${prize.releases_left > 0
        ? html`<button data-act="release" disabled=${orders.busy} onClick=${() => ask({ type: "progressive.ReleasePrize", id: prize.id })}>${prize.releases_left === 1 ? _("Autorizar: falta 1") : _("Autorizar: faltan {n}", { n: prize.releases_left })}</button>`
        : html`<button class="primary" data-act="pay" disabled=${orders.busy} onClick=${() => orders.give({ type: "progressive.PayPrize", id: prize.id, means: prize.promo ? "promo" : "chips" })}>${_("Pagado")}</button>`}</div></article>`)}
  </section>`;
}

// The house's money the pot begins with.
function Seed({ orders }) {
  const [main, setMain] = useState("");
  return html`<div class="step-form"><${Amount} name="seed" title=${_("Valor inicial")} value=${main} set=${setMain} />
    <button class="primary" data-act="seed" disabled=${orders.busy || main === ""} onClick=${() => orders.give({ type: "progressive.SeedPot", main: Number(main) })}>${_("Fijar el valor inicial")}</button></div>`;
}
