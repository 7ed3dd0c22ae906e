"""A shuffling machine on TableBus, batch or continuous: phase, counts, verification. Never the order. Support: ours."""

from collections.abc import Iterable, Iterator

from drivers.tablebus.board import BoardOptions, BoardSession
from drivers.tablebus.cards import card_of
from firmware_bridge.wire import tablebus_messages as tb
from table_core.board_events import FedIntoMachine, ShufflerMoved, ShufflerPhase, ShufflerVerified
from table_core.events import DeviceEvent
from table_core.outputs import CardsWanted, Output

_PHASES: tuple[ShufflerPhase, ...] = ("idle", "loading", "shuffling", "ready", "dealing", "verify_failed", "fault")


class TableBusShuffler(BoardSession):
    Options = BoardOptions
    profiles = frozenset({tb.BATCH, tb.CONTINUOUS})

    def started_over(self) -> None:
        self._phase: int | None = None

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
            case tb.Verified(wanted=wanted, counted=counted):
                missing, extra = tuple(map(card_of, said.missing)), tuple(map(card_of, said.extra))
                yield ShufflerVerified(self.device, wanted, counted, missing, extra)
            case tb.FedBack(cards=cards, inside=inside):
                yield FedIntoMachine(self.device, cards, inside)
            case _:
                raise tb.Malformed(f"una barajadora no dice {type(said).__name__}")

    def state(self, body: bytes, counter: int) -> Iterable[DeviceEvent]:
        state = tb.parse_shuffler(body)
        return self._moved(state.phase, state.inside) if self.caught_up(counter) else ()

    def _moved(self, phase: int, inside: int) -> Iterator[DeviceEvent]:
        if phase != self._phase:
            self._phase = phase
            yield ShufflerMoved(self.device, _PHASES[phase], inside)
