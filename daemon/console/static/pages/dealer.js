// The dealer's terminal: what comes next, and only what may be ordered now.
import { render } from "preact";
import { Actions } from "../dealer/actions.js";
import { Bets } from "../dealer/bets.js";
import { Boxes } from "../dealer/boxes.js";
import { Cue } from "../dealer/cue.js";
import { More, Opening, Person } from "../dealer/day.js";
import { PokerSeats } from "../dealer/poker.js";
import { Prepare } from "../dealer/prepare.js";
import { Side } from "../dealer/side.js";
import { Felt } from "../felt/picture.js";
import { html } from "../lib/html.js";
import { isFresh, useLive } from "../lib/live.js";
import { lookUpSession, signIn, useSession } from "../lib/orders.js";
import { _ } from "../lib/words.js";
import { useOrders, Voice } from "../parts/act.js";
import { Hold } from "../parts/hold.js";
import { Incidents } from "../parts/incidents.js";
import { PinForm } from "../parts/pin.js";
import { TopBar } from "../parts/topbar.js";

function Page() {
  const live = useLive();
  const session = useSession();
  const orders = useOrders();
  const picture = live.picture?.picture;
  const fresh = isFresh();
  return html`<div class=${`dealer-page ${fresh ? "" : "old"} ${picture?.state === "held" ? "held" : ""}`}>
    <${TopBar} live=${live} />
    ${!fresh && html`<${Hold} live=${live} />`}
    <main>
      <div class="sight live-felt"><${Felt} live=${live} tall=${false} /></div>
      <div class="panel">${session.person ? picture && html`<${Work} live=${live} picture=${picture} session=${session} orders=${orders} />` : html`<${PinForm} title=${_("Identifíquese para repartir")} action=${_("Entrar")} submit=${signIn} />`}</div>
    </main>
    <${Voice} orders=${orders} />
  </div>`;
}

function Work({ live, picture, session, orders }) {
  const facts = live.status?.table;
  const open = picture.day === "open";
  const held = picture.state === "held";
  return html`<fieldset disabled=${!isFresh()}>
    <${Person} session=${session} picture=${picture} orders=${orders} />
    ${picture.incidents.length > 0 && html`<${Incidents} picture=${picture} orders=${orders} now=${facts} />`}
    ${!open && html`<${Opening} facts=${facts} orders=${orders} />`}
    ${open && !held && html`<${Table} live=${live} facts=${facts} picture=${picture} orders=${orders} />`}
    ${open && html`<${More} live=${live} picture=${picture} orders=${orders} />`}
  </fieldset>`;
}

function Table({ live, facts, picture, orders }) {
  const side = html`<${Side} side=${picture.progressive} orders=${orders} />`;
  if (picture.entries.includes("prepare_shoe") || picture.entries.includes("PrepareShoe")) return html`${side}<${Prepare} live=${live} picture=${picture} orders=${orders} />`;
  return html`<${Cue} picture=${picture} />
    ${facts.family === "blackjack" && html`<${Boxes} facts=${facts} picture=${picture} orders=${orders} />`}
    ${facts.family === "baccarat" && html`<${Bets} facts=${facts} picture=${picture} orders=${orders} />`}
    ${facts.family === "poker" && html`<${PokerSeats} facts=${facts} picture=${picture} orders=${orders} />`}
    <${Actions} picture=${picture} orders=${orders} />
    ${side}`;
}

lookUpSession();
render(html`<${Page} />`, document.getElementById("page"));
