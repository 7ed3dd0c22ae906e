// A search in the table's journal, the newest first; covered cards stay covered and are not found.
import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { read } from "../lib/orders.js";
import { _ } from "../lib/words.js";
import { momentWords } from "./spoken.js";

export function Journal({ device, zone }) {
  const [text, setText] = useState("");
  const [only, setOnly] = useState(true);
  const [found, setFound] = useState(null);
  const [busy, setBusy] = useState(false);
  async function search(before) {
    setBusy(true);
    const query = new URLSearchParams({ text, ...(only ? { device: device.name } : {}), ...(before ? { before } : {}) });
    const page = await read(`/api/tech/search?${query}`);
    setBusy(false);
    if (page) setFound({ entries: before ? [...found.entries, ...page.entries] : page.entries, next: page.next });
    else setFound({ entries: [], next: null, refused: true });
  }
  const submit = (event) => {
    event.preventDefault();
    search();
  };
  return html`<section class="card-part journal-part"><header><h2>${_("Registro")}</h2>
      <label class="check"><input type="checkbox" name="only" checked=${only} onChange=${() => setOnly(!only)} />${_("solo {device}", { device: device.name })}</label></header>
    <form class="filters" onSubmit=${submit}><input type="search" name="text" aria-label=${_("Buscar en el registro")} placeholder=${_("buscar: IncidentOpened, nombre, artículo…")} maxlength="100" value=${text} onInput=${(event) => setText(event.target.value)} />
      <button class="quiet small" data-act="search" disabled=${busy}>${_("Buscar")}</button></form>
    ${found && html`<${Found} found=${found} zone=${zone} busy=${busy} more=${() => search(found.next)} />`}</section>`;
}

function Found({ found, zone, busy, more }) {
  return html`<div class="found" aria-live="polite">
    <ol>${found.entries.map((one) => html`<li key=${one.seq}><details><summary><span class="seq">${one.seq}</span> <time>${momentWords(one.utc_ns, zone)}</time> <b>${kind(one.body)}</b> <span>${gist(one.body)}</span></summary><pre>${JSON.stringify(one.body, null, 1)}</pre></details></li>`)}</ol>
    ${found.refused ? html`<p class="refusal">${_("No se pudo buscar. Espere y repita.")}</p>` : found.entries.length === 0 && html`<p class="note">${found.next ? _("Nada hasta aquí.") : _("No hay nada así en el registro.")}</p>`}
    ${found.next && html`<button class="quiet small" data-act="more" disabled=${busy} onClick=${more}>${_("Buscar más atrás")}</button>`}</div>`;
}

const inner = (body) => body.event ?? body.incident ?? body.command ?? body;
const kind = (body) => (body.event || body.command ? `${body.type} · ${inner(body).type}` : body.type);

// What an entry says, in one line: its plain values.
function gist(body) {
  const said = body.person ? { person: body.person, ...inner(body) } : inner(body);
  return Object.entries(said).filter(([name, value]) => name !== "type" && value !== "" && ["string", "number", "boolean"].includes(typeof value)).map(([name, value]) => `${name}=${value}`).slice(0, 6).join("  ");
}
