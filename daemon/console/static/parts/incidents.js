// Open incidents with their permitted resolutions, each with its article and who decides.
import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { inLanguage } from "../lib/live.js";
import { _, choiceWords, faultWords, roleWords } from "../lib/words.js";
import { CardPicker } from "./picker.js";

export function Incidents({ picture, orders, now }) {
  return html`<section class="incidents" aria-label=${_("Incidentes abiertos")}>${picture.incidents.map((one) => html`<${Incident} key=${one.id} incident=${one} orders=${orders} seats=${now.seats} />`)}</section>`;
}

function Incident({ incident, orders, seats }) {
  const [needing, setNeeding] = useState(null);
  const fault = faultWords(incident.code);
  const decide = (choice, keyed = {}) => orders.give({ type: "Resolve", id: incident.id, choice: choice.code, ...keyed }, choice.role);
  return html`<article class=${`incident ${incident.hold ? "hold" : ""}`} data-code=${incident.code}>
    <header><h3>${fault?.meaning ?? inLanguage(incident.detail)}</h3><p class="incident-no">${_("N.º {id}", { id: incident.id })}</p></header>
    ${fault && incident.detail !== fault.meaning && html`<p class="detail">${inLanguage(incident.detail)}</p>`}
    ${fault && html`<p class="what">${fault.what_to_do}</p>`}
    ${incident.announcement && html`<p class="say">${_("Diga")}: «${incident.announcement}»</p>`}
    <p class="meta">${incident.articles.length > 0 && html`<span>${_("art. {a}", { a: incident.articles.join(", ") })}</span>`}${incident.device && html`<span>${incident.device}</span>`}<span>${incident.code}</span></p>
    ${incident.cctv && html`<p class="cctv">${incident.cctv.answered_by ? incident.cctv.answer : _("Espera a las cámaras: {q}", { q: incident.cctv.question })}</p>`}
    ${incident.signatures?.map((one) => html`<p class="cctv" key=${one.by}>${_("{who} firmó: {what}. Falta la segunda firma.", { who: one.by, what: choiceWords(one.choice) })}</p>`)}
    <div class="choices">${incident.choices.map((choice) => html`<button key=${choice.code + choice.row} class="choice" data-choice=${choice.code} disabled=${orders.busy}
      onClick=${() => (choice.needs.length ? setNeeding(choice) : decide(choice))}>${choiceWords(choice.code)}<small>${roleWords(choice.role)}${choice.jointly ? ` + ${roleWords(choice.jointly)}` : ""}</small></button>`)}</div>
    ${needing && html`<${CardPicker} needs=${needing.needs} seats=${seats} cancel=${() => setNeeding(null)}
      done=${async (keyed) => ((await decide(needing, keyed)).ok ? setNeeding(null) : null)} action=${choiceWords(needing.code)} />`}
  </article>`;
}
