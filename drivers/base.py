"""What every driver session offers the kernel. A session translates; it never decides, waits or sends by itself."""

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

from msgspec import Struct

from firmware_bridge.traffic import PortInput, Send
from table_core.board_events import EventsRead
from table_core.events import CounterRead, DeviceEvent
from table_core.outputs import Lamps, Output
from table_core.progressive.terms import Terms
from table_core.text import TextError


class RemoteProtocolError(Exception):
    """The device said something its own language does not allow. Caught per input, becomes an incident."""


class SettingError(TextError, ValueError):
    """A device's settings contradict each other. A ValueError, which msgspec lets a Struct raise about itself."""


class Observation(Struct, frozen=True):
    """An event and the very bytes it was read from: the evidence goes into the journal with it."""

    event: DeviceEvent
    raw: bytes = b""


class Counters(Struct):
    """What a technician asks first; never cleared by an error."""

    frames: int = 0
    duplicates: int = 0
    bad: int = 0
    noise_bytes: int = 0
    gaps: int = 0
    reconnects: int = 0
    send_failures: int = 0


class Session(Protocol):
    """One line and the device on it. Deterministic: same calls, same answers; time is an argument."""

    device: str
    counters: Counters

    def receive(self, item: PortInput) -> Iterable[Observation]:
        """What *item* means. Sends it calls for wait in `take_sends`."""
        ...

    def want(self, output: Output, mono_ns: int) -> None:
        """Take *output* as the state to reach and to restore after every reconnect."""
        ...

    def reassert(self, mono_ns: int) -> None:
        """Send the whole wanted state again, whatever was sent before: an earlier send may never have left."""
        ...

    def on_time(self, mono_ns: int) -> Iterable[Observation]:
        """Deadlines that have passed by *mono_ns*."""
        ...

    def next_deadline(self) -> int | None: ...

    def take_sends(self) -> list[Send]: ...


@runtime_checkable
class Resumable(Protocol):
    """A session whose device keeps its events until they are recorded: it goes on where the record ends."""

    def resume_at(self, read: EventsRead) -> None:
        """Go on behind *read*, before the link is up."""
        ...


@runtime_checkable
class Rereading(Protocol):
    """A session whose device does not know what was recorded: it is told how far each seat was read."""

    def resume(self, reads: Iterable[CounterRead]) -> None:
        """Go on behind *reads*, before the link is up."""
        ...


class Introduction(Struct, frozen=True):
    """Who this table is. *run* is another one after every start; plan and *terms*: where it has a progressive."""

    table: str
    run: str
    plan: str
    plan_digest: str
    terms: Terms | None


@runtime_checkable
class Introduced(Protocol):
    """A session that says who the table is."""

    def introduce(self, who: Introduction) -> None: ...


def lamps_of(output: Output) -> tuple[bool, ...]:
    """What a lamp board is to show; any other output is meant for another device."""
    if not isinstance(output, Lamps):
        raise TypeError(f"a lamp board cannot show {output}")
    return output.lit
