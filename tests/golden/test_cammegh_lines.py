"""Cammegh Slingshot 2 lines against the vectors of DEVICES 5.1 and a public capture of a real wheel."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from daemon.cli.main import sabot
from drivers.wheel.cammegh.rounds import WheelRounds
from firmware_bridge.wire.cammegh import BareNumber, Deframer, StatusLine
from firmware_bridge.wire.noise import LineNoise
from table_core.wheel import WheelEvent, WheelFaults, WheelNumber, WheelState
from tests.golden.vectors import cut, feed

CAPTURE = Path(__file__).parent / "data" / "cammegh_slingshot2.log"
NO_MORE_BETS = "2a 58 3b 34 3b 30 30 37 3b 20 39 3b 30 3b 31 35 31 3b 31 0d 0a"
VECTORS: dict[bytes, StatusLine | BareNumber] = {
    bytes.fromhex(NO_MORE_BETS): StatusLine(4, 7, 9, 0, 151, 1),
    bytes.fromhex("33 31 0a 0d"): BareNumber(31),
    b"*X;5;007;31;0;150;1\r\n": StatusLine(5, 7, 31, 0, 150, 1),
    b"*X;4;001;  ;4;000;0\r\n": StatusLine(4, 1, None, 4, 0, 0),
    b"*X;2;007;24;2;162;1\r\n": StatusLine(2, 7, 24, 2, 162, 1),
}
SPINS = [2, 2, 4, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]
NUMBERS = [28, 14, 35, 15, 24, 4, 18, 3, 14, 21, 30, 24, 15, 30, 16, 35]
pieces = st.one_of(st.sampled_from([*VECTORS, b"*X;2;094\r\n", b"*X;5;0"]), st.binary(max_size=30))


def status(state: int, spin: int, number: int) -> bytes:
    return StatusLine(state, spin, number, 0, 170, 1).to_bytes()


def told(*lines: bytes) -> list[WheelEvent]:
    wheel = WheelRounds("wheel")
    return [*(event for line in lines for event in wheel.receive(line)), *wheel.end_of_stream()]


def numbers(events: list[WheelEvent]) -> list[tuple[int, int, bool | None]]:
    return [(event.spin, event.number, event.agrees) for event in events if isinstance(event, WheelNumber)]


def decoded(*arguments: str) -> list[dict[str, object]]:
    result = CliRunner().invoke(sabot, ["decode", "cammegh", str(CAPTURE), "--input", "text", *arguments])
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.output.splitlines()]


@pytest.mark.parametrize(("raw", "line"), VECTORS.items())
def test_a_vector_decodes_to_its_line_and_back(raw: bytes, line: StatusLine | BareNumber) -> None:
    assert feed(Deframer(), [raw]) == [line]
    assert line.to_bytes() == raw


@pytest.mark.parametrize(
    "line",
    [b"*X;2;094", b"*X;7;001;31;0;150;1", b"*X;5;001;37;0;150;1", b"*X;5;001;31;0;150;1x", b"*X;5;001;31;0;15;1"],
)
def test_a_line_of_another_shape_is_refused_and_the_next_is_read(line: bytes) -> None:
    items = feed(Deframer(), [line + b"\r\n*X;5;007;31;0;150;1\r\n"])
    assert [item for item in items if not isinstance(item, LineNoise)] == [StatusLine(5, 7, 31, 0, 150, 1)]
    assert [item.reason for item in items if isinstance(item, LineNoise)] == ["bad_shape"]


def test_the_capture_gives_its_sixteen_results_from_state_5_alone() -> None:
    *lines, summary = decoded()
    rounds = [line for line in lines if line["kind"] == "round"]
    assert [line["spin"] for line in rounds] == SPINS
    assert [line["number"] for line in rounds] == NUMBERS
    assert summary == {
        "kind": "summary",
        "frames": 1576,
        "duplicates": 0,
        "bad": 24,
        "noise_bytes": 0,
        "gaps": 0,
        "games": 0,
        "rounds": 16,
        "agree": True,
    }


@pytest.mark.parametrize("chunk", ["1", "whole", "random:7"])
def test_the_capture_gives_the_same_events_however_it_is_cut(chunk: str) -> None:
    assert decoded("--chunk", chunk) == decoded()


@pytest.mark.parametrize("seed", range(5))
def test_rubbish_between_the_lines_changes_no_event(seed: int) -> None:
    clean, noisy = decoded(), decoded("--noise", str(seed), "--chunk", f"random:{seed}")
    assert noisy[-1]["noise_bytes"] != 0
    assert [line for line in noisy if line["kind"] == "round"] == [line for line in clean if line["kind"] == "round"]


def test_the_number_of_another_state_is_never_a_result() -> None:
    assert numbers(told(status(2, 7, 24), status(3, 7, 24), status(4, 7, 24), b"31\n\r")) == []


def test_a_number_said_twice_is_told_once_and_at_once() -> None:
    events = told(status(4, 7, 24), status(5, 7, 31), status(5, 7, 31), status(5, 7, 31), status(2, 8, 31))
    assert numbers(events) == [(7, 31, None)]
    assert events.index(WheelNumber("wheel", 7, 31, None)) < events.index(WheelState("wheel", "place_bets", 8))


def test_the_bare_number_confirms_the_first_line_of_state_5() -> None:
    assert numbers(told(b"31\n\r", status(5, 7, 31))) == [(7, 31, True)]


def test_a_bare_number_that_disagrees_is_told_with_the_result() -> None:
    assert numbers(told(status(4, 7, 24), b"20\n\r", status(5, 7, 23), status(5, 7, 23))) == [(7, 23, False)]


def test_a_bare_number_from_before_is_forgotten_when_bets_are_placed() -> None:
    assert numbers(told(b"1\n\r", status(2, 7, 24), status(5, 7, 31), status(5, 7, 31))) == [(7, 31, None)]


def test_one_damaged_number_among_good_ones_is_no_result() -> None:
    good, bad = status(5, 7, 31), status(5, 7, 30)
    for lines in ((bad, good, good), (good, bad, good), (good, good, bad)):
        assert numbers(told(status(4, 7, 24), *lines, status(2, 8, 31))) == [(7, 31, None)]


def test_two_numbers_said_once_each_are_no_result() -> None:
    assert numbers(told(status(5, 7, 31), status(5, 7, 30), status(2, 8, 31))) == []


def test_one_line_of_state_5_alone_is_a_result_when_the_state_is_over() -> None:
    assert numbers(told(status(4, 7, 24), status(5, 7, 31), status(2, 8, 31))) == [(7, 31, None)]


def test_a_damaged_line_inside_state_5_makes_no_second_round() -> None:
    assert numbers(told(*2 * (status(5, 7, 31),), status(4, 7, 31), *2 * (status(5, 7, 31),))) == [(7, 31, None)]


def test_the_same_number_with_a_new_ball_is_another_round() -> None:
    round_ = (status(3, 7, 31), status(4, 7, 31), status(5, 7, 31), status(5, 7, 31))
    assert numbers(told(*round_, *round_)) == [(7, 31, None), (7, 31, None)]


def test_faults_are_told_when_they_come_and_when_they_go() -> None:
    lines = (b"*X;4;001;  ;5;000;0\r\n", b"*X;4;001;  ;5;000;0\r\n", b"*X;4;001;  ;0;000;0\r\n")
    faults = [event for event in told(*lines) if isinstance(event, WheelFaults)]
    assert faults == [WheelFaults("wheel", ("ball_removed", "sensor_broken")), WheelFaults("wheel", ())]


@given(st.lists(pieces, max_size=10).map(b"".join), st.lists(st.integers(0, 9), max_size=30))
def test_no_input_raises_and_chunks_do_not_matter(data: bytes, sizes: list[int]) -> None:
    wheel, whole = WheelRounds("wheel"), WheelRounds("wheel")
    events = [event for chunk in cut(data, sizes) for event in wheel.receive(chunk)]
    assert events == list(whole.receive(data))
