// The foot of the felt: pass, people, devices and how their links are.
import { html } from "../lib/html.js";
import { pesos } from "../lib/money.js";
import { _ } from "../lib/words.js";

export function Foot({ live }) {
  const picture = live.picture?.picture;
  if (!picture) return null;
  return html`<footer class="foot">
    <dl>
      <${Fact} name=${_("Pase")} value=${picture.pass || "—"} />
      ${picture.limits && html`<${Fact} name=${_("Límites")} value=${picture.limits.map(pesos).join(" – ")} />`}
      <${Fact} name=${_("Jornada")} value=${picture.jornada || "—"} />
      <${Fact} name=${_("Crupier")} value=${picture.dealer ?? "—"} />
      <${Fact} name=${_("Supervisa")} value=${picture.supervisor ?? "—"} />
      ${picture.passes_left != null && html`<${Fact} name=${_("Quedan")} value=${_("{n} pases", { n: picture.passes_left })} />`}
    </dl>
    <ul class="devices">${(live.status?.devices ?? []).map((device) => html`<${Device} key=${device.name} device=${device} link=${picture.links[device.name]} />`)}</ul>
  </footer>`;
}

const Fact = ({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

const ROLES = {
  shoe: () => _("Sabot"),
  lamps: () => _("Lámparas"),
  shuffler: () => _("Barajadora"),
  acceptor: () => _("Aceptadores"),
  display: () => _("Letrero"),
  pad: () => _("Teclado"),
};

function Device({ device, link }) {
  const up = link === "up";
  return html`<li class=${up ? "up" : "down"} data-device=${device.name} title=${device.identity ?? ""}>
    <span class="dot" aria-hidden="true"></span>${ROLES[device.role]?.() ?? device.role} <small>${device.name}</small>
    <strong>${up ? "" : _("sin conexión")}</strong></li>`;
}
