"""What each device has been through over all runs: its counters added up, and the last thing that went wrong with it.

For the technician; nothing is decided by it. A file beside the journal, written now and then and at the end.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import structlog
from msgspec import Struct

from daemon.kernel import Input
from daemon.private_files import write_private
from firmware_bridge.traffic import Send
from table_core.events import DeviceSaidNonsense, LampsDiffer, LinkLost, SendLost
from table_core.record import Entry, Observed
from table_core.table import DeviceLinked

FILE = "devices.json"
SAVE_EVERY_S = 60.0
Counts = dict[str, int]
log = structlog.get_logger()


class LastError(Struct, frozen=True):
    utc_ns: int
    text: str


class Past(Struct, frozen=True):
    """One device before this run."""

    counters: Counts = {}
    last_error: LastError | None = None


class DeviceBook:
    """A witness of the shell."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / FILE
        self._past = _read(self._path)
        self._errors: dict[str, LastError] = {}
        self._linked: dict[str, int] = {}

    def begun(self, entries: Sequence[Entry], *, after_fault: bool) -> None:
        """A start is nobody's fault."""

    def stepped(self, inputs: Sequence[Input], entries: Sequence[Entry], fault: str | None = None) -> None:
        for entry in entries:
            match entry:
                case Observed(event=event) if text := _trouble(event):
                    self._errors[event.device] = LastError(inputs[-1].utc_ns, text)
                case DeviceLinked(device=device):
                    self._linked[device] = inputs[-1].utc_ns

    def sent(self, send: Send, mono_ns: int) -> None:
        """What a send did is told by the device, or by its loss."""

    def totals(self, device: str, now: Counts) -> Counts:
        """The counters of all runs, with those of this one as they are *now*."""
        before = self._before(device).counters
        return {name: before.get(name, 0) + count for name, count in now.items()}

    def last_error(self, device: str) -> LastError | None:
        return self._errors.get(device, self._before(device).last_error)

    def linked_since(self, device: str) -> int | None:
        """When its link last came or went; None: not in this run."""
        return self._linked.get(device)

    def save(self, counters: dict[str, Counts]) -> None:
        """Write the totals down; a disk that refuses costs these figures and nothing else."""
        book = {name: Past(self.totals(name, now), self.last_error(name)) for name, now in counters.items()}
        try:
            write_private(self._path, msgspec.json.encode(self._past | book).decode())
        except OSError as error:
            log.warning("device_book_not_saved", error=str(error))

    def _before(self, device: str) -> Past:
        return self._past.get(device, Past())


def _read(path: Path) -> dict[str, Past]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Past])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.MsgspecError) as error:
        log.warning("device_book_unreadable", path=str(path), error=str(error))
        return {}


def _trouble(event: Any) -> str:
    match event:
        case LinkLost(reason=reason) | SendLost(reason=reason):
            return reason
        case DeviceSaidNonsense(detail=detail):
            return detail
        case LampsDiffer(wanted=wanted, lit=lit):
            return f"canales que difieren: {[n + 1 for n, on in enumerate(wanted) if on != lit[n]]}"
        case _:
            return ""
