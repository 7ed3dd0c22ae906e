// The shoes of the day (at poker the packs): what went in, what came out, how each ended and what was found in it.
import { useEffect, useState } from "preact/hooks";
import { cardWords } from "../felt/card.js";
import { hourIn } from "../lib/clock.js";
import { html } from "../lib/html.js";
import { read } from "../lib/orders.js";
import { resultWords } from "../lib/phases.js";
import { _ } from "../lib/words.js";
import { eventWords } from "./steps/said.js";

const MOST_LISTED = 20;

export function Shoes({ live }) {
  const [shoes, setShoes] = useState([]);
  const picture = live.picture?.picture;
  useEffect(() => {
    read("/api/shoes").then((found) => found && setShoes(found));
  }, [picture?.pass, picture?.phase, picture?.shoe_cards]);
  const { timezone: zone, family } = live.status.table;
  return html`<section class="card-part shoes"><header><h2>${family === "poker" ? _("Mazos") : _("Sabots")}</h2><p>${_("{n} guardados", { n: shoes.length })}</p></header>
    ${shoes.length === 0 && html`<p class="none">${_("Todavía no se preparó ninguno")}</p>`}
    <ol class="shoe-list">${shoes.slice(0, MOST_LISTED).map((shoe, index) => html`<${Shoe} key=${shoe.seq} shoe=${shoe} zone=${zone} rows=${live.sign?.irregularities} now=${index === 0 && !shoe.ended} />`)}</ol></section>`;
}

function Shoe({ shoe, zone, rows, now }) {
  const results = Object.entries(shoe.results).map(([result, count]) => `${resultWords(result)} ${count}`);
  return html`<li class=${`shoe-told ${now ? "now" : ""}`} data-shoe=${shoe.seq}>
    <header><h3>${hours(shoe, zone, now)}</h3><p>${now ? _("en juego") : shoe.ended ? eventWords(shoe.ended, rows) : ""}</p></header>
    <dl class="facts">
      <div><dt>${_("Mazos")}</dt><dd>${shoe.decks}</dd></div>
      <div><dt>${_("Salieron")}</dt><dd>${_("{n} de {all}", { n: shoe.drawn, all: shoe.cards })}</dd></div>
      <div><dt>${_("Pases")}</dt><dd>${shoe.passes}${shoe.passes > 0 && html` <small>(${shoe.first_pass === shoe.last_pass ? shoe.first_pass : `${shoe.first_pass}–${shoe.last_pass}`})</small>`}</dd></div>
      ${shoe.cut_behind != null && html`<div><dt>${_("Corte")}</dt><dd>${shoe.cut_card_at == null ? _("{n} tras la carta", { n: shoe.cut_behind }) : _("salió tras {n}", { n: shoe.cut_card_at })}</dd></div>`}
      <div><dt>${_("Incidentes")}</dt><dd>${shoe.incidents}</dd></div>
    </dl>
    ${results.length > 0 && html`<p>${results.join(" · ")}</p>`}
    ${shoe.prepared_by && html`<p class="by">${preparedBy(shoe.prepared_by, shoe.present)}</p>`}
    ${shoe.remainder && html`<${Found} found=${shoe.remainder} />`}
  </li>`;
}

function preparedBy(who, present) {
  const others = present.filter((name) => name !== who);
  return others.length > 0 ? _("Preparado por {who}, con {present}", { who, present: others.join(", ") }) : _("Preparado por {who}", { who });
}

const hours = (shoe, zone, now) => (shoe.utc_ns ? `${hourIn(zone, shoe.utc_ns / 1e6)} – ${now || !shoe.ended_utc_ns ? "" : hourIn(zone, shoe.ended_utc_ns / 1e6)}` : _("Sabot"));

// What lay in it after its end, and whether the decks are whole.
function Found({ found }) {
  const wrong = [
    ...found.missing.map((card) => _("falta {card}", { card: cardWords(card) })),
    ...found.extra.map((card) => _("sobra {card}", { card: cardWords(card) })),
    ...(found.difference && !found.missing.length && !found.extra.length ? [found.difference > 0 ? _("sobran {n} cartas", { n: found.difference }) : _("faltan {n} cartas", { n: -found.difference })] : []),
  ];
  const words = wrong.length ? wrong.join(", ") : found.difference == null ? _("no se sabe si falta alguna") : _("no falta ninguna");
  return html`<p class=${wrong.length ? "wrong" : ""}>${found.read ? _("Se leyeron {n} cartas del resto", { n: found.cards }) : _("Se contaron {n} cartas del resto", { n: found.cards })}: ${words}</p>`;
}
