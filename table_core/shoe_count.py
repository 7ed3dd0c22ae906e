"""Which cards can still exist: every card that left the shoe, against the decks that went in. Decides nothing.

A question (`judge`, `judge_cut_card`, ...) answers with an `Impossible` or None; a fold (`drawn`, `put_back`, ...) is
total, because what happened is a fact even when it cannot be. Both take the same time whatever lies outside.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from table_core.cards import DECK, Card

DECK_CARDS = len(DECK)
_PLACE = {card: place for place, card in enumerate(DECK)}
_BYTE = tuple(bytes((value,)) for value in range(256))
_MOST_COPIES = 255

Why = Literal[
    "too_many_copies",
    "beyond_the_shoe",
    "not_the_card_put_back",
    "put_back_not_allowed",
    "put_back_never_left",
    "cut_card_too_early",
    "cut_card_too_late",
    "cut_card_twice",
    "cards_not_conserved",
]
Remainder = Literal["unknown", "counted", "read"]


class Impossible(Struct, frozen=True):
    """What cannot be, the card it is about, and the numbers that say so: *found* where *wanted* is the bound."""

    why: Why
    found: int
    wanted: int
    card: Card | None = None


class CutWindow(Struct, frozen=True):
    """How many cards may have left the shoe when the cut card comes out."""

    earliest: int
    latest: int


class ShoeCount(Struct, frozen=True):
    """*out*: copies of each card known outside, in the order of DECK; *unread*: cards outside whose face nobody read.

    *loose*: cards fed back unread into a continuous machine; so many of *out* are inside again, nobody knows which.
    *loaded*: the cards a machine or a person counted in. *due*: a card put back, which must come out next.
    *returned*: cards that went back in, and count again for whoever counts what passes the mouth.
    """

    decks: int
    loaded: int
    out: bytes = bytes(DECK_CARDS)
    unread: int = 0
    loose: int = 0
    drawn: int = 0
    returned: int = 0
    due: Card | None = None
    window: CutWindow | None = None
    cut_at: int | None = None
    remainder: Remainder = "unknown"
    behind: int = 0

    @property
    def left(self) -> int:
        """Cards that should still be inside; negative when more came out than went in."""
        return self.loaded - self.drawn

    def copies_out(self, card: Card) -> int:
        return self.out[_PLACE[card]]

    def copies_left(self, card: Card) -> tuple[int, int]:
        """The fewest and the most copies of *card* that can be inside now."""
        known = self.decks - self.copies_out(card)
        most = min(known + self.loose, self.decks, self.left)
        return max(0, known - self.unread), max(0, most)


class Balance(Struct, frozen=True):
    """*missing* and *extra* are certain. *difference*: cards too many (or, negative, too few); None: unknown.

    *exact*: every card was read, so nothing else is missing or extra.
    """

    exact: bool
    difference: int | None
    missing: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether the cards are proven to be all there and none besides."""
        return self.exact and not self.missing and not self.extra


def new_shoe(decks: int, *, counted: int | None = None, window: CutWindow | None = None) -> ShoeCount:
    """A shoe of *decks*; *counted* is what the shuffler or a person counted in, where somebody did."""
    return ShoeCount(decks, decks * DECK_CARDS if counted is None else counted, window=window)


def cut_window(cards: int, behind: int, tolerance: int = 0) -> CutWindow:
    """Where a cut card with *behind* cards behind it comes out, give or take *tolerance*, in a shoe of *cards*."""
    return CutWindow(max(0, cards - behind - tolerance), min(cards, cards - behind + tolerance))


# What a card does


def judge(count: ShoeCount, card: Card | None) -> Impossible | None:
    """Why *card* (None: unread) cannot be the next one out of this shoe."""
    if count.left <= 0:
        return Impossible("beyond_the_shoe", count.drawn + 1, count.loaded, card)
    if card is None:
        return None
    if count.due is not None and card != count.due:
        return Impossible("not_the_card_put_back", count.drawn + 1, count.drawn + 1, card)
    return judge_face(count, card)


def judge_face(count: ShoeCount, card: Card) -> Impossible | None:
    """Why no further copy of *card* can be outside: a drawn one, or one shown that was not read when drawn."""
    copies = count.out[_PLACE[card]]
    if copies < count.decks + count.loose:
        return None
    return Impossible("too_many_copies", copies + 1, count.decks, card)


def drawn(count: ShoeCount, card: Card | None) -> ShoeCount:
    """The count after a card left the shoe: dealt, burned, or lying where nobody knows."""
    if card is None:
        return replace(count, unread=count.unread + 1, drawn=count.drawn + 1, due=None)
    place = _PLACE[card]
    if count.loose and count.out[place] >= count.decks:
        # All its copies were outside: this one is a card fed back unread, out again.
        return replace(count, loose=count.loose - 1, drawn=count.drawn + 1, due=None)
    return replace(count, out=_changed(count.out, place, 1), drawn=count.drawn + 1, due=None)


