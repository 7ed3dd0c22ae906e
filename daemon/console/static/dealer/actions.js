// The orders that are legal now, as the picture's entries name them: one touch each.
import { html } from "../lib/html.js";
import { _ } from "../lib/words.js";

const ENTRIES = {
  no_more_bets: () => [_("No va más"), { type: "Button", name: "no_more_bets" }, "main"],
  no_more_surrender: () => [_("Fin del retiro"), { type: "Button", name: "no_more_surrender" }, "window"],
  no_more_insurance: () => [_("Fin del seguro"), { type: "Button", name: "no_more_insurance" }, "window"],
  reveal_hole: () => [_("Muestro la carta tapada"), { type: "Button", name: "reveal_hole" }, "main"],
  reveal_doubles: () => [_("Muestro los dobles"), { type: "Button", name: "reveal_doubles" }, "main"],
  settle_perfect_pairs: () => [_("Pagué Perfect Pairs"), { type: "Button", name: "settle_perfect_pairs" }, "main"],
  end_round: () => [_("Pagado y recogido"), { type: "Button", name: "end_round" }, "main"],
  five_draw: () => [_("Carta"), { type: "SpeakFive", choice: "draw" }, "main"],
  five_stand: () => [_("Me planto"), { type: "SpeakFive", choice: "stand" }, "main"],
  close_bets: () => [_("No van más apuestas"), { type: "chemin.CloseBets" }, "main"],
  say_carta: () => [_("Punto: «carta»"), { type: "chemin.Speak", side: "punto", word: "carta" }, "main"],
  say_no: () => [_("Punto: «no»"), { type: "chemin.Speak", side: "punto", word: "no" }, "main"],
  bank_carta: () => [_("Banquero: «carta»"), { type: "chemin.Speak", side: "bank", word: "carta" }, "main"],
  bank_no: () => [_("Banquero: «no»"), { type: "chemin.Speak", side: "bank", word: "no" }, "main"],
  bank_chart: () => [_("Banquero: según el cuadro"), { type: "chemin.Speak", side: "bank", word: "cuadro" }, "window"],
  show: (picture) => (picture.phase === "banker" ? [_("Banquero abate"), { type: "chemin.ShowHands", side: "bank" }, "window"] : [_("Punto abate"), { type: "chemin.ShowHands", side: "punto" }, "window"]),
  close_pass: () => [_("Pagado: cierra el pase"), { type: "ClosePass" }, "main"],
  players_sat: () => [_("Hay jugadores"), { type: "ShoeEntry", name: "players_sat" }, "main"],
  players_left: () => [_("Mesa sin jugadores"), { type: "ShoeEntry", name: "players_left" }, "rare"],
  cut_card: () => [_("Salió la carta de corte"), { type: "CutCard" }, "rare"],
};
const ACTS = {
  stand: () => _("Me planto"),
  double: () => _("Dobla"),
  split: () => _("Abre"),
  surrender: () => _("Retiro"),
  even_money: () => _("A la par"),
  insure: () => _("Seguro"),
  desafio: () => _("Desafío"),
};

export function Actions({ picture, orders }) {
  const offered = picture.entries.filter((entry) => ENTRIES[entry]).map((entry) => [entry, ...ENTRIES[entry](picture)]);
  const main = offered.filter(([, , , kind]) => kind === "main" || kind === "window");
  const rare = offered.filter(([, , , kind]) => kind === "rare");
  return html`<div class="actions">
    <${Turn} picture=${picture} orders=${orders} />
    ${main.map(([entry, words, command, kind]) => html`<${Act} key=${entry} name=${entry} words=${words} command=${command} orders=${orders} tone=${kind} />`)}
    <div class="rarely">
      ${rare.map(([entry, words, command]) => html`<${Act} key=${entry} name=${entry} words=${words} command=${command} orders=${orders} tone="rare" />`)}
      <${Act} name="undo" words=${_("Deshacer")} command=${{ type: "Undo" }} orders=${orders} tone="rare" off=${!picture.undoable} />
    </div>
  </div>`;
}

export function Act({ name, words, command, orders, tone, off = false }) {
  return html`<button class=${`act ${tone}`} data-act=${name} disabled=${orders.busy || off} onClick=${() => orders.give(command)}>${words}</button>`;
}

// The decisions of the hand in turn, large; those of other hands beside them, by their box.
function Turn({ picture, orders }) {
  const may = Object.entries(picture.may ?? {}).filter(([, acts]) => acts.some((act) => ACTS[act] || act === "ace_value"));
  const own = may.filter(([hand]) => hand === picture.turn);
  const others = may.filter(([hand]) => hand !== picture.turn);
  return html`${own.map(([hand, acts]) => html`<div class="turn-acts" key=${hand}>${decisions(hand, acts, orders, "main")}</div>`)}
  ${others.length > 0 && html`<div class="other-acts">${others.map(([hand, acts]) => html`<div key=${hand}><b>${_("Casilla {id}", { id: hand })}</b>${decisions(hand, acts, orders, "other")}</div>`)}</div>`}`;
}

function decisions(hand, acts, orders, tone) {
  const act = (name, words, more = {}) => html`<${Act} key=${words} name=${`${name}-${hand}`} words=${words} command=${{ type: "Act", name, box: hand, ...more }} orders=${orders} tone=${tone} />`;
  const ace = acts.includes("ace_value") ? [act("ace_value", _("As vale 1"), { value: 1 }), act("ace_value", _("As vale 11"), { value: 11 })] : [];
  return [...acts.filter((name) => ACTS[name]).map((name) => act(name, ACTS[name]())), ...ace];
}
