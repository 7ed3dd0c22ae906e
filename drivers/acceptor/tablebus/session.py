"""A board of electronic acceptors on TableBus: activated credits, bet buttons, locks and lamps read back.

Support: ours. It reports; what makes a bet is for the table. A seat counts as locked only while its bar is in place.
"""

from collections.abc import Iterable, Iterator

from drivers.tablebus.board import BoardOptions, BoardSession
from firmware_bridge.wire import tablebus_messages as tb
from firmware_bridge.wire.tablebus_messages import SeatState
from table_core.board_events import BetPressed, CreditsActivated, LockBelied, SeatLampShown
from table_core.events import DeviceEvent, LockShown
from table_core.outputs import Acceptors, BetSeat, BetSeats, Output

_ORDERED = tb.LOCKED | tb.LAMP


class TableBusAcceptors(BoardSession):
    """*_locked_at*: for each seat read back as locked, the event after which that was so."""

    Options = BoardOptions
    profiles = frozenset({tb.ACCEPTOR})

    def started_over(self) -> None:
        self._seats: dict[int, int] = {}
        self._locked_at: dict[int, int] = {}

    def order_for(self, output: Output) -> bytes:
        match output:
            case BetSeats(seats=seats):
                return tb.seats_bytes(tuple(map(_ordered, seats)))
            case Acceptors(open=is_open):
                return tb.seats_bytes(tuple(_ordered(BetSeat(open=one)) for one in is_open))
            case _:
                return super().order_for(output)

    def shows(self, body: bytes) -> bytes:
        seats = tb.parse_seats(body)
        return tb.seats_bytes(tuple(SeatState(one.flags & _ORDERED, one.credits, one.bet) for one in seats))

    def said(self, said: tb.Said, counter: int) -> Iterable[DeviceEvent]:
        match said:
            case tb.Credits(seat=seat, credits=credits_):
                return (CreditsActivated(self.device, seat, credits_, counter),)
            case tb.Pressed(seat=seat, credits=credits_):
                return self._pressed(seat, credits_, counter)
            case tb.LampChanged(lamp=seat, commanded=commanded, current=current):
                return self._seen(
                    seat, _flags(tb.LAMP * commanded, tb.CURRENT * current), tb.LAMP | tb.CURRENT, counter
                )
            case tb.LockChanged(seat=seat, commanded=commanded, bar=bar):
                return self._seen(seat, _flags(tb.LOCKED * commanded, tb.BAR * bar), tb.LOCKED | tb.BAR, counter)
            case _:
                raise tb.Malformed(f"un aceptador no dice {type(said).__name__}")

    def state(self, body: bytes, counter: int) -> Iterator[DeviceEvent]:
        for seat, one in enumerate(tb.parse_seats(body), start=1):
            yield from self._seen(seat, one.flags, 0xFF, counter)

    def _seen(self, seat: int, flags: int, mask: int, counter: int) -> Iterator[DeviceEvent]:
        """Tell what is new of a seat's lamp and lock; *mask* says which flags were looked at."""
        before = self._seats.get(seat)
        now = (flags & mask) | ((before or 0) & ~mask)
        self._seats[seat] = now
        if mask & tb.LAMP and (before is None or (before ^ now) & (tb.LAMP | tb.CURRENT)):
            yield SeatLampShown(self.device, seat, bool(now & tb.LAMP), bool(now & tb.CURRENT))
        if mask & tb.LOCKED and (before is None or _is_locked(before) != _is_locked(now)):
            yield LockShown(self.device, seat, _is_locked(now), confirmed=True)
        if not _is_locked(now):
            self._locked_at.pop(seat, None)
        elif mask & tb.LOCKED:
            self._locked_at.setdefault(seat, counter)

    def _pressed(self, seat: int, credits_: int, counter: int) -> Iterator[DeviceEvent]:
        yield BetPressed(self.device, seat, credits_, counter)
        if counter > self._locked_at.get(seat, counter):
            yield LockBelied(self.device, seat, counter)


def _ordered(seat: BetSeat) -> SeatState:
    return SeatState(_flags(0 if seat.open else tb.LOCKED, tb.LAMP * seat.lamp), seat.credits, seat.bet)


def _flags(*flags: int) -> int:
    return sum(flags)


def _is_locked(flags: int) -> bool:
    return flags & (tb.LOCKED | tb.BAR) == tb.LOCKED | tb.BAR
