// The supervisor's page: what is open, who decides, and what has happened.
import { render } from "preact";
import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { isFresh, useLive } from "../lib/live.js";
import { lookUpSession, orderAs, signIn, useSession } from "../lib/orders.js";
import { _ } from "../lib/words.js";
import { useOrders, Voice } from "../parts/act.js";
import { Hold } from "../parts/hold.js";
import { Incidents } from "../parts/incidents.js";
import { PinForm } from "../parts/pin.js";
import { TopBar } from "../parts/topbar.js";
import { Passes } from "../supervisor/passes.js";
import { Prizes } from "../supervisor/prizes.js";
import { Report } from "../supervisor/report.js";
import { Shoes } from "../supervisor/shoes.js";
import { TheTable } from "../supervisor/table.js";

function Page() {
  const live = useLive();
  const session = useSession();
  const picture = live.picture?.picture;
  return html`<div class=${`supervisor-page ${isFresh() ? "" : "old"} ${picture?.state === "held" ? "held" : ""}`}>
    <${TopBar} live=${live} />
    ${!isFresh() && html`<${Hold} live=${live} />`}
    ${session.person ? picture && live.status && html`<${Work} live=${live} picture=${picture} session=${session} />` : html`<div class="gate"><${PinForm} title=${_("Identifíquese")} action=${_("Entrar")} submit=${signIn} /></div>`}
  </div>`;
}

function Work({ live, picture, session }) {
  const orders = useOrders();
  const [asked, setAsked] = useState(null);
  const release = async (name, pin) => {
    const told = await orderAs(name, pin, asked);
    if (told.ok) setAsked(null);
    return told;
  };
  return html`<main>
    <div class="left">
      ${picture.incidents.length > 0
        ? html`<${Incidents} picture=${picture} orders=${orders} now=${live.status.table} />`
        : html`<section class="card-part calm"><p>${_("Sin incidentes abiertos")}</p></section>`}
      <${Prizes} side=${picture.progressive} orders=${orders} ask=${setAsked} />
      <${TheTable} live=${live} picture=${picture} session=${session} orders=${orders} />
      <${Report} live=${live} />
    </div>
    <div class="right"><${Passes} live=${live} orders=${orders} /><${Shoes} live=${live} /></div>
    <${Voice} orders=${orders} />
    ${asked && html`<div class="veil"><div class="dialog" role="dialog" aria-modal="true"><${PinForm} title=${_("Segunda persona: nombre y PIN")} action=${_("Confirmar")} submit=${release} cancel=${() => setAsked(null)} /></div></div>`}
  </main>`;
}

lookUpSession();
render(html`<${Page} />`, document.getElementById("page"));
