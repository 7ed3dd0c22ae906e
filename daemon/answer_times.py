"""How long each device takes to answer what it is sent, for the technician: the first sign of a line that ages.

A round is the last send and the first thing that comes back on the same port. What a device says by itself, and what
comes too late to be an answer, is no round; a device that never answers has none.
"""

from collections.abc import Sequence

from msgspec import Struct

from daemon.kernel import Input
from firmware_bridge.traffic import LinkDown, RxChunk, Send, SerialWrite, UsbDone
from table_core.record import Entry

TOO_LATE_NS = 2_000_000_000
_US = 1000


class Answers(Struct):
    """Rounds of this run: how many, all their microseconds together, the longest."""

    count: int = 0
    total_us: int = 0
    worst_us: int = 0


class AnswerTimes:
    """A witness of the shell. Remembers one open send per port (and per USB transfer), nothing else."""

    def __init__(self) -> None:
        self._answers: dict[str, Answers] = {}
        self._asked: dict[str, dict[int, int]] = {}

    def of(self, device: str) -> Answers:
        return self._answers.get(device, Answers())

    def begun(self, entries: Sequence[Entry], *, after_fault: bool) -> None:
        """A start asks nothing."""

    def sent(self, send: Send, mono_ns: int) -> None:
        asked = self._asked.setdefault(send.port, {})
        asked[0 if isinstance(send, SerialWrite) else send.id] = mono_ns

    def stepped(self, inputs: Sequence[Input], entries: Sequence[Entry], fault: str | None = None) -> None:
        for given in inputs:
            match given:
                case RxChunk(port=port, mono_ns=now):
                    self._answered(port, 0, now)
                case UsbDone(port=port, id=number, error=None, mono_ns=now):
                    self._answered(port, number, now)
                case UsbDone(port=port, id=number):
                    self._asked.get(port, {}).pop(number, None)
                case LinkDown(port=port):
                    self._asked.pop(port, None)

    def _answered(self, port: str, number: int, now: int) -> None:
        since = self._asked.get(port, {}).pop(number, None)
        if since is None or now - since > TOO_LATE_NS:
            return
        answers = self._answers.setdefault(port, Answers())
        took_us = max(0, now - since) // _US
        answers.count += 1
        answers.total_us += took_us
        answers.worst_us = max(answers.worst_us, took_us)
