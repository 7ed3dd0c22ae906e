// What passes on a device's cable, both ways, with what it means. Cards are covered before they come here.
import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { _ } from "../lib/words.js";
import { figure } from "./spoken.js";
import { useTraffic } from "./stream.js";

const WAYS = {
  in: { arrow: "←", words: () => _("recibido") },
  out: { arrow: "→", words: () => _("enviado") },
  event: { arrow: "●", words: () => _("significado") },
  link: { arrow: "≈", words: () => _("conexión") },
};

export function Traffic({ device, zone }) {
  const [all, setAll] = useState(false);
  const [paused, setPaused] = useState(false);
  const [ways, setWays] = useState(Object.keys(WAYS));
  const [wanted, setWanted] = useState("");
  const traffic = useTraffic(all ? null : device.name, paused);
  const shown = traffic.lines.filter((line) => ways.includes(line.way) && says(line, wanted));
  const turn = (way) => setWays(ways.includes(way) ? ways.filter((one) => one !== way) : [...ways, way]);
  return html`<section class="card-part traffic-part"><header><h2>${_("Tráfico")}</h2>
      <label class="check"><input type="checkbox" name="all" checked=${all} onChange=${() => setAll(!all)} />${_("todos los dispositivos")}</label>
      <button class=${paused ? "primary small" : "quiet small"} data-act="pause" aria-pressed=${paused} onClick=${() => setPaused(!paused)}>${paused ? _("Seguir ({n} nuevas)", { n: figure(traffic.waiting.length) }) : _("Pausar")}</button></header>
    <div class="filters"><div class="switch" role="group" aria-label=${_("Qué se muestra")}>${Object.entries(WAYS).map(([way, face]) => html`<button key=${way} class="quiet small" data-way=${way} aria-pressed=${ways.includes(way)} onClick=${() => turn(way)}><span aria-hidden="true">${face.arrow}</span> ${face.words()}</button>`)}</div>
      <input type="search" name="wanted" aria-label=${_("Filtro")} placeholder=${_("filtrar: LampsShown, a0 01…")} value=${wanted} onInput=${(event) => setWanted(event.target.value)} /></div>
    <${Lines} shown=${shown} zone=${zone} all=${all} paused=${paused} />
    <p class="note" role="status">${traffic.refused ? _("El tráfico no llega: hay demasiadas páginas mirándolo o terminó su identificación.") : traffic.lost > 0 ? _("Se perdieron {n} líneas: llegaron más rápido de lo que se muestran.", { n: figure(traffic.lost) }) : _("De un sabot se ve cuántos bytes llegaron y qué fueron, nunca la carta.")}</p></section>`;
}

const says = (line, wanted) => !wanted || `${line.device} ${line.data} ${line.words}`.toLowerCase().includes(wanted.toLowerCase());

function Lines({ shown, zone, all, paused }) {
  const place = useRef(null);
  const newest = shown.at(-1)?.n;
  useEffect(() => {
    if (!paused) place.current.scrollTop = place.current.scrollHeight;
  }, [newest, shown.length, paused]);
  return html`<div class="lines" ref=${place} tabindex="0" role="log" aria-live="off" aria-label=${_("Tráfico")}><table><tbody>${shown.map((line) => html`<tr key=${`${line.n}-${line.utc_ns}`} class=${line.way}>
    <td class="time">${clock(line.utc_ns, zone)}</td>${all && html`<td class="of">${line.device}</td>`}<td class="way"><span aria-hidden="true">${WAYS[line.way].arrow}</span><span class="unseen">${WAYS[line.way].words()}</span></td>
    <td class="said">${line.data ? html`<code>${line.data}</code>` : line.size > 0 ? html`<i>${_("{n} bytes tapados", { n: line.size })}</i>` : null} ${line.words}</td></tr>`)}</tbody></table>
    ${shown.length === 0 && html`<p class="note">${_("Nada todavía.")}</p>`}</div>`;
}

const forms = new Map();
function clock(utcNs, zone) {
  if (!forms.has(zone)) forms.set(zone, new Intl.DateTimeFormat("es-CL", { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23", timeZone: zone }));
  return forms.get(zone).format(utcNs / 1e6);
}
