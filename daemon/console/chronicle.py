"""What the pages show of the past: the last passes step by step, and the results of the shoe in play.

It holds what was published, as anybody may see it, and so no card that nobody had seen.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from daemon.console.prizes import PrizesPaid
from daemon.messages import EntryPublished, PicturePublished

MOST_PASSES = 200
MOST_STEPS = 400
"""A pass longer than this has gone wrong in a way its last steps will not explain better."""
_SILENT = frozenset(
    ("DeviceLinked", "LampsNoted", "ShoeAligned", "CardLeftShoe", "EntryKeyed", "VerdictHeard", "VerdictWaived")
)
"""What says nothing to a person who looks at a pass."""
_BEGINS_AFRESH = ("TableOpened", "baccarat.BetsOpened", "blackjack.RoundOpened")
_ENDS_SHOE = ("baccarat.ShoePrepared", "baccarat.ShoeEnded", "ShoeLoaded")


class Step(Struct, frozen=True):
    """One thing that happened and the table as it looked after it (None: that picture was not kept)."""

    seq: int
    body: dict[str, Any]
    picture: dict[str, Any] | None = None


class Result(Struct, frozen=True):
    """How a baccarat pass ended, for the plates; *pairs* in the order punto, bank."""

    number: int
    result: str
    pairs: tuple[str, ...]
    points: int


class Pass(Struct):
    """*number* 0 until its first card is out."""

    number: int = 0
    jornada: str = ""
    seq: int = 0
    ended: bool = False
    summary: dict[str, Any] = {}
    steps: list[Step] = []


class Shift(Struct):
    """What one jornada came to so far."""

    jornada: str = ""
    passes: int = 0
    shoes: int = 0
    results: dict[str, int] = {}
    incidents: dict[str, int] = {}
    paces: list[int] = []


class Chronicle:
    """*clock* says how late it is, in seconds: publications carry no hour of their own."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._opened_at = 0.0
        self._shift = Shift()
        self.passes: deque[Pass] = deque(maxlen=MOST_PASSES)
        self.results: list[Result] = []
        self.results_whole = False
        self.last: dict[str, Any] | None = None
        self.prizes = PrizesPaid()
        self._now = Pass(steps=[])
        self._jornada = ""
        self._completed: dict[str, Any] = {}
        self._picture: dict[str, Any] = {}

    def take(self, published: EntryPublished | PicturePublished) -> None:
        if isinstance(published, EntryPublished):
            self._entry(published.seq, published.body)
            self.prizes.take(published.body)
        elif published.body is not None:
            self._show(published.body)

    @property
    def shift(self) -> Shift:
        """The jornada so far, as far back as this console could read."""
        return self._shift

    def listed(self) -> list[dict[str, Any]]:
        """The passes there are to look at, the newest first."""
        return [
            {"number": one.number, "jornada": one.jornada, "seq": one.seq, "ended": one.ended, **one.summary}
            for one in reversed(self.passes)
        ]

    def steps(self, seq: int) -> list[Step] | None:
        """The steps of the pass that began with entry *seq*."""
        return next((one.steps for one in self.passes if one.seq == seq), None)

    def _entry(self, seq: int, body: dict[str, Any]) -> None:
        kind = body["type"]
        if kind in _BEGINS_AFRESH and not self._now.number:
            self._now.steps.clear()
        if kind not in _SILENT:
            self._add(Step(seq, body))
        if kind in _ENDS_SHOE:
            self.results, self.results_whole = [], True
        match kind:
            case "TableOpened":
                self._jornada = body["jornada"]
                self._shift = Shift(self._jornada)
            case "ShoeLoaded":
                self._shift.shoes += 1
            case "IncidentOpened":
                _count(self._shift.incidents, body["incident"]["code"])
            case "PassOpened":
                self._opened_at = self._clock()
                self._now.number, self._now.seq, self._now.jornada = body["number"], seq, self._jornada
                self.passes.append(self._now)
            case "baccarat.PassCompleted":
                self._completed = body
            case "baccarat.PassSettled":
                self._settled(body)
            case "baccarat.PassVoided" | "baccarat.PassBurned":
                self._now.summary = {"result": kind.removeprefix("baccarat.Pass").lower()}
            case "PassEnded":
                self._end()

    def _settled(self, body: dict[str, Any]) -> None:
        done, self._completed = self._completed, {}
        punto, bank = done.get("punto", 0), done.get("bank", 0)
        self._now.summary = {"result": body["result"], "punto_points": punto, "bank_points": bank}
        pairs = tuple(done.get("pairs", ()))
        self.results.append(Result(self._now.number, body["result"], pairs, max(punto, bank)))

    def _end(self) -> None:
        """The pass as it lay there when it ended stays to be seen until the next card."""
        cloth = ("punto", "bank", "punto_points", "bank_points", "hands", "bank_total", "phase")
        shown = {key: self._picture[key] for key in cloth if key in self._picture}
        self.last = {"number": self._now.number, **self._now.summary, **shown}
        self._now.ended = True
        self._shift.passes += 1
        took_s = round(self._clock() - self._opened_at)
        if took_s:  # passes of the past are read in no time
            self._shift.paces = [*self._shift.paces, took_s][-MOST_PASSES:]
        if "result" in self._now.summary:
            _count(self._shift.results, self._now.summary["result"])
        self._now = Pass(steps=[])

    def _show(self, picture: dict[str, Any]) -> None:
        self._picture = picture
        steps = self._now.steps or (self.passes[-1].steps if self.passes else [])
        if steps:
            newest = steps[-1]
            steps[-1] = Step(newest.seq, newest.body, picture)

    def _add(self, step: Step) -> None:
        self._now.steps.append(step)
        if len(self._now.steps) > MOST_STEPS:
            del self._now.steps[0]


def _count(tally: dict[str, int], name: str) -> None:
    tally[name] = tally.get(name, 0) + 1
