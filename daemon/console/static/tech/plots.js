// How a device did over time: how fast it answers, what went wrong, how often its link came back.
import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { html } from "../lib/html.js";
import { read } from "../lib/orders.js";
import { _ } from "../lib/words.js";

const AGAIN_MS = { hour: 2000, day: 20_000 };
const MOST = { hour: 1800, day: 1440 };
const [UTC, ANSWER_US, ERRORS, RECONNECTS] = [0, 1, 2, 3];
const AXIS = { stroke: "#aab3bd", grid: { stroke: "#222932", width: 1 }, ticks: { show: false }, font: "12px Inter" };

export function Plots({ device, zone }) {
  const [span, setSpan] = useState("hour");
  const samples = useHistory(device.name, span);
  const column = (place, scale = 1) => samples.map((sample) => (sample[place] == null ? null : sample[place] / scale));
  const seconds = column(UTC);
  return html`<section class="card-part plots-part"><header><h2>${_("En el tiempo")}</h2>
      <div class="switch" role="group" aria-label=${_("Período")}>${[["hour", _("1 hora")], ["day", _("1 día")]].map(([name, words]) => html`<button key=${name} class="quiet small" aria-pressed=${span === name} data-span=${name} onClick=${() => setSpan(name)}>${words}</button>`)}</div></header>
    <div class="plots">
      <${Plot} name="latency" title=${_("Respuesta, ms")} zone=${zone} seconds=${seconds} values=${column(ANSWER_US, 1000)} colour="#79b8ff" />
      <${Plot} name="errors" title=${_("Errores")} zone=${zone} seconds=${seconds} values=${column(ERRORS)} colour="#ffc857" bars />
      <${Plot} name="reconnects" title=${_("Reconexiones")} zone=${zone} seconds=${seconds} values=${column(RECONNECTS)} colour="#ff6257" bars />
    </div>
    <p class="note">${_("Medido por esta consola desde que está en marcha.")}</p></section>`;
}

function useHistory(device, span) {
  const [samples, setSamples] = useState([]);
  useEffect(() => {
    let over = false;
    let timer = 0;
    let known = [];
    const look = async () => {
      const after = known.at(-1)?.[UTC] ?? 0;
      const found = document.hidden ? null : await read(`/api/tech/history/${span}/${encodeURIComponent(device)}?after=${after}`);
      if (over) return;
      if (found?.length) {
        known = [...known, ...found].slice(-MOST[span]);
        setSamples(known);
      }
      timer = setTimeout(look, AGAIN_MS[span]);
    };
    setSamples([]);
    look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [device, span]);
  return samples;
}

function Plot({ name, title, zone, seconds, values, colour, bars }) {
  const place = useRef(null);
  const plot = useRef(null);
  const last = values.findLast((value) => value != null);
  useEffect(() => {
    const node = place.current;
    const drawn = { stroke: colour, width: 1.5, fill: bars ? `${colour}88` : `${colour}22`, points: { show: false }, spanGaps: false };
    if (bars) drawn.paths = uPlot.paths.bars({ size: [0.9, 24, 2] });
    const made = new uPlot({
      width: node.clientWidth, height: 116, legend: { show: false }, cursor: { show: false }, padding: [8, 14, 0, 0],
      tzDate: (second) => uPlot.tzDate(new Date(second * 1000), zone),
      scales: { y: { range: (_plot, _low, high) => [0, Math.max(bars ? 4 : 1, high ?? 0) * 1.1] } },
      series: [{}, drawn],
      axes: [{ ...AXIS, size: 24, space: 76, values: (_plot, ticks, _axis, _space, step) => ticks.map((tick) => hour(tick, zone, step < 60)) }, { ...AXIS, size: 40 }],
    }, [[], []], node);
    plot.current = made;
    const watch = new ResizeObserver(() => made.setSize({ width: node.clientWidth, height: 116 }));
    watch.observe(node);
    return () => {
      watch.disconnect();
      made.destroy();
    };
  }, [zone]);
  useEffect(() => plot.current.setData([seconds, values]), [seconds.length, seconds.at(-1)]);
  return html`<figure data-plot=${name} data-points=${values.filter((value) => value != null).length}><figcaption>${title}<b>${last == null ? "—" : Math.round(last * 10) / 10}</b></figcaption><div class="plot" ref=${place}></div></figure>`;
}

function hour(second, zone, fine) {
  const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: zone, ...(fine ? { second: "2-digit" } : {}) };
  return new Intl.DateTimeFormat("es-CL", form).format(second * 1000);
}
