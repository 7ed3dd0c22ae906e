"""Magic card and lucky player: random prizes unrelated to any result (ARI 3.5.4, IQQ art. 100 notes 3 and 4).

Nothing here is random: what the machine showed is an argument, and who held what at that moment another.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct

from table_core.cards import Card
from table_core.progressive.prizes import LUCKY_PLAYER, MAGIC_CARD, Hand


class MagicCard(Struct, frozen=True, tag="magic_card", tag_field="type"):
    """The machine showed *card*; *held_by* are the seats that held it then (None: judge by the reviewed hands).

    *in_doubt* are seats whose cards nobody had read whole by then: their open hands tell (ARI-3.5.2-a).
    """

    card: Card
    held_by: tuple[int, ...] | None = None
    in_doubt: tuple[int, ...] = ()


class LuckyPlayer(Struct, frozen=True, tag="lucky_player", tag_field="type"):
    """The machine showed the number of a seat."""

    seat: int


Shown = MagicCard | LuckyPlayer


def name_of(shown: Shown) -> str:
    return MAGIC_CARD if isinstance(shown, MagicCard) else LUCKY_PLAYER


def at_place(shown: Shown, place_of: Callable[[int], int]) -> Shown:
    """*shown* told by places instead of the rulebook's seats."""
    match shown:
        case LuckyPlayer(seat=seat):
            return LuckyPlayer(place_of(seat))
        case MagicCard(held_by=None):
            return shown
        case MagicCard(card=card, held_by=held_by, in_doubt=in_doubt):
            return MagicCard(card, tuple(map(place_of, held_by or ())), tuple(map(place_of, in_doubt)))


def winners(shown: Shown, hands: Iterable[Hand]) -> tuple[int, ...]:
    """The seats in play that win, each once, seat 1 first: changed and folded hands too (ARI 3.5.2)."""
    return tuple(sorted({hand.seat for hand in hands if hand.in_play and _wins(shown, hand)}))


def _wins(shown: Shown, hand: Hand) -> bool:
    match shown:
        case LuckyPlayer(seat=seat):
            return hand.seat == seat
        case MagicCard(card=card, held_by=None):
            return card in hand.cards
        case MagicCard(card=card, held_by=held_by, in_doubt=in_doubt):
            return hand.seat in (held_by or ()) or (hand.seat in in_doubt and card in hand.cards)
