// The shift so far: passes, results, incidents, and the pace of the table.
import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { html } from "../lib/html.js";
import { read } from "../lib/orders.js";
import { hourIn } from "../lib/clock.js";
import { pesos } from "../lib/money.js";
import { resultWords } from "../lib/phases.js";
import { _, choiceWords, faultWords } from "../lib/words.js";

export function Report({ live }) {
  const [told, setTold] = useState(null);
  const number = live.picture?.picture.pass;
  useEffect(() => {
    read("/api/report").then((found) => found && setTold(found));
  }, [number, live.picture?.picture.incidents.length]);
  if (!told) return null;
  return html`<section class="card-part report"><header><h2>${_("Informe del turno")}</h2><button class="quiet small" onClick=${() => print()}>${_("Imprimir")}</button></header>
    <dl class="facts">
      <div><dt>${_("Jornada")}</dt><dd>${told.jornada || "—"}</dd></div>
      <div><dt>${_("Pases")}</dt><dd>${told.passes}</dd></div>
      ${Object.entries(told.results).map(([result, count]) => html`<div key=${result}><dt>${tallyWords(result)}</dt><dd>${count}</dd></div>`)}
      <div><dt>${_("Segundos por pase")}</dt><dd>${median(told.paces) ?? "—"}</dd></div>
      <div><dt>${_("Sabots")}</dt><dd>${told.shoes}</dd></div>
      ${told.prizes > 0 && html`<div><dt>${_("Premios pagados")}</dt><dd>${told.prizes}<small>${pesos(told.prizes_amount)}</small></dd></div>`}
      ${told.frozen.length > 0 && html`<div><dt>${_("Pases congelados")}</dt><dd>${told.frozen.join(", ")}</dd></div>`}
    </dl>
    <${People} told=${told} zone=${live.status.table.timezone} />
    <${Pace} paces=${told.paces} />
    <table class="tallies"><caption>${_("Incidentes")}</caption><tbody>${told.decided.map((one) => html`<${Decided} key=${one.id} one=${one} zone=${live.status.table.timezone} />`)}
      ${told.decided.length === 0 && html`<tr><td>${_("Ninguno")}</td></tr>`}</tbody></table>
  </section>`;
}

const TALLIES = { hands_won: () => _("Manos que ganan"), hands_lost: () => _("Manos que pierden") };
const tallyWords = (result) => TALLIES[result]?.() ?? (resultWords(result) || result);

// Who opened, dealt, supervised and closed, and from when on.
function People({ told, zone }) {
  const lines = [
    [told.opened_utc_ns, _("Abre la mesa"), told.opened_by],
    ...told.seated.map((one) => [one.utc_ns, one.position === "dealer" ? _("Crupier") : _("Supervisa"), one.person]),
    [told.closed_utc_ns, _("Cierra la mesa"), told.closed_by],
  ].filter(([, , who]) => who);
  if (lines.length === 0) return null;
  return html`<table class="tallies people"><caption>${_("Personas")}</caption><tbody>${lines.map(([hour, what, who], index) => html`<tr key=${index}><th scope="row"><time>${hour ? hourIn(zone, hour / 1e6) : "—"}</time> ${what}</th><td>${who}</td></tr>`)}</tbody></table>`;
}

function Decided({ one, zone }) {
  const what = one.choice ? [choiceWords(one.choice), one.by].filter(Boolean).join(" · ") : _("abierto");
  return html`<tr><th scope="row"><time>${one.utc_ns ? hourIn(zone, one.utc_ns / 1e6) : "—"}</time> ${faultWords(one.code)?.meaning ?? one.detail}</th><td>${what}</td></tr>`;
}

function median(values) {
  if (values.length === 0) return null;
  return Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]);
}

// How long each pass took; a table that slows down shows it.
function Pace({ paces }) {
  const place = useRef(null);
  useEffect(() => {
    if (paces.length < 2 || !place.current) return undefined;
    const axis = { stroke: "#aab3bd", grid: { stroke: "#2c343e" }, ticks: { stroke: "#2c343e" } };
    const options = {
      width: place.current.clientWidth, height: 150, legend: { show: false }, cursor: { show: false }, scales: { x: { time: false } },
      series: [{}, { stroke: "#e0bd7c", width: 2, fill: "#e0bd7c22", points: { show: false } }], axes: [axis, { ...axis, size: 44 }],
    };
    const plot = new uPlot(options, [paces.map((_pace, index) => index + 1), paces], place.current);
    return () => plot.destroy();
  }, [paces.length]);
  return paces.length < 2 ? null : html`<figure><figcaption>${_("Segundos de cada pase")}</figcaption><div class="plot" ref=${place}></div></figure>`;
}
