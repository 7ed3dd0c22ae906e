"""What the pages show of the past: the last passes step by step, the shoes, the shift, the results of the shoe in play.

It holds what was published, as anybody may see it, and so no card that nobody had seen. Hours are the journal's.
"""

from collections import deque
from typing import Any

from msgspec import Struct

from daemon.console.prizes import PrizesPaid
from daemon.console.shift import Shift, ShiftBook, results_of
from daemon.console.shoes import ShoesTold
from daemon.messages import EntryPublished, PicturePublished

MOST_PASSES = 200
MOST_STEPS = 400
"""A pass longer than this has gone wrong in a way its last steps will not explain better."""
SILENT = frozenset(
    (
        "CardFaceLearned",
        "CardLeftShoe",
        "ContactNoted",
        "CountsNoted",
        "DeviceLinked",
        "DeviceMet",
        "EntryKeyed",
        "EventsKept",
        "LampsNoted",
        "PaceNoted",
        "PlugMet",
        "ReadingNoted",
        "ShoeAligned",
        "ShoeLoaded",
        "ShoeMixed",
        "VerdictHeard",
        "VerdictWaived",
        "baccarat.CardFaced",
        "blackjack.HoleDue",
        "blackjack.LayingKeyed",
        "blackjack.PendingSet",
        "blackjack.Planned",
        "chemin.CardFaced",
        "chemin.ListsKept",
        "progressive.AntesNoted",
        "progressive.DevicesForgotten",
        "progressive.LampSeen",
        "progressive.LockRead",
        "progressive.PotShown",
        "progressive.SidePassEnded",
    )
)
"""What says nothing to a person who looks at a pass."""
_BEGINS_AFRESH = ("TableOpened", "baccarat.BetsOpened", "blackjack.RoundOpened", "poker.DeckPrepared")
_ENDS_SHOE = ("baccarat.ShoePrepared", "baccarat.ShoeEnded", "ShoeLoaded")


class Step(Struct):
    """One thing that happened, when, and the table as it looked after it (None: that picture was not kept)."""

    seq: int
    body: dict[str, Any]
    utc_ns: int = 0
    picture: dict[str, Any] | None = None


class Result(Struct, frozen=True):
    """How a baccarat pass ended, for the plates; *pairs* in the order punto, bank."""

    number: int
    result: str
    pairs: tuple[str, ...]
    points: int


class Pass(Struct):
    """*number* 0 until its first card is out; *utc_ns* is the hour of that."""

    number: int = 0
    jornada: str = ""
    seq: int = 0
    utc_ns: int = 0
    ended: bool = False
    summary: dict[str, Any] = {}
    steps: list[Step] = []


class Chronicle:
    def __init__(self) -> None:
        self.prizes = PrizesPaid()
        self._shift = ShiftBook(self.prizes)
        self.shoes = ShoesTold()
        self.passes: deque[Pass] = deque(maxlen=MOST_PASSES)
        self.results: list[Result] = []
        self.results_whole = False
        self.last: dict[str, Any] | None = None
        self._now = Pass(steps=[])
        self._unseen: list[Step] = []
        self._run, self._seq = "", 0
        self._jornada = ""
        self._completed: dict[str, Any] = {}
        self._picture: dict[str, Any] = {}

    def take(self, published: EntryPublished | PicturePublished) -> None:
        match published:
            case EntryPublished() if self._knows(published):
                return
            case EntryPublished(body=body, utc_ns=utc_ns):
                self._entry(published, body["type"], body)
                self._shift.take(body, utc_ns)
                self.prizes.take(body)
                self.shoes.take(published.seq, body, utc_ns)
            case PicturePublished(body=None):
                self._unseen.clear()
            case PicturePublished(body=dict() as picture):
                self._show(picture)

    @property
    def shift(self) -> Shift:
        """The jornada so far, as far back as this console could read."""
        return self._shift.shift

    def listed(self) -> list[dict[str, Any]]:
        """The passes there are to look at, the newest first."""
        return [
            {"number": one.number, "jornada": one.jornada, "seq": one.seq, "utc_ns": one.utc_ns, "ended": one.ended}
            | one.summary
            for one in reversed(self.passes)
        ]

    def steps(self, seq: int) -> list[Step] | None:
        """The steps of the pass that began with entry *seq*."""
        return next((one.steps for one in self.passes if one.seq == seq), None)

    def _knows(self, published: EntryPublished) -> bool:
        """Whether this was told before: a console that lost its table begins with the past once more."""
        known = published.seq <= self._seq and published.run in ("", self._run)
        if not known:
            self._seq, self._run = published.seq, published.run or self._run
        return known

    def _entry(self, published: EntryPublished, kind: str, body: dict[str, Any]) -> None:
        if kind in _BEGINS_AFRESH and not self._now.number:
            self._now.steps.clear()
        if kind not in SILENT:
            self._add(Step(published.seq, body, published.utc_ns), live=published.n > 0)
        if kind in _ENDS_SHOE:
            self.results, self.results_whole = [], True
        self._now.summary = results_of(self._now.summary, body)
        match kind:
            case "TableOpened":
                self._jornada = body["jornada"]
            case "PassOpened":
                now = self._now
                now.number, now.seq, now.utc_ns = body["number"], published.seq, published.utc_ns
                now.jornada = self._jornada
                self.passes.append(now)
            case "baccarat.PassCompleted":
                self._completed = body
            case "baccarat.PassSettled":
                self._settled(body)
            case "PassEnded":
                self._end()

    def _settled(self, body: dict[str, Any]) -> None:
        done, self._completed = self._completed, {}
        points = max(done.get("punto", 0), done.get("bank", 0))
        self.results.append(Result(self._now.number, body["result"], tuple(done.get("pairs", ())), points))

    def _end(self) -> None:
        """The pass as it lay there when it ended stays to be seen until the next card."""
        cloth = ("punto", "bank", "punto_points", "bank_points", "hands", "bank_total", "phase")
        shown = {key: self._picture[key] for key in cloth if key in self._picture}
        summary = {key: value for key, value in self._now.summary.items() if key != "hands"}
        self.last = {"number": self._now.number, **summary, **shown}
        self._now.ended = True
        self._unseen.clear()  # the cloth may be cleared in the very commit that ends a pass
        self._shift.settled(self._now.summary)
        self.shoes.settled(self._now.summary)
        self._now = Pass(steps=[])

    def _show(self, picture: dict[str, Any]) -> None:
        """The steps of one commit share its picture; one that changed without a step belongs to the newest."""
        self._picture = picture
        for step in self._unseen or self._newest(picture):
            step.picture = picture
        self._unseen.clear()

    def _newest(self, picture: dict[str, Any]) -> list[Step]:
        """The step a picture belongs to that came without one: none, once bets are open for the pass to come."""
        if self._now.steps or picture.get("bets_open"):
            return self._now.steps[-1:]
        return self.passes[-1].steps[-1:] if self.passes else []

    def _add(self, step: Step, *, live: bool) -> None:
        self._now.steps.append(step)
        if live:
            self._unseen.append(step)
        if len(self._now.steps) > MOST_STEPS:
            del self._now.steps[0]
