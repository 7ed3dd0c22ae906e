// Prizes of the progressive that wait: another person releases, then they are paid.
import { html } from "../lib/html.js";
import { pesos } from "../lib/money.js";
import { _ } from "../lib/words.js";

export function Prizes({ side, orders, ask }) {
  const due = side?.prizes_due.filter((prize) => prize.status !== "paid") ?? [];
  if (due.length === 0) return null;
  return html`<section class="card-part prizes"><header><h2>${_("Premios por pagar")}</h2></header>
    ${due.map((prize) => html`<article key=${prize.id} class="prize"><p><b>${pesos(prize.amount)}</b> ${prize.name} · ${_("puesto {n}", { n: prize.seat })}</p>
      <div class="day-orders">${prize.releases_left > 0
        ? html`<button data-act="release" disabled=${orders.busy} onClick=${() => ask({ type: "progressive.ReleasePrize", id: prize.id })}>${_("Autorizar: faltan {n}", { n: prize.releases_left })}</button>`
        : html`<button class="primary" data-act="pay" disabled=${orders.busy} onClick=${() => orders.give({ type: "progressive.PayPrize", id: prize.id })}>${_("Pagado")}</button>`}</div></article>`)}
  </section>`;
}
