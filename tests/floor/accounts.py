"""What a table's own journal says of the shared pot, read from its file: claims, answers, and the money of both."""

from collections import defaultdict
from pathlib import Path

from msgspec import Struct

from daemon.floor.database import Connection
from daemon.floor.rows import read_movement
from daemon.journal import open_reader, read_rows
from table_core.progressive.claims import AnyClaim, Contributed, Decided
from table_core.progressive.ledger import PotMovement, PrizesAwarded, Sums
from table_core.progressive.operations import ClaimAnswered, ClaimMade


class Account(Struct, frozen=True):
    """In the order of the journal."""

    table: str
    claims: list[AnyClaim]
    answers: list[Decided]

    @property
    def movements(self) -> list[PotMovement]:
        return [movement for answer in self.answers for movement in answer.movements]

    @property
    def sums(self) -> Sums:
        total = Sums()
        for movement in self.movements:
            total = total.plus(movement.sums)
        return total

    @property
    def wins(self) -> list[tuple[int, str, int, int]]:
        """Place, table, number of the claim and what was paid, of every award that paid something."""
        return [
            (answer.place, self.table, answer.seq, movement.sums.paid)
            for answer in self.answers
            for movement in answer.movements
            if isinstance(movement, PrizesAwarded) and movement.payments
        ]

    @property
    def bets(self) -> set[tuple[int, int]]:
        """The number of each contribution with each seat that is in it."""
        given = [claim for claim in self.claims if isinstance(claim, Contributed)]
        return {(claim.seq, bet.seat) for claim in given for bet in claim.movement.bets}


def movements_of(db: Connection) -> dict[str, list[PotMovement]]:
    """What stands at the floor, by maker, in the order of their numbers."""
    told: dict[str, list[PotMovement]] = defaultdict(list)
    for maker, text in db.execute("select maker, movement from entries order by maker, seq").fetchall():
        told[maker].append(read_movement(text))
    return dict(told)


def account_of(table: str, data: Path) -> Account:
    """From the journal in *data*."""
    db = open_reader(data)
    try:
        entries = [row.entry() for row in read_rows(db)]
    finally:
        db.close()
    claims = [entry.claim for entry in entries if isinstance(entry, ClaimMade)]
    answers = [entry.decided for entry in entries if isinstance(entry, ClaimAnswered)]
    return Account(table, claims, answers)
