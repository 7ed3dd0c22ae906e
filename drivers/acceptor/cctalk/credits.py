"""How far one acceptor was read, and what its readings mean in the table's words."""

from collections.abc import Iterator

from drivers.acceptor.cctalk.errors import error_name
from drivers.acceptor.cctalk.options import CcTalkOptions
from drivers.acceptor.cctalk.progress import progress
from firmware_bridge.wire.cctalk_messages import Pair, Reading
from table_core.events import (
    AcceptorFault,
    AcceptorReset,
    CounterRead,
    CreditAccepted,
    CreditsLost,
    DeviceEvent,
)


class CreditLog:
    """The event memory of the acceptor at one seat. The first reading of an unknown one is where counting begins."""

    def __init__(self, device: str, seat: int, options: CcTalkOptions) -> None:
        self._device = device
        self._seat = seat
        self._options = options
        self._known: Reading | None = None
        self.serial: int | None = None

    def resume(self, read: CounterRead) -> None:
        """Go on where *read* was recorded: what happened since then is told at the next reading."""
        self._known, self.serial = Reading(read.counter, read.recent), read.serial

    def forget(self) -> None:
        """Another acceptor took this place: its counter begins a count of its own."""
        self._known = None

    def take(self, now: Reading) -> Iterator[DeviceEvent]:
        """Everything that is new in *now*, the place to resume from last."""
        before, self._known = self._known, now
        if before == now:
            return
        if before is not None:
            yield from self._since(before, now)
        yield CounterRead(self._device, self._seat, now.counter, now.pairs, self.serial)

    def _since(self, before: Reading, now: Reading) -> Iterator[DeviceEvent]:
        found = progress(before, now)
        if found.reset:
            yield AcceptorReset(self._device, self._seat, before.counter)
        if found.lost != 0:
            yield CreditsLost(self._device, self._seat, found.lost)
        for counter, pair in found.events:
            yield self._event(counter, pair)

    def _event(self, counter: int, pair: Pair) -> CreditAccepted | AcceptorFault:
        coin, detail = pair
        if coin:
            return CreditAccepted(self._device, self._seat, coin, self._options.value_of(coin), counter)
        return AcceptorFault(self._device, self._seat, detail, error_name(self._options.maker, detail), counter)
