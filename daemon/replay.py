"""Plays a recording: the same inputs to a fresh kernel, and where its decisions part from the recorded ones."""

import itertools
from collections import Counter
from pathlib import Path

import msgspec
from msgspec import Struct

from daemon.config import Config
from daemon.decisions import DecisionsDigest
from daemon.kernel import Kernel
from daemon.recording import Begun, Ended, Opened, Recording, RecordingError, Stepped
from daemon.table import build_kernel_from, start_of
from table_core.record import Entry, Observed
from table_core.table import TableState

_encoder = msgspec.json.Encoder(order="deterministic")


class Parting(Struct, frozen=True):
    """The first difference: entry *entry* of step *step*, 0 being the restart. None: that side has no such entry."""

    step: int
    entry: int
    recorded: bytes | None
    replayed: bytes | None


class Played(Struct, frozen=True):
    """*events* counts what the devices told, by kind; *cut*: the recording ends in the middle of a record."""

    steps: int
    inputs: int
    entries: int
    digest: str
    events: dict[str, int]
    parted: Parting | None
    cut: bool
    ended: str | None


def replay(first: Path) -> Played:
    """Play the run whose first file is *first*; raises RecordingError when it is none."""
    recording = Recording(first)
    player: _Player | None = None
    for record in recording.records():
        match record:
            case Opened():
                player = _Player(_kernel(record))
            case _ if player is None:
                raise RecordingError("{first} no tiene comienzo.", first=str(first))
            case Begun() | Stepped():
                player.play(record)
            case Ended(reason=reason):
                player.ended = reason
        if player.parted is not None:
            break
    if player is None:
        raise RecordingError("{first} está cortada antes de su comienzo: no hay nada que repetir.", first=str(first))
    return player.played(cut=recording.cut)


class _Player:
    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._digest = DecisionsDigest()
        self._events: Counter[str] = Counter()
        self._steps = self._inputs = self._entries = 0
        self.parted: Parting | None = None
        self.ended: str | None = None

    def play(self, record: Begun | Stepped) -> None:
        entries = self._decide(record)
        replayed = tuple(_encoder.encode(entry) for entry in entries)
        if replayed != record.entries:
            self.parted = _parting(self._steps, record.entries, replayed)
        self._digest.add(*entries)
        self._events.update(type(entry.event).__name__ for entry in entries if isinstance(entry, Observed))
        self._entries += len(entries)

    def _decide(self, record: Begun | Stepped) -> tuple[Entry, ...]:
        if isinstance(record, Begun):
            return self._kernel.restart(after_fault=record.after_fault).entries
        self._steps += 1
        self._inputs += len(record.inputs)
        if record.fault is not None:
            return self._decide_fault(record)
        return self._kernel.step(record.inputs).entries

    def _decide_fault(self, record: Stepped) -> tuple[Entry, ...]:
        """The recorded step was thrown away for an error of the program; the same error again is no difference."""
        try:
            return self._kernel.step(record.inputs).entries
        except Exception as error:
            if repr(error) != record.fault:
                raise
            return ()

    def played(self, *, cut: bool) -> Played:
        return Played(
            steps=self._steps,
            inputs=self._inputs,
            entries=self._entries,
            digest=self._digest.hex(),
            events=dict(sorted(self._events.items())),
            parted=self.parted,
            cut=cut,
            ended=self.ended,
        )


def _kernel(opened: Opened) -> Kernel:
    try:
        config = Config.model_validate_json(opened.config)
        state = msgspec.msgpack.decode(opened.state, type=TableState)
    except (ValueError, msgspec.MsgspecError) as error:
        raise RecordingError(
            "La grabación es de otra versión ({version}): {error}", version=str(opened.version), error=str(error)
        ) from error
    return build_kernel_from(config, start_of(config, clean=True), state)


def _parting(step: int, recorded: tuple[bytes, ...], replayed: tuple[bytes, ...]) -> Parting:
    same = next(place for place in itertools.count() if _at(recorded, place) != _at(replayed, place))
    return Parting(step, same + 1, _at(recorded, same), _at(replayed, same))


def _at(entries: tuple[bytes, ...], place: int) -> bytes | None:
    return entries[place] if place < len(entries) else None
