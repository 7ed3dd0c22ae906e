"""What a table tells the engine: bets, cards from the shoe, decisions, buttons. Names are those of the cases."""

from typing import Literal, get_args

from msgspec import Struct

from table_core.cards import Card
from table_core.rules.blackjack.state import SideKind

ActName = Literal[
    "hit", "stand", "double", "split", "surrender", "even_money", "insure", "desafio", "ace_value", "decline",
    "void", "withdraw", "freeze", "skip", "reopen", "paid_irregular", "lose_all", "choose_burn", "consent",
    "refuse", "accept_card", "reject_card", "bank_discarded", "reorder",
]  # fmt: skip
ButtonName = Literal[
    "no_more_bets", "no_more_surrender", "no_more_insurance", "reveal_hole", "reveal_doubles", "end_round",
    "settle_perfect_pairs", "cut_card", "cut_card_dealt", "face_up_in_shoe", "stuck_cards", "disputed_card",
    "misdeal_reorder", "skipped_box", "one_card_only", "extra_card", "hole_exposed", "bank_missing_cards",
    "bank_card_discarded", "player_cards_discarded", "supervisor_ok", "bank_overdraw", "shoe_dropped",
    "cards_swapped", "card_lifted", "card_on_floor",
]  # fmt: skip
ACTS: tuple[str, ...] = get_args(ActName)
BUTTONS: tuple[str, ...] = get_args(ButtonName)

COURSE: tuple[ButtonName, ...] = (
    "no_more_bets", "settle_perfect_pairs", "no_more_surrender", "no_more_insurance", "reveal_hole", "reveal_doubles",
    "end_round", "cut_card",
)  # fmt: skip
"""The buttons of an undisturbed pass, in the order a pass comes to them."""


class PlaceBet(Struct, frozen=True, tag=True):
    """One touch makes a box active; *stake* is None on a table that does not know its stakes."""

    box: str
    stake: int | None = None
    player: str = ""
    standing: tuple[int, ...] = ()


class PlaceSide(Struct, frozen=True, tag=True):
    box: str
    kind: SideKind
    stake: int | None = None


class CardOut(Struct, frozen=True, tag=True):
    """A card left the shoe; *laid* is where the dealer put it, when somebody keyed that."""

    card: Card
    laid: str | None = None


class LayNext(Struct, frozen=True, tag=True):
    """The dealer keys where the next card is laid, when that is not where it belongs."""

    place: str


class FeedBack(Struct, frozen=True, tag=True):
    """*count* used cards went back into a machine that is the shoe; *inside*: how many it says it holds now."""

    count: int
    inside: int | None = None


class Act(Struct, frozen=True, tag=True):
    """A decision: *amount* for side stakes, *value* for an ace, *cards* and *boxes* for remedies."""

    name: ActName
    box: str = ""
    amount: int | None = None
    value: int | None = None
    boxes: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    burn_card: Card | None = None
    burn: bool = False


class Button(Struct, frozen=True, tag=True):
    name: ButtonName
    box: str | None = None


class Abort(Struct, frozen=True, tag=True):
    """The pass cannot be finished. *mode* is a supervisor's order where the text says nothing."""

    mode: str | None = None


Entry = PlaceBet | PlaceSide | CardOut | Act | Button | Abort


def key_of(entry: Entry) -> str:
    """The name under which the machine's table knows *entry*."""
    match entry:
        case Act(name=name) | Button(name=name):
            return name
        case CardOut():
            return "card"
        case PlaceBet():
            return "bet"
        case PlaceSide():
            return "side_bet"
        case Abort():
            return "abort"
