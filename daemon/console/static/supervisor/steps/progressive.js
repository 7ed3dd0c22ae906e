// Steps of the progressive and its pot.
import { pesos } from "../../lib/money.js";
import { _, prizeWords } from "../../lib/words.js";
import { list } from "./said.js";

const accepted = (seats) => seats.filter((one) => one.bet.accepted > 0).map((one) => one.seat);

export const PROGRESSIVE = {
  "progressive.BoxCounted": (body) => _("Caja del puesto {n}: {amount}", { n: body.seat, amount: pesos(body.amount) }),
  "progressive.ChipsIn": (body) => _("Fichas del puesto {n}: {amount}", { n: body.seat, amount: pesos(body.value) }),
  "progressive.ClaimAnswered": () => _("El pozo del piso responde"),
  "progressive.ClaimMade": () => _("La mesa avisa al pozo del piso"),
  "progressive.ComplementaryShown": () => _("Premio complementario a la vista"),
  "progressive.CreditsBought": (body) => _("El puesto {n} compra {credits} créditos", { n: body.seat, credits: body.credits }),
  "progressive.CreditsBoughtBack": (body) => _("El puesto {n} devuelve {credits} créditos", { n: body.seat, credits: body.credits }),
  "progressive.ExchangeNoted": (body) => _("Cambio de {amount} en créditos", { amount: pesos(body.amount) }),
  "progressive.GrandDue": () => _("Empieza el plazo para pagar el premio mayor"),
  "progressive.HandsKept": () => _("Las manos quedan guardadas"),
  "progressive.HandsQuestioned": () => _("Lo que vio el crupier no es lo registrado"),
  "progressive.HandsReviewed": (body) => _("{who} revisó las manos: {seats}", { who: body.by, seats: list(body.seats) }),
  "progressive.LockOrdered": () => _("No más apuestas al progresivo"),
  "progressive.PlanAdopted": (body) => _("Plan {n} del progresivo", { n: body.version }),
  "progressive.PrizeConfirmed": (body) => _("Premio del puesto {n}: {prize}, {amount}", { n: body.due.payment.seat, prize: prizeWords(body.due.payment.prize), amount: pesos(body.due.payment.amount) }),
  "progressive.PrizePaid": (body) => _("{who} pagó el premio {n}", { who: body.by, n: body.id }),
  "progressive.PrizeReleased": (body) => _("{who} autoriza el premio {n}", { who: body.release.by, n: body.id }),
  "progressive.SeatClosed": (body) => _("Puesto {n} cerrado al progresivo", { n: body.seat }),
  "progressive.SeatReopened": (body) => _("Puesto {n} abierto al progresivo", { n: body.seat }),
  "progressive.SideBetLaid": (body) => _("El puesto {n} apuesta {credits} al progresivo", { n: body.seat, credits: body.credits + (body.promo ?? 0) }),
  "progressive.SideBetRefused": (body) => _("Apuesta al progresivo del puesto {n} no recibida", { n: body.seat }),
  "progressive.SideBetsAnnulled": (body) => _("Apuestas al progresivo anuladas: {seats}", { seats: list(body.seats) }),
  "progressive.SideBetsLocked": (body) => _("Progresivo cerrado: apuestan {seats}", { seats: list(accepted(body.seats)) || _("ninguno") }),
  "progressive.SideBetsOpened": () => _("Se abren las apuestas al progresivo"),
  "pot.ContributionReversed": (body) => _("Vuelven al jugador los aportes de {seats}", { seats: list(body.seats) }),
  "pot.PassContributed": (body) => _("El pozo recibe {amount}", { amount: pesos(body.to_main) }),
  "pot.PotCorrected": (body) => _("{who} corrige el pozo en {amount}", { who: body.by, amount: pesos(body.main) }),
  "pot.PotReseeded": () => _("El pozo vuelve a su base"),
  "pot.PotSeeded": (body) => _("El pozo empieza con {amount}", { amount: pesos(body.main) }),
  "pot.PrizesAwarded": (body) => _("El pozo paga {amount}", { amount: pesos(body.payments.reduce((sum, one) => sum + one.amount, 0)) }),
};
