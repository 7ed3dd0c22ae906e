// Bead plate and big road of the shoe in play.
import { render } from "preact";
import { html } from "../lib/html.js";
import { useLive } from "../lib/live.js";
import { beads, bigRoad, ROWS, tally } from "../lib/road.js";
import { _ } from "../lib/words.js";
import { Board } from "../parts/board.js";

const COLUMNS = 30;
const ROAD_COLUMNS = 30;
const LETTERS = { punto: "P", bank: "B", tie: "E" };

function Page() {
  const live = useLive();
  const results = live.shoe?.results ?? [];
  const baccarat = live.status?.table.family === "baccarat";
  const foot = live.shoe && !live.shoe.whole && baccarat ? _("Este sabot empezó antes: faltan resultados") : "";
  return html`<${Board} live=${live} name="road" foot=${foot}>
    ${baccarat ? html`<${Tally} results=${results} /><${Beads} results=${results} /><${Big} results=${results} />` : html`<p class="ask">${_("Este juego no lleva camino")}</p>`}
  </${Board}>`;
}

function Tally({ results }) {
  const count = tally(results);
  return html`<dl class="tally">
    <div class="punto"><dt>${_("Punto")}</dt><dd>${count.punto}</dd></div>
    <div class="bank"><dt>${_("Banca")}</dt><dd>${count.bank}</dd></div>
    <div class="tie"><dt>${_("Empate")}</dt><dd>${count.tie}</dd></div>
    <div><dt>${_("Pases")}</dt><dd>${results.length}</dd></div>
  </dl>`;
}

function Grid({ columns, name, children }) {
  const lines = Array.from({ length: columns * ROWS }, (_unused, index) => html`<rect key=${index} x=${Math.floor(index / ROWS) * 10} y=${(index % ROWS) * 10} width="10" height="10" />`);
  return html`<svg class=${`plate ${name}`} viewBox=${`-0.2 -0.2 ${columns * 10 + 0.4} ${ROWS * 10 + 0.4}`}><g class="grid">${lines}</g>${children}</svg>`;
}

function Beads({ results }) {
  return html`<${Grid} columns=${COLUMNS} name="beads">${beads(results, COLUMNS).map(
    (one) => html`<g key=${one.number} class=${one.result} transform=${`translate(${one.column * 10 + 5} ${one.row * 10 + 5})`}>
      <circle r="4.3" /><text y="1.9">${LETTERS[one.result]}</text>${Pairs(one)}</g>`,
  )}</${Grid}>`;
}

function Pairs(one) {
  return one.pairs.map((side) => html`<circle key=${side} class=${`pair ${side}`} cx=${side === "punto" ? 3 : -3} cy=${side === "punto" ? 3 : -3} r="1.3" />`);
}

function Big({ results }) {
  const road = bigRoad(results);
  const last = Math.max(ROAD_COLUMNS - 1, ...road.map((one) => one.column));
  const from = last - ROAD_COLUMNS + 1;
  return html`<${Grid} columns=${ROAD_COLUMNS} name="big">${road.filter((one) => one.column >= from).map(
    (one) => html`<g key=${one.number} class=${one.result} transform=${`translate(${(one.column - from) * 10 + 5} ${one.row * 10 + 5})`}>
      <circle r="3.7" class="hollow" />${one.ties > 0 && html`<path class="tie-stroke" d="M-3.400 3.400L3.400 -3.400" />`}${one.ties > 1 && html`<text class="ties" y="1.6">${one.ties}</text>`}</g>`,
  )}</${Grid}>`;
}

render(html`<${Page} />`, document.getElementById("page"));
