// The passes of the day, and one of them step by step, as the screen showed it then, with its hours.
import { useEffect, useState } from "preact/hooks";
import { Felt } from "../felt/picture.js";
import { hourIn, secondIn } from "../lib/clock.js";
import { html } from "../lib/html.js";
import { read } from "../lib/orders.js";
import { handsWords, resultWords } from "../lib/phases.js";
import { _ } from "../lib/words.js";
import { stepWords } from "./steps/index.js";

const MOST_LISTED = 60;

export function Passes({ live, orders }) {
  const [passes, setPasses] = useState([]);
  const [chosen, setChosen] = useState(null);
  const number = live.picture?.picture.pass;
  const phase = live.picture?.picture.phase;
  useEffect(() => {
    read("/api/passes").then((found) => found && setPasses(found));
  }, [number, phase]);
  const zone = live.status.table.timezone;
  return html`<section class="card-part passes"><header><h2>${_("Pases")}</h2><p>${_("{n} guardados", { n: passes.length })}</p></header>
    ${chosen && html`<${Replay} live=${live} one=${chosen} zone=${zone} orders=${orders} close=${() => setChosen(null)} />`}
    <ol class="pass-list">${passes.slice(0, MOST_LISTED).map((one) => html`<li key=${one.seq}><button class=${one.seq === chosen?.seq ? "chosen" : ""} data-pass=${one.number} onClick=${() => setChosen(one)}>
      <b>${one.number}</b><span>${outcome(one)}</span><small>${gist(one, zone)}</small></button></li>`)}</ol>
  </section>`;
}

const outcome = (one) => (one.ended ? resultWords(one.result) || handsWords(one.hands) || _("terminado") : _("en juego"));
const gist = (one, zone) => [one.utc_ns ? hourIn(zone, one.utc_ns / 1e6) : "", one.punto_points != null ? `${one.punto_points} – ${one.bank_points}` : ""].filter(Boolean).join(" · ");

function Replay({ live, one, zone, orders, close }) {
  const rows = live.sign?.irregularities;
  const [steps, setSteps] = useState([]);
  const [at, setAt] = useState(0);
  useEffect(() => {
    setAt(0);
    read(`/api/passes/${one.seq}`).then((found) => setSteps(found ?? []));
  }, [one.seq]);
  const step = steps[at];
  const picture = steps.slice(0, at + 1).findLast((past) => past.picture)?.picture;
  const then = { ...live, picture: picture && { picture }, last: null };
  return html`<div class="replay" data-step=${at}>
    <header><h3>${_("Pase {n}", { n: one.number })}</h3><p>${_("paso {a} de {b}", { a: at + 1, b: steps.length })}</p>
      <button class="quiet small" data-act="freeze" disabled=${orders.busy} onClick=${() => orders.give({ type: "FreezePass", number: one.number, reason: _("reclamo") })}>${_("Congelar por reclamo")}</button>
      <button class="quiet small" onClick=${close}>${_("Cerrar")}</button></header>
    <div class="replay-felt">${picture ? html`<${Felt} live=${then} tall=${false} />` : html`<p>${_("De este paso no hay imagen")}</p>`}</div>
    <input type="range" min="0" max=${Math.max(0, steps.length - 1)} value=${at} aria-label=${_("Paso")} onInput=${(event) => setAt(Number(event.target.value))} />
    <div class="replay-end"><button data-act="before" aria-label=${_("Paso anterior")} disabled=${at === 0} onClick=${() => setAt(at - 1)}>◀</button>
      <p aria-live="polite">${step?.utc_ns ? html`<time>${secondIn(zone, step.utc_ns / 1e6)}</time> ` : null}${step ? stepWords(step.body, rows) : ""}</p>
      <button data-act="after" aria-label=${_("Paso siguiente")} disabled=${at >= steps.length - 1} onClick=${() => setAt(at + 1)}>▶</button></div>
    <${Steps} steps=${steps} at=${at} zone=${zone} rows=${rows} go=${setAt} />
  </div>`;
}

// The whole pass as a list, for who looks for one moment of it.
function Steps({ steps, at, zone, rows, go }) {
  return html`<details class="step-list"><summary>${_("Todos los pasos")}</summary><ol>${steps.map((step, index) => html`<li key=${step.seq}><button class=${index === at ? "chosen" : ""} aria-current=${index === at} onClick=${() => go(index)}>
    <time>${step.utc_ns ? secondIn(zone, step.utc_ns / 1e6) : "—"}</time><span>${stepWords(step.body, rows)}</span></button></li>`)}</ol></details>`;
}
