// The progressive at the dealer's terminal: opening and closing its bets, what each hand makes, paying.
import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { pesos } from "../lib/money.js";
import { _, prizeWords } from "../lib/words.js";
import { Act } from "./actions.js";

export function Side({ side, orders }) {
  if (!side) return null;
  const seats = Object.entries(side.seats);
  return html`<section class="side-part" data-phase=${side.phase}><h2>${_("Pozo progresivo")} <b>${pesos(side.pot)}</b><small>${PHASES[side.phase]?.() ?? ""}</small></h2>
    <div class="boxes">${seats.map(([number, seat]) => html`<div key=${number} class=${`box side-seat ${seat.valid ? "active" : ""} ${seat.closed ? "shut" : ""}`} data-side-seat=${number}>
      <b>${number}</b><span>${seatWords(seat)}</span></div>`)}</div>
    ${side.phase === "idle" && html`<${Act} name="open_side" words=${_("Abrir apuestas al progresivo")} command=${{ type: "progressive.OpenSideBets" }} orders=${orders} tone="window" />`}
    ${side.phase === "open" && html`<${Act} name="lock_side" words=${_("No más apuestas al progresivo")} command=${{ type: "progressive.LockSideBets" }} orders=${orders} tone="main" />`}
    ${side.to_review.length > 0 && html`<${Review} seats=${side.to_review} prizes=${side.pay_table} orders=${orders} />`}
    ${side.prizes_due.filter((prize) => prize.status !== "paid").map((prize) => html`<p key=${prize.id} class="due">${_("puesto {n}", { n: prize.seat })} · ${prizeWords(prize.prize)} · <b>${pesos(prize.amount)}</b>
      ${prize.releases_left === 0 ? html`<${Act} name=${`pay-${prize.id}`} words=${_("Pagado")} command=${{ type: "progressive.PayPrize", id: prize.id, means: prize.promo ? "promo" : "chips" }} orders=${orders} tone="main" />` : html` <em>${prize.releases_left === 1 ? _("falta 1 firma") : _("faltan {n} firmas", { n: prize.releases_left })}</em>`}</p>`)}
  </section>`;
}

function seatWords(seat) {
  if (seat.valid || seat.bet > 0) return _("apuesta");
  if (seat.closed) return _("cerrado");
  if (seat.credits == null) return _("sin apuesta");
  return seat.promo > 0 ? _("{n} créditos, {p} promocionales", { n: seat.credits, p: seat.promo }) : _("{n} créditos", { n: seat.credits });
}

const PHASES = {
  open: () => _("apuestas abiertas"),
  locking: () => _("cerrando: no reparta todavía"),
  locked: () => _("cerrado"),
};

// A hand without a prize needs no touch.
function Review({ seats, prizes, orders }) {
  const [seen, setSeen] = useState({});
  const hands = seats.map((seat) => ({ seat, prize: seen[seat] || null }));
  return html`<div class="review"><p>${_("¿Qué premio tiene cada mano?")}</p>
    ${seats.map((seat) => html`<label key=${seat}>${_("Puesto {n}", { n: seat })}<select data-review=${seat} value=${seen[seat] ?? ""} onChange=${(event) => setSeen({ ...seen, [seat]: event.target.value })}>
      <option value="">${_("sin premio")}</option>${prizes.map((prize) => html`<option key=${prize.prize} value=${prize.prize}>${prizeWords(prize.prize)}</option>`)}</select></label>`)}
    <${Act} name="review_side" words=${_("Manos revisadas")} command=${{ type: "progressive.ReviewHands", hands }} orders=${orders} tone="main" /></div>`;
}
