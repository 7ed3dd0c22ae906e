"""The money of a progressive in a journal: every movement posted again, every prize due paid for by one."""

from collections.abc import Iterable

from table_core.progressive.ledger import Movement, MovementRefused, Pot, PrizesAwarded, post
from table_core.progressive.operations import PrizeConfirmed
from table_core.record import Entry


def balanced(entries: Iterable[Entry]) -> bool:
    """Whether the pot's two sides agree after every movement, and prizes confirmed are those it paid."""
    pot, awarded, confirmed = Pot(), 0, 0
    for entry in entries:
        if isinstance(entry, Movement):
            try:
                pot = post(pot, entry)
            except MovementRefused:
                return False
        if isinstance(entry, PrizesAwarded):
            awarded += sum(payment.amount for payment in (*entry.payments, *entry.promo))
        if isinstance(entry, PrizeConfirmed):
            confirmed += entry.due.payment.amount
    return pot.sums.balanced and awarded == confirmed
