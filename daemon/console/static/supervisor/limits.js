// Other limits from the next pass on: a supervisor's order, refused inside a pass.
import { useState } from "preact/hooks";
import { html } from "../lib/html.js";
import { pesos } from "../lib/money.js";
import { _ } from "../lib/words.js";
import { Amount } from "./amount.js";

export function Limits({ limits, orders }) {
  const [minimum, setMinimum] = useState("");
  const [maximum, setMaximum] = useState("");
  const whole = minimum !== "" && maximum !== "";
  async function change() {
    const told = await orders.give({ type: "ChangeLimits", minimum: Number(minimum), maximum: Number(maximum) });
    if (told.ok) [setMinimum, setMaximum].forEach((clear) => clear(""));
  }
  return html`<details class="limits-part"><summary>${_("Cambiar los límites")}</summary><div class="step-form">
    <${Amount} name="minimum" title=${_("Mínimo")} value=${minimum} set=${setMinimum} now=${limits?.[0]} />
    <${Amount} name="maximum" title=${_("Máximo")} value=${maximum} set=${setMaximum} now=${limits?.[1]} />
    <button class="primary" data-act="change_limits" disabled=${orders.busy || !whole} onClick=${change}>${_("Desde el próximo pase")}</button></div></details>`;
}

export const limitsWords = (limits) => (limits ? `${pesos(limits[0])} – ${pesos(limits[1])}` : "—");
