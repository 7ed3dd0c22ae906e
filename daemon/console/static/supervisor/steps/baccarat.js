// Steps of Punto y Banca and Mini Baccarat.
import { pesos } from "../../lib/money.js";
import { _ } from "../../lib/words.js";
import { eventWords, reasonWords, settled, sideWords } from "./said.js";

export const BACCARAT = {
  "baccarat.BetsClosed": () => _("Se cierran las apuestas"),
  "baccarat.BetsKeyed": (body) => _("Apuestas ingresadas: {n}, en total {sum}", { n: body.bets.length, sum: pesos(body.bets.reduce((sum, bet) => sum + bet.amount, 0)) }),
  "baccarat.BetsOpened": () => _("Se abren las apuestas"),
  "baccarat.BurnOrdered": (body) => _("Se queman {n} cartas", { n: body.count }),
  "baccarat.BurnRestarted": () => _("Se repite la quema de cartas"),
  "baccarat.CardBurned": () => _("Se quema una carta"),
  "baccarat.CardCarried": () => _("Esa carta será la primera de Punto en el próximo pase"),
  "baccarat.CardDealt": (body) => _("Carta {n} de {side}", { n: body.dealt.place.position, side: sideWords(body.dealt.place.side) }),
  "baccarat.CardReplaced": (body) => _("Otra carta toma el lugar {n} de {side}", { n: body.place.position, side: sideWords(body.place.side) }),
  "baccarat.CardTakenOut": () => _("Se retira la última carta del pase"),
  "baccarat.CutCardCameOut": () => _("Sale la carta de corte: es el último pase"),
  "baccarat.CutCardMissed": () => _("No salió la carta de corte: es el último pase"),
  "baccarat.FiveSpoken": (body) => (body.choice === "draw" ? _("Punto con cinco: «carta»") : _("Punto con cinco: «me planto»")),
  "baccarat.HandsKeyed": () => _("Se ingresan las cartas del paño"),
  "baccarat.NextPassBurned": () => _("El próximo pase se quemará, sin apuestas"),
  "baccarat.PassBurned": () => _("Pase quemado"),
  "baccarat.PassCompleted": (body) => _("Pase completo: Punto {punto}, Banca {bank}", body),
  "baccarat.PassSettled": settled,
  "baccarat.PassVoided": (body, rows) => _("Pase anulado: {why}", { why: eventWords(body.reason, rows) }),
  "baccarat.ShoeEnded": (body) => _("Fin del sabot: {why}", { why: reasonWords(body.reason) }),
  "baccarat.ShoePrepared": (body) => _("Sabot preparado con {n} mazos", { n: body.decks }),
  "baccarat.ShoeHanded": (body) => _("El sabot pasa a {who}", { who: body.holder.player }),
};
