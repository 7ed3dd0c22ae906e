"""Tables as the floor sees them: they number claims, keep what was not answered, and record every answer."""

from msgspec.structs import replace

from daemon.floor.database import Connection
from daemon.floor.enrolment import enrol, make_pot
from daemon.floor.store import Enrolled, Store
from daemon.keys import Pair, new_pair
from table_core.progressive import course
from table_core.progressive.claims import Annulled, AnyClaim, Contributed, Decided, Reviewed
from table_core.progressive.contribution import SideBet
from table_core.progressive.ledger import Key, Pot, PotMovement, PotSeeded, Sums
from table_core.progressive.prizes import Hand
from table_core.progressive.terms import Terms
from tests.unit.progressive.hands import TERMS, hand

PLAN, DIGEST, POT = "PA-1", "d1" * 32, "pozo"
PAPERS = (PLAN, DIGEST, TERMS)
PEOPLE = ("Ana Rojas", "Luis Soto")


def open_pot(db: Connection, *tables: str, main: int = 5_000_000, reserve: int = 0) -> list[Enrolled]:
    """A seeded pot and its tables, each with a key nobody holds the secret of."""
    seed_pot(db, main, reserve)
    return [enrol(db, POT, table, new_pair().public, PAPERS, PEOPLE) for table in tables]


def open_for(db: Connection, *tables: str, main: int = 5_000_000) -> dict[str, Pair]:
    """A seeded pot and its tables, with the keys they hold."""
    seed_pot(db, main, 0)
    pairs = {table: new_pair() for table in tables}
    for table, pair in pairs.items():
        enrol(db, POT, table, pair.public, PAPERS, PEOPLE)
    return pairs


def seed_pot(db: Connection, main: int, reserve: int, terms: Terms = TERMS) -> None:
    pot = make_pot(db, POT, PLAN, DIGEST, terms)
    seed = PotSeeded(Key(POT, 1), PLAN, main, reserve)
    Store(db, "prueba").post_own(pot, POT, seed)


class Cloth:
    """One table's claims, from 1 without a gap."""

    def __init__(self, table: str, terms: Terms = TERMS, plan: str = PLAN) -> None:
        self.table = table
        self.terms = terms
        self.plan = plan
        self.passes = 0
        self.made: list[AnyClaim] = []
        self.answers: dict[int, Decided] = {}

    @property
    def next(self) -> int:
        return len(self.made) + 1

    def contribute(self, *bets: SideBet) -> Contributed:
        self.passes += 1
        stakes = bets or (SideBet(1, 1), SideBet(2, 2))
        moved = course.locked(self.terms, Pot(), self.table, self.plan, self.passes, stakes)
        claim = Contributed(self.next, replace(moved, key=Key(self.table, self.next)))
        self.made.append(claim)
        return claim

    def annul(self, *seats: int, before: tuple[int, ...] = ()) -> Annulled:
        claim = Annulled(self.next, self._contributed(), seats, before)
        self.made.append(claim)
        return claim

    def review(self, *hands: Hand, void: tuple[int, ...] = (), of: int = 0) -> Reviewed:
        claim = Reviewed(self.next, of or self._contributed(), hands or (hand(1, "nothing"),), (), void)
        self.made.append(claim)
        return claim

    @property
    def unanswered(self) -> list[AnyClaim]:
        return [claim for claim in self.made if claim.seq not in self.answers]

    def hear(self, answer: Decided) -> None:
        """What was answered before must be answered the same again."""
        assert self.answers.setdefault(answer.seq, answer) == answer

    @property
    def movements(self) -> list[PotMovement]:
        return [movement for _, answer in sorted(self.answers.items()) for movement in answer.movements]

    @property
    def books(self) -> Sums:
        """What it was answered, in all."""
        total = Sums()
        for movement in self.movements:
            total = total.plus(movement.sums)
        return total

    def _contributed(self) -> int:
        return max(claim.seq for claim in self.made if isinstance(claim, Contributed))
