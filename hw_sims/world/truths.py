"""What a table believes, against what lies on it: one way to compare per family of games."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from hw_sims.ledgers.blackjack import Chips
from hw_sims.people import baccarat_cloth, blackjack_cloth, chemin_cloth, poker_cloth, poker_house
from hw_sims.people.blackjack_house import HOUSES, net
from hw_sims.people.croupier import Picture
from table_core.record import Entry
from table_core.rules.baccarat.chemin.operations import PlaySettled, PlayVoided
from table_core.rules.baccarat.state import PassBurned, PassSettled, PassVoided
from table_core.rules.poker import operations as poker
from table_core.rules.poker.order import dealt_to
from table_core.session import PassEnded
from table_core.table import TableState

_SWEPT = "--"


class Truth(Struct, frozen=True):
    """*differs* says how the table's picture and state part from the cloth; empty when they do not.

    *owed* is what the players win by the cards on the cloth; *booked* makes what reads the same off the journal.
    """

    differs: Callable[[Any, Picture, TableState], str]
    open_cards: Callable[[Any], list[str]]
    owed: Callable[[Any, str], int]
    booked: Callable[[], Callable[[Entry], int | None]]


def _baccarat_differs(cloth: baccarat_cloth.Cloth, picture: Picture, state: TableState) -> str:
    game = state.baccarat
    for side in ("punto", "bank"):
        if picture[side] != cloth.shown(side):
            return f"{side} shows {picture[side]}, there lies {cloth.shown(side)}"
    for side, cards in (("punto", cloth.punto), ("bank", cloth.bank)):
        believed = game.hand("punto" if side == "punto" else "bank")
        if len(believed) != len(cards) or any(map(_other, believed, cards)):
            return f"{side} is believed to be {believed}, there lies {cards}"
    return ""


def _other(believed: str | None, lies: str) -> bool:
    return believed not in (None, lies)


def _baccarat_open(cloth: baccarat_cloth.Cloth) -> list[str]:
    return [*(card for side in ("punto", "bank") for card in cloth.shown(side)), *cloth.misnamed]


def _baccarat_booked() -> Callable[[Entry], int | None]:
    """What each pass paid, as its one operation says."""

    def follow(entry: Entry) -> int | None:
        match entry:
            case PassSettled(payments=payments):
                return sum(payment.net for payment in payments)
            case PassBurned() | PassVoided():
                return 0
        return None

    return follow


def _blackjack_differs(cloth: blackjack_cloth.Cloth, picture: Picture, state: TableState) -> str:
    shown = {hand["id"]: hand["cards"] for hand in picture["hands"]}
    lying = {hand: cloth.shown(hand) for hand in cloth.hands}
    if shown != lying:
        return f"the picture shows {shown}, there lies {lying}"
    if [card for card in picture["bank"] if card != _SWEPT] != cloth.shown("bank"):
        return f"the bank shows {picture['bank']}, there lies {cloth.shown('bank')}"
    if sorted(picture["burned"]) != sorted(cloth.shown("burn")) and picture["phase"] != "bets":
        return f"burned are shown {picture['burned']}, there lie {cloth.shown('burn')}"
    table = state.blackjack.round
    believed = {hand.id: list(hand.codes) for hand in table.hands} | {"bank": list(table.bank_codes)}
    lie = cloth.hands | {"bank": cloth.bank}
    return "" if believed == lie else f"believed is {believed}, there lies {lie}"


def _blackjack_open(cloth: blackjack_cloth.Cloth) -> list[str]:
    return [card for place in (*cloth.hands, "bank", "burn") for card in cloth.shown(place)]


def _blackjack_booked() -> Callable[[Entry], int | None]:
    """The chips every operation of the pass moved."""
    chips = Chips()

    def follow(entry: Entry) -> int | None:
        before = chips.net
        if not chips.follow(entry):
            raise ValueError(f"no chips for {entry}")
        return chips.net - before if isinstance(entry, PassEnded) else None

    return follow


def _poker_differs(cloth: poker_cloth.Cloth, picture: Picture, state: TableState) -> str:
    """No reader sees where a card is laid: after a misdeal only the count and the money can be compared."""
    if cloth.misdealt or cloth.unsettled:
        return ""
    shown = {seat["seat"]: seat["cards"] for seat in picture["seats"]} | {poker_cloth.DEALER: picture["dealer_hand"]}
    for seat, cards in shown.items():
        lies = cloth.shown(seat)
        if cards != lies and (seat not in cloth.open or sorted(cards) != sorted(lies)):
            return f"seat {seat} shows {cards}, there lies {cloth.shown(seat)}"
    for seat, cards in cloth.first.items():
        believed, read = dealt_to(state.poker, seat), cloth.read_as(cards)
        if state.poker.in_pass and (len(believed) != len(read) or any(map(_other, believed, read))):
            return f"seat {seat} is believed to have got {believed}, it got {cards}"
    return ""


def _poker_open(cloth: poker_cloth.Cloth) -> list[str]:
    return [card for seat in cloth.hands for card in cloth.shown(seat)]


def _poker_booked() -> Callable[[Entry], int | None]:
    """What the results of each pass come to."""

    def follow(entry: Entry) -> int | None:
        match entry:
            case poker.PassSettled(results=results) | poker.PassVoided(results=results):
                return sum(result.net or 0 for result in results)
        return None

    return follow


def _chemin_differs(cloth: chemin_cloth.Cloth, picture: Picture, state: TableState) -> str:
    game = state.chemin
    for side, cards in (("punto", cloth.punto), ("bank", cloth.bank)):
        if picture[side] != cloth.shown(side):
            return f"{side} shows {picture[side]}, there lies {cloth.shown(side)}"
        believed = list(game.hand("punto" if side == "punto" else "bank"))
        if believed != cards:
            return f"{side} is believed to be {believed}, there lies {cards}"
    staked = {one.player: one.amount for one in game.stakes.accepted} if game.stakes is not None else {}
    return "" if staked == cloth.stakes else f"believed at stake is {staked}, there lies {cloth.stakes}"


def _chemin_open(cloth: chemin_cloth.Cloth) -> list[str]:
    return [*(card for side in ("punto", "bank") for card in cloth.shown(side)), *cloth.misnamed]


def _chemin_booked() -> Callable[[Entry], int | None]:
    """What each play paid, as its one operation says."""

    def follow(entry: Entry) -> int | None:
        match entry:
            case PlaySettled(payments=payments):
                return sum(payment.net for payment in payments)
            case PlayVoided():
                return 0
        return None

    return follow


TRUTHS: dict[str, Truth] = {
    "baccarat": Truth(_baccarat_differs, _baccarat_open, lambda cloth, _book: cloth.net(), _baccarat_booked),
    "chemin": Truth(_chemin_differs, _chemin_open, lambda cloth, _book: cloth.net(), _chemin_booked),
    "blackjack": Truth(
        _blackjack_differs, _blackjack_open, lambda cloth, book: net(HOUSES[book], cloth), _blackjack_booked
    ),
    "poker": Truth(
        _poker_differs, _poker_open, lambda cloth, book: poker_house.net(poker_house.HOUSES[book], cloth), _poker_booked
    ),
}
"""One line per family."""
