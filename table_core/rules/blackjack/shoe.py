"""The shoe between passes: cut, cut card, burns, machine modes, closing words. Answers questions, keeps no state."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from table_core.rulebook import Rulebook
from table_core.rules.blackjack import bets
from table_core.rules.blackjack.options import option

DECK_CARDS = 52
Mode = Literal["shoe", "machine_is_shoe", "machine_only_shuffles"]

ARMINGS = ("new_shoe_with_players", "shoe_finished_table_empty_rearmed", "dismantled_at_52_or_less_then_players_sit")
RETURNS = ("players_left_then_others_sit_down", "rearmed_shoe_first_players_sit")


class ShoeMode(Struct, frozen=True):
    """What the way of shuffling changes in the course of the game."""

    burn_after_cut: int | None
    cut_card_in_stack: bool
    last_round_by_cut_card: bool
    reshuffle_phase: bool


class Cut(Struct, frozen=True):
    """Who cuts; *from_top* only where the text fixes the place."""

    by: str
    from_top: int | None


class Closing(Struct, frozen=True):
    """*text* None: the rulebook prescribes no words."""

    text: str | None
    when: Literal["now", "before_next_round"]


class DeckChange(Struct, frozen=True):
    """*missing* is reported, never carried into the new count."""

    cards_after: int
    missing: int
    next: str


def player_cut_ok(rules: Rulebook, cards: int, from_top: int) -> bool:
    least = option(rules, "cut_min") or 0
    return bool(least <= from_top <= cards - least)


def cut_card_ok(rules: Rulebook, cards: int, behind: int) -> bool:
    """Whether the end marker stands where the text wants it."""
    front = option(rules, "cut_front_min") or 0
    most = option(rules, "behind_max")
    deep_enough = behind >= (option(rules, "behind_min") or 0) and cards - behind >= front
    return bool(deep_enough and (most is None or behind <= most))


def cut_offer(rules: Rulebook, cards: int, players: Sequence[str], willing: Sequence[str]) -> Cut:
    """The first willing player in the order of the offer, else the dealer."""
    for player in players:
        if player in willing:
            return Cut(player, None)
    return Cut("dealer", cards // 2 if option(rules, "dealer_cut") == "centre" else None)


def burn_count(rules: Rulebook, event: str) -> int:
    """Cards burned unseen on *event*; raises ValueError for an event nobody named."""
    burn = int(option(rules, "burn") or 0)
    if event in ARMINGS:
        return burn
    if event not in RETURNS:
        raise ValueError(f"{event!r}: no es una ocasión de quemar cartas; hay {[*ARMINGS, *RETURNS]}")
    reading = option(rules, "burn_on_return")
    if reading is None:
        return 0
    fresh = event == "rearmed_shoe_first_players_sit"
    return burn if not fresh or reading == "always" else 0


def shuffler_mode(rules: Rulebook, mode: str) -> ShoeMode:
    """A machine that is also the shoe knows no cut card in the stack, no last pass and no shuffle phase."""
    if mode == "machine_is_shoe":
        return ShoeMode(option(rules, "csm_burn"), False, False, False)
    if mode not in ("shoe", "machine_only_shuffles"):
        raise ValueError(f"{mode!r}: no es una forma de mezclar")
    return ShoeMode(option(rules, "burn"), True, True, True)


def difference(decks: int, counts: Mapping[str, int]) -> int:
    """How many cards too many (or, negative, too few) the places hold together."""
    return sum(counts.values()) - decks * DECK_CARDS


def closing(rules: Rulebook, reason: str, *, in_round: bool, hands_left: int | None) -> Closing:
    """The words of closing time and when to say them."""
    if reason == "jefe_instructs":
        return Closing(_words(rules, "last_game"), "before_next_round" if in_round else "now")
    if reason != "time_short":
        raise ValueError(f"{reason!r}: no es un motivo de cierre")
    return Closing(_words(rules, f"last_hands_{hands_left}"), "now")


def _words(rules: Rulebook, name: str) -> str | None:
    words = rules.announcements.get(name)
    return None if words is None else words.text


def deck_change(decks: int, counts_before: Mapping[str, int]) -> DeckChange:
    """New decks: the full count again, whatever the old ones lacked."""
    return DeckChange(decks * DECK_CARDS, -difference(decks, counts_before), "SHUFFLE")


def may_deal(rules: Rulebook, *, new_shoe: bool, seated: int, bets_made: int) -> bool:
    return bets.quorum(rules, bets_made, seated, new_shoe=new_shoe)


def move_allowed(rules: Rulebook, move: str) -> bool:
    """Whether the text lets a card that already lies somewhere go elsewhere."""
    if move.startswith("disputed_card_to_") and option(rules, "disputed_card") != "next_boxes_then_bank":
        return False
    if move == "re_order_all_in_draw_order" and option(rules, "reorder") != "draw_order":
        return False
    return move in (option(rules, "card_moves") or [])
