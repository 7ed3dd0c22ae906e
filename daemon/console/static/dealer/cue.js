// What the dealer must say and do next, in type that is read at a glance.
import { html } from "../lib/html.js";
import { phaseWords } from "../lib/phases.js";
import { _ } from "../lib/words.js";

export function Cue({ picture }) {
  const say = picture.say?.[0];
  return html`<div class="cue" aria-live="polite">
    <p class="next">${nextWords(picture)}</p>
    ${say ? html`<p class="say">${_("Diga")} <b>«${say}»</b></p>` : picture.announced && html`<p class="said">«${picture.announced}»</p>`}
    ${picture.waits_for?.length > 0 && html`<p class="say">${_("Espera la respuesta: {what}", { what: [picture.waits_for].flat().join(", ") })}</p>`}
  </div>`;
}

function nextWords(picture) {
  const next = picture.next_card?.[0];
  if (picture.entries.includes("five_draw")) return _("Punto tiene cinco: ¿carta o se planta?");
  if (picture.progressive?.phase === "locking") return _("Espere: se cierra el progresivo");
  if (picture.burn_left > 0) return _("Queme {n}", { n: picture.burn_left });
  if (picture.phase === "burn_first") return _("Saque la primera carta");
  if (picture.phase === "settle") return _("Pague y recoja");
  if (picture.phase === "complete") return _("Cante los puntos y pague");
  if (picture.turn && picture.turn !== "none" && picture.turn !== "bank") return _("Juega la casilla {id}", { id: picture.turn });
  if (!next || picture.bets_open || ["burn", "held"].includes(next)) return phaseWords(picture);
  return _("Carta para {where}", { where: placeWords(next) });
}

function placeWords(place) {
  if (place.startsWith("punto")) return _("Punto");
  if (place.startsWith("bank")) return _("la banca");
  if (place === "dealer") return _("el crupier");
  if (place.startsWith("seat ")) return _("el puesto {n}", { n: place.slice("seat ".length) });
  return _("la casilla {id}", { id: place });
}
