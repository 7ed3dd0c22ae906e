// The preparation of a shoe: the text's steps one by one, each confirmed with a touch, or all under one signature.
import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { _ } from "../lib/words.js";
import { Act } from "./actions.js";

export function Prepare({ live, picture, orders }) {
  const steps = picture.preparation?.steps ?? [];
  const next = picture.preparation?.next;
  const pack = live.status?.table.family === "poker";
  if (pack && !next) return html`<${Act} name="prepare_shoe" words=${_("Mazo barajado y cortado")} command=${{ type: "PrepareShoe", decks: 1 }} orders=${orders} tone="main" />`;
  return html`<section class="prepare"><h2>${pack ? _("Preparación del mazo") : _("Preparación del sabot")}</h2>
    ${next && html`<ol class="steps">${steps.map((step) => html`<li key=${step.step} class=${step.done ? "done" : step.step === next.step ? "next" : ""}>
      <p>${step.text}<small>${_("art. {a}", { a: step.article })}${step.by ? ` · ${step.by}` : ""}${step.count != null ? ` · ${step.count}` : ""}</small></p>
      ${step.step === next.step && html`<${Next} step=${next} orders=${orders} />`}</li>`)}</ol>`}
    <${AtOnce} shoe=${live.sign?.shoe} orders=${orders} />
  </section>`;
}

function Next({ step, orders }) {
  const [who, setWho] = useState("");
  const [count, setCount] = useState("");
  const needsWho = step.needs.includes("who");
  const needsCount = step.needs.includes("count");
  const done = () => orders.give({ type: "PrepareStep", step: step.step, who, ...(needsCount ? { count: Number(count) } : {}) });
  return html`<div class="step-form">
    ${needsWho && html`<label>${_("Quién")}<input value=${who} onInput=${(event) => setWho(event.target.value)} /></label>`}
    ${needsCount && html`<label>${_("Cuántas")}<input inputmode="numeric" value=${count} onInput=${(event) => setCount(event.target.value.replace(/\D/g, ""))} /></label>`}
    <button class="primary" data-act="prepare_step" disabled=${orders.busy || (needsWho && !who) || (needsCount && !count)} onClick=${done}>${_("Hecho")}</button></div>`;
}

function AtOnce({ shoe, orders }) {
  const [decks, setDecks] = useState(shoe?.decks[0] ?? 6);
  const [behind, setBehind] = useState(shoe?.behind?.[0] || 60);
  if (!shoe) return null;
  const command = { type: "PrepareShoe", decks, ...(shoe.behind ? { cut_behind: behind } : {}) };
  return html`<details class="at-once"><summary>${_("Declarar todo con una firma")}</summary><div class="step-form">
    <label>${_("Mazos")}<select value=${decks} onChange=${(event) => setDecks(Number(event.target.value))}>${shoe.decks.map((number) => html`<option key=${number} value=${number}>${number}</option>`)}</select></label>
    ${shoe.behind && html`<label>${_("Cartas tras el corte")}<input inputmode="numeric" value=${behind} onInput=${(event) => setBehind(Number(event.target.value.replace(/\D/g, "")))} /></label>`}
    <button class="primary" data-act="prepare_shoe" disabled=${orders.busy} onClick=${() => orders.give(command)}>${shoe.behind ? _("Sabot listo") : _("Mazo listo")}</button></div></details>`;
}
