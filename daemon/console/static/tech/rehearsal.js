// Faults to rehearse on a simulated device. At a table of real devices this part is not there.
import { useEffect, useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { post, read } from "../lib/orders.js";
import { _ } from "../lib/words.js";
import { Value } from "./value.js";

const FACES = {
  unplug: () => _("Desenchufar"),
  plug: () => _("Enchufar"),
  stop_reading: () => _("Dejar de recibir"),
  resume_reading: () => _("Volver a recibir"),
  noise: () => _("Ruido en la línea"),
  fault: () => _("Dar falla"),
  clear: () => _("Quitar la falla"),
  jam: () => _("Atascar"),
  unjam: () => _("Desatascar"),
  misread: () => _("Leer otra carta"),
  unreadable: () => _("No leer la próxima"),
  lose_messages: () => _("Perder mensajes"),
  count_wrong: () => _("Contar mal"),
  stick: () => _("Trabar lámpara"),
  mend: () => _("Destrabar"),
  break_lamp: () => _("Quemar lámpara"),
  mend_lamp: () => _("Cambiar lámpara"),
  lamp_dark: () => _("Apagar lámpara"),
  lamp_mended: () => _("Cambiar lámpara"),
  kill: () => _("Dejarlo mudo"),
  revive: () => _("Revivir"),
  reboot: () => _("Reiniciar"),
  memory_lost: () => _("Borrar su memoria"),
  wrong_key: () => _("Cambiar su llave"),
  power_off: () => _("Apagar"),
  power_on: () => _("Encender"),
};
// Each fault with what mends it, in the order they are shown.
const CURES = {
  unplug: "plug", stop_reading: "resume_reading", power_off: "power_on", noise: null, fault: "clear", jam: "unjam", kill: "revive", misread: null, unreadable: null,
  lose_messages: null, count_wrong: null, stick: "mend", break_lamp: "mend_lamp", lamp_dark: "lamp_mended", reboot: null, memory_lost: null, wrong_key: null,
};

export function Rehearsal({ live, told, device }) {
  const [offers, setOffers] = useState({});
  const [said, setSaid] = useState(null);
  useEffect(() => {
    read("/api/tech/rehearsals").then((found) => found && setOffers(found));
  }, []);
  const own = told.devices.map((one) => one.name);
  const members = device.role === "acceptor" ? Object.keys(offers).filter((name) => !own.includes(name)) : [];
  const order = async (name, act, values) => {
    const answer = await post("/api/tech/rehearse", { device: name, do: act, values });
    setSaid({ ok: answer.ok, words: answer.ok ? _("Hecho: {what}", { what: `${name}, ${FACES[act]().toLowerCase()}` }) : answer.detail });
  };
  const there = [device.name, ...members].filter((name) => offers[name]);
  if (there.length === 0) return null;
  return html`<section class="card-part rehearsal"><header><h2>${_("Ensayo de fallas")}</h2><span class="simulated">${_("SIMULADA")}</span></header>
    <p class="note">${_("Solo existe en una mesa simulada. La mesa responde como si la falla fuera verdadera.")}</p>
    ${there.map((name) => html`<${Offer} key=${name} name=${name} titled=${there.length > 1} offer=${offers[name]} lamps=${live.status?.table.lamps?.[name]} order=${order} />`)}
    <p class=${`outcome ${said && !said.ok ? "refusal" : ""}`} role="status">${said?.words ?? ""}</p></section>`;
}

function Offer({ name, titled, offer, lamps, order }) {
  const faults = Object.keys(CURES).filter((act) => offer[act]);
  return html`<div class="offer" role="group" aria-label=${name}>${titled && html`<h3>${name}</h3>`}${faults.map((act) => html`<${Fault} key=${act} act=${act} cure=${CURES[act]} offer=${offer} lamps=${lamps} order=${(what, values) => order(name, what, values)} />`)}</div>`;
}

// A fault and its cure share the values: what was broken is what is mended.
function Fault({ act, cure, offer, lamps, order }) {
  const [values, setValues] = useState({});
  const wants = Object.entries(offer[act]);
  const button = (what, tone) => {
    const given = Object.fromEntries(Object.keys(offer[what]).map((want) => [want, values[want]]));
    return html`<button class=${tone} data-rehearse=${what} disabled=${!Object.values(given).every(Boolean)} onClick=${() => order(what, given)}>${FACES[what]()}</button>`;
  };
  return html`<div class=${`fault-row ${wants.length ? "wanting" : ""}`}>${wants.map(([want, words]) => html`<${Value} key=${want} want=${want} words=${words} lamps=${lamps} value=${values[want] ?? ""} set=${(value) => setValues({ ...values, [want]: value })} />`)}
    ${button(act, "harm")}${cure && offer[cure] ? button(cure, "cure") : null}</div>`;
}
