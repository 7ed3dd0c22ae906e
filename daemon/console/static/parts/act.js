// Giving orders from a page: one at a time, the refusal in words, and a senior's PIN where the order needs one.
import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { order, orderAs, useSession } from "../lib/orders.js";
import { _, mayActAs, roleNeeded, roleWords } from "../lib/words.js";
import { PinForm } from "./pin.js";

// `give(command, needed)`: `needed` is the role the text names, else the order's own.
export function useOrders() {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState(null);
  const [stepUp, setStepUp] = useState(null);

  async function give(command, needed = roleNeeded(command.type)) {
    if (busy) return { ok: false };
    if (!mayActAs(session.role, needed)) {
      setStepUp({ command, needed });
      return { ok: false };
    }
    return send(command);
  }

  async function send(command) {
    setBusy(true);
    const told = await order(command);
    setBusy(false);
    setRefusal(told.ok ? null : told);
    return told;
  }

  const stepped = async (name, pin) => {
    const told = await orderAs(name, pin, stepUp.command);
    if (told.ok) setStepUp(null);
    return told;
  };
  return { give, busy, refusal, forget: () => setRefusal(null), stepUp, stepped, leave: () => setStepUp(null) };
}

// What `useOrders` wants to say: a refusal, or the form for whoever must step up.
export function Voice({ orders }) {
  const { refusal, stepUp } = orders;
  return html`${refusal && html`<div class="toast" role="alert"><p>${refusal.detail}${refusal.article && refusal.article !== "mesa" ? html` <small>${_("art. {a}", { a: refusal.article })}</small>` : null}</p><button onClick=${orders.forget}>${_("Entendido")}</button></div>`}
  ${stepUp && html`<div class="veil"><div class="dialog" role="dialog" aria-modal="true"><${PinForm} title=${_("Decide: {who}.", { who: roleWords(stepUp.needed) })}
    action=${_("Confirmar")} submit=${orders.stepped} cancel=${orders.leave} /></div></div>`}`;
}
