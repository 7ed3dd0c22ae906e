"""Tests a technician orders of lamps, signs and locks: what is shown step by step, what was read back, how it ended.

The record says test from its first entry to its last: what shines in between is nobody's bet (ADR 0027).
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

Part = Literal["lamps", "display", "locks"]
Result = Literal["passed", "shown", "failed", "interrupted"]
"""*passed*: every step was read back. *shown*: the device reads nothing back, a person must have looked."""

STEP_NS: dict[Part, int] = {"lamps": 1_000_000_000, "display": 3_000_000_000, "locks": 2_000_000_000}
"""How long each step stands: long enough to be seen, and for any driver to read back (ours)."""
TEXTS = (("PRUEBA", "0123456789 ABCDE"), ("FIN DE PRUEBA", "EDCBA 9876543210"))
"""What a sign under test shows, short enough for the smallest."""
LOCKED = (True, False, True)
"""The steps of a lock under test: only a bar that moves shows that it does."""


class Fitting(Struct, frozen=True):
    """What a device has to be tested: its lamps or seats by name, and whether it reads back what it shows."""

    names: tuple[str, ...]
    confirms: bool


class DeviceTest(Struct, frozen=True):
    """The newest test of the table; *result* is None while it is under way, *wrong* names what was not as ordered."""

    number: int
    device: str
    part: Part
    person: str
    fitting: Fitting
    step: int = 0
    lit: tuple[bool, ...] | None = None
    lines: tuple[str, ...] | None = None
    wrong: tuple[str, ...] = ()
    result: Result | None = None
    reason: str = ""

    @property
    def under_way(self) -> bool:
        return self.result is None

    @property
    def steps(self) -> int:
        match self.part:
            case "lamps":
                return len(self.fitting.names) + 2
            case "display":
                return len(TEXTS)
            case "locks":
                return len(LOCKED)

    @property
    def lamps(self) -> tuple[bool, ...]:
        """Each lamp by itself, then all of them, then none."""
        count = len(self.fitting.names)
        return tuple(self.step in (lamp, count) for lamp in range(count))

    @property
    def texts(self) -> tuple[str, ...]:
        return TEXTS[self.step]

    @property
    def locked(self) -> bool:
        return LOCKED[self.step]


class DeviceTestNote(Struct, frozen=True):
    """What every entry about a test has in common: the fold of the newest one."""


class DeviceTestBegun(DeviceTestNote, frozen=True, tag=True):
    test: DeviceTest


class DeviceTestRead(DeviceTestNote, frozen=True, tag=True):
    """What the device under test shows by its own account: its lamps, or its lines."""

    device: str
    lit: tuple[bool, ...] | None = None
    lines: tuple[str, ...] | None = None


class DeviceTestStepped(DeviceTestNote, frozen=True, tag=True):
    """A step is over; *wrong* did not show it."""

    device: str
    step: int
    wrong: tuple[str, ...] = ()


class DeviceTestEnded(DeviceTestNote, frozen=True, tag=True):
    device: str
    part: Part
    result: Result
    wrong: tuple[str, ...] = ()
    reason: str = ""


DeviceTestOperation = DeviceTestBegun | DeviceTestRead | DeviceTestStepped | DeviceTestEnded


def evolve(test: DeviceTest | None, operation: DeviceTestOperation) -> DeviceTest | None:
    if isinstance(operation, DeviceTestBegun):
        return operation.test
    if test is None:
        return None
    match operation:
        case DeviceTestRead(lit=lit, lines=lines):
            return replace(test, lit=lit, lines=lines)
        case DeviceTestStepped(step=step, wrong=wrong):
            known = tuple(name for name in wrong if name not in test.wrong)
            return replace(test, step=step + 1, wrong=(*test.wrong, *known))
        case DeviceTestEnded(result=result, reason=reason):
            return replace(test, result=result, reason=reason)
