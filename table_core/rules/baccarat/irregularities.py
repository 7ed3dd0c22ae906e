"""The irregularities of Mini Baccarat and Punto y Banca: which row rules, and what its resolution does (127, 140)."""

from collections.abc import Mapping

from msgspec import Struct

from table_core.cards import Card
from table_core.rulebook import Fact, Irregularity, Rulebook, RuleViolation
from table_core.rules.baccarat.engine import Engine, Operations
from table_core.rules.baccarat.state import (
    BaccaratState,
    BurnOrdered,
    BurnRestarted,
    CardBurned,
    CardCarried,
    CardTakenOut,
    NextPassBurned,
    PassVoided,
    ShoeEnded,
)

# What a supervisor may order where the text leaves a case to him (129, 142).
SUPERVISOR_ORDERS = ("BURN_CARD", "CARD_KEEPS_VALUE", "VOID_PASS", "CONTINUE", "CHANGE_CARDS")


class Ruling(Struct, frozen=True):
    """The rows that may govern an event and, when the facts settle it, the one resolution of one row."""

    rows: tuple[Irregularity, ...]
    resolution: str | None

    @property
    def row(self) -> Irregularity:
        """The row of the resolution; of several possible rows, the first."""
        return next((row for row in self.rows if self.resolution in row.resolutions), self.rows[0])


def ruling(rules: Rulebook, state: BaccaratState, event: str, facts: Mapping[str, Fact]) -> Ruling:
    """What the text says of *event* at this point of the pass; *facts* are what people saw (seen, cctv_identified)."""
    rows = tuple(row for row in rules.irregularities if row.event == event)
    if not rows:
        known = sorted({row.event for row in rules.irregularities})
        raise RuleViolation("-", "UNKNOWN_EVENT", f"{event}: no es una irregularidad de este juego; hay {known}")
    choices = tuple(code for row in rows for code in row.resolutions)
    return Ruling(rows, choices[0] if len(choices) == 1 else _settled_by(state, event, facts, choices))


def _settled_by(state: BaccaratState, event: str, facts: Mapping[str, Fact], choices: tuple[str, ...]) -> str | None:
    """The second of two resolutions when its condition holds, the first when it does not, None when nobody knows."""
    finished = not (state.in_pass and state.phase != "complete")
    condition = {
        "extra_card_drawn": facts.get("seen"),
        "shoe_fell": finished,
        "no_cut_card": finished,
        "card_dropped": None if facts.get("cctv_identified") is None else not facts["cctv_identified"],
    }[event]
    return None if condition is None else choices[1] if condition else choices[0]


def carry_out(
    engine: Engine, state: BaccaratState, choice: str, card: Card | None, *, reason: str, article: str
) -> Operations:
    """What *choice* does to the pass; *card* is the card the incident is about."""
    match choice:
        case "FIRST_PUNTO_CARD_NEXT_PASS":
            return [CardCarried(card, article)]
        case "BURN_NEXT_PASS":
            return [CardBurned(card, article), NextPassBurned(article)]
        case "BURN_LAYOUT_CARDS":
            again = engine.rules["reburn_after_unknown_order"] and not state.cut_card_out  # then the shoe ends
            reburn = [BurnRestarted(article)] if again else []
            return [*engine.void(state, reason, article), *reburn]
        case "VOID_PASS":
            ended = [ShoeEnded("empty", article)] if state.shoe_empty or reason == "no_cut_card" else []
            return [*(engine.void(state, reason, article) if state.dealt else []), *ended]
        case "VOID_PASS_CHANGE_CARDS" | "CHANGE_CARDS" | "RESHUFFLE_NO_PASS":
            return [*_void_if_any(state, reason, article), ShoeEnded(choice.lower(), article)]
        case "BURN_CARD" | "BURN_AND_REPLACE":
            return _take_out(state, article)
        case "CARD_KEEPS_VALUE" | "REJECT_BET" | "CONTINUE" | "LAYOUT_MATCHES":
            return []
        case _:
            raise RuleViolation(article, "UNKNOWN_CHOICE", f"{choice}: no es una resolución")


def _void_if_any(state: BaccaratState, reason: str, article: str) -> Operations:
    """Void what is on the cloth, cards or stakes, before the shoe is taken away."""
    if not state.dealt and not state.bets:
        return []
    return [PassVoided(reason, sum(bet.amount for bet in state.bets), article)]


def _take_out(state: BaccaratState, article: str) -> Operations:
    """The card drawn last goes to the discard and the next one takes its place; with none out, the next is burned."""
    if state.in_pass:
        return [CardTakenOut(state.dealt[-1].card, article)]
    return [BurnOrdered(1, article)]
