"""What every driver owes over every kind of line. A driver's own test file subclasses `LineContract`; see README.md."""

from abc import ABC, abstractmethod
from random import Random
from typing import ClassVar, Literal

from hw_sims.lines import SECOND_NS, TO_DEVICE, TO_HOST, Line
from table_core.events import DeviceSaidNonsense, LinkLost, LinkRestored, MessagesLost, SendLost
from tests.contract.exchange import Exchange

Direction = Literal["to_host", "to_device"]
LineKind = tuple[Direction, str]
SEEDS = range(1, 6)
TROUBLE = (MessagesLost, LinkLost, LinkRestored, DeviceSaidNonsense, SendLost)


class LineContract(ABC):
    """Over each kind of line: all is told, or a named event says that something is missing; never a wrong word."""

    directions: ClassVar[tuple[Direction, ...]] = ("to_host", "to_device")
    not_here: ClassVar[frozenset[str]] = frozenset()
    """Kinds that cannot happen on this device's line, because of how it is used."""
    loses: ClassVar[frozenset[str]] = frozenset()
    """Kinds of line over which the protocol cannot bring everything; then `noticed` must say so."""
    cannot_tell: ClassVar[frozenset[str]] = frozenset()
    """Kinds whose damage this protocol has no means to see; the device's page must say so."""

    @abstractmethod
    def new_exchange(self) -> Exchange:
        """A fresh session and a fresh simulator, connected and acquainted over a perfect line."""

    @abstractmethod
    def tell(self, exchange: Exchange) -> None:
        """Let the device live through a known story; called twice, the second time over a perfect line."""

    def outcome(self, exchange: Exchange) -> list[object]:
        """What must come out the same: by default every event that is not trouble."""
        return [event for event in exchange.events if not isinstance(event, TROUBLE)]

    def noticed(self, exchange: Exchange) -> bool:
        """Whether somebody was told that something is missing."""
        return any(
            isinstance(event, MessagesLost | LinkLost | DeviceSaidNonsense | SendLost) for event in exchange.events
        )

    @classmethod
    def line_kinds(cls) -> list[LineKind]:
        """Every kind of line this driver is tested over; tests/contract/conftest.py makes one test of each."""
        kinds: dict[Direction, list[str]] = {"to_host": list(TO_HOST), "to_device": list(TO_DEVICE)}
        return [
            (direction, kind) for direction in cls.directions for kind in kinds[direction] if kind not in cls.not_here
        ]

    def test_a_perfect_line_brings_everything_and_no_trouble(self) -> None:
        exchange = self._told_over(Line(), Line())
        assert self.outcome(exchange)
        assert not self.noticed(exchange)

    def test_a_bad_line_brings_everything_or_says_what_is_missing(self, line_kind: LineKind) -> None:
        direction, kind = line_kind
        perfect, _ = self._twice(Line(), Line())
        for seed in SEEDS:
            line = (TO_HOST if direction == "to_host" else TO_DEVICE)[kind](Random(seed))
            told, noticed = self._twice(*((line, Line()) if direction == "to_host" else (Line(), line)))
            where = f"{direction}, {kind}, seed {seed}, injected {dict(line.injected)}"
            assert line.injected.total() > 0, f"nothing was injected: {where}"
            assert told[1] == perfect[1], f"not the same once the line was good again: {where}"
            if kind not in self.cannot_tell:
                self._judge(kind, told[0], perfect[0], where, noticed=noticed)

    def _judge(self, kind: str, told: list[object], perfect: list[object], where: str, *, noticed: bool) -> None:
        if kind not in self.loses:
            assert told == perfect, where
        assert _is_part_of(told, perfect), f"something was told that did not happen: {where}"
        assert told == perfect or noticed, f"lost in silence: {where}"

    def _twice(self, to_host: Line, to_device: Line) -> tuple[tuple[list[object], list[object]], bool]:
        """What came of the story over these lines and then over perfect ones, and whether trouble was noticed."""
        exchange = self._told_over(to_host, to_device)
        first = self.outcome(exchange)
        exchange.heal()
        exchange.run(SECOND_NS)
        self.tell(exchange)
        exchange.run(SECOND_NS)
        return (first, self.outcome(exchange)[len(first) :]), self.noticed(exchange)

    def _told_over(self, to_host: Line, to_device: Line) -> Exchange:
        exchange = self.new_exchange()
        exchange.to_host, exchange.to_device = to_host, to_device
        self.tell(exchange)
        exchange.run(SECOND_NS)
        return exchange


def _is_part_of(part: list[object], whole: list[object]) -> bool:
    rest = iter(whole)
    return all(one in rest for one in part)
