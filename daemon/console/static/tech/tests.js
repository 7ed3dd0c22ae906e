// Guarded tests of lamps, signs and locks: ordered in a technician's name, refused while the table plays.
import { html } from "../lib/html.js";
import { _ } from "../lib/words.js";

const PARTS = { lamps: ["lamps"], display: ["display"], acceptor: ["locks", "lamps"] };
const FACES = { lamps: () => _("Probar lámparas"), display: () => _("Probar letrero"), locks: () => _("Probar trabas") };
const RESULTS = {
  passed: () => _("Bien: el dispositivo confirmó cada paso."),
  shown: () => _("Mostrado: este dispositivo no confirma nada; usted debió verlo."),
  failed: () => _("FALLA"),
  interrupted: () => _("INTERRUMPIDA"),
};

export function Tests({ live, device, orders }) {
  const parts = PARTS[device.role];
  const test = live.picture?.picture.device_test;
  const mine = test?.device === device.name ? test : null;
  if (!parts) return null;
  return html`<section class="card-part tests"><header><h2>${_("Pruebas")}</h2></header>
    <p class="note">${_("Con la mesa cerrada o entre pases. El registro dice que es una prueba.")}</p>
    <div class="test-acts">${parts.map((part) => html`<button key=${part} class="quiet" data-test=${part} disabled=${orders.busy || running(test)} onClick=${() => orders.give({ type: "BeginDeviceTest", device: device.name, part }, "technician")}>${FACES[part]()}</button>`)}</div>
    <p class=${`outcome ${mine?.result === "failed" || mine?.result === "interrupted" ? "refusal" : ""}`} role="status" data-result=${mine?.result ?? ""}>${mine ? words(mine) : ""}</p></section>`;
}

const running = (test) => test != null && test.result === null;

function words(test) {
  if (test.result === null) return `${_("Paso {n} de {all}", { n: test.step + 1, all: test.steps })}: ${stepWords(test)}`;
  const wrong = test.wrong.length > 0 ? ` ${_("No mostró lo ordenado: {names}", { names: test.wrong.join(", ") })}` : "";
  return `${RESULTS[test.result]()}${test.reason ? ` (${test.reason})` : ""}${wrong}`;
}

function stepWords(test) {
  if (test.part === "display") return _("mire el letrero");
  if (test.part === "locks") return test.step === 1 ? _("abiertos") : _("trabados");
  if (test.step < test.names.length) return _("encendida solo {lamp}", { lamp: test.names[test.step] });
  return test.step === test.names.length ? _("todas encendidas") : _("todas apagadas");
}
