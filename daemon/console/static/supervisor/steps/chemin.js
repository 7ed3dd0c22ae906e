// Steps of Chemin de Fer.
import { pesos } from "../../lib/money.js";
import { _ } from "../../lib/words.js";
import { eventWords, reasonWords, settled, sideWords } from "./said.js";

const ENDS = {
  lost: () => _("perdió"),
  passed: () => _("pasa la mano"),
  refused_to_deal: () => _("no quiso dar"),
  talla: () => _("terminó la talla"),
};
const WORDS = { carta: () => _("«carta»"), no: () => _("«no»") };

export const CHEMIN = {
  "chemin.AllGoes": () => _("El banquero dice «todo va»"),
  "chemin.BankChanged": (body) => _("La banca de {who} es ahora de {amount}", { who: body.bank.player, amount: pesos(body.bank.amount) }),
  "chemin.BankEnded": (body) => _("{who} deja la banca: {why}", { who: body.player, why: ENDS[body.why]?.() ?? body.why }),
  "chemin.BankOffered": () => _("Se ofrece la banca"),
  "chemin.BankTaken": (body) => _("{who} toma la banca con {amount}", { who: body.bank.player, amount: pesos(body.bank.amount) }),
  "chemin.BetsClosed": () => _("No van más apuestas"),
  "chemin.CardDealt": (body) => _("Carta {n} de {side}", { n: body.dealt.place.position, side: sideWords(body.dealt.place.side) }),
  "chemin.CardDiscarded": () => _("Una carta va al cesto"),
  "chemin.CardExposed": (body) => _("Una carta de {side} quedó a la vista por error", { side: sideWords(body.place.side) }),
  "chemin.CardKept": () => _("Una carta salió antes de tiempo y debe jugarse"),
  "chemin.CardMoved": (body) => _("Una carta pasa a {side}", { side: sideWords(body.place.side) }),
  "chemin.CardReplaced": (body) => _("Otra carta toma el lugar {n} de {side}", { n: body.place.position, side: sideWords(body.place.side) }),
  "chemin.CardTakenOut": (body) => _("Se retira una carta de {side}", { side: sideWords(body.place.side) }),
  "chemin.CutCardCameOut": () => _("Sale la carta de corte: es el último pase"),
  "chemin.HandsKeyed": () => _("Se ingresan las cartas del paño"),
  "chemin.HandsShown": () => _("Las dos manos quedan a la vista"),
  "chemin.Marked": () => _("El error del pase tiene consecuencia hasta su fin"),
  "chemin.PlayCompleted": (body) => _("Pase completo: Punto {punto}, Banca {bank}", body),
  "chemin.PlaySettled": (body) => [settled(body), body.cagnotte ? _("cagnotte {amount}", { amount: pesos(body.cagnotte) }) : ""].filter(Boolean).join(" · "),
  "chemin.PlayVoided": (body, rows) => _("Pase anulado: {why}", { why: eventWords(body.reason, rows) }),
  "chemin.PlayerLeft": (body) => _("{who} deja la mesa", { who: body.name }),
  "chemin.PlayerPlaced": (body) => _("{who} está en la mesa", { who: body.player.name }),
  "chemin.RequestsKeyed": (body) => _("Apuestas ingresadas: {n}", { n: body.requests.length }),
  "chemin.ShoeEnded": (body) => _("Fin del sabot: {why}", { why: reasonWords(body.reason) }),
  "chemin.ShoePrepared": (body) => _("Sabot preparado con {n} mazos", { n: body.decks }),
  "chemin.Spoken": (body) => _("{side}: {word}", { side: sideWords(body.side), word: WORDS[body.word]?.() ?? body.word }),
  "chemin.StakesChanged": () => _("Cambian las apuestas"),
  "chemin.WordTakenBack": () => _("Se corrige el anuncio: Punto habla otra vez"),
};
