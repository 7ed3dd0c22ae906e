"""One row of results.json, and how raw times become one. Measures nothing."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct

Status = Literal["measured", "peer_missing", "not_built"]


class Row(Struct, frozen=True):
    """*against* names what was measured beside it in the same run; *ratio* is p50 over the peer's p50."""

    name: str
    unit: str
    p10: float | None
    p50: float | None
    p90: float | None
    p99: float | None
    against: str | None
    against_p50: float | None
    ratio: float | None
    goal: float | None
    met: bool | None
    status: Status


def measured(
    name: str, times_ns: list[int], *, against: str, against_ns: list[int], goal: float, unit: str = "us"
) -> Row:
    """A row in microseconds; *goal* is the largest ratio that is still good."""
    p50, peer = _percentile(times_ns, 50), _percentile(against_ns, 50)
    ratio = round(p50 / peer, 3)
    return Row(
        name=name,
        unit=unit,
        p10=_percentile(times_ns, 10),
        p50=p50,
        p90=_percentile(times_ns, 90),
        p99=_percentile(times_ns, 99),
        against=against,
        against_p50=peer,
        ratio=ratio,
        goal=goal,
        met=ratio <= goal,
        status="measured",
    )


def rated(name: str, rates: list[float], *, against: str, against_rates: list[float], goal: float | None) -> Row:
    """How often in a second; *goal* is the smallest ratio that is good."""
    p10, p50, p90, p99 = (_nearest(rates, percent) for percent in (10, 50, 90, 99))
    peer = _nearest(against_rates, 50)
    ratio = round(p50 / peer, 3)
    met = None if goal is None else ratio >= goal
    return Row(name, "1/s", p10, p50, p90, p99, against, peer, ratio, goal, met, "measured")


def within(name: str, times_ns: list[int], *, against: str, against_ns: list[int], goal_us: float) -> Row:
    """A row whose goal is a time: the ninety-ninth percentile in microseconds, whatever the peer takes."""
    row = measured(name, times_ns, against=against, against_ns=against_ns, goal=goal_us)
    return msgspec.structs.replace(row, met=row.p99 is not None and row.p99 <= goal_us)


def peer_missing(name: str, peer: str, goal: float, times_ns: Sequence[int] = (), unit: str = "") -> Row:
    """Nothing to compare with: *peer* is not installed here. Our own *times_ns*, where they were taken all the same."""
    p10, p50, p90, p99 = (_percentile(list(times_ns), percent) if times_ns else None for percent in (10, 50, 90, 99))
    return Row(name, unit, p10, p50, p90, p99, peer, None, None, goal, None, "peer_missing")


def not_built(name: str) -> Row:
    return Row(name, "", None, None, None, None, None, None, None, None, None, "not_built")


def _percentile(times_ns: list[int], percent: int) -> float:
    """In microseconds."""
    return round(_nearest(times_ns, percent) / 1000, 1)


def _nearest(values: Sequence[float], percent: int) -> float:
    """The value at the nearest rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]
