"""One question on a ccTalk line: echo, answer, refusal, damage, silence, collision, each told apart."""

import pytest

from firmware_bridge.wire import cctalk_messages as cc
from firmware_bridge.wire.cctalk import Frame
from firmware_bridge.wire.cctalk_exchange import AFTER_COLLISION_NS, REPLY_WITHIN_NS, SETTLE_NS, Exchange

QUESTION = cc.question(2, cc.READ_INHIBITS)
ECHO = bytes.fromhex("02 00 01 e6 17")
ANSWER = bytes.fromhex("01 02 02 00 00 00 fb")


def asked(*, echo: bool = True) -> Exchange:
    return Exchange(QUESTION, 2, echo=echo, mono_ns=0)


@pytest.mark.parametrize("cut", range(len(ECHO + ANSWER) + 1))
def test_echo_and_answer_cut_anywhere_are_an_answer(cut: int) -> None:
    exchange, stream = asked(), ECHO + ANSWER
    outcomes = [exchange.receive(part, 1) for part in (stream[:cut], stream[cut:]) if part]
    assert outcomes[-1] == Frame(1, 0, b"\0\0", source=2)


def test_an_echo_that_differs_is_a_collision_even_when_an_answer_follows() -> None:
    exchange = asked()
    assert exchange.receive(b"\x02\x00\x01\xe7\x17" + ANSWER, 1) is None
    assert exchange.on_time(exchange.deadline - 1) is None
    assert exchange.on_time(exchange.deadline) == "collision"
    assert exchange.deadline == 1 + AFTER_COLLISION_NS


@pytest.mark.parametrize(
    ("heard", "outcome"),
    [
        (ECHO, "silent"),
        (b"", "collision"),
        (ECHO[:3], "collision"),
        (ECHO + ANSWER[:4], "damaged"),
        (ECHO + ANSWER[:-1] + b"\xfa", "damaged"),
    ],
)
def test_what_is_no_answer_is_named_when_its_time_is_over(heard: bytes, outcome: str) -> None:
    exchange = asked()
    assert exchange.receive(heard, 1) is None
    assert exchange.on_time(exchange.deadline) == outcome


@pytest.mark.parametrize(("header", "outcome"), [(cc.NAK, "refused"), (cc.BUSY, "busy")])
def test_a_refusal_ends_the_question_at_once(header: int, outcome: str) -> None:
    assert asked().receive(ECHO + Frame(1, header, source=2).to_bytes(), 1) == outcome


@pytest.mark.parametrize(
    "other",
    [
        Frame(1, 0, b"\0\0", source=3),
        Frame(9, 0, b"\0\0", source=2),
        Frame(1, 0, b"\0\0\0", source=2),
        Frame(1, 77, b"\0\0", source=2),
    ],
)
def test_a_frame_that_answers_something_else_is_no_answer(other: Frame) -> None:
    exchange = asked()
    assert exchange.receive(ECHO + other.to_bytes(), 1) is None
    assert exchange.receive(ANSWER, 2) == Frame(1, 0, b"\0\0", source=2)


def test_the_wait_is_for_the_reply_then_for_each_byte_then_for_the_line_to_settle() -> None:
    exchange = asked()
    assert exchange.deadline > REPLY_WITHIN_NS
    exchange.receive(ECHO, 5_000_000)
    late = exchange.deadline - 1
    exchange.receive(ANSWER[:3], late)
    assert exchange.deadline == late + 50_000_000
    exchange.receive(b"\xff" * 4, late + 1)
    assert exchange.deadline == late + 1 + SETTLE_NS


def test_a_false_start_before_the_answer_is_seen_through_once_the_line_is_silent() -> None:
    exchange = asked()
    assert exchange.receive(ECHO + b"\x01\x30" + ANSWER, 1) is None
    assert exchange.on_time(exchange.deadline) == Frame(1, 0, b"\0\0", source=2)
    assert exchange.noise_bytes == 2


def test_without_echo_the_first_byte_is_the_answers() -> None:
    assert asked(echo=False).receive(ANSWER, 1) == Frame(1, 0, b"\0\0", source=2)
