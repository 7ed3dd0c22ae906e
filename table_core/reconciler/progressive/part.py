"""The progressive of one table beside its game: hears acceptors and lamps, obeys people, follows the pass. Pure."""

from typing import Any

from table_core.board_events import BetPressed, CreditsActivated, LockBelied, SeatLampShown
from table_core.cards import DECK
from table_core.decision import Decision
from table_core.events import (
    AcceptorBack,
    AcceptorIdentified,
    AcceptorReplaced,
    AcceptorReset,
    AcceptorSilent,
    CounterRead,
    CreditAccepted,
    CreditsLost,
    DeviceEvent,
    LampsDiffer,
    LampsShown,
    LinkLost,
    LinkRestored,
    LockShown,
)
from table_core.incidents import Choice, Incident
from table_core.outputs import BetSeat
from table_core.progressive import orders, showing
from table_core.progressive.complementary import LuckyPlayer, MagicCard, name_of
from table_core.progressive.operations import (
    AntesNoted,
    BoxCounted,
    ComplementaryShown,
    CreditsBought,
    ExchangeNoted,
    LampSeen,
    LockRead,
    SeatReopened,
    SidePassEnded,
)
from table_core.progressive.orders import SideCommand
from table_core.progressive.setup import SideSetup
from table_core.progressive.state import BY_ITSELF
from table_core.reconciler.progressive.bets import SideBetting, at_seat
from table_core.reconciler.progressive.floor import FloorSide
from table_core.reconciler.progressive.game import Game, over
from table_core.reconciler.progressive.pot import OwnPot, SharedPot, SidePot
from table_core.reconciler.progressive.prizes import PrizeFlow
from table_core.reconciler.progressive.refusal import refuse
from table_core.seats import SeatNumbers
from table_core.session import PassEnded
from table_core.table import DeviceLinked, ReadingNoted, TableState

_SEAT_FAULTS = {
    AcceptorReset: "acceptor.reset",
    CreditsLost: "acceptor.credits_lost",
    AcceptorReplaced: "acceptor.replaced",
}


