"""Reconnecting: for ever, slower and slower, told once."""

from hypothesis import given
from hypothesis import strategies as st

from daemon.reconnect import CAP_NS, LASTING_NS, START_NS, Reconnect, Retry

MS = 1_000_000


def pauses(reconnect: Reconnect, count: int, now_ns: int = 0) -> list[int]:
    return [reconnect.failed(now_ns).at_ns - now_ns for _ in range(count)]


def test_pauses_double_from_a_quarter_second_up_to_five_and_stay_there() -> None:
    expected = [250, 500, 1000, 2000, 4000, 5000, 5000, 5000]
    assert pauses(Reconnect(), 8, now_ns=77) == [pause * MS for pause in expected]


def test_the_first_failure_of_a_streak_is_a_warning_and_the_rest_debug() -> None:
    reconnect = Reconnect()
    assert [reconnect.failed(0).level for _ in range(4)] == ["warning", "debug", "debug", "debug"]


def test_a_connection_that_lasted_starts_afresh() -> None:
    reconnect = Reconnect()
    pauses(reconnect, 6)
    reconnect.connected(0)
    assert reconnect.lost(LASTING_NS) == Retry(LASTING_NS + START_NS, "warning")
    assert reconnect.failed(LASTING_NS) == Retry(LASTING_NS + 2 * START_NS, "warning")
    assert reconnect.failed(LASTING_NS).level == "debug"


def test_a_loose_plug_that_connects_for_a_moment_keeps_its_long_pauses_and_stays_quiet() -> None:
    reconnect = Reconnect()
    pauses(reconnect, 6)
    reconnect.connected(0)
    assert reconnect.lost(LASTING_NS - 1) == Retry(LASTING_NS - 1 + CAP_NS, "debug")


def test_a_first_connection_lost_at_once_is_a_warning() -> None:
    reconnect = Reconnect()
    reconnect.connected(0)
    assert reconnect.lost(1) == Retry(1 + START_NS, "warning")
    assert reconnect.failed(2).level == "debug"


@given(st.lists(st.sampled_from(["failed", "connected and lost"]), max_size=200), st.integers(0, 10**12))
def test_it_never_gives_up_and_never_waits_longer_than_the_cap(steps: list[str], held_ns: int) -> None:
    reconnect, now_ns = Reconnect(), 0
    for step in steps:
        if step == "failed":
            retry = reconnect.failed(now_ns)
        else:
            reconnect.connected(now_ns)
            now_ns += held_ns
            retry = reconnect.lost(now_ns)
        assert now_ns + START_NS <= retry.at_ns <= now_ns + CAP_NS
        now_ns = retry.at_ns
