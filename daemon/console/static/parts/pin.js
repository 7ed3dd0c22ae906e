// Name and PIN: for signing in, and for a senior who steps up to decide. Big keys; a keyboard works too.
import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { remembered } from "../lib/orders.js";
import { _ } from "../lib/words.js";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "back"];
const MOST = 12;

// `submit(name, pin)` answers {ok, detail}; the form shows a refusal and forgets the PIN.
export function PinForm({ title, action, submit, cancel }) {
  const names = remembered();
  const [name, setName] = useState(names[0] ?? "");
  const [pin, setPin] = useState("");
  const [refusal, setRefusal] = useState("");
  const [busy, setBusy] = useState(false);

  async function send(event) {
    event.preventDefault();
    setBusy(true);
    setRefusal("");
    const told = await submit(name.trim(), pin);
    setBusy(false);
    setPin("");
    setRefusal(told.ok ? "" : told.detail);
  }

  function press(key) {
    setRefusal("");
    setPin(key === "clear" ? "" : key === "back" ? pin.slice(0, -1) : (pin + key).slice(0, MOST));
  }

  return html`<form class="pin-form" onSubmit=${send}>
    <h2>${title}</h2>
    ${names.length > 0 && html`<div class="names">${names.map((one) => html`<button type="button" key=${one} class=${one === name ? "chosen" : ""} onClick=${() => setName(one)}>${one}</button>`)}</div>`}
    <label>${_("Nombre")}<input name="person" autocomplete="off" maxlength="64" required value=${name} onInput=${(event) => setName(event.target.value)} /></label>
    <label>${_("PIN")}<input name="pin" type="password" inputmode="numeric" autocomplete="off" maxlength=${MOST} required value=${pin} onInput=${(event) => setPin(event.target.value)} /></label>
    <div class="keypad" role="group" aria-label=${_("Teclado del PIN")}>${KEYS.map((key) => html`<button type="button" key=${key} class=${key} onClick=${() => press(key)} aria-label=${keyWords(key)}>${FACE[key] ?? key}</button>`)}</div>
    <p class="refusal" role="alert">${refusal}</p>
    <div class="form-end">${cancel && html`<button type="button" class="quiet" onClick=${cancel}>${_("Cancelar")}</button>`}<button class="primary" disabled=${busy || !name || !pin}>${action}</button></div>
  </form>`;
}

const FACE = { clear: "C", back: "⌫" };
const keyWords = (key) => (key === "clear" ? _("Borrar todo") : key === "back" ? _("Borrar") : key);
