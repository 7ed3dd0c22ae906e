// The felt of whatever game the table plays, as the table tells it now.
import { html } from "../lib/html.js";
import { pesos } from "../lib/money.js";
import { phaseWords } from "../lib/phases.js";
import { _ } from "../lib/words.js";
import { Baccarat } from "./baccarat.js";
import { Blackjack } from "./blackjack.js";
import { cardWords } from "./card.js";
import { Poker } from "./poker.js";
import { PotPlaque } from "./pot.js";
import { shapeFor } from "./geometry.js";
import { Shoe } from "./shoe.js";
import { Table } from "./table.js";

const GAMES = { baccarat: Baccarat, chemin: Baccarat, blackjack: Blackjack, poker: Poker };

export function Felt({ live, tall }) {
  const facts = live.status?.table;
  const picture = live.picture?.picture;
  if (!facts || !picture) return null;
  const shape = shapeFor(tall);
  const Game = GAMES[facts.family];
  return html`<${Table} shape=${shape} words=${live.sign?.felt ?? []} label=${inWords(picture)}>
    ${picture.shoe_cards != null && html`<${Shoe} picture=${picture} x=${shape.width - (tall ? 330 : 316)} y=${shape.cy - (tall ? 104 : 90)} scale=${tall ? 1.15 : 0.98} />`}
    ${picture.progressive && html`<${PotPlaque} side=${picture.progressive} x=${tall ? 40 : 74} y=${shape.cy - (tall ? 104 : 90)} scale=${tall ? 1.15 : 0.98} />`}
    ${Game && html`<${Game} shape=${shape} picture=${picture} last=${live.last} facts=${facts} lamps=${seatLamps(facts, picture)} />`}
  </${Table}>`;
}

// What each seat's lamp shows: "on", "off", or "unknown" while its board is away or shows something else.
export function seatLamps(facts, picture) {
  const shown = {};
  const doubtful = new Set(picture.incidents.filter((one) => one.code.startsWith("lamps.")).map((one) => one.device));
  for (const [device, names] of Object.entries(facts.lamps ?? {})) {
    names.forEach((name, channel) => {
      const seat = /^seat\.(\d+)$/.exec(name)?.[1];
      const lit = picture.lamps_wanted?.[device]?.[channel] ? "on" : "off";
      if (seat) shown[seat] = doubtful.has(device) || picture.links[device] !== "up" ? "unknown" : lit;
    });
  }
  return shown;
}

// The cloth for who cannot see it.
export function inWords(picture) {
  const hands = [
    [_("Punto"), picture.punto, picture.punto_points],
    [_("Banca"), picture.bank, picture.bank_points ?? picture.bank_total],
    ...(picture.hands ?? []).map((hand) => [_("Casilla {id}", { id: hand.id }), hand.cards, hand.total]),
    [_("Crupier"), picture.dealer_hand, null],
    ...(picture.seats ?? []).map((seat) => [_("Puesto {n}", { n: seat.seat }), seat.cards, null]),
  ].filter(([, cards]) => cards?.length);
  const told = hands.map(([name, cards, total]) => `${name}: ${cards.map(cardWords).join(", ")}${total == null ? "" : ` (${total})`}`);
  const pot = picture.progressive ? [_("Pozo progresivo: {amount}", { amount: pesos(picture.progressive.pot) })] : [];
  return [phaseWords(picture), ...pot, ...told].join(". ");
}
