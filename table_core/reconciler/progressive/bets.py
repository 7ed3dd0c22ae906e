"""Side bets at a running table: credits, presses, chips, the lock and its read-back, annulment. No I/O."""

from table_core.decision import Decision
from table_core.progressive import betting, orders
from table_core.progressive.betting import Betting, Refusal
from table_core.progressive.operations import (
    AntesNoted,
    ChipsIn,
    CreditsBought,
    CreditsBoughtBack,
    JudgedSeat,
    LockOrdered,
    PlanAdopted,
    SeatClosed,
    SideBetLaid,
    SideBetRefused,
    SideBetsAnnulled,
    SideBetsLocked,
    SideBetsOpened,
)
from table_core.progressive.setup import SideSetup
from table_core.progressive.state import Closed, Progressive
from table_core.progressive.terms import Terms
from table_core.reconciler.progressive.game import Game
from table_core.reconciler.progressive.pot import SidePot
from table_core.reconciler.progressive.refusal import refuse

FLOOD = 10
"""So many refused presses or chips of one seat in one pass are no player any more (ours)."""


def at_seat(device: str, seat: int) -> str:
    """How an incident names one position of an acceptor line."""
    return f"{device}, puesto {seat}"


class SideBetting:
    def __init__(self, setup: SideSetup, game: Game, pot: SidePot) -> None:
        self.setup = setup
        self._game = game
        self._pot = pot

    def terms(self, side: Progressive) -> Terms:
        """The plan in force; before the first pass, the one that will be."""
        return side.terms or self.setup.terms

    # The pass

    def open(self, decision: Decision) -> None:
        side = decision.state.progressive
        if self.setup.faults:
            raise refuse(self.setup.faults[0], f"no se abre el progresivo: {', '.join(self.setup.faults)}", "4.2")
        if side.phase != "idle":
            detail = (
                "revise antes las manos y pague los premios del pase" if side.phase != "open" else "ya está abierta"
            )
            raise refuse("SIDE_UNDER_WAY", f"la apuesta al progresivo de este pase: {detail}")
        called = self._game.bets_called(decision.state)
        if decision.state.held or not decision.state.session.may_deal or called:
            raise refuse(
                "NOT_NOW",
                "se abre con la mesa abierta, sin incidentes que la detengan y antes del no va más",
                "3.5.1",
            )
        self._pot.require(decision)
        self._adopt_plan(decision)
        decision.record(SideBetsOpened(self.setup.kind))

    def _adopt_plan(self, decision: Decision) -> None:
        """A new plan only between jackpots: what players have paid in was paid in under the old one (ARI-4.2-r)."""
        side, setup = decision.state.progressive, self.setup
        if (side.plan, side.plan_digest) == (setup.plan, setup.plan_digest):
            return
        if side.plan and not self._pot.may_change_plan(side):
            detail = f"el pozo se acumula con el plan {side.plan}; {setup.plan} rige después del próximo pozo entregado"
            raise refuse("PLAN_MISMATCH", detail, "4.2")
        self._require_same_credits(side)
        if setup.terms.played_for(side.worth) < side.worth:
            detail = f"el pozo está en {side.worth}; el plan {setup.plan} le pone un tope de {setup.terms.pot_limit}"
            raise refuse("LIMIT_UNDER_POT", detail, "4.2")
        decision.record(PlanAdopted(setup.plan, setup.plan_digest, setup.terms))

    def _require_same_credits(self, side: Progressive) -> None:
        """Credits on a counter are worth what was paid for them: another value waits until they are given back."""
        left = [number for number, seat in sorted(side.betting.seats.items()) if seat.balance]
        if left and self.terms(side).credit_value != self.setup.terms.credit_value:
            detail = f"quedan créditos del valor anterior en los puestos {left}; antes se devuelven o se juegan"
            raise refuse("CREDITS_LEFT", detail, "3.4.1")

    # Credits

    def buy(self, decision: Decision, order: orders.BuyCredits, person: str) -> None:
        side = decision.state.progressive
        if self.setup.kind == "manual":
            raise refuse("NOT_ELECTRONIC", "la ranura no guarda créditos: se activan al entrar la ficha", "3.4.1")
        promo = order.means == "promo"
        if promo and not self.setup.promo:
            raise refuse("PROMO_NOT_AUTHORISED", "los créditos promocionales no están autorizados", "3.5.4")
        decision.record(CreditsBought(order.seat, order.credits, order.exchanged, order.means, person))
        price = 0 if promo else order.credits * self.terms(side).credit_value
        if order.exchanged != price:
            detail = f"puesto {order.seat}: {order.credits} créditos valen {price} y se cambiaron {order.exchanged}"
            decision.fault("side.exchange_differs", detail=detail, device=f"puesto {order.seat}")

    def buy_back(self, decision: Decision, order: orders.BuyBack, person: str) -> None:
        side = decision.state.progressive
        seat = side.betting.seat(order.seat)
        if side.phase != "idle":
            raise refuse("NOT_NOW", "los créditos se devuelven entre pases", "PRG-GAP-02")
        if order.credits > (seat.balance or 0):
            raise refuse("NO_CREDITS", f"quedan {seat.balance or 0} créditos en el puesto {order.seat}", "PRG-GAP-02")
        if order.credits > seat.bought:
            detail = f"puesto {order.seat}: se devuelven {seat.bought} créditos; los promocionales solo se juegan"
            raise refuse("PROMO_ONLY", detail, "3.5.4")
        amount = order.credits * self.terms(side).credit_value
        decision.record(CreditsBoughtBack(order.seat, order.credits, amount, person))

    # Bets

    def pressed(self, decision: Decision, device: str, seat: int, count: int) -> None:
        """The bet button: more than can be is refused and says why; it changes nothing (ARI-3.4.1-d)."""
        side = decision.state.progressive
        answer = self._closed(side) or betting.press(self.terms(side), side.betting, seat, count)
        if isinstance(answer, Betting):
            decision.record(SideBetLaid(seat, count, betting.promo_of(side.betting.seat(seat), count)))
            return
        decision.record(SideBetRefused(seat, count, answer))
        self._stop_flood(decision, device, seat, f"puesto {seat}: {FLOOD} pulsaciones")

    def chip(self, decision: Decision, device: str, seat: int, value: int | None) -> None:
        """A chip fell into a slot: it is counted, and it is a bet or is handed back (ARI-3.4.1-g, -h)."""
        side = decision.state.progressive
        if value:
            decision.record(ChipsIn(seat, value))
        count, rest = divmod(value or 0, self.terms(side).credit_value)
        if rest or not count:
            decision.record(SideBetRefused(seat, 0, "NOT_A_CREDIT", value or 0))
            self._hand_back(decision, device, seat, value, "no es un crédito")
            return
        answer = self._closed(side) or betting.insert(self.terms(side), side.betting, seat, count)
        if isinstance(answer, Betting):
            decision.record(SideBetLaid(seat, count))
            return
        decision.record(SideBetRefused(seat, count, answer, value))
        self._hand_back(decision, device, seat, value, answer)
        if side.locks.get(seat):
            decision.fault("side.lock_claimed", detail=f"puesto {seat}", device=at_seat(device, seat))
        self._stop_flood(decision, device, seat, f"puesto {seat}: {FLOOD} fichas")

    def _stop_flood(self, decision: Decision, device: str, seat: int, detail: str) -> None:
        """Nobody presses, or drops, so much that makes no bet: the seat leaves the progressive."""
        if decision.state.progressive.refusals.get(seat, 0) == FLOOD:
            self.close(decision, seat, "flood")
            decision.fault("side.button_flood", detail=detail, device=at_seat(device, seat))

    def _closed(self, side: Progressive) -> Refusal | None:
        return None if side.takes_bets else "LOCKED"

    def _hand_back(self, decision: Decision, device: str, seat: int, value: int | None, why: str) -> None:
        detail = f"puesto {seat}: devuelva {value or 'la ficha'} ({why})"
        decision.fault("side.hand_back", detail=detail, device=at_seat(device, seat))

    # Seats

    def close(self, decision: Decision, seat: int, reason: Closed, by: str | None = None) -> None:
        side = decision.state.progressive
        if not side.betting.seat(seat).closed or (side.closed_for.get(seat) == "floor" and reason != "floor"):
            decision.record(SeatClosed(seat, reason, by))

    # The lock

    def order_lock(self, decision: Decision, by: str | None) -> None:
        """A lit lamp proves a bet: no pass is locked while one shines for nobody."""
        if decision.state.progressive.phase != "open":
            raise refuse("NOT_OPEN", "la apuesta al progresivo no está abierta", "3.5.1")
        false_lamps = [one.detail for one in decision.state.incidents if one.code == "side.lamp_without_bet"]
        if false_lamps:
            detail = f"alumbra sin apuesta: {', '.join(false_lamps)}; antes de cerrar decide el jefe"
            raise refuse("LAMP_WITHOUT_BET", detail)
        decision.record(LockOrdered(by))
        self.lock_if_ready(decision)

    def lock_if_ready(self, decision: Decision) -> None:
        """Locked once every open acceptor read back its lock and every bet its lamp (3.4.1, 4.1)."""
        side = decision.state.progressive
        if side.phase == "locking" and not self.unlocked(side) and not self.unlit(side):
            self.lock(decision, implicit=False)

    def unlocked(self, side: Progressive) -> list[int]:
        """Seats whose acceptor has not read back its lock. An unconfirmed lock is no lock."""
        return [seat for seat, locked in side.locks.items() if not locked and not side.betting.seat(seat).closed]

    def unlit(self, side: Progressive) -> list[int]:
        """Seats with a bet whose lamp has not been read back since."""
        read = {seat for lamps in self.setup.lamps if lamps.confirms for seat in lamps.seats}
        return [seat for seat in sorted(side.lit & read) if side.betting.seat(seat).lamp is None]

    def lock_overdue(self, decision: Decision) -> None:
        """What was not read back in time is not trusted: those seats leave the progressive, their bets go back."""
        for seat in self.unlocked(decision.state.progressive):
            self.close(decision, seat, "lock")
            decision.fault("side.lock_unconfirmed", detail=f"puesto {seat}", device=f"puesto {seat}")
        self.lock(decision, implicit=False)

    def lock(self, decision: Decision, *, implicit: bool) -> None:
        """Judge every bet, record what stood, and post the contribution of the pass."""
        with_base_bet = self._game.base_bets(decision.state)
        if with_base_bet is not None:
            decision.record(AntesNoted(tuple(sorted(with_base_bet))))
        side = decision.state.progressive
        unlit, judged = self.unlit(side), side.betting
        for seat in unlit:
            judged = betting.lamp(judged, seat, "dark")
        judged = betting.lock(self.terms(side), judged)
        seats = tuple(JudgedSeat(seat, bet) for seat, bet in sorted(judged.seats.items()))
        decision.record(SideBetsLocked(implicit, seats, judged.returned, judged.review))
        self._report(decision, judged)
        side = decision.state.progressive
        if side.betting.accepted:
            number = decision.state.session.passes + (not decision.state.game.in_pass)
            self._pot.contribute(decision, self.terms(side), number)

    def _report(self, decision: Decision, judged: Betting) -> None:
        """Each bet that did not stand is told to the dealer; a lamp's fault goes to the supervisor too."""
        for returned in judged.returned:
            where = f"puesto {returned.seat}"
            code = "side.lamp_dark" if returned.reason == "LAMP_DARK" else "side.bet_returned"
            decision.fault(code, detail=f"{where}: {returned.credits} créditos ({returned.reason})", device=where)
        for seat in judged.review:
            decision.fault("side.lamp_dark", detail=f"puesto {seat}", device=f"puesto {seat}")

    # Annulment

    def annul(self, decision: Decision, seats: tuple[int, ...], by: str | None) -> None:
        """Take back exactly what these seats gave; no prize of any kind for them (PRG-GAP-01)."""
        side = decision.state.progressive
        seats = seats or tuple(side.in_play)
        unknown = [seat for seat in seats if seat not in side.in_play]
        if side.phase != "locked" or side.contributed is None or unknown:
            raise refuse("NOTHING_TO_ANNUL", f"no hay apuesta válida que anular en {list(seats)}", "PRG-GAP-01")
        decision.record(SideBetsAnnulled(seats, by))
        if self.terms(side).void_policy == "refund":
            self._pot.take_back(decision, side, seats, by)
            for seat in seats:
                detail = f"puesto {seat}: {side.in_play[seat]} créditos (VOID)"
                decision.fault("side.bet_returned", detail=detail, device=f"puesto {seat}")
