"""The pot told again from its rows alone, in their order: who won what, decided anew, and whether a row is missing."""

from collections import defaultdict

import msgspec
from msgspec import Struct

from daemon.floor import judging
from daemon.floor.database import Connection
from daemon.floor.judging import Pass
from daemon.floor.rows import claim_of, read_movement
from table_core.progressive import ledger
from table_core.progressive.claims import Annulled, Contributed, Reviewed
from table_core.progressive.ledger import ContributionReversed, PassContributed, Pot, PotMovement, PrizesAwarded
from table_core.progressive.terms import Terms

_ROWS = (
    "select place, maker, seq, claim, movement, because, contributed, seeded, main, reserve, commission, paid"
    " from entries where pot = %s order by place"
)


class Story(Struct, frozen=True):
    """*wins*: table, number of its claim and what it was paid, in the order of the pot."""

    pot: Pot
    movements: dict[str, list[PotMovement]]
    wins: list[tuple[str, int, int]]


def told_again(db: Connection, pot: int, name: str, terms: Terms) -> Story:
    """Every row posted in its order, every decision made anew from what lies below it. Fails where they differ."""
    told, wins = Pot(), []
    movements: dict[str, list[PotMovement]] = defaultdict(list)
    due: list[PotMovement] = []
    for place, maker, seq, kept, text, because, *amounts in db.execute(_ROWS.encode(), (pot,)).fetchall():
        movement = read_movement(text)
        assert (movement.key.table, movement.key.seq) == (maker, seq), place
        assert list(msgspec.structs.astuple(movement.sums)) == amounts, place
        if because is not None or due:
            assert movement == due.pop(0), f"{place} does not follow from {because}"
        elif maker != name:
            claim = claim_of(seq, kept, movement)
            if isinstance(claim, Contributed):
                judging.check_contribution(terms, maker, movement.plan, claim)
            else:
                first, *due = judging.decided(terms, told, name, claim, _pass_of(movements[maker], claim))
                assert first == movement, f"{place}: {maker} {seq} was decided otherwise"
        told = ledger.post(told, movement)
        movements[maker].append(movement)
        if isinstance(movement, PrizesAwarded) and movement.payments:
            wins.append((maker, seq, movement.sums.paid))
    assert not due
    return Story(told, dict(movements), wins)


def _pass_of(before: list[PotMovement], claim: Annulled | Reviewed) -> Pass:
    """What the table's rows so far say of the pass *claim* is about."""
    contributed = next(one for one in before if one.key.seq == claim.of)
    assert isinstance(contributed, PassContributed)
    later = before[before.index(contributed) + 1 :]
    same = [one for one in later if getattr(one, "pass_number", None) == contributed.pass_number]
    annulled = [seat for one in same if isinstance(one, ContributionReversed) for seat in one.seats]
    return Pass(contributed, tuple(annulled), any(isinstance(one, PrizesAwarded) for one in same))
