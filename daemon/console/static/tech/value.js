// One value that a rehearsal wants: a card, a lamp's channel, a number, or one of a few words.
import { useEffect } from "preact/hooks";
import { html } from "../lib/html.js";
import { _ } from "../lib/words.js";

const RANKS = [..."A23456789TJQK"];
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const CHANNELS = [1, 2, 3, 4, 5, 6, 7, 8];
const NUMBERS = [1, 2, 3, 5, 10];

const WANTED = {
  card: { words: () => _("Carta"), choices: () => Object.entries(SUITS).flatMap(([suit, face]) => RANKS.map((rank) => [`${rank}${suit}`, `${rank === "T" ? "10" : rank}${face}`])) },
  relay: { words: () => _("Canal"), choices: (lamps) => (lamps ?? CHANNELS).map((lamp, place) => [String(place + 1), lamps ? lamp : String(lamp)]) },
  lamp: { words: () => _("Canal"), choices: (lamps) => (lamps ?? CHANNELS).map((lamp, place) => [String(place + 1), lamps ? lamp : String(lamp)]) },
  seat: { words: () => _("Puesto"), choices: () => CHANNELS.map((seat) => [String(seat), String(seat)]) },
  count: { words: () => _("Cuántos"), choices: () => NUMBERS.map((count) => [String(count), String(count)]) },
  by: { words: () => _("Por cuánto"), choices: () => [-2, -1, 1, 2].map((by) => [String(by), by > 0 ? `+${by}` : `−${-by}`]) },
};

const WORDS = {
  cannot_read: () => _("no lee"),
  overdraw: () => _("salió una de más"),
  button_misuse: () => _("botón fuera de lugar"),
  reverse_at_exit: () => _("carta devuelta en la boca"),
  reverse_midway: () => _("carta devuelta a medias"),
  card_code: () => _("código de carta"),
  drawing_timeout: () => _("carta a medio salir"),
  jam: () => _("atasco"),
  door_open: () => _("puerta abierta"),
  wrong_deck: () => _("mazo equivocado"),
  output_blocked: () => _("salida bloqueada"),
  internal: () => _("falla interna"),
  reversed: () => _("carta al revés"),
  log_overflow: () => _("memoria llena"),
};

export function Value({ want, words, lamps, value, set }) {
  const wanted = WANTED[want];
  const choices = words.length > 0 ? words.map((word) => [word, WORDS[word]?.() ?? word]) : (wanted?.choices(lamps) ?? []);
  useEffect(() => {
    if (!value && choices.length > 0) set(choices[0][0]);
  }, []);
  return html`<select aria-label=${words.length > 0 ? _("Falla") : (wanted?.words() ?? want)} name=${want} value=${value} onChange=${(event) => set(event.target.value)}>${choices.map(([code, face]) => html`<option key=${code} value=${code}>${face}</option>`)}</select>`;
}
