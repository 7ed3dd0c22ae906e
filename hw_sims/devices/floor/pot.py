"""A shared pot in memory: what a floor decides about the claims of its tables, without a database. A model, no server.

Same fold, same answers; it forgets everything when it ends. For worlds, scenarios and trials of a table alone.
"""

from msgspec import Struct
from msgspec.structs import replace

from table_core.progressive import course
from table_core.progressive.claims import (
    Annulled,
    AnyClaim,
    Contributed,
    Decided,
    LastWin,
    PotValue,
    Reviewed,
)
from table_core.progressive.ledger import (
    Key,
    MovementRefused,
    PassContributed,
    Pot,
    PotMovement,
    PotReseeded,
    PrizesAwarded,
    post,
)
from table_core.progressive.prizes import table_of
from table_core.progressive.terms import Terms


class ClaimRefused(Exception):
    """A claim the floor does not take; nothing was changed."""

    def __init__(self, code: str, detail: str, seq: int) -> None:
        super().__init__(f"{code}: {detail}")
        self.code, self.detail, self.seq = code, detail, seq


class Answered(Struct, frozen=True):
    claim: AnyClaim
    decided: Decided


class PotModel:
    """One pot and everything its tables ever claimed; `place` counts its movements."""

    def __init__(self, name: str, terms: Terms, main: int, reserve: int = 0, plan: str = "PA-1") -> None:
        self.name = name
        self.terms = terms
        self.pot = Pot()
        self.place = 0
        self.win: LastWin | None = None
        self.pending = False
        self.movements: list[PotMovement] = []
        self._answers: dict[str, list[Answered]] = {}
        self._post(course.seeded(self.pot, name, plan, main, reserve))

    @property
    def value(self) -> PotValue:
        return PotValue(self.name, self.pot.main, self.pot.reserve, self.place, self.win, self.pending)

    def answered(self, table: str) -> int:
        return len(self._answers.get(table, ()))

    def decide(self, table: str, claim: AnyClaim) -> Decided:
        """The answer to *claim*: the same one whenever it comes again. Raises ClaimRefused."""
        known = self._answers.setdefault(table, [])
        if 1 <= claim.seq <= len(known):
            if known[claim.seq - 1].claim != claim:
                raise ClaimRefused("CONFLICT", f"{table} {claim.seq} was another claim", claim.seq)
            return known[claim.seq - 1].decided
        if claim.seq != len(known) + 1:
            raise ClaimRefused("GAP", f"{table}: after {len(known)} came {claim.seq}", claim.seq)
        try:
            moved = self._moves(table, claim)
            for movement in moved:
                self._post(movement)
                if isinstance(movement, PassContributed) and self.win is not None and self.win.table == table:
                    self.pending = False
        except MovementRefused as refused:
            raise ClaimRefused(refused.code, str(refused), claim.seq) from refused
        decided = Decided(claim.seq, tuple(moved), self.place)
        known.append(Answered(claim, decided))
        self._note_win(table, moved)
        return decided

    def _moves(self, table: str, claim: AnyClaim) -> list[PotMovement]:
        match claim:
            case Contributed(movement=movement):
                again = course.locked(self.terms, self.pot, table, movement.plan, movement.pass_number, movement.bets)
                if again != movement:
                    raise ClaimRefused("DIFFERS", f"{table} {claim.seq} is divided otherwise", claim.seq)
                return [movement]
            case Annulled(of=of, seats=seats, before=before):
                given = self._given(table, of, claim.seq)
                left = replace(given, bets=tuple(bet for bet in given.bets if bet.seat not in before))
                return [course.annulled(self.terms, self.pot, left, seats)]
            case Reviewed(of=of, hands=hands, shown=shown, void=void):
                given = self._given(table, of, claim.seq)
                moved = course.reviewed(self.terms, self.pot, given, hands, shown, void)
                return [self._own(one) if isinstance(one, PotReseeded) else one for one in moved]

    def _given(self, table: str, of: int, seq: int) -> PassContributed:
        known = self._answers[table]
        claim = known[of - 1].claim if 1 <= of <= len(known) else None
        if not isinstance(claim, Contributed):
            raise ClaimRefused("NO_PASS", f"{table}: {of} contributed nothing", seq)
        return claim.movement

    def _own(self, movement: PotReseeded) -> PotReseeded:
        """A new base is the pot's movement, not the table's."""
        return replace(movement, key=Key(self.name, self.pot.next_key(self.name).seq))

    def _post(self, movement: PotMovement) -> None:
        self.pot = post(self.pot, movement)
        self.movements.append(movement)
        self.place += 1

    def _note_win(self, table: str, moved: list[PotMovement]) -> None:
        shares = {prize.name for prize in table_of(self.terms) if prize.kind == "share"}
        for one in moved:
            for payment in one.payments if isinstance(one, PrizesAwarded) else ():
                if payment.prize in shares and payment.amount:
                    self.win = LastWin(self.place, table, payment.seat, payment.prize, payment.amount)
                    self.pending = True
