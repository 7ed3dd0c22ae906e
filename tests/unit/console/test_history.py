"""What a technician's plots are drawn from: differences of counters, bounded, and right after a restart."""

from msgspec.structs import replace

from daemon.console.history import SPANS, History
from daemon.messages import DeviceStatus, HeadTold, Status

LAMPS = DeviceStatus("lamps", "lamps", "hid-relay", "ours", "up", "usb:1", {"bad": 0, "reconnects": 1})
STATUS = Status("ready", "", "", True, {}, 0, [LAMPS], 0, HeadTold(1, ""))


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def told(answers: int, total_us: int, bad: int, reconnects: int, link: str = "up") -> Status:
    counters = {"bad": bad, "noise_bytes": 0, "reconnects": reconnects, "frames": 9}
    device = replace(LAMPS, counters=counters, answers={"count": answers, "total_us": total_us}, link=link)
    return replace(STATUS, devices=[device])


def history_of(*statuses: Status, every_s: float = 2.0) -> tuple[History, Clock]:
    clock = Clock()
    history = History(clock)
    for status in statuses:
        history.take(status)
        clock.now += every_s
    return history, clock


def test_a_sample_is_what_was_added_and_the_mean_of_its_answers() -> None:
    history, _ = history_of(told(10, 50_000, 0, 1), told(14, 58_000, 3, 1), told(14, 58_000, 3, 2, "down"))
    first, second = history.of("hour", "lamps")
    assert (first.answer_us, first.errors, first.reconnects, first.up) == (2000, 3, 0, True)
    assert (second.answer_us, second.errors, second.reconnects, second.up) == (None, 0, 1, False)


def test_a_table_that_restarted_counts_from_nothing() -> None:
    history, _ = history_of(told(1000, 9_000_000, 50, 7), told(2, 3000, 1, 1))
    [only] = history.of("hour", "lamps")
    assert (only.answer_us, only.errors, only.reconnects) == (1500, 1, 1)


def test_it_never_grows_past_its_span_and_gives_only_what_is_new() -> None:
    every_s, most = SPANS["hour"]
    history, clock = history_of(*(told(n, n, n, 1) for n in range(most + 50)), every_s=every_s)
    samples = history.of("hour", "lamps")
    assert len(samples) == most
    assert samples[-1].utc_s == int(clock.now) - every_s
    assert history.of("hour", "lamps", samples[-3].utc_s) == samples[-2:]


def test_two_statuses_within_one_stretch_are_one_sample() -> None:
    history, _ = history_of(*(told(n, n, n, 1) for n in range(9)), every_s=0.5)
    assert sum(sample.errors for sample in history.of("hour", "lamps")) == 8
    assert len(history.of("hour", "lamps")) == 2
    assert history.of("hour", "nobody") == []
