// Steps of draw poker and Caribbean stud.
import { resultWords } from "../../lib/phases.js";
import { _, handWords } from "../../lib/words.js";
import { amount, eventWords, list, phase, reasonWords } from "./said.js";

const seatWords = (seat) => (seat === 0 ? _("crupier") : _("puesto {n}", { n: seat }));
const results = (body) => list(body.results.map((one) => _("{hand}: {what}", { hand: seatWords(one.seat), what: resultWords(one.outcome) })));
const OUT = {
  void: () => _("mano anulada"),
  lost: () => _("mano perdida"),
  waits: () => _("espera el próximo pase"),
  no_ante: () => _("recibió cartas sin ante"),
};

export const POKER = {
  "poker.AntePlaced": (body) => amount(_("Ante del puesto {n}", { n: body.seat }), body.amount),
  "poker.AnteTaken": (body) => _("El puesto {n} retira su ante", { n: body.seat }),
  "poker.BetCorrected": (body) => amount(_("Se corrige la apuesta del puesto {n}", { n: body.seat }), body.bet),
  "poker.CardBurned": () => _("Se quema una carta"),
  "poker.CardDealt": (body) => (body.seat === 0 ? _("Carta para el crupier") : _("Carta para el puesto {n}", { n: body.seat })),
  "poker.CardTakenOut": () => _("Se retira una carta"),
  "poker.ChangeKeyed": (body) => _("El puesto {n} cambia {count} cartas", { n: body.seat, count: body.count }),
  "poker.DealBegun": () => _("Se cierran los antes y empieza el reparto"),
  "poker.DealReordered": () => _("El crupier puso en orden el reparto"),
  "poker.DealUnclear": () => _("Ya no se sabe qué carta está en qué puesto"),
  "poker.DeckPrepared": () => _("Mazo barajado y cortado"),
  "poker.DeckTaken": (body) => _("El mazo se retira: {why}", { why: reasonWords(body.reason) }),
  "poker.HandShown": (body) => _("{hand}: {what}", { hand: seatWords(body.seat), what: handWords(body.shown.name) }),
  "poker.HandsOpened": () => _("El crupier abre las manos"),
  "poker.Noted": (body, rows) => _("Queda anotado: {what}", { what: eventWords(body.event, rows) }),
  "poker.PassSettled": results,
  "poker.PassVoided": (body, rows) => _("Pase anulado: {why}", { why: eventWords(body.reason, rows) }),
  "poker.PhaseEntered": phase,
  "poker.SeatDealtIn": (body) => _("El puesto {n} recibió cartas sin ante", { n: body.seat }),
  "poker.SeatDecided": (body) => amount(_("{hand}: {what}", { hand: seatWords(body.seat), what: body.choice === "fold" ? _("no va") : _("va") }), body.bet),
  "poker.SeatOut": (body) => _("{hand}: {what}", { hand: seatWords(body.seat), what: OUT[body.out]?.() ?? _("fuera del pase") }),
  "poker.SeatVacated": (body) => _("El puesto {n} queda libre", { n: body.seat }),
  "poker.SeatWarned": (body) => _("Se advierte al puesto {n}", { n: body.seat }),
  "poker.UpCardMoved": () => _("Queda abierta otra carta del crupier"),
};
