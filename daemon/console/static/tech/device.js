// One device: who it is, what it counted, what went wrong last, how it did over time, what it says now.
import { html } from "../lib/html.js";
import { tableTime } from "../lib/live.js";
import { _ } from "../lib/words.js";
import { Plots } from "./plots.js";
import { ageWords, COUNTERS, deviceRole, figure, momentWords, msWords, supportWords, TROUBLES } from "./spoken.js";
import { Traffic } from "./traffic.js";

export function Device({ live, device }) {
  const zone = live.status?.table.timezone ?? "America/Santiago";
  return html`<section class="card-part facts-part"><header><h2>${device.name}</h2><p>${deviceRole(device.role)} · ${device.driver}</p></header>
    <${Stranger} device=${device} />
    <${Trouble} device=${device} zone=${zone} />
    <dl class="facts">${facts(device).map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
    <${Counters} device=${device} />
  </section>
  <${Plots} device=${device} zone=${zone} />
  <${Traffic} device=${device} zone=${zone} />`;
}

function facts(device) {
  const { board, answers } = device;
  const since = device.since_utc_ns ? ageWords(tableTime() / 1000 - device.since_utc_ns / 1e9) : _("sin cambios en esta marcha");
  const answered = answers.count > 0;
  return [
    [_("Estado"), device.link === "up" ? _("conectado") : _("SIN CONEXIÓN")],
    [_("Desde hace"), since],
    [_("Identidad"), device.identity ?? "—"],
    [_("Responde en"), answered ? _("{mean}, peor {worst}", { mean: msWords(answers.total_us / answers.count), worst: msWords(answers.worst_us) }) : _("nunca responde")],
    ...(board ? [[_("Modelo"), board.model], [_("Serie"), board.serial], [_("Programa"), board.firmware.slice(0, 16)], [_("Protocolo"), `${board.profile} ${board.version}`], [_("Encendidos"), figure(board.boot)]] : []),
    [_("Base del controlador"), supportWords(device.support)],
  ];
}

function Stranger({ device }) {
  if (device.stranger) return html`<p class="last-error stranger"><b>${_("Responde otro aparato")}</b> ${device.stranger} <small>${_("Si lo cambió usted, regístrelo: sabot device replace {name}", { name: device.name })}</small></p>`;
  return device.in_repair ? html`<p class="last-error stranger"><b>${_("En mantenimiento.")}</b></p>` : null;
}

function Trouble({ device, zone }) {
  const error = device.last_error;
  if (!error) return html`<p class="last-error none">${_("Sin fallas registradas")}</p>`;
  const age = ageWords(tableTime() / 1000 - error.utc_ns / 1e9);
  return html`<p class="last-error"><b>${_("Última falla")}</b> ${error.text} <small>${momentWords(error.utc_ns, zone)} · ${_("hace {age}", { age })}</small></p>`;
}

function Counters({ device }) {
  return html`<div class="counters"><table><thead><tr><th scope="col">${_("Contador")}</th>${Object.entries(COUNTERS).map(([name, words]) => html`<th scope="col" key=${name}>${words()}</th>`)}</tr></thead>
    <tbody>${[[_("Esta marcha"), device.counters], [_("Todas las marchas"), device.totals]].map(([row, counts]) => html`<tr key=${row}><th scope="row">${row}</th>${Object.keys(COUNTERS).map((name) => html`<td key=${name} class=${TROUBLES.includes(name) && counts[name] > 0 ? "some" : ""}>${figure(counts[name])}</td>`)}</tr>`)}</tbody></table></div>`;
}
