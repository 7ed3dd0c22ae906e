"""A table at a shared pot: the link to the floor, its answers, and what happens to the bets when it is silent.

Before the lock nothing stands without the floor: bets go back, lamps off, seats closed. After the lock the lamps stay,
and what the floor has to say is waited for.
"""

from table_core.decision import Decision
from table_core.events import DeviceEvent, LinkLost, LinkRestored
from table_core.floor_events import FloorDecided, FloorRefused, FloorUnclear, FloorWelcomed, PotHeard
from table_core.progressive import linked
from table_core.progressive.claims import Decided, PotValue, Reviewed
from table_core.progressive.ledger import PrizesAwarded
from table_core.progressive.operations import ClaimAnswered, PotShown, SeatClosed, SeatReopened, SidePassEnded
from table_core.progressive.setup import SideSetup
from table_core.reconciler.progressive.pot import CONTRADICTS
from table_core.reconciler.progressive.prizes import PrizeFlow
from table_core.table import DeviceLinked

LOST, REFUSES = "floor.link_lost", "side.floor_refuses"


class FloorSide:
    def __init__(self, setup: SideSetup, prizes: PrizeFlow, table: str) -> None:
        self._setup = setup
        self._prizes = prizes
        self._table = table

    def heard(self, decision: Decision, event: DeviceEvent) -> bool:
        """Take in what the floor said; False: it was not the floor."""
        if getattr(event, "device", None) != self._setup.floor:
            return False
        match event:
            case FloorWelcomed():
                self._welcomed(decision, event)
            case FloorRefused(code=code, detail=detail, claim=claim):
                if claim is None:
                    self._lost(decision, detail)
                decision.fault(REFUSES, detail=f"{code}: {detail}", device=self._setup.floor)
            case FloorDecided(decided=decided):
                self._decided(decision, decided)
            case PotHeard(value=value):
                self._told(decision, value)
            case FloorUnclear(detail=detail):
                self._contradicts(decision, detail)
            case LinkLost(reason=reason):
                self._lost(decision, reason)
            case LinkRestored():
                pass  # a connection is not yet a floor that takes this table in
            case _:
                return False
        return True

    # The link

    def _welcomed(self, decision: Decision, event: FloorWelcomed) -> None:
        known = decision.state.progressive.linked
        if event.pot != self._setup.pot:
            self._contradicts(decision, f"el piso lleva el pozo {event.pot}, la mesa {self._setup.pot}")
            return
        if not known.knows(event.answered):
            detail = f"el piso respondió hasta {event.answered}; la mesa hizo {known.next_claim - 1}"
            self._contradicts(decision, f"{detail} y anotó respuestas hasta {known.answered}")
            return
        decision.record(DeviceLinked(event.device, "up"))
        for code in (LOST, REFUSES):
            decision.clear(code, event.device, "el piso volvió")
        for seat, why in decision.state.progressive.closed_for.items():
            if why == "floor":
                decision.record(SeatReopened(seat))

    def _lost(self, decision: Decision, reason: str) -> None:
        decision.record(DeviceLinked(self._setup.floor, "down"))
        self._let_go(decision)
        side = decision.state.progressive
        for seat in range(1, self._setup.places + 1):
            if not side.betting.seat(seat).closed:
                decision.record(SeatClosed(seat, "floor"))
        decision.fault(LOST, detail=reason, device=self._setup.floor)

    def _let_go(self, decision: Decision) -> None:
        """What is not locked cannot be raised any more: it goes back, and the pass has no side bets."""
        side = decision.state.progressive
        if side.phase not in ("open", "locking"):
            return
        laid = {seat: side.betting.seat(seat).bet for seat in sorted(side.lit)}
        for seat in laid:
            decision.record(SeatClosed(seat, "floor"))
        decision.record(SidePassEnded())
        for seat, staked in laid.items():
            detail = f"puesto {seat}: {staked} créditos (NO_FLOOR)"
            decision.fault("side.bet_returned", detail=detail, device=f"puesto {seat}")

    # Answers

    def _decided(self, decision: Decision, decided: Decided) -> None:
        known = decision.state.progressive.linked
        match linked.heard(known, decided, self._table, self._setup.pot):
            case "conflict":
                self._contradicts(decision, f"otra respuesta a {decided.seq} que la que corresponde")
            case "new":
                asked = known.pending[0]
                decision.record(ClaimAnswered(decided))
                decision.clear(REFUSES, self._setup.floor, "el piso respondió")
                first = decided.movements[0]
                if isinstance(asked.claim, Reviewed) and isinstance(first, PrizesAwarded):
                    self._prizes.answered(decision, asked.claim, first, asked.by or "")

    def _told(self, decision: Decision, value: PotValue) -> None:
        if value.pot != self._setup.pot:
            self._contradicts(decision, f"el piso muestra el pozo {value.pot}, la mesa juega por {self._setup.pot}")
            return
        known = decision.state.progressive.linked
        match linked.news_of(known, value):
            case "conflict":
                self._contradicts(decision, f"dos montos del pozo en el lugar {value.place}")
            case "new":
                decision.record(PotShown(value, linked.is_news(known, value, self._table)))

    def _contradicts(self, decision: Decision, detail: str) -> None:
        """One of the two is wrong, and nobody here can tell which: no side bet until a person has looked."""
        self._let_go(decision)
        decision.fault(CONTRADICTS, detail=detail, device=self._setup.floor)
