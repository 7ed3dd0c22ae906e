// The technician's page: every device of the table, how it is and how it has been.
import { render } from "preact";
import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { isFresh, useLive } from "../lib/live.js";
import { lookUpSession, signIn, signOut, useSession } from "../lib/orders.js";
import { _, roleWords } from "../lib/words.js";
import { useOrders, Voice } from "../parts/act.js";
import { Hold } from "../parts/hold.js";
import { PinForm } from "../parts/pin.js";
import { TopBar } from "../parts/topbar.js";
import { Device } from "../tech/device.js";
import { Journal } from "../tech/journal.js";
import { Rehearsal } from "../tech/rehearsal.js";
import { usePolled } from "../tech/polled.js";
import { Tests } from "../tech/tests.js";
import { Tree } from "../tech/tree.js";

const LOOK_EVERY_MS = 1000;
const MAY_REHEARSE = ["technician", "jefe_de_mesa", "jefe_de_sala"];
const MAY_LOOK = ["technician", "jefe_de_mesa", "jefe_de_sala", "inspector", "auditor"];

function Page() {
  const live = useLive();
  const session = useSession();
  return html`<div class=${`tech-page ${isFresh() ? "" : "old"}`}>
    <${TopBar} live=${live} />
    ${!isFresh() && html`<${Hold} live=${live} />`}
    ${session.person ? html`<${Inside} live=${live} session=${session} />` : html`<div class="gate"><${PinForm} title=${_("Identifíquese")} action=${_("Entrar")} submit=${signIn} /></div>`}
  </div>`;
}

function Inside({ live, session }) {
  if (MAY_LOOK.includes(session.role)) return html`<${Bench} live=${live} session=${session} />`;
  return html`<main class="gate"><section class="card-part"><h2>${_("Esta página es para quien cuida los dispositivos")}</h2>
    <p>${session.person} · ${roleWords(session.role)}</p><button class="quiet" data-act="sign_out" onClick=${signOut}>${_("Salir")}</button></section></main>`;
}

function Bench({ live, session }) {
  const told = usePolled("/api/tech/devices", LOOK_EVERY_MS);
  const [chosen, choose] = useState(null);
  const orders = useOrders();
  if (!told) return null;
  const device = told.devices.find((one) => one.name === chosen) ?? told.devices[0];
  return html`<main>
    <div class="left"><${Tree} live=${live} told=${told} chosen=${device?.name} choose=${choose} session=${session} />
      ${device && html`<${Tests} key=${`test-${device.name}`} live=${live} device=${device} orders=${orders} />`}
      ${told.rehearsals && device && MAY_REHEARSE.includes(session.role) && html`<${Rehearsal} key=${device.name} live=${live} told=${told} device=${device} />`}</div>
    <div class="right">${device && html`<${Device} key=${device.name} live=${live} device=${device} />`}
      ${device && html`<${Journal} device=${device} zone=${live.status?.table.timezone ?? "America/Santiago"} />`}</div>
    <${Voice} orders=${orders} />
  </main>`;
}

lookUpSession();
render(html`<${Page} />`, document.getElementById("page"));
