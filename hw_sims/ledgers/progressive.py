"""The money of a progressive in a journal: every movement posted again, every prize due paid for by one."""

from collections.abc import Iterable

from table_core.progressive.ledger import Movement, MovementRefused, Pot, PotMovement, PrizesAwarded, post
from table_core.progressive.operations import ClaimAnswered, PrizeConfirmed
from table_core.record import Entry


def balanced(entries: Iterable[Entry]) -> bool:
    """Whether the pot's two sides agree after every movement, and prizes confirmed are those it paid.

    A linked table knows only its own part of the pot: each answer of the floor must agree by itself.
    """
    pot, awarded, confirmed = Pot(), 0, 0
    for entry in entries:
        moved: tuple[PotMovement, ...] = ()
        if isinstance(entry, ClaimAnswered):
            moved = entry.decided.movements
            if not all(movement.sums.balanced for movement in moved):
                return False
        elif isinstance(entry, Movement):
            moved = (entry,)
            try:
                pot = post(pot, entry)
            except MovementRefused:
                return False
        awarded += sum(_given(movement) for movement in moved)
        if isinstance(entry, PrizeConfirmed):
            confirmed += entry.due.payment.amount
    return pot.sums.balanced and awarded == confirmed


def _given(movement: PotMovement) -> int:
    if not isinstance(movement, PrizesAwarded):
        return 0
    return sum(payment.amount for payment in (*movement.payments, *movement.promo))
