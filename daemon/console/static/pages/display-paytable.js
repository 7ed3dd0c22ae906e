// What every bet pays, as the rulebook says it.
import { render } from "preact";
import { html } from "../lib/html.js";
import { useLive } from "../lib/live.js";
import { pesos } from "../lib/money.js";
import { _ } from "../lib/words.js";
import { Board } from "../parts/board.js";

function Page() {
  const live = useLive();
  const prizes = live.picture?.picture.progressive?.pay_table ?? [];
  return html`<${Board} live=${live} name="paytable" foot=${live.sign?.source}>
    <table><thead class="unseen"><tr><th>${_("Apuesta")}</th><th>${_("Paga")}</th></tr></thead>
      <tbody>${(live.sign?.lines ?? []).map((line) => html`<tr key=${line.bet}><th scope="row">${line.bet}<small>${_("art. {a}", { a: line.article })}</small></th>
        <td>${line.pays}${line.note && html`<small>${line.note}</small>`}</td></tr>`)}
      ${prizes.map((prize) => html`<tr key=${prize.prize}><th scope="row">${prize.name}<small>${_("art. {a}", { a: prize.article })}</small></th><td>${prizeWords(prize)}</td></tr>`)}</tbody>
    </table>
  </${Board}>`;
}

// A prize is a share of the pot in basis points, or an amount, for each credit or once.
function prizeWords(prize) {
  if (prize.kind === "share") return _("{n} % del pozo", { n: prize.value / 100 });
  const amount = pesos(prize.value);
  return prize.per_credit ? _("{amount} por crédito", { amount }) : amount;
}

render(html`<${Page} />`, document.getElementById("page"));
