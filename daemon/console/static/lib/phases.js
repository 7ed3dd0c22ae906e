// Phases and states in words.
import { _ } from "./words.js";

const PHASES = {
  no_shoe: () => _("Preparación del sabot"),
  burn_first: () => _("Primera carta del sabot"),
  burning: () => _("Quema de cartas"),
  betting: () => _("Hagan sus apuestas"),
  dealing: () => _("Reparto"),
  complete: () => _("Pase completo"),
  "shoe.shuffle": () => _("Preparación del sabot"),
  "shoe.cut": () => _("Corte"),
  "shoe.cut_card": () => _("Carta de corte"),
  "shoe.burn": () => _("Quema de cartas"),
  "shoe.waiting": () => _("Mesa sin jugadores"),
  bets: () => _("Hagan sus apuestas"),
  deal: () => _("Reparto"),
  retiro: () => _("Retiro"),
  insurance: () => _("Seguro"),
  turns: () => _("Juegan las casillas"),
  bank: () => _("Juega la banca"),
  reveal: () => _("Se muestran los dobles"),
  settle: () => _("Pago"),
  over: () => _("Pase terminado"),
  shuffle: () => _("Barajado"),
  antes: () => _("Hagan sus apuestas"),
  decide: () => _("Deciden los jugadores"),
  replace: () => _("Cambio de cartas"),
  dealer: () => _("Juega el crupier"),
  review: () => _("Se comparan las manos"),
  settled: () => _("Pago"),
};

// Chemin de Fer calls some phases by the names of others.
const CHEMIN = {
  bank: () => _("Se ofrece la banca"),
  stakes: () => _("Hagan sus apuestas"),
  closed: () => _("No va más"),
  punto: () => _("Habla el punto"),
  banker: () => _("Habla el banquero"),
};

export function phaseWords(picture) {
  if (picture.day === "closed") return _("Mesa cerrada");
  if (picture.state === "held") return _("Mesa detenida");
  return (("banker" in picture && CHEMIN[picture.phase]) || PHASES[picture.phase])?.() ?? picture.phase;
}

const RESULTS = {
  win: () => _("Gana"),
  lose: () => _("Pierde"),
  push: () => _("Empata"),
  void: () => _("Anulada"),
  fold: () => _("No va"),
  not_dealt: () => _("Sin cartas"),
  dealer_not_open: () => _("El crupier no abre"),
  dealer_not_qualified: () => _("El crupier no califica"),
  surrender: () => _("Retiro"),
  even_money: () => _("A la par"),
  bonus_777: () => _("Bono 777"),
  punto: () => _("Gana Punto"),
  bank: () => _("Gana Banca"),
  tie: () => _("Empate"),
  voided: () => _("Pase anulado"),
  burned: () => _("Pase quemado"),
};

// Chemin de Fer calls a tie "null"; no result at all is no word.
export const resultWords = (result) => (result ? (RESULTS[result === "null" ? "tie" : result]?.() ?? "") : "");

const WINS = new Set(["win", "even_money", "bonus_777", "dealer_not_open", "dealer_not_qualified"]);
const LOSSES = new Set(["lose", "fold", "surrender"]);

// What became of the hands of a pass: how many won and how many lost.
export function handsWords(hands) {
  const results = Object.values(hands ?? {});
  const won = results.filter((result) => WINS.has(result)).length;
  const lost = results.filter((result) => LOSSES.has(result)).length;
  return results.length === 0 ? "" : _("ganan {w}, pierden {l}", { w: won, l: lost });
}
