"""Where a pass's money goes: the table's own pot moves at once; of a shared one the floor says how it moves."""

from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from table_core.decision import Decision
from table_core.progressive import course
from table_core.progressive.claims import Annulled, Contributed, Reviewed
from table_core.progressive.complementary import Shown
from table_core.progressive.ledger import Key, PassContributed, Pot, PrizesAwarded
from table_core.progressive.operations import ClaimMade
from table_core.progressive.prizes import Hand
from table_core.progressive.setup import SideSetup
from table_core.progressive.state import Progressive, valid_bets
from table_core.progressive.terms import Terms
from table_core.reconciler.progressive.refusal import refuse

CONTRADICTS = "side.floor_contradicts"


class SidePot(Protocol):
    def require(self, decision: Decision) -> None:
        """Raises RuleViolation where no side bet may be taken because of the pot."""
        ...

    def may_change_plan(self, side: Progressive) -> bool: ...

    def contribute(self, decision: Decision, terms: Terms, number: int) -> None: ...

    def take_back(self, decision: Decision, side: Progressive, seats: tuple[int, ...], by: str | None) -> None:
        """*seats* of a refunded pass were annulled; *side* is as it was before."""
        ...

    def award(
        self, decision: Decision, terms: Terms, hands: Sequence[Hand], shown: Sequence[Shown], by: str
    ) -> PrizesAwarded | None:
        """What the pot pays; None: the floor will say it. *hands* are told by places."""
        ...


class OwnPot:
    def __init__(self, table: str) -> None:
        self._table = table

    def require(self, decision: Decision) -> None:
        if not decision.state.progressive.pot.last:
            raise refuse("NO_POT", "el pozo todavía no tiene valor inicial; ordene seed", "4.2")

    def may_change_plan(self, side: Progressive) -> bool:
        return not side.accumulating

    def contribute(self, decision: Decision, terms: Terms, number: int) -> None:
        side = decision.state.progressive
        decision.record(course.locked(terms, side.pot, self._table, side.plan, number, valid_bets(side)))

    def take_back(self, decision: Decision, side: Progressive, seats: tuple[int, ...], by: str | None) -> None:
        """What is left of the pass is computed without the seats; seats annulled before stay annulled."""
        if side.terms is None:
            raise TypeError("a pass is played under a plan")
        contributed = _contributed(side)
        bets = tuple(bet for bet in contributed.bets if bet.seat not in side.void)
        decision.record(course.annulled(side.terms, side.pot, replace(contributed, bets=bets), seats))

    def award(
        self, decision: Decision, terms: Terms, hands: Sequence[Hand], shown: Sequence[Shown], by: str
    ) -> PrizesAwarded | None:
        side = decision.state.progressive
        moved = course.reviewed(terms, side.pot, _contributed(side), hands, shown, side.void)
        decision.record(*moved)
        return next(one for one in moved if isinstance(one, PrizesAwarded))


class SharedPot:
    """Nothing here knows what the pot holds; the plan may change when the floor takes the table in under it."""

    def __init__(self, setup: SideSetup, table: str) -> None:
        self._setup = setup
        self._table = table

    def require(self, decision: Decision) -> None:
        state, linked = decision.state, decision.state.progressive.linked
        if state.links.get(self._setup.floor) != "up":
            raise refuse("NO_FLOOR", "sin comunicación con el piso no se toman apuestas al progresivo", "3.4.1")
        if state.open_incident(CONTRADICTS) is not None:
            raise refuse("FLOOR_CONTRADICTS", "el piso y la mesa se contradicen; resuelva ese incidente", "4.2")
        if linked.pending:
            raise refuse("CLAIMS_PENDING", "el piso aún no confirma el pase anterior", "4.2")
        if linked.value is None or linked.value.place == 0:
            raise refuse("NO_POT", "el pozo compartido todavía no tiene valor inicial", "4.2")

    def may_change_plan(self, side: Progressive) -> bool:
        return True

    def contribute(self, decision: Decision, terms: Terms, number: int) -> None:
        side = decision.state.progressive
        made = course.locked(terms, Pot(), self._table, side.plan, number, valid_bets(side))
        claim = side.linked.next_claim
        decision.record(ClaimMade(Contributed(claim, replace(made, key=Key(self._table, claim)))))

    def take_back(self, decision: Decision, side: Progressive, seats: tuple[int, ...], by: str | None) -> None:
        linked = side.linked
        decision.record(ClaimMade(Annulled(linked.next_claim, linked.contributed, seats, side.void), by))

    def award(
        self, decision: Decision, terms: Terms, hands: Sequence[Hand], shown: Sequence[Shown], by: str
    ) -> PrizesAwarded | None:
        side = decision.state.progressive
        linked = side.linked
        claim = Reviewed(linked.next_claim, linked.contributed, tuple(hands), tuple(shown), side.void)
        decision.record(ClaimMade(claim, by))
        return None


def _contributed(side: Progressive) -> PassContributed:
    if side.contributed is None:
        raise TypeError("a pass with valid bets has contributed")
    return side.contributed
