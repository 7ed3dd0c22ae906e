// The limits sign of a table, for a screen that is read from ten metres.
import { render } from "preact";
import { html } from "../lib/html.js";
import { useLive } from "../lib/live.js";
import { pesos } from "../lib/money.js";
import { _ } from "../lib/words.js";
import { Board } from "../parts/board.js";

function Page() {
  const live = useLive();
  const picture = live.picture?.picture;
  const limits = picture?.limits;
  return html`<${Board} live=${live} name="limits" foot=${live.sign?.source}>
    <p class=${`course ${tone(picture)}`}>${course(picture)}</p>
    ${limits
      ? html`<dl><div><dt>${_("MÍNIMO")}</dt><dd>${pesos(limits[0])}</dd></div><div><dt>${_("MÁXIMO")}</dt><dd>${pesos(limits[1])}</dd></div></dl>`
      : html`<p class="ask">${_("Consulte los límites al crupier")}</p>`}
  </${Board}>`;
}

// No reason and no name of a person: this hangs where everybody stands.
function course(picture) {
  if (!picture) return "";
  if (picture.state === "held") return _("MESA DETENIDA");
  if (picture.day === "closed") return _("MESA CERRADA");
  if (picture.passes_left === 0) return _("MESA CERRADA");
  if (picture.passes_left != null) return _("ÚLTIMAS MANOS: {n}", { n: picture.passes_left });
  return picture.bets_open ? _("HAGAN SUS APUESTAS") : _("NO VA MÁS");
}

function tone(picture) {
  if (!picture || picture.state === "held" || picture.day === "closed") return "stop";
  return picture.bets_open ? "go" : "wait";
}

render(html`<${Page} />`, document.getElementById("page"));