class ProgressivePart:
    """*table* is the name movements are keyed by."""

    def __init__(self, setup: SideSetup, game: Game, table: str) -> None:
        self.setup = setup
        self._game = game
        self._table = table
        pot: SidePot = SharedPot(setup, table) if setup.floor else OwnPot(setup, table)
        self._pot = pot
        self.bets = SideBetting(setup, game, pot)
        self.prizes = PrizeFlow(setup, game, SeatNumbers(setup.places, game.rules["seat_one"]), pot)
        self._floor = FloorSide(setup, self.prizes, table) if setup.floor else None

    # Devices

    def heard(self, decision: Decision, event: DeviceEvent) -> bool:
        """Take in what is the progressive's own; False: the table has to hear it too."""
        if self._floor is not None and self._floor.heard(decision, event):
            return True
        match event:
            case CreditAccepted(device=device, seat=seat, value=value):
                self.bets.chip(decision, device, seat, value)
            case BetPressed(device=device, seat=seat, credits=count):
                self.bets.pressed(decision, device, seat, count)
            case CreditsActivated(seat=seat, credits=count, device=device):
                decision.record(CreditsBought(seat, count, 0, "chips", device))
            case CounterRead():
                decision.record(ReadingNoted(event))
            case LockShown(seat=seat, locked=locked, confirmed=confirmed):
                self._lock_read(decision, seat, locked=locked and confirmed)
            case AcceptorSilent(device=device, seat=seat):
                self.bets.close(decision, seat, "silent")
                decision.fault("acceptor.silent", detail=f"puesto {seat}", device=at_seat(device, seat))
                self.bets.lock_if_ready(decision)
            case AcceptorIdentified(seat=seat) | AcceptorBack(seat=seat):
                self._answers(decision, event.device, seat)
            case AcceptorReset() | CreditsLost() | AcceptorReplaced():
                code, seat = _SEAT_FAULTS[type(event)], event.seat
                decision.fault(code, detail=f"puesto {seat}", device=at_seat(event.device, seat))
            case LinkLost(device=device) if device in self.setup.acceptors:
                self._line_lost(decision, device)
            case LinkRestored(device=device) if device in self.setup.acceptors:
                decision.record(DeviceLinked(device, "up"))
                decision.clear("acceptor.link_lost", device, "la línea volvió")
                self._reopen(decision, "link")
            case _:
                return self._lamp_heard(decision, event)
        return True

    def _lamp_heard(self, decision: Decision, event: DeviceEvent) -> bool:
        match event:
            case SeatLampShown(device=device, seat=seat, commanded=commanded, lit=lit):
                self._lamp(decision, device, seat, wanted=commanded, lit=lit)
                return True
            case LockBelied(device=device, seat=seat):
                decision.fault("side.lock_claimed", detail=f"puesto {seat}", device=at_seat(device, seat))
                return True
            case LampsShown(device=device, lit=lit, confirmed=True) | LampsDiffer(device=device, lit=lit):
                wanted = event.wanted if isinstance(event, LampsDiffer) else lit
                for seat, on, shines in zip(self._seats_of(device), wanted, lit, strict=False):
                    if seat:
                        self._lamp(decision, device, seat, wanted=on, lit=shines)
            case LinkLost(device=device):
                for seat in sorted(decision.state.progressive.lit & set(self._seats_of(device))):
                    self._dark(decision, seat)
        return False

    def _lamp(self, decision: Decision, device: str, seat: int, *, wanted: bool, lit: bool) -> None:
        """A lamp read back: it proves a bet, it is missing from one, or it shines without one (ARI 4.1)."""
        side = decision.state.progressive
        if lit and not wanted:
            decision.fault("side.lamp_without_bet", detail=f"puesto {seat}", device=at_seat(device, seat))
        elif wanted and not lit:
            self._dark(decision, seat)
        elif lit and seat in side.lit and side.betting.seat(seat).lamp != "lit":
            decision.record(LampSeen(seat, lit=True))
            self.bets.lock_if_ready(decision)

    def _dark(self, decision: Decision, seat: int) -> None:
        side = decision.state.progressive
        if seat in side.lit and side.betting.seat(seat).lamp != "dark":
            decision.record(LampSeen(seat, lit=False))
            decision.fault("side.lamp_dark", detail=f"puesto {seat}", device=f"puesto {seat}")
            self.bets.lock_if_ready(decision)

    def _seats_of(self, device: str) -> tuple[int, ...]:
        return next((lamps.seats for lamps in self.setup.lamps if lamps.device == device), ())

    def _lock_read(self, decision: Decision, seat: int, *, locked: bool) -> None:
        if decision.state.progressive.locks.get(seat) != locked:
            decision.record(LockRead(seat, locked))
        self.bets.lock_if_ready(decision)

    def _line_lost(self, decision: Decision, device: str) -> None:
        """Nobody hears the seats: before the lock their bets go back, after it they stand (4.1)."""
        decision.record(DeviceLinked(device, "down"))
        for seat in sorted(decision.state.progressive.locks):
            self.bets.close(decision, seat, "link")
        decision.fault("acceptor.link_lost", device=device)
        self.bets.lock_if_ready(decision)

    def _answers(self, decision: Decision, device: str, seat: int) -> None:
        decision.clear("acceptor.silent", at_seat(device, seat), "el aceptador volvió")
        if decision.state.progressive.closed_for.get(seat) == "silent":
            decision.record(SeatReopened(seat))

    def _reopen(self, decision: Decision, reason: str) -> None:
        for seat, why in decision.state.progressive.closed_for.items():
            if why == reason and why in BY_ITSELF:
                decision.record(SeatReopened(seat))

    # The pass

    def card_came(self, decision: Decision) -> None:
        """The first card of a pass closes the bets: with an alarm where the dealer did not (3.5.1)."""
        if not decision.state.game.in_pass:
            return
        match decision.state.progressive.phase:
            case "open":
                self.bets.lock(decision, implicit=True)
                decision.fault("side.implicit_lock", each_pass=True)
            case "locking":
                self.bets.lock_overdue(decision)

    def follow(self, decision: Decision) -> None:
        """What the base game just did, carried over to the side bets."""
        side = decision.state.progressive
        if side.phase == "open" and decision.person is not None and self._game.bets_called(decision.state):
            self.bets.order_lock(decision, decision.person)
            side = decision.state.progressive
        if side.phase == "locked" and side.in_play:
            void = set(side.in_play) & self._game.void_seats(decision.state)
            whole = self._game.annulled(decision.operations)
            if whole or void:
                self.bets.annul(decision, () if whole else tuple(sorted(void)), None)
        self.prizes.keep_hands(decision)
        side = decision.state.progressive
        ended = any(isinstance(operation, PassEnded) for operation in decision.operations)
        nothing_left = side.phase == "locked" and not side.in_play and (ended or over(decision)) and not side.hands
        settled = side.phase == "reviewed" and not side.linked.awaits_award
        paid = settled and over(decision) and all(due.grand and due.released for due in side.unpaid)
        if paid or (nothing_left and ended):
            decision.record(SidePassEnded())

    def watch(self, decision: Decision, utc_ns: int, *, lock_overdue: bool) -> None:
        if lock_overdue:
            self.bets.lock_overdue(decision)
        self.prizes.watch(decision, utc_ns)

    # People

    def obey(self, decision: Decision, order: SideCommand, person: str) -> None:
        """Carry *order* out; raises RuleViolation when text, role or moment forbids it."""
        self._require_seats(order)
        match order:
            case orders.OpenSideBets():
                self.bets.open(decision)
            case orders.LockSideBets():
                self.bets.order_lock(decision, person)
            case orders.BuyCredits():
                self.bets.buy(decision, order, person)
            case orders.BuyBack():
                self.bets.buy_back(decision, order, person)
            case orders.NoteExchange(amount=amount):
                decision.record(ExchangeNoted(amount, person))
            case orders.NoteAntes(seats=seats):
                self._note_antes(decision, seats)
            case orders.NoteLamp(seat=seat, lit=lit):
                self._note_lamp(decision, seat, lit=lit)
            case orders.CloseSeat(seat=seat):
                self.bets.close(decision, seat, "supervisor", person)
            case orders.ReopenSeat(seat=seat):
                self._reopen_seat(decision, seat, person)
            case orders.DrawComplementary():
                self._draw(decision, order)
            case orders.ReviewHands():
                self.prizes.review(decision, order, person)
            case orders.ReleasePrize():
                self.prizes.release(decision, order, person)
            case orders.PayPrize():
                self.prizes.pay(decision, order, person)
            case orders.VoidSideBets(seats=seats):
                self.bets.annul(decision, seats, person)
            case orders.CountBox(seat=seat, amount=amount):
                self._count_box(decision, seat, amount, person)
            case orders.SeedPot():
                self._pot.seed(decision, order, person)
            case orders.CorrectPot():
                self._pot.correct(decision, order, person)

    def resolve(self, decision: Decision, incident: Incident, choice: Choice) -> bool:
        """Carry out a choice on an incident of the progressive; False: it is not one of ours."""
        if incident.code == "side.review_differs":
            side = decision.state.progressive
            ours = choice.code == "CONFIRM_OURS"
            if choice.code == "CONFIRM_SEEN":
                self.prizes.require_cards(side)
            if choice.code != "REVIEW_AGAIN":
                self.prizes.confirm(decision, side.questioned, side.questioned_by, ours=ours)
            return True
        return incident.code.startswith(("side.", "acceptor.", "floor."))

    def close_day(self, decision: Decision) -> None:
        """A table closes with its side bets settled; an invitation nobody took up ends with the day."""
        side = decision.state.progressive
        if side.phase == "open" and not side.lit:
            decision.record(SidePassEnded())
        elif side.linked.awaits_award:
            raise refuse("AWARD_PENDING", "pago pendiente de confirmación: el piso aún no responde", "4.2")
        elif side.phase != "idle":
            raise refuse("SIDE_UNDER_WAY", "termine antes el pase del progresivo: revise y pague sus premios")

    def _require_seats(self, order: SideCommand) -> None:
        strange = [seat for seat in orders.seats_named(order) if seat > self.setup.places]
        if strange:
            raise refuse("NO_SUCH_SEAT", f"esta mesa tiene puestos del 1 al {self.setup.places}, no {strange}")

    def _note_lamp(self, decision: Decision, seat: int, *, lit: bool) -> None:
        """A person may always say that a lamp is dark; that one shines, only where no device reads it."""
        if lit and any(lamps.confirms and seat in lamps.seats for lamps in self.setup.lamps):
            detail = f"la lámpara del puesto {seat} la lee un aparato; si la ve apagada, anótelo"
            raise refuse("LAMP_IS_READ", detail, "4.1")
        decision.record(LampSeen(seat, lit))
        self.bets.lock_if_ready(decision)

    def _note_antes(self, decision: Decision, seats: tuple[int, ...]) -> None:
        if decision.state.progressive.phase not in ("open", "locking"):
            raise refuse("LOCKED", "la apuesta al progresivo ya está cerrada", "3.5.1")
        decision.record(AntesNoted(seats))

    def _reopen_seat(self, decision: Decision, seat: int, person: str) -> None:
        if decision.state.progressive.phase not in ("idle", "open"):
            raise refuse("NOT_NOW", "el puesto se abre desde el próximo pase", "4.1")
        decision.record(SeatReopened(seat, person))

    def _draw(self, decision: Decision, order: orders.DrawComplementary) -> None:
        """What the number drawn by the daemon shows; who held the card at that moment is recorded with it."""
        side = decision.state.progressive
        if not self.setup.complementary:
            raise refuse("COMPLEMENTARY_NOT_NOTIFIED", "los premios complementarios no fueron informados", "3.5.4")
        if side.phase != "locked" or not side.in_play or order.chance is None:
            raise refuse("NOT_NOW", "se sortea con el pase en juego y apuestas válidas", "3.5.4")
        if any(name_of(one) == order.kind for one in side.shown):
            raise refuse("ALREADY_DRAWN", "este premio ya se sorteó en el pase: se sortea una vez", "3.5.4")
        if order.kind == "magic_card":
            card = DECK[order.chance % len(DECK)]
            held_by = self._game.holders(decision.state, card)
            in_doubt = tuple(seat for seat in self._game.unread(decision.state) if seat not in held_by)
            shown: LuckyPlayer | MagicCard = MagicCard(card, held_by, in_doubt)
        else:
            seats = sorted(side.in_play)
            shown = LuckyPlayer(seats[order.chance % len(seats)])
        decision.record(ComplementaryShown(shown, order.chance))

    def _count_box(self, decision: Decision, seat: int, amount: int, person: str) -> None:
        counters = decision.state.progressive.counters
        expected = counters.chips_in.get(seat, 0) - counters.chips_boxed.get(seat, 0)
        decision.record(BoxCounted(seat, amount, expected, person))
        if amount != expected:
            detail = f"puesto {seat}: en la caja {amount}, según el contador {expected}"
            decision.fault("side.box_differs", detail=detail, device=f"puesto {seat}")

    # What devices must show

    def bet_seats(self, state: TableState) -> tuple[BetSeat, ...]:
        """What each acceptor is to be: after the lock a lit lamp is a valid bet (ARI-3.4.1-f)."""
        side = state.progressive
        takes = side.takes_bets and not state.held
        seats = ((seat, side.betting.seat(seat)) for seat in range(1, self.setup.places + 1))
        return tuple(
            BetSeat(takes and not one.closed, seat in side.lit, one.balance or 0, one.bet) for seat, one in seats
        )

    def picture(self, state: TableState) -> dict[str, Any]:
        side = state.progressive
        due = side.phase == "locked" and self.prizes.may_review(state)
        return showing.picture(side, self.setup, stale=self._stale(state)) | {
            "to_review": self.prizes.to_review(side) if due else []
        }

    def display_lines(self, state: TableState) -> tuple[str, str]:
        return showing.display_lines(state.progressive, self.setup, stale=self._stale(state))

    def _stale(self, state: TableState) -> bool:
        """Nobody tells this table what the shared pot stands at."""
        return bool(self.setup.floor) and state.links.get(self.setup.floor) != "up"
