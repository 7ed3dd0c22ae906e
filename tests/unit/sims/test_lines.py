"""Lines that misbehave: seeded, counted, and each does what its name says and nothing else."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hw_sims import lines
from hw_sims.lines import SECOND_NS, Arrival, Line, PluggedIn, Read, Refused, Unplugged

FRAMES = [bytes((number, *range(40, 52))) for number in range(30)]
STREAM = b"".join(FRAMES)
frame_lists = st.lists(st.binary(min_size=1, max_size=20), max_size=10)


def over(line: Line, frames: list[bytes] = FRAMES, gap_ns: int = SECOND_NS) -> list[Arrival]:
    """Everything that arrives of *frames*, said one after the other, then silence."""
    arrivals = [arrival for at, frame in enumerate(frames) for arrival in line.carry(frame, at * gap_ns)]
    return arrivals + list(line.rest(len(frames) * gap_ns))


def reads(arrivals: list[Arrival]) -> list[bytes]:
    return [arrival.data for arrival in arrivals if isinstance(arrival, Read)]


def test_a_good_line_changes_nothing_and_injects_nothing() -> None:
    line = Line()
    assert reads(over(line)) == FRAMES
    assert not line.injected


@pytest.mark.parametrize("kind", lines.TO_HOST | lines.TO_DEVICE)
def test_the_same_seed_does_the_same_and_every_kind_counts_what_it_did(kind: str) -> None:
    make = (lines.TO_HOST | lines.TO_DEVICE)[kind]
    once, again = make(Random(7)), make(Random(7))
    assert over(once) == over(again)
    assert once.injected == again.injected
    assert once.injected.total() > 0


@pytest.mark.parametrize("kind", ["one byte at a time", "joined", "recut", "paced at 9600 baud", "delayed"])
@given(frames=frame_lists, seed=st.integers())
def test_lines_that_only_cut_or_wait_keep_every_byte_in_order(kind: str, frames: list[bytes], seed: int) -> None:
    arrivals = over(lines.TO_HOST[kind](Random(seed)), frames)
    assert b"".join(reads(arrivals)) == b"".join(frames)
    moments = [arrival.at_ns for arrival in arrivals]
    assert moments == sorted(moments)


@pytest.mark.parametrize(
    ("kind", "shows"),
    [
        ("byte lost", lambda sent, got: len(got) == len(sent) - 1),
        ("byte repeated", lambda sent, got: len(got) == len(sent) + 1),
        ("bit flipped", lambda sent, got: sum((a ^ b).bit_count() for a, b in zip(sent, got, strict=True)) == 1),
        ("noise between frames", lambda sent, got: got != sent and got.endswith(sent)),
    ],
)
def test_one_frame_of_every_three_is_hurt_and_no_other(kind: str, shows: Callable[[bytes, bytes], bool]) -> None:
    line = lines.TO_HOST[kind](Random(3))
    arrived = reads(over(line))
    hurt = [(sent, got) for sent, got in zip(FRAMES, arrived, strict=True) if sent != got]
    assert len(hurt) == len(FRAMES) // 3
    assert all(shows(sent, got) for sent, got in hurt)


def test_a_lost_frame_leaves_two_of_three() -> None:
    line = lines.FrameLost(Random(1))
    assert len(reads(over(line))) == 2 * len(FRAMES) // 3
    assert line.injected == {"frame_lost": len(FRAMES) // 3}


def test_a_hopeless_line_hurts_every_frame() -> None:
    arrived = reads(over(lines.TO_HOST["hopeless"](Random(1))))
    assert all(sent != got for sent, got in zip(FRAMES, arrived, strict=True))


def test_bytes_at_9600_baud_come_a_millisecond_apart_and_wait_for_each_other() -> None:
    arrivals = over(lines.Paced(9600), [b"ab", b"c"], gap_ns=0)
    assert [arrival.at_ns for arrival in arrivals] == [1_041_666, 2_083_332, 3_124_998]


def test_a_cable_pulled_in_mid_frame_swallows_what_is_said_until_it_is_back() -> None:
    line = lines.UnpluggedInFrame(Random(1), within=1, out_ns=2 * SECOND_NS)
    arrivals = over(line)
    assert [type(arrival) for arrival in arrivals[:3]] == [Read, Unplugged, PluggedIn]
    assert arrivals[2].at_ns == 2 * SECOND_NS
    part, *others = reads(arrivals)
    assert FRAMES[0].startswith(part)
    assert 0 < len(part) < len(FRAMES[0])
    assert others == FRAMES[2:]
    assert line.injected == {"unplugged": 1, "swallowed": 1}


def test_a_peer_that_stops_reading_has_writes_refused_until_it_reads_again() -> None:
    line = lines.StopsReading(Random(1), within=1, deaf_for=2)
    assert over(line, FRAMES[:3], gap_ns=0) == [Refused(0), Refused(0), Read(FRAMES[2], 0)]


def test_a_flood_comes_once_before_a_whole_frame() -> None:
    line = lines.Flooded(Random(1))
    data = b"".join(reads(over(line)))
    assert len(data) == lines.FLOOD_BYTES + len(STREAM)
    assert line.injected == {"flood": lines.FLOOD_BYTES}
