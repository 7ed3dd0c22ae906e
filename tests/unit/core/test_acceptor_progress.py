"""What lies between two readings of an acceptor's memory: every history is told whole, or its gap has a name."""

from hypothesis import given
from hypothesis import strategies as st

from drivers.acceptor.cctalk.progress import Progress, is_borne_out, progress
from firmware_bridge.wire.cctalk_messages import FRESH, STORED_EVENTS, Pair, Reading, counted, reading_bytes

pairs = st.one_of(st.tuples(st.integers(1, 16), st.integers(0, 4)), st.tuples(st.just(0), st.integers(1, 255)))
histories = st.lists(pairs, max_size=270)
news = st.lists(pairs, max_size=12)


def after(reading: Reading, events: list[Pair]) -> Reading:
    """The memory once *events* happened, in their order."""
    for pair in events:
        reading = Reading(counted(reading.counter + 1), (pair, *reading.pairs[:-1]))
    return reading


@given(histories, news)
def test_up_to_five_events_are_told_whole_and_in_order_and_more_are_counted(past: list[Pair], new: list[Pair]) -> None:
    before = after(FRESH, past)
    found = progress(before, after(before, new))
    told = [pair for _counter, pair in found.events]
    assert told == new[-STORED_EVENTS:]
    assert found.lost == max(0, len(new) - STORED_EVENTS)
    assert [counter for counter, _pair in found.events] == [
        counted(before.counter + place) for place in range(len(new) - len(told) + 1, len(new) + 1)
    ]


@given(st.lists(pairs, min_size=6, max_size=300), st.lists(pairs, max_size=4))
def test_a_reset_is_seen_also_when_a_few_events_came_after_it(past: list[Pair], new: list[Pair]) -> None:
    found = progress(after(FRESH, past), after(FRESH, new))
    assert found.reset
    assert [pair for _counter, pair in found.events] == new
    assert found.lost == 0


def test_the_same_counter_with_another_memory_is_a_contradiction_and_credits_nothing() -> None:
    past: list[Pair] = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]
    before = after(FRESH, past)
    assert progress(before, after(FRESH, past[::-1])) == Progress(lost=None)


@given(histories, st.lists(pairs, min_size=1, max_size=3), st.lists(pairs, min_size=1, max_size=2))
def test_a_reading_is_borne_out_by_the_one_after_it(past: list[Pair], new: list[Pair], more: list[Pair]) -> None:
    known = after(FRESH, past)
    heard = after(known, new)
    assert is_borne_out(reading_bytes(known), reading_bytes(heard), reading_bytes(after(heard, more)))


def test_a_reading_that_does_not_go_on_from_what_is_known_is_not_borne_out() -> None:
    known = after(FRESH, [(1, 1)] * 9)
    damaged = Reading(known.counter - 1, (*known.pairs[:-1], (1, 2)))
    assert not is_borne_out(reading_bytes(known), reading_bytes(damaged), reading_bytes(known))
