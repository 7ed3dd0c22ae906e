// Opening and closing, who deals, last passes, what no sensor sees: everything that is not the pass itself.
import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { tableTime } from "../lib/live.js";
import { signOut } from "../lib/orders.js";
import { _, mayActAs } from "../lib/words.js";

export function Opening({ facts, orders }) {
  const [jornada, setJornada] = useState(() => dateIn(facts.timezone));
  return html`<section class="opening"><h2>${_("Mesa cerrada")}</h2><div class="step-form">
    <label>${_("Jornada")}<input value=${jornada} onInput=${(event) => setJornada(event.target.value)} /></label>
    <button class="primary" data-act="open_table" disabled=${orders.busy || !jornada} onClick=${() => orders.give({ type: "OpenTable", jornada })}>${_("Abrir la mesa")}</button></div></section>`;
}

const dateIn = (zone) => new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(tableTime());

export function Person({ session, picture, orders }) {
  const dealing = picture.dealer === session.person;
  return html`<div class="person"><p><b>${session.person}</b><small>${dealing ? _("en la mesa") : _("identificado")}</small></p>
    ${!dealing && mayActAs(session.role, "dealer") && html`<button data-act="take_position" disabled=${orders.busy} onClick=${() => orders.give({ type: "TakePosition", position: "dealer" })}>${picture.dealer ? _("Relevo a {who}", { who: picture.dealer }) : _("Tomo la mesa")}</button>`}
    <button class="quiet" data-act="sign_out" onClick=${signOut}>${_("Salir")}</button></div>`;
}

export function More({ live, picture, orders }) {
  return html`<details class="more"><summary>${_("Más: irregularidades, cierre")}</summary>
    <${Irregularities} rows=${live.sign?.irregularities ?? []} orders=${orders} />
    <div class="day-orders">
      ${[3, 2, 1].map((count) => html`<button key=${count} disabled=${orders.busy} onClick=${() => orders.give({ type: "LastPasses", count })}>${_("Anunciar últimas {n}", { n: count })}</button>`)}
      <button data-act="close_table" disabled=${orders.busy} onClick=${() => orders.give({ type: "CloseTable" })}>${_("Cerrar la mesa")}</button>
    </div><${Remainder} picture=${picture} orders=${orders} /></details>`;
}

function Irregularities({ rows, orders }) {
  const [event, setEvent] = useState("");
  const [box, setBox] = useState("");
  const once = [...new Map(rows.map((row) => [row.event, row])).values()];
  return html`<div class="step-form"><label>${_("Irregularidad")}<select value=${event} onChange=${(change) => setEvent(change.target.value)}><option value="">—</option>
    ${once.map((row) => html`<option key=${row.event} value=${row.event}>${row.trigger} (${_("art. {a}", { a: row.articles.join(", ") })})</option>`)}</select></label>
    <label>${_("Casilla")}<input value=${box} inputmode="numeric" onInput=${(change) => setBox(change.target.value)} /></label>
    <button class="primary" disabled=${orders.busy || !event} onClick=${() => orders.give({ type: "ReportIrregularity", event, box })}>${_("Informar")}</button></div>`;
}

function Remainder({ picture, orders }) {
  const [counted, setCounted] = useState("");
  if (!["no_shoe", "shoe.shuffle"].includes(picture.phase)) return null;
  return html`<div class="step-form"><label>${_("Cartas que quedaron en el sabot")}<input inputmode="numeric" value=${counted} onInput=${(event) => setCounted(event.target.value.replace(/\D/g, ""))} /></label>
    <button class="primary" disabled=${orders.busy || !counted} onClick=${() => orders.give({ type: "TellRemainder", counted: Number(counted) })}>${_("Contadas")}</button></div>`;
}

