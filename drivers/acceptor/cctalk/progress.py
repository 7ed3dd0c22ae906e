"""What happened between two readings of an acceptor's event memory. Never guesses: what cannot be known has a name.

The acceptor keeps five events and a counter. Overlap of the two memories shows whether the second continues the first.
"""

from msgspec import Struct

from firmware_bridge.wire.cctalk_messages import (
    FRESH,
    STORED_EVENTS,
    Pair,
    Reading,
    counted,
    parse_reading,
    steps_between,
)

_EMPTY: Pair = (0, 0)


class Progress(Struct, frozen=True):
    """*events* in the order they happened, each with its counter. *lost* is None when their number is unknown."""

    events: tuple[tuple[int, Pair], ...] = ()
    lost: int | None = 0
    reset: bool = False


def progress(before: Reading, now: Reading) -> Progress:
    """What took the acceptor from *before* to *now*."""
    steps = steps_between(before.counter, now.counter)
    if now.counter != 0 and _continues(before, now, steps):
        return Progress(_newest(now, steps))
    if _is_fresh(now):
        return Progress(_newest(now, now.counter), reset=True)
    if steps > STORED_EVENTS and _EMPTY not in now.pairs:
        return Progress(_newest(now, STORED_EVENTS), lost=steps - STORED_EVENTS)
    return Progress(lost=None)


def is_borne_out(known: bytes, heard: bytes, now: bytes) -> bool:
    """Whether *heard*, a reading that goes on from *known* or from a reset, is repeated in the memory read *now*."""
    before, middle, after = parse_reading(known), parse_reading(heard), parse_reading(now)
    news = steps_between(before.counter, middle.counter)
    if news == 0 or not _continues(before, middle, news):
        if not _is_fresh(middle):
            return False
        news = middle.counter
    more = steps_between(middle.counter, after.counter)
    return 0 < more <= STORED_EVENTS - news and _continues(middle, after, more)


def _continues(before: Reading, now: Reading, steps: int) -> bool:
    if before.counter == 0 and before != FRESH:
        return False
    return steps <= STORED_EVENTS and now.pairs[steps:] == before.pairs[: STORED_EVENTS - steps]


def _is_fresh(now: Reading) -> bool:
    """The memory of an acceptor that was switched on a few events ago: places never used are empty."""
    return now.counter < STORED_EVENTS and set(now.pairs[now.counter :]) == {_EMPTY}


def _newest(now: Reading, count: int) -> tuple[tuple[int, Pair], ...]:
    """The newest *count* events, oldest of them first."""
    first = now.counter - count
    return tuple((counted(first + place), pair) for place, pair in enumerate(reversed(now.pairs[:count]), start=1))
