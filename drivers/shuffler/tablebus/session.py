"""A shuffling machine on TableBus, batch or continuous: phase, counts, verification, how long it shuffles.

Never the order. Support: ours.
"""

from collections.abc import Iterable, Iterator

from drivers.base import Observation
from drivers.tablebus.board import BoardOptions, BoardSession
from drivers.tablebus.cards import card_of
from firmware_bridge.traffic import PortInput
from firmware_bridge.wire import tablebus_messages as tb
from table_core.board_events import FedIntoMachine, ShufflerMoved, ShufflerPhase, ShufflerVerified, ShuffleTimed
from table_core.events import DeviceEvent
from table_core.outputs import CardsWanted, Output

_PHASES: tuple[ShufflerPhase, ...] = ("idle", "loading", "shuffling", "ready", "dealing", "verify_failed", "fault")
_SHUFFLING = _PHASES.index("shuffling")
_MS = 1_000_000


class TableBusShuffler(BoardSession):
    """*_met_at*: the newest event when it was met; what happened before that has no time of its own here.

    *_began_ns*: when it began the shuffle that is under way, if that was heard as it happened.
    """

    Options = BoardOptions
    profiles = frozenset({tb.BATCH, tb.CONTINUOUS})
    _now_ns = 0

    def started_over(self) -> None:
        self._phase: int | None = None
        self._met_at: int | None = None
        self._began_ns: int | None = None

    def receive(self, item: PortInput) -> Iterable[Observation]:
        self._now_ns = item.mono_ns
        return super().receive(item)

    def order_for(self, output: Output) -> bytes:
        if not isinstance(output, CardsWanted):
            return super().order_for(output)
        return output.cards.to_bytes(2, "big")

    def shows(self, body: bytes) -> bytes:
        return tb.parse_shuffler(body).wanted.to_bytes(2, "big")

    def said(self, said: tb.Said, counter: int) -> Iterator[DeviceEvent]:
        match said:
            case tb.Phase(phase=phase, inside=inside) if phase < len(_PHASES):
                yield from self._moved(phase, inside)
                yield from self._timed(phase, counter)
            case tb.Verified(wanted=wanted, counted=counted):
                missing, extra = tuple(map(card_of, said.missing)), tuple(map(card_of, said.extra))
                yield ShufflerVerified(self.device, wanted, counted, missing, extra)
            case tb.FedBack(cards=cards, inside=inside):
                yield FedIntoMachine(self.device, cards, inside)
            case _:
                raise tb.Malformed(f"una barajadora no dice {type(said).__name__}")

    def state(self, body: bytes, counter: int) -> Iterable[DeviceEvent]:
        state = tb.parse_shuffler(body)
        self._met_at = counter if self._met_at is None else self._met_at
        return self._moved(state.phase, state.inside) if self.caught_up(counter) else ()

    def _moved(self, phase: int, inside: int) -> Iterator[DeviceEvent]:
        if phase != self._phase:
            self._phase = phase
            yield ShufflerMoved(self.device, _PHASES[phase], inside)

    def _timed(self, phase: int, counter: int) -> Iterator[DeviceEvent]:
        if phase != _SHUFFLING and self._began_ns is not None:
            yield ShuffleTimed(self.device, (self._now_ns - self._began_ns) // _MS)
        told_live = self._met_at is not None and counter > self._met_at
        self._began_ns = self._now_ns if phase == _SHUFFLING and told_live else None
