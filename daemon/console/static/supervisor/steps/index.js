// What each step of a pass was, in words; the families' own steps lie beside this file.
import { _ } from "../../lib/words.js";
import { BACCARAT } from "./baccarat.js";
import { BLACKJACK } from "./blackjack.js";
import { CHEMIN } from "./chemin.js";
import { POKER } from "./poker.js";
import { PROGRESSIVE } from "./progressive.js";
import { TABLE } from "./table.js";

const STEPS = { ...TABLE, ...BACCARAT, ...BLACKJACK, ...CHEMIN, ...POKER, ...PROGRESSIVE };

// `rows`: the rulebook's irregularities, whose names some steps bear.
export function stepWords(body, rows) {
  const words = STEPS[body.type]?.(body, rows) ?? body.type;
  return body.article && body.article !== "-" ? `${words} · ${_("art. {a}", { a: body.article })}` : words;
}
