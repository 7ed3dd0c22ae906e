// The table's day in a supervisor's hands: opening, position, last passes, closing.
import { html } from "../lib/html.js";
import { phaseWords } from "../lib/phases.js";
import { signOut } from "../lib/orders.js";
import { _, mayActAs, roleWords } from "../lib/words.js";
import { Opening } from "../dealer/day.js";
import { Limits, limitsWords } from "./limits.js";

export function TheTable({ live, picture, session, orders }) {
  const facts = live.status.table;
  const limits = picture.limits;
  const closed = picture.day === "closed";
  return html`<section class="card-part table-part"><header><h2>${_("Mesa")}</h2><p class="who-am-i"><b>${session.person}</b> · ${roleWords(session.role)} <button class="quiet small" data-act="sign_out" onClick=${signOut}>${_("Salir")}</button></p></header>
    <dl class="facts">
      <div><dt>${_("Estado")}</dt><dd class=${picture.state}>${phaseWords(picture)}</dd></div>
      <div><dt>${_("Jornada")}</dt><dd>${picture.jornada || "—"}</dd></div>
      <div><dt>${_("Crupier")}</dt><dd>${picture.dealer ?? "—"}</dd></div>
      <div><dt>${_("Supervisa")}</dt><dd>${picture.supervisor ?? "—"}</dd></div>
      <div><dt>${_("Límites")}</dt><dd>${limitsWords(limits)}</dd></div>
      ${picture.shoe_cards !== undefined && html`<div><dt>${_("Sabot")}</dt><dd>${picture.shoe_cards ? _("quedan {n} cartas", { n: picture.shoe_cards - picture.cards_out }) : _("sin sabot")}</dd></div>`}
    </dl>
    ${closed ? html`<${Opening} facts=${facts} orders=${orders} />` : html`<div class="day-orders">
      ${picture.supervisor !== session.person && mayActAs(session.role, "jefe_de_mesa") && html`<button data-act="take_position" disabled=${orders.busy} onClick=${() => orders.give({ type: "TakePosition", position: "supervisor" })}>${_("Tomo la supervisión")}</button>`}
      ${[3, 2, 1].map((count) => html`<button key=${count} disabled=${orders.busy} onClick=${() => orders.give({ type: "LastPasses", count })}>${_("Anunciar últimas {n}", { n: count })}</button>`)}
      <button data-act="close_table" disabled=${orders.busy} onClick=${() => orders.give({ type: "CloseTable" })}>${_("Cerrar la mesa")}</button></div><${Limits} limits=${limits} orders=${orders} />`}
  </section>`;
}
