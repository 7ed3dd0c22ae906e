// The jackpot for a screen over the table: the pot, what it grows by, prizes that wait to be paid, the magic card.
import { render } from "preact";
import { Card, CARD } from "../felt/card.js";
import { useCountUp } from "../lib/countup.js";
import { html } from "../lib/html.js";
import { isFresh, useLive } from "../lib/live.js";
import { pesos } from "../lib/money.js";
import { useTurn } from "../lib/turn.js";
import { _, prizeWords } from "../lib/words.js";
import { Board } from "../parts/board.js";
import { Deadline } from "../parts/deadline.js";

function Page() {
  const live = useLive();
  const picture = live.picture?.picture;
  const side = picture?.progressive;
  return html`<${Board} live=${live} name="jackpot" title=${_("Pozo progresivo")} foot=${side && terms(side)}>
    ${side ? html`<${Pot} side=${side} fault=${faultOf(picture)} last=${live.prizes ?? []} />` : picture && html`<p class="ask">${_("Esta mesa no juega pozo")}</p>`}
  </${Board}>`;
}

const terms = (side) =>
  _("Apuesta desde {min} hasta {max} · cada crédito {credit}", { min: pesos(side.min), max: pesos(side.max), credit: pesos(side.credit_value) });

// Why the amount may not be played for now, in words for everybody; no reason and no name of a person.
function faultOf(picture) {
  if (!isFresh()) return _("SIN CONTACTO CON LA MESA");
  if (picture.progressive.stale) return _("POZO SIN ACTUALIZAR");
  return picture.state === "held" ? _("MESA DETENIDA") : "";
}

const MOST_SHOWN = 4;

function Pot({ side, fault, last }) {
  const shown = useCountUp(side.pot);
  const amountsTurn = useTurn(Boolean(fault));
  const due = side.prizes_due.filter((prize) => prize.status !== "paid");
  const paid = last.slice(-MOST_SHOWN).reverse();
  const amount = pesos(shown ?? side.pot);
  return html`<div class=${`pot ${due.length ? "winning" : ""} ${side.stale ? "doubtful" : ""}`}>
    ${fault && !amountsTurn ? html`<p class="fault" role="alert">${fault}</p>` : html`<p class="amount" data-ledger=${side.pot} style=${{ "--letters": amount.length }}>${amount}</p>`}
    ${side.stale && html`<p class="doubt">${_("POZO SIN ACTUALIZAR")}</p>`}
    ${side.increment > 0 && html`<p class="increment">${_("Incremento {amount}", { amount: pesos(side.increment) })}</p>`}
    ${side.award_pending && html`<p class="due"><em>${_("pago pendiente")}</em></p>`}
    ${due.map((prize) => html`<p class="due" key=${prize.id}><strong>${_("GANA")}</strong> ${_("puesto {n}", { n: prize.seat })} · ${prizeWords(prize.prize)} · <b>${pesos(prize.amount)}</b> <em>${_("pago pendiente")}</em> ${prize.due_at_utc_ns && html`<${Deadline} until=${prize.due_at_utc_ns} />`}</p>`)}
    ${side.news && html`<p class="due elsewhere"><strong>${_("GANA")}</strong> ${_("mesa {table}", { table: side.news.table })} · ${prizeWords(side.news.prize)} · <b>${pesos(side.news.amount)}</b> ${side.news.pending && html`<em>${_("pago pendiente")}</em>`}</p>`}
    ${paid.length > 0 && html`<ul class="paid" aria-label=${_("Últimos premios")}>${paid.map((prize, index) => html`<li key=${index}>${_("puesto {n}", { n: prize.seat })} · ${prizeWords(prize.prize)} · ${pesos(prize.amount)}</li>`)}</ul>`}
    ${side.shown.map(Extra)}
  </div>`;
}

function Extra(one) {
  if (one.type === "lucky_player") return html`<p class="extra">${_("Jugador afortunado: puesto {n}", { n: one.seat })}</p>`;
  return html`<p class="extra">${_("Carta mágica")} <svg viewBox=${`${-CARD.width / 2} ${-CARD.height / 2} ${CARD.width} ${CARD.height + 6}`}><${Card} card=${one.shown} x="0" y="0" /></svg></p>`;
}

render(html`<${Page} />`, document.getElementById("page"));
