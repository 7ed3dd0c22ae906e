// Pieces that the words of several families share.
import { pesos } from "../../lib/money.js";
import { phaseWords, resultWords } from "../../lib/phases.js";
import { _, choiceWords } from "../../lib/words.js";

export const sideWords = (side) => (side === "punto" ? _("Punto") : _("Banca"));
export const phase = (body) => phaseWords({ phase: body.phase });
export const list = (items) => items.join(", ");
export const amount = (words, value) => (value == null ? words : `${words} · ${pesos(value)}`);
export const signed = (value) => (value > 0 ? `+${pesos(value)}` : pesos(value));

// Why something was ended, voided or noted: a resolution's name, or words for the others.
const REASONS = {
  cut_card: () => _("salió la carta de corte"),
  no_cut_card: () => _("no salió la carta de corte"),
  empty: () => _("no quedaban cartas"),
  abort: () => _("pase interrumpido"),
  dismantle: () => _("se desarmó el sabot"),
};
export const reasonWords = (reason) => REASONS[reason]?.() ?? choiceWords(String(reason).toUpperCase(), reason);

// An irregularity as the rulebook's row tells it.
export const eventWords = (event, rows = []) => rows.find((row) => row.event === event)?.trigger ?? reasonWords(event);

// The result, and what it moved where stakes are known.
export const settled = (body) => [resultWords(body.result), ...body.payments.map((one) => `${one.player} ${signed(one.net)}`)].join(" · ");
