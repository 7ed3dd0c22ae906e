// A held table: unmistakable, with the reason and what to do. And words for when we know nothing at all.
import { html } from "../lib/html.js";
import { inLanguage, secondsSilent } from "../lib/live.js";
import { _, faultWords, roleWords } from "../lib/words.js";

export function Hold({ live }) {
  const picture = live.picture?.picture;
  if (live.stale) {
    return html`<${Alarm} tone="lost" title=${_("SIN CONTACTO CON LA CONSOLA")} reason=${_("Lo que se ve puede ser antiguo.")}
      what=${_("La página vuelve sola. Si no vuelve, revise el equipo de la consola y la red.")} code=${silence()} />`;
  }
  if (live.link.table === "stopped") {
    return html`<${Alarm} tone="lost" title=${_("LA MESA SE DETUVO")} reason=${live.link.reason}
      what=${_("El programa de la mesa no está en marcha. Inícielo; esta página sigue sola.")} />`;
  }
  if (live.link.table !== "up") {
    return html`<${Alarm} tone="lost" title=${_("LA MESA NO RESPONDE")} reason=${_("Lo que se ve es lo último que se supo.")}
      what=${_("El programa de la mesa no está en marcha o no se alcanza. Esta página sigue sola cuando vuelva.")} />`;
  }
  const incident = picture?.incidents?.find((one) => one.hold);
  return picture?.state === "held" && incident ? html`<${Held} incident=${incident} />` : null;
}

function silence() {
  const seconds = secondsSilent();
  return Number.isFinite(seconds) ? `${seconds} s` : "";
}

function Held({ incident }) {
  const fault = faultWords(incident.code);
  const decides = [...new Set(incident.choices.map((choice) => roleWords(choice.role)))].join(" · ");
  const what = fault?.what_to_do ?? (decides ? _("Decide: {who}.", { who: decides }) : "");
  return html`<${Alarm} tone="held" title=${_("MESA DETENIDA")} reason=${fault?.meaning ?? inLanguage(incident.detail)}
    detail=${fault && incident.detail !== fault.meaning ? inLanguage(incident.detail) : ""} what=${what} code=${incident.code}
    articles=${incident.articles} device=${incident.device} />`;
}

function Alarm({ tone, title, reason, detail, what, code, articles = [], device }) {
  return html`<section class=${`alarm ${tone}`} role="alert">
    <h2>${title}</h2>
    <div class="alarm-words">
      <p class="reason">${reason}${device ? html` <span class="device">${device}</span>` : null}</p>
      ${detail && html`<p class="detail">${detail}</p>`}
      ${what && html`<p class="what">${what}</p>`}
    </div>
    <p class="alarm-code">${articles.length > 0 && html`<span>${_("art. {a}", { a: articles.join(", ") })}</span>`}<span>${code}</span></p>
  </section>`;
}