def faced(count: ShoeCount, card: Card) -> ShoeCount:
    """The count after the face of a card drawn unread became known."""
    return replace(count, out=_changed(count.out, _PLACE[card], 1), unread=max(0, count.unread - 1))


def corrected(count: ShoeCount, before: Card | None, after: Card | None) -> ShoeCount:
    """The count after a card that was taken for *before* turned out to be *after* (None: unread)."""
    back = _gone(count, before)
    if after is None:
        return replace(back, unread=back.unread + 1)
    return replace(back, out=_changed(back.out, _PLACE[after], 1))


# Cards that go back


def judge_put_back(count: ShoeCount, card: Card | None, *, allowed: bool) -> Impossible | None:
    """Why *card* cannot return to the shoe: the text does not let it (*allowed*), or it never left."""
    if not allowed:
        return Impossible("put_back_not_allowed", 1, 0, card)
    if not (count.unread if card is None else count.copies_out(card)):
        return Impossible("put_back_never_left", 1, 0, card)
    return None


def put_back(count: ShoeCount, card: Card | None) -> ShoeCount:
    """The count after *card* went back to the mouth of the shoe: it comes out next and is no second copy."""
    return replace(_gone(count, card), drawn=count.drawn - 1, returned=count.returned + 1, due=card)


def fed_back(count: ShoeCount, cards: Iterable[Card | None]) -> ShoeCount:
    """The count after known *cards* went back into a continuous machine; None: one that was never read."""
    for card in cards:
        count = replace(_gone(count, card), drawn=count.drawn - 1, returned=count.returned + 1)
    return count


def fed_back_unsorted(count: ShoeCount, number: int) -> ShoeCount:
    """The count after *number* cards went back into a continuous machine, nobody knows which of those outside.

    Where those are all that were outside, everybody knows.
    """
    count = replace(count, returned=count.returned + number)
    if number >= count.drawn:
        return replace(count, out=bytes(DECK_CARDS), unread=0, loose=0, drawn=count.drawn - number)
    return replace(count, loose=count.loose + number, drawn=count.drawn - number)


def judge_inside(count: ShoeCount, inside: int) -> Impossible | None:
    """Why a machine cannot hold *inside* cards: inside and outside together are the decks."""
    whole = count.decks * DECK_CARDS
    if count.drawn + inside == whole:
        return None
    return Impossible("cards_not_conserved", count.drawn + inside, whole)


# The cut card and the end


def judge_cut_card(count: ShoeCount) -> Impossible | None:
    """Why the cut card cannot come out now, by the depth at which it was put in."""
    if count.cut_at is not None:
        return Impossible("cut_card_twice", count.drawn, count.cut_at)
    if count.window is None:
        return None
    if count.drawn < count.window.earliest:
        return Impossible("cut_card_too_early", count.drawn, count.window.earliest)
    if count.drawn > count.window.latest:
        return Impossible("cut_card_too_late", count.drawn, count.window.latest)
    return None


def cut_card_overdue(count: ShoeCount) -> bool:
    """Whether more cards are out than can lie before the cut card, and it has not been seen."""
    return count.cut_at is None and count.window is not None and count.drawn > count.window.latest


def cut_card_out(count: ShoeCount) -> ShoeCount:
    return replace(count, cut_at=count.drawn)


def remainder_read(count: ShoeCount, cards: Iterable[Card]) -> ShoeCount:
    """The count after every card left in the shoe was read, through the reader or by sorting."""
    for card in cards:
        count = drawn(count, card)
    return replace(count, remainder="read")


def remainder_counted(count: ShoeCount, number: int) -> ShoeCount:
    """The count after the cards left in the shoe were counted without being read."""
    return replace(count, remainder="counted", behind=number)


def balance(count: ShoeCount) -> Balance:
    """What the decks lack and what they have too much, as far as it is certain."""
    whole = count.decks * DECK_CARDS
    most = count.decks + count.loose
    extra = _named(copies - most for copies in count.out)
    if count.remainder == "unknown":
        return Balance(False, None if count.loaded == whole else count.loaded - whole, extra=extra)
    faceless = count.unread + count.behind
    missing = _named(count.decks - copies - faceless for copies in count.out)
    exact = not faceless and not count.loose
    return Balance(exact, count.drawn + count.behind - whole, missing, extra)


def _named(copies: Iterable[int]) -> tuple[Card, ...]:
    """Each card of the deck as often as its number says; not at all where that is none or less."""
    return tuple(card for card, number in zip(DECK, copies, strict=True) if number > 0 for _ in range(number))


def _gone(count: ShoeCount, card: Card | None) -> ShoeCount:
    """Without one card that was taken for *card*, wherever it is now."""
    if card is None:
        return replace(count, unread=max(0, count.unread - 1))
    return replace(count, out=_changed(count.out, _PLACE[card], -1))


def _changed(out: bytes, place: int, by: int) -> bytes:
    copies = min(max(out[place] + by, 0), _MOST_COPIES)
    return out[:place] + _BYTE[copies] + out[place + 1 :]
