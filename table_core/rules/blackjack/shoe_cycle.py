"""The life of a shoe: shuffle, cut, cut card, burn, play, wait at an empty table. One table, phase by entry."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.blackjack import shoe
from table_core.rules.blackjack.options import article, option

ShoePhase = Literal["shuffle", "cut", "cut_card", "burn", "ready", "waiting"]
LAST_STRETCH = 52  # MZA 5: with one deck or less left an empty table's shoe may be dismantled


class Shoe(Struct, frozen=True):
    """*fresh*: armed and burned, no pass dealt from it yet. *left*: cards still inside."""

    phase: ShoePhase = "shuffle"
    mode: shoe.Mode = "shoe"
    cards: int = 0
    left: int = 0
    burn_left: int = 0
    fresh: bool = False
    last_pass: bool = False
    empty_table: bool = False


class ShoeEntry(Struct, frozen=True, tag=True):
    """What happens to the shoe: shuffled(decks) cut(from_top) cut_card(behind) burn card end_pass(cut card seen)
    players_left players_sat dismantle."""

    name: str
    count: int = 0


KEYED = frozenset({"players_left", "players_sat", "dismantle"})
"""What people tell of a shoe in play; how it came to be is told by its preparation, the rest by its cards."""

Step = Callable[[Rulebook, Shoe, ShoeEntry], Shoe]


def advance(rules: Rulebook, state: Shoe, entry: ShoeEntry) -> Shoe:
    """The shoe after *entry*; raises RuleViolation and changes nothing when it is out of order."""
    step = TABLE[state.phase].get(entry.name)
    if step is None:
        detail = f"{entry.name}: no corresponde con el sabot en fase {state.phase}"
        raise RuleViolation(article(rules, "burn"), "shoe_phase", detail)
    return step(rules, state, entry)


def _shuffled(rules: Rulebook, state: Shoe, entry: ShoeEntry) -> Shoe:
    decks = entry.count or option(rules, "decks")
    if decks < option(rules, "decks"):
        detail = f"{decks} mazos; se usan al menos {option(rules, 'decks')}"
        raise RuleViolation(article(rules, "decks"), "wrong_decks", detail)
    cards = decks * shoe.DECK_CARDS
    return replace(state, phase="cut", cards=cards, left=cards, last_pass=False)


def _cut(rules: Rulebook, state: Shoe, entry: ShoeEntry) -> Shoe:
    if not shoe.player_cut_ok(rules, state.cards, entry.count):
        detail = f"el corte deja menos de {option(rules, 'cut_min')} cartas en un extremo"
        raise RuleViolation(article(rules, "cut_min"), "cut", detail)
    if shoe.shuffler_mode(rules, state.mode).cut_card_in_stack:
        return replace(state, phase="cut_card")
    return _to_burn(rules, state)


def _cut_card(rules: Rulebook, state: Shoe, entry: ShoeEntry) -> Shoe:
    if not shoe.cut_card_ok(rules, state.cards, entry.count):
        detail = f"la carta de corte no puede dejar {entry.count} cartas atrás"
        raise RuleViolation(article(rules, "behind_min"), "cut_card", detail)
    return _to_burn(rules, state)


def _to_burn(rules: Rulebook, state: Shoe) -> Shoe:
    burn = shoe.shuffler_mode(rules, state.mode).burn_after_cut or 0
    armed = replace(state, phase="burn", burn_left=burn, fresh=True)
    return armed if burn else _burned_out(armed)


def burned(state: Shoe) -> Shoe:
    """One of the cards owed to the discard before play is out."""
    after = replace(state, burn_left=state.burn_left - 1, left=state.left - 1)
    return after if after.burn_left else _burned_out(after)


def drawn(state: Shoe) -> Shoe:
    """A card of a pass is out."""
    return replace(state, left=state.left - 1, fresh=False)


def _burn(_rules: Rulebook, state: Shoe, _entry: ShoeEntry) -> Shoe:
    return burned(state)


def _burned_out(state: Shoe) -> Shoe:
    return replace(state, phase="waiting" if state.empty_table else "ready")


def _card(_rules: Rulebook, state: Shoe, _entry: ShoeEntry) -> Shoe:
    return drawn(state)


def _end_pass(rules: Rulebook, state: Shoe, entry: ShoeEntry) -> Shoe:
    """After the cut card no further pass: shuffle. A machine that is the shoe never gets there."""
    if entry.count and shoe.shuffler_mode(rules, state.mode).last_round_by_cut_card:
        return replace(state, phase="shuffle", last_pass=True)
    return state


def _players_left(_rules: Rulebook, state: Shoe, _entry: ShoeEntry) -> Shoe:
    return replace(state, phase="waiting" if state.phase == "ready" else state.phase, empty_table=True)


def _players_sat(rules: Rulebook, state: Shoe, _entry: ShoeEntry) -> Shoe:
    occasion = "rearmed_shoe_first_players_sit" if state.fresh else "players_left_then_others_sit_down"
    burn = shoe.burn_count(rules, occasion)
    seated = replace(state, empty_table=False, burn_left=burn)
    return replace(seated, phase="burn" if burn else "ready")


def _dismantle(rules: Rulebook, state: Shoe, _entry: ShoeEntry) -> Shoe:
    if state.left > LAST_STRETCH or option(rules, "burn_on_return") is None:
        detail = f"quedan {state.left} cartas: el sabot no se desarma"
        raise RuleViolation(article(rules, "burn_on_return"), "dismantle", detail)
    return replace(state, phase="shuffle")


def _sat_early(_rules: Rulebook, state: Shoe, _entry: ShoeEntry) -> Shoe:
    return replace(state, empty_table=False)


TABLE: dict[ShoePhase, dict[str, Step]] = {
    "shuffle": {"shuffled": _shuffled, "players_left": _players_left, "players_sat": _sat_early},
    "cut": {"cut": _cut, "players_left": _players_left, "players_sat": _sat_early},
    "cut_card": {"cut_card": _cut_card, "players_left": _players_left, "players_sat": _sat_early},
    "burn": {"burn": _burn},
    "ready": {"card": _card, "end_pass": _end_pass, "players_left": _players_left},
    "waiting": {"players_sat": _players_sat, "dismantle": _dismantle},
}
