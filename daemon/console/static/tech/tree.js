// The table as a tree: roles, devices under them, and the lamps of each board as they were last told.
import { html } from "../lib/html.js";
import { tableTime } from "../lib/live.js";
import { signOut } from "../lib/orders.js";
import { _, roleWords } from "../lib/words.js";
import { ageWords, deviceRole, figure, reconnections, troubles } from "./spoken.js";

export function Tree({ live, told, chosen, choose, session }) {
  const roles = [...new Set(told.devices.map((device) => device.role))];
  const up = told.devices.filter((device) => device.link === "up").length;
  return html`<nav class="card-part tree" aria-label=${_("Dispositivos")}>
    <header><h2>${_("Dispositivos")}</h2><p class=${up < told.devices.length ? "bad" : ""}>${_("{up} de {all} conectados", { up, all: told.devices.length })}</p></header>
    ${told.simulated && html`<p class="all-simulated"><span class="simulated">${_("SIMULADA")}</span> ${_("Ningún dispositivo de esta mesa es real.")}</p>`}
    <ul onKeyDown=${walk}>${roles.map((role) => html`<li key=${role}><h3>${deviceRole(role)}</h3><ul>${told.devices
      .filter((device) => device.role === role)
      .map((device) => html`<li key=${device.name}><${Row} device=${device} simulated=${told.simulated} chosen=${device.name === chosen} choose=${choose} /><${Lamps} live=${live} device=${device} /></li>`)}</ul></li>`)}</ul>
    <footer class="who-am-i"><b>${session.person}</b> · ${roleWords(session.role)} <button class="quiet small" data-act="sign_out" onClick=${signOut}>${_("Salir")}</button></footer>
  </nav>`;
}

function Row({ device, simulated, chosen, choose }) {
  const up = device.link === "up";
  const wrong = troubles(device.counters);
  const again = reconnections(device.counters);
  const seconds = device.since_utc_ns ? tableTime() / 1000 - device.since_utc_ns / 1e9 : null;
  return html`<button class=${`device-row ${up ? "up" : "down"} ${chosen ? "chosen" : ""}`} data-device=${device.name} aria-current=${chosen ? "true" : undefined} onClick=${() => choose(device.name)}>
    <span class="dot" aria-hidden="true"></span>
    <b>${device.name}</b><span class="driver">${device.driver}${simulated ? html` <i>${_("simulado")}</i>` : null}</span>
    <span class="link">${up ? _("conectado") : _("SIN CONEXIÓN")}${seconds == null ? "" : ` · ${ageWords(seconds)}`}</span>
    <span class="tally">${wrong > 0 && html`<em>${_("errores {n}", { n: figure(wrong) })}</em>`}${again > 0 && html`<em>${_("reconexiones {n}", { n: figure(again) })}</em>`}</span>
  </button>`;
}

function Lamps({ live, device }) {
  const names = live.status?.table.lamps?.[device.name];
  const lit = live.picture?.picture.lamps?.[device.name];
  if (!names) return null;
  return html`<ul class="lamps">${names.map((name, channel) => html`<li key=${name} class=${lit?.[channel] ? "lit" : ""}><span class="unseen">${lit?.[channel] ? _("encendida") : _("apagada")}</span>${name}</li>`)}</ul>`;
}

// Up and down go from device to device.
function walk(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const rows = [...event.currentTarget.querySelectorAll(".device-row")];
  const next = rows[rows.indexOf(document.activeElement) + step];
  if (next) {
    event.preventDefault();
    next.focus();
  }
}
