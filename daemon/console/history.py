"""How each device did over the last hour and the last day, sampled from its own counters. Lost with the process.

A sample holds what one stretch of time added: how long answers took, what went wrong, how often the link came back.
"""

import time
from collections import deque
from collections.abc import Callable

from msgspec import Struct

from daemon.messages import DeviceStatus, Status

ERRORS = ("bad", "noise_bytes", "gaps", "send_failures")
SPANS = {"hour": (2, 1800), "day": (60, 1440)}
"""Seconds per sample and how many are kept, by the name a page asks for."""


class Sample(Struct, frozen=True, array_like=True):
    """*answer_us*: the mean time of the answers, None when there were none."""

    utc_s: int
    answer_us: int | None
    errors: int
    reconnects: int
    up: bool


class Reading(Struct, frozen=True):
    """A device's counters as they stood at one moment; all of them only grow while the table runs."""

    answers: int
    answer_us: int
    errors: int
    reconnects: int


class History:
    """*clock* says how late it is, in seconds since 1970."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._spans = {name: _Span(*shape) for name, shape in SPANS.items()}

    def take(self, status: Status) -> None:
        now = int(self._clock())
        for span in self._spans.values():
            span.take(now, status.devices)

    def of(self, span: str, device: str, after: int = 0) -> list[Sample]:
        """The samples of *device* later than second *after*, the oldest first."""
        return [sample for sample in self._spans[span].of(device) if sample.utc_s > after]


class _Span:
    def __init__(self, every_s: int, most: int) -> None:
        self._every_s = every_s
        self._most = most
        self._due_s = 0
        self._last: dict[str, Reading] = {}
        self._samples: dict[str, deque[Sample]] = {}

    def of(self, device: str) -> deque[Sample]:
        return self._samples.get(device, deque())

    def take(self, now_s: int, devices: list[DeviceStatus]) -> None:
        if now_s < self._due_s:
            return
        self._due_s = now_s - now_s % self._every_s + self._every_s
        for device in devices:
            now, before = _reading(device), self._last.get(device.name)
            self._last[device.name] = now
            if before is not None:
                kept = self._samples.setdefault(device.name, deque(maxlen=self._most))
                kept.append(_between(before, now, now_s, up=device.link == "up"))


def _reading(device: DeviceStatus) -> Reading:
    counters, answers = device.counters, device.answers
    errors = sum(counters.get(name, 0) for name in ERRORS)
    return Reading(answers.get("count", 0), answers.get("total_us", 0), errors, counters.get("reconnects", 0))


def _between(before: Reading, now: Reading, now_s: int, *, up: bool) -> Sample:
    """What *now* has more than *before*; a table that restarted meanwhile counts from nothing again."""
    if now.answers < before.answers or now.errors < before.errors or now.reconnects < before.reconnects:
        before = Reading(0, 0, 0, 0)
    rounds = now.answers - before.answers
    mean_us = (now.answer_us - before.answer_us) // rounds if rounds else None
    return Sample(now_s, mean_us, now.errors - before.errors, now.reconnects - before.reconnects, up)
