// The passes of the day, and one of them step by step, as the screen showed it then.
import { useEffect, useState } from "preact/hooks";
import { Felt } from "../felt/picture.js";
import { html } from "../lib/html.js";
import { pesos } from "../lib/money.js";
import { read } from "../lib/orders.js";
import { resultWords } from "../lib/phases.js";
import { _, choiceWords, faultWords, roleWords } from "../lib/words.js";

export function Passes({ live, orders }) {
  const [passes, setPasses] = useState([]);
  const [chosen, setChosen] = useState(null);
  const number = live.picture?.picture.pass;
  const phase = live.picture?.picture.phase;
  useEffect(() => {
    read("/api/passes").then((found) => found && setPasses(found));
  }, [number, phase]);
  return html`<section class="card-part passes"><header><h2>${_("Pases")}</h2><p>${_("{n} guardados", { n: passes.length })}</p></header>
    ${chosen && html`<${Replay} live=${live} one=${chosen} orders=${orders} close=${() => setChosen(null)} />`}
    <ol class="pass-list">${passes.slice(0, 60).map((one) => html`<li key=${one.seq}><button class=${one.seq === chosen?.seq ? "chosen" : ""} data-pass=${one.number} onClick=${() => setChosen(one)}>
      <b>${one.number}</b><span>${one.ended ? resultWords(one.result) || _("terminado") : _("en juego")}</span><small>${one.punto_points != null ? `${one.punto_points} – ${one.bank_points}` : ""}</small></button></li>`)}</ol>
  </section>`;
}

function Replay({ live, one, orders, close }) {
  const [steps, setSteps] = useState([]);
  const [at, setAt] = useState(0);
  useEffect(() => {
    setAt(0);
    read(`/api/passes/${one.seq}`).then((found) => setSteps(found ?? []));
  }, [one.seq]);
  const step = steps[at];
  const picture = [...steps.slice(0, at + 1)].reverse().find((past) => past.picture)?.picture;
  const then = { ...live, picture: picture && { picture }, last: null };
  return html`<div class="replay" data-step=${at}>
    <header><h3>${_("Pase {n}", { n: one.number })}</h3><p>${_("paso {a} de {b}", { a: at + 1, b: steps.length })}</p>
      <button class="quiet small" data-act="freeze" disabled=${orders.busy} onClick=${() => orders.give({ type: "FreezePass", number: one.number, reason: _("reclamo") })}>${_("Congelar por reclamo")}</button>
      <button class="quiet small" onClick=${close}>${_("Cerrar")}</button></header>
    <div class="replay-felt">${picture ? html`<${Felt} live=${then} tall=${false} />` : html`<p>${_("De este paso no hay imagen")}</p>`}</div>
    <input type="range" min="0" max=${Math.max(0, steps.length - 1)} value=${at} aria-label=${_("Paso")} onInput=${(event) => setAt(Number(event.target.value))} />
    <div class="replay-end"><button data-act="before" disabled=${at === 0} onClick=${() => setAt(at - 1)}>◀</button>
      <p aria-live="polite">${step ? stepWords(step.body) : ""}</p><button data-act="after" disabled=${at >= steps.length - 1} onClick=${() => setAt(at + 1)}>▶</button></div>
  </div>`;
}

const STEPS = {
  PassOpened: (body) => _("Empieza el pase {n}", { n: body.number }),
  PassEnded: (body) => _("Termina el pase {n}", { n: body.number }),
  Announced: (body) => `«${body.text}»`,
  "blackjack.Announced": (body) => `«${body.text}»`,
  CardLeftShoe: () => _("Sale una carta del sabot"),
  "baccarat.CardDealt": (body) => _("Carta a {side}, lugar {n}", { side: body.dealt.place.side === "punto" ? _("Punto") : _("Banca"), n: body.dealt.place.position }),
  "baccarat.BetsClosed": () => _("No va más"),
  "baccarat.BetsKeyed": (body) => _("Apuestas ingresadas: {n}", { n: body.bets.length }),
  "baccarat.PassCompleted": (body) => _("Pase completo: Punto {punto}, Banca {bank}", body),
  "baccarat.PassSettled": (body) => [resultWords(body.result), ...body.payments.map((one) => pesos(one.net))].join("  "),
  IncidentOpened: (body) => `${_("Incidente")}: ${faultWords(body.incident.code)?.meaning ?? body.incident.detail}`,
  IncidentResolved: (body) => `${_("Resuelto")}: ${choiceWords(body.choice)}${body.by ? ` · ${body.by} (${roleWords(body.role)})` : ""}`,
  EntryUndone: (body) => _("{who} deshizo la última entrada", { who: body.by }),
};

const stepWords = (body) => `${STEPS[body.type]?.(body) ?? body.type}${body.article ? `  · ${_("art. {a}", { a: body.article })}` : ""}`;
