"""A table's end of a shared pot: what it claimed, what the floor answered, what it knows of the pot. A pure fold.

A claim is in the table's state, and so in its journal, before it is sent. Each leads to one movement of the table,
which bears the claim's number; a new base after a 100 % is the pot's own.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from table_core.progressive.claims import Annulled, AnyClaim, Contributed, Decided, LastWin, PotValue, Reviewed
from table_core.progressive.ledger import (
    ContributionReversed,
    Key,
    PotMovement,
    PotReseeded,
    PrizesAwarded,
    Sums,
)

ANSWERS_KEPT = 16
"""Of so many answers a second one is compared with the first; what comes later still is known by its number alone."""

Answer = Literal["new", "duplicate", "ahead", "conflict"]
_replace = msgspec.structs.replace


class Pending(Struct, frozen=True):
    """A claim without an answer; *by* is who had it made."""

    claim: AnyClaim
    by: str | None = None


class Linked(Struct, frozen=True):
    """*books*: this table's part in the pot's sums; *news*: a win elsewhere, until bets open here after it was paid."""

    next_claim: int = 1
    pending: tuple[Pending, ...] = ()
    answers: tuple[Decided, ...] = ()
    contributed: int = 0
    books: Sums = Sums()
    value: PotValue | None = None
    news: LastWin | None = None

    @property
    def answered(self) -> int:
        """The last claim that was answered."""
        return self.pending[0].claim.seq - 1 if self.pending else self.next_claim - 1

    @property
    def awaits_award(self) -> bool:
        """The hands were reviewed, and the floor has not yet said what they win."""
        return any(isinstance(one.claim, Reviewed) for one in self.pending)

    def knows(self, answered: int) -> bool:
        """Whether a floor that answered so many claims and this table's journal can both be whole."""
        return self.answered <= answered < self.next_claim


def claimed(linked: Linked, claim: AnyClaim, by: str | None) -> Linked:
    contributed = claim.seq if isinstance(claim, Contributed) else linked.contributed
    pending = (*linked.pending, Pending(claim, by))
    return _replace(linked, next_claim=claim.seq + 1, pending=pending, contributed=contributed)


def answered(linked: Linked, decided: Decided) -> Linked:
    books = linked.books
    for movement in decided.movements:
        books = books.plus(movement.sums)
    pending = tuple(one for one in linked.pending if one.claim.seq != decided.seq)
    return _replace(linked, pending=pending, answers=(*linked.answers, decided)[-ANSWERS_KEPT:], books=books)


def told(linked: Linked, value: PotValue, *, news: bool) -> Linked:
    return _replace(linked, value=value, news=value.win if news else linked.news)


def is_news(linked: Linked, value: PotValue, table: str) -> bool:
    """Whether *value* tells of a win at another table than *table*; of those before it listened, the one to be paid."""
    known, win = linked.value, value.win
    if win is None or win.table == table:
        return False
    if known is None:
        return value.pending
    return known.win is None or win.place > known.win.place


def still_news(linked: Linked) -> LastWin | None:
    """What is left of the news when bets are opened here: a win that is not paid yet stays on every display (R47)."""
    return linked.news if linked.value is not None and linked.value.pending else None


def heard(linked: Linked, decided: Decided, table: str, pot: str) -> Answer:
    """What to do with an answer: only the one to the oldest pending claim is taken, and only if it fits that claim."""
    if decided.seq > linked.answered + len(linked.pending) or decided.seq < 1:
        return "conflict"
    if decided.seq <= linked.answered:
        first = next((one for one in linked.answers if one.seq == decided.seq), decided)
        return "duplicate" if first == decided else "conflict"
    oldest = linked.pending[0].claim
    if decided.seq > oldest.seq:
        return "ahead"
    return "new" if _fits(oldest, decided.movements, table, pot) else "conflict"


def news_of(linked: Linked, value: PotValue) -> Answer:
    """Whether *value* is newer than what is known.

    Contributions are given their places before they are committed, beside each other: one with a lower place may come
    to stand later, and then the pot is worth more at the same place. Any other difference there is a contradiction.
    """
    known = linked.value
    if known is None or value.place > known.place:
        return "new"
    if value.place < known.place or value == known:
        return "duplicate"
    grown = value.main >= known.main and value.reserve >= known.reserve and value.pending <= known.pending
    return "new" if grown and value.win == known.win else "conflict"


def _fits(claim: AnyClaim, movements: Sequence[PotMovement], table: str, pot: str) -> bool:
    if not movements or not all(movement.sums.balanced for movement in movements):
        return False
    first, *rest = movements
    if first.key != Key(table, claim.seq):
        return False
    match claim:
        case Contributed(movement=movement):
            return first == movement and not rest
        case Annulled(seats=seats):
            return isinstance(first, ContributionReversed) and set(first.seats) == set(seats) and not rest
        case Reviewed():
            bases = [one for one in rest if isinstance(one, PotReseeded) and one.key.table == pot]
            return isinstance(first, PrizesAwarded) and rest == bases and len(rest) == first.grand
