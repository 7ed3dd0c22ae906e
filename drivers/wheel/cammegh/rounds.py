"""What the lines of a Cammegh Slingshot 2 mean: the course of a spin and its result. Never decides a bet.

The number stands in lines of state 5 and nowhere else: in every other state the field shows the *previous* result. The
bare number is a witness beside it, not required (DEVICES 5.1). Nothing on this line has a check, so a number counts
when it was said twice: in two lines of state 5, or in one and by the bare number.
"""

from collections.abc import Iterator

from drivers.base import Counters
from firmware_bridge.wire.cammegh import BareNumber, Deframer, StatusLine, is_refused_line
from firmware_bridge.wire.noise import LineNoise
from table_core.wheel import WheelEvent, WheelFaults, WheelNumber, WheelState, WheelStateName

_BALL_IN_RIM, _NO_MORE_BETS, _WINNING_NUMBER = 3, 4, 5
_STATES: dict[int, WheelStateName] = {
    1: "start",
    2: "place_bets",
    3: "ball_in_rim",
    4: "no_more_bets",
    5: "winning_number",
    6: "closed",
}
_FAULTS = {1: "ball_removed", 2: "ball_direction", 4: "sensor_broken", 8: "launch_failed"}


class WheelRounds:
    """One wheel's line: bytes in, changes of state, faults and results out."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.counters = Counters()
        self._deframer = Deframer()
        self._state: int | None = None
        self._flags = 0
        self._bare: int | None = None
        self._said: list[tuple[int, int]] = []
        self._told: tuple[int, int] | None = None
        self._told_here = False

    def receive(self, data: bytes) -> Iterator[WheelEvent]:
        self._deframer.receive_data(data)
        for item in iter(self._deframer.next_item, None):
            match item:
                case LineNoise():
                    self._count(item)
                case BareNumber(number=number):
                    self.counters.frames += 1
                    self._bare = number
                case StatusLine():
                    self.counters.frames += 1
                    yield from self._status(item)

    def end_of_stream(self) -> Iterator[WheelEvent]:
        """A recording is over: count what it left unframed, tell a number that was said only once."""
        rest = self._deframer.flush()
        if rest is not None:
            self._count(rest)
        yield from self._leave_result()

    def _status(self, line: StatusLine) -> Iterator[WheelEvent]:
        if line.state != _WINNING_NUMBER:
            yield from self._leave_result()
            if line.state != _NO_MORE_BETS:
                self._bare = None
            if line.state == _BALL_IN_RIM:
                self._told = None  # a new ball: the same spin number and result are another round
        if line.state != self._state:
            self._state = line.state
            yield WheelState(self.device, _STATES[line.state], line.spin)
        if line.flags != self._flags:
            self._flags = line.flags
            yield WheelFaults(self.device, tuple(name for bit, name in _FAULTS.items() if line.flags & bit))
        if line.state == _WINNING_NUMBER and line.last_number is not None:
            yield from self._hear((line.spin, line.last_number))

    def _hear(self, result: tuple[int, int]) -> Iterator[WheelEvent]:
        if result == self._told:
            return
        if result in self._said or result[1] == self._bare:
            yield self._tell(result)
        else:
            self._said.append(result)

    def _leave_result(self) -> Iterator[WheelEvent]:
        """State 5 is over. A number said once and never contradicted is still the result; of several, none is."""
        said, self._said = self._said, []
        told, self._told_here = self._told_here, False
        if len(said) == 1 and not told:
            yield self._tell(said[0])
            self._told_here = False

    def _tell(self, result: tuple[int, int]) -> WheelNumber:
        self._told, self._told_here, self._said = result, True, []
        bare, self._bare = self._bare, None
        return WheelNumber(self.device, *result, agrees=None if bare is None else bare == result[1])

    def _count(self, noise: LineNoise) -> None:
        if is_refused_line(noise):
            self.counters.bad += 1
        else:
            self.counters.noise_bytes += len(noise.raw)
