"""Where a pass's money goes: the table's own pot moves at once; of a shared one the floor says how it moves."""

from collections.abc import Sequence
from typing import Protocol

from msgspec.structs import replace

from table_core.decision import Decision
from table_core.progressive import course, orders
from table_core.progressive.claims import Annulled, Contributed, Reviewed
from table_core.progressive.complementary import Shown
from table_core.progressive.ledger import Key, PassContributed, Pot, PotCorrected, PrizesAwarded, Sums
from table_core.progressive.operations import ClaimMade
from table_core.progressive.prizes import Hand
from table_core.progressive.setup import SideSetup
from table_core.progressive.state import Progressive, valid_bets
from table_core.progressive.terms import Terms
from table_core.reconciler.progressive.refusal import refuse
from table_core.rulebook import RuleViolation

CONTRADICTS = "side.floor_contradicts"


class SidePot(Protocol):
    def seed(self, decision: Decision, order: orders.SeedPot, person: str) -> None: ...

    def correct(self, decision: Decision, order: orders.CorrectPot, person: str) -> None: ...

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
    def __init__(self, setup: SideSetup, table: str) -> None:
        self._setup = setup
        self._table = table

    def seed(self, decision: Decision, order: orders.SeedPot, person: str) -> None:
        """The first value: at least the plan's base, and no more than its limit."""
        pot, plan, terms = decision.state.progressive.pot, self._setup.plan, self._setup.terms
        if pot.last:
            raise refuse("POT_SEEDED", "el pozo ya tiene valor inicial; corríjalo si está mal", "4.2")
        if order.main < terms.base:
            detail = f"el plan da al pozo un valor inicial de {terms.base}; no puede partir con menos"
            raise refuse("BELOW_BASE", detail, "4.2")
        _within_limit(terms, order.main)
        reason = order.reason.strip() or f"valor inicial, plan {plan}"
        decision.record(course.seeded(pot, self._table, plan, order.main, order.reserve, by=person, reason=reason))

    def correct(self, decision: Decision, order: orders.CorrectPot, person: str) -> None:
        """A change without a prize: for a cause of the list, with a reason, and never under a pass in play."""
        side, terms = decision.state.progressive, self._setup.terms
        after = Sums(main=side.pot.main + order.main, reserve=side.pot.reserve + order.reserve)
        if not order.reason.strip():
            raise refuse("NO_REASON", "falta el motivo de la corrección", "3.4.1")
        if side.phase not in ("idle", "open"):
            detail = "hay apuestas en juego por este pozo; se corrige cuando el pase del progresivo termine"
            raise refuse("NOT_NOW", detail, "3.4.1")
        if min(after.main, after.reserve) < 0:
            raise refuse("OVERDRAWN", "el pozo no puede quedar bajo cero", "3.4.1")
        if order.cause == "house_money" and min(order.main, order.reserve) < 0:
            raise refuse("ONLY_ADDS", "la casa pone dinero en el pozo y no lo retira: baja solo por una falla", "4.2")
        if order.main > 0:
            _within_limit(side.terms or terms, after.main)
        key = side.pot.next_key(self._table)
        decision.record(
            PotCorrected(key, side.plan, order.main, order.reserve, person, order.reason, cause=order.cause)
        )

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

    def seed(self, decision: Decision, order: orders.SeedPot, person: str) -> None:
        raise self._kept_elsewhere()

    def correct(self, decision: Decision, order: orders.CorrectPot, person: str) -> None:
        raise self._kept_elsewhere()

    def _kept_elsewhere(self) -> RuleViolation:
        return refuse("POT_ON_FLOOR", f"el pozo {self._setup.pot} se lleva en el piso, no en una mesa", "4.2")

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


def _within_limit(terms: Terms, main: int) -> None:
    if terms.played_for(main) < main:
        detail = f"el plan pone al pozo un tope de {terms.pot_limit}; no puede quedar en {main}"
        raise refuse("OVER_LIMIT", detail, "4.2")


def _contributed(side: Progressive) -> PassContributed:
    if side.contributed is None:
        raise TypeError("a pass with valid bets has contributed")
    return side.contributed
