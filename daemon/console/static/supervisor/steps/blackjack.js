// Steps of Black Jack.
import { pesos } from "../../lib/money.js";
import { resultWords } from "../../lib/phases.js";
import { _ } from "../../lib/words.js";
import { amount, eventWords, phase, reasonWords, signed } from "./said.js";

const NOT_A_HAND = { bank: () => _("la banca"), burn: () => _("la quema"), held: () => _("quien se decida"), shoe: () => _("el sabot") };
const handWords = (id) => NOT_A_HAND[id]?.() ?? _("casilla {id}", { id });
const SIDES = { perfect_pairs: () => "Perfect Pairs", insurance: () => _("seguro"), desafio: () => _("desafío"), jackpot: () => "JACKPOT" };
const SHOE = {
  shuffled: () => _("Cartas barajadas"),
  cut: () => _("Corte de las cartas"),
  cut_card: () => _("Se pone la carta de corte"),
  players_left: () => _("La mesa quedó sin jugadores"),
  players_sat: () => _("Hay jugadores en la mesa"),
  dismantle: () => _("Se desarma el sabot"),
};
const result = (body) => _("{hand}: {what}", { hand: handWords(body.hand), what: resultWords(body.result) });

export const BLACKJACK = {
  "blackjack.Aborted": () => _("Pase interrumpido"),
  "blackjack.AceDeclared": (body) => _("{hand}: el as vale {n}", { hand: handWords(body.hand), n: body.value }),
  "blackjack.Announced": (body) => `«${body.text}»`,
  "blackjack.BankSwept": () => _("Se retiran cartas de la banca"),
  "blackjack.BetPlaced": (body) => amount(_("Apuesta en la casilla {id}", { id: body.box }), body.stake),
  "blackjack.BetsCalled": () => _("Se anuncia el cierre de las apuestas"),
  "blackjack.CardAsked": (body) => _("{hand}: pide carta", { hand: handWords(body.hand) }),
  "blackjack.CardBurned": () => _("Se quema una carta"),
  "blackjack.CardDealt": (body) => (body.face === "down" ? _("Carta tapada para {hand}", { hand: handWords(body.place) }) : _("Carta para {hand}", { hand: handWords(body.place) })),
  "blackjack.CardHeld": () => _("Una carta espera una decisión"),
  "blackjack.CardMoved": (body) => _("Una carta pasa a {hand}", { hand: handWords(body.place) }),
  "blackjack.CardReturned": () => _("Una carta vuelve al sabot"),
  "blackjack.Collected": (body) => amount(result(body), body.amount),
  "blackjack.DealTakenBack": () => _("Se queman las cartas sacadas antes de tiempo"),
  "blackjack.Doubled": (body) => _("{hand}: dobla", { hand: handWords(body.hand) }),
  "blackjack.HandBurned": (body) => _("{hand}: se queman sus cartas", { hand: handWords(body.hand) }),
  "blackjack.HandClosed": (body) => _("{hand}: no recibe más cartas", { hand: handWords(body.hand) }),
  "blackjack.HandReopened": (body) => _("{hand}: puede pedir otra vez", { hand: handWords(body.hand) }),
  "blackjack.HandSplit": (body) => _("{hand}: abre", { hand: handWords(body.hand) }),
  "blackjack.HandUnsettled": (body) => _("{hand}: se deshace su pago", { hand: handWords(body.hand) }),
  "blackjack.JackpotForfeited": (body) => _("{hand}: pierde el derecho al JACKPOT", { hand: handWords(body.box) }),
  "blackjack.LeaveAsked": (body) => (body.event ? _("Se pide la venia de un superior") : _("El superior da la venia")),
  "blackjack.Noted": (body, rows) => _("Queda anotado: {what}", { what: eventWords(body.event, rows) }),
  "blackjack.Paid": (body) => amount([result(body), body.ratio].filter(Boolean).join(" · "), body.amount),
  "blackjack.PhaseEntered": phase,
  "blackjack.QuestionOpened": (body) => (body.event ? _("Una irregularidad espera respuesta") : _("La irregularidad quedó respondida")),
  "blackjack.Revealed": (body) => _("Se muestra la carta de {hand}", { hand: handWords(body.place) }),
  "blackjack.RoundOpened": () => _("Se abren las apuestas"),
  "blackjack.ShoeCardBurned": () => _("Se quema una carta"),
  "blackjack.ShoeMoved": (body) => SHOE[body.event]?.() ?? _("Sabot: {what}", { what: reasonWords(body.event) }),
  "blackjack.ShuffleOrdered": (body, rows) => _("Hay que barajar: {why}", { why: eventWords(body.reason, rows) }),
  "blackjack.SidePlaced": (body) => amount(_("{hand}: apuesta a {what}", { hand: handWords(body.hand), what: SIDES[body.kind]?.() ?? body.kind }), body.stake),
  "blackjack.SideSettled": (body) => [_("Apuesta aparte"), body.label, body.net != null && signed(body.net)].filter(Boolean).join(" · "),
  "blackjack.StakeReturned": (body) => [result(body), body.amount != null ? _("se devuelven {amount}", { amount: pesos(body.amount) }) : _("se devuelve la apuesta")].join(" · "),
  "blackjack.StrayCardBurned": () => _("Se quema una carta que no era del pase"),
};
