"""ccTalk frames against published bytes: every vector both ways, every single flipped bit refused, no byte lost."""

import os
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from firmware_bridge.wire import cctalk_messages as cc
from firmware_bridge.wire.cctalk import HOST, MAX_DATA, OVERHEAD, Deframer, Frame
from firmware_bridge.wire.noise import LineNoise
from tests.golden.vectors import cut, drain, feed

FUZZED = 1_000_000 if os.environ.get("SABOT_NIGHTLY") else 20_000


class Vector(Struct, frozen=True):
    """*source* of the bytes: "vendor" printed them, "computed" follows from the rule, "public code" from a library."""

    name: str
    raw: bytes
    frame: Frame
    source: str
    crc: bool = False


def _vector(name: str, raw: str, frame: Frame, source: str, *, crc: bool = False) -> Vector:
    return Vector(name, bytes.fromhex(raw), frame, source, crc)


FIVE_EVENTS = bytes.fromhex("06 06 04 00 14 00 17 06 04 0d 02")
VECTORS = [
    _vector("simple poll", "02 00 01 fe ff", cc.question(2, cc.SIMPLE_POLL), "computed"),
    _vector("ack", "01 00 02 00 fd", Frame(HOST, cc.ANSWER, source=2), "vendor"),
    _vector("read credit", "02 00 01 e5 18", cc.question(2, cc.READ_CREDIT), "vendor"),
    _vector(
        "five events",
        "01 0b 02 00 06 06 04 00 14 00 17 06 04 0d 02 9e",
        Frame(HOST, cc.ANSWER, FIVE_EVENTS, source=2),
        "vendor",
    ),
    _vector("read inhibits", "02 00 01 e6 17", cc.question(2, cc.READ_INHIBITS), "vendor"),
    _vector("all inhibited", "01 02 02 00 00 00 fb", Frame(HOST, cc.ANSWER, b"\0\0", source=2), "vendor"),
    _vector("poll every 200 ms", "01 02 02 00 02 14 e5", Frame(HOST, cc.ANSWER, b"\x02\x14", source=2), "computed"),
    _vector(
        "enable 16 coins",
        "02 02 01 e7 ff ff 16",
        cc.question(2, cc.INHIBITS, cc.inhibits(set(range(1, 17)))),
        "computed",
    ),
    _vector("lock", "02 01 01 e4 00 18", cc.question(2, cc.MASTER_INHIBIT, cc.master_inhibit(locked=True)), "computed"),
    _vector(
        "unlock", "02 01 01 e4 01 17", cc.question(2, cc.MASTER_INHIBIT, cc.master_inhibit(locked=False)), "computed"
    ),
    _vector("ask serial number", "02 00 01 f2 0b", cc.question(2, cc.SERIAL_NUMBER), "vendor"),
    _vector("serial number", "01 03 02 00 4e 61 bc 8f", Frame(HOST, cc.ANSWER, b"\x4e\x61\xbc", source=2), "vendor"),
    _vector("nak", "01 00 02 05 f8", Frame(HOST, cc.NAK, source=2), "computed"),
    _vector("simple poll, CRC", "28 00 b6 fe 21", cc.question(40, cc.SIMPLE_POLL, crc=True), "computed", crc=True),
    _vector("LED 3 on", "50 02 01 6b 03 00 3f", cc.question(80, cc.LED_SWITCH, b"\x03\x00"), "public code"),
    _vector("LED 3 off", "50 02 01 6b 03 01 3e", cc.question(80, cc.LED_SWITCH, b"\x03\x01"), "public code"),
    _vector("LED 3 blinks", "50 02 01 6c 03 0a 34", cc.question(80, cc.LED_BLINK, b"\x03\x0a"), "public code"),
]
each_vector = pytest.mark.parametrize("vector", VECTORS, ids=[f"{one.name} ({one.source})" for one in VECTORS])


def frames_in(data: bytes, *, crc: bool = False) -> list[Frame]:
    """Every frame in *data*, the line silent behind it."""
    return [item for item in items_in(data, crc=crc) if isinstance(item, Frame)]


def items_in(data: bytes, *, crc: bool = False) -> list[Frame | LineNoise]:
    deframer = Deframer(crc=crc)
    items: list[Frame | LineNoise] = feed(deframer, [data])
    deframer.gap()
    items += drain(deframer)
    return items


@each_vector
def test_every_vector_decodes_and_encodes(vector: Vector) -> None:
    assert frames_in(vector.raw, crc=vector.crc) == [vector.frame]
    assert vector.frame.to_bytes() == vector.raw


@each_vector
def test_every_single_flipped_bit_is_refused(vector: Vector) -> None:
    for bit in range(8 * len(vector.raw)):
        damaged = bytearray(vector.raw)
        damaged[bit // 8] ^= 1 << bit % 8
        found = frames_in(bytes(damaged), crc=vector.crc)
        assert not [frame for frame in found if len(frame.raw) == len(vector.raw)], bit
        assert not [frame for frame in found if frame.dest == HOST and frame.source == 2], bit


def test_a_sum_that_is_already_zero_has_the_check_zero_and_not_256() -> None:
    frame = Frame(2, 0xFD, source=1)
    assert frame.to_bytes() == bytes.fromhex("02 00 01 fd 00")
    assert frames_in(frame.to_bytes()) == [frame]


def test_the_two_checks_do_not_take_each_other_for_good() -> None:
    assert frames_in(bytes.fromhex("28 00 b6 fe 21")) == []
    assert frames_in(bytes.fromhex("02 00 01 fe ff"), crc=True) == []


def test_the_vendors_five_events_are_read_newest_first() -> None:
    assert cc.parse_reading(FIVE_EVENTS) == cc.Reading(6, ((6, 4), (0, 20), (0, 23), (6, 4), (13, 2)))
    assert cc.reading_bytes(cc.parse_reading(FIVE_EVENTS)) == FIVE_EVENTS


@pytest.mark.parametrize("size", [0, 10, 12])
def test_a_credit_reply_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="want 11"):
        cc.parse_reading(bytes(size))


@pytest.mark.parametrize(("before", "after", "steps"), [(0, 3, 3), (3, 3, 0), (255, 1, 1), (253, 2, 4), (1, 255, 254)])
def test_the_counter_goes_from_255_to_1(before: int, after: int, steps: int) -> None:
    assert cc.steps_between(before, after) == steps
    assert cc.counted(before + steps) == after


def test_two_frames_in_one_read_and_one_frame_in_single_bytes() -> None:
    poll, ack = VECTORS[0], VECTORS[1]
    assert feed(Deframer(), [poll.raw + ack.raw]) == [poll.frame, ack.frame]
    assert feed(Deframer(), [bytes((byte,)) for byte in ack.raw]) == [ack.frame]


def test_a_good_frame_behind_a_false_start_is_found_once_the_line_is_silent() -> None:
    false_start = b"\x09\x40"
    deframer = Deframer()
    assert feed(deframer, [false_start + VECTORS[1].raw]) == []
    deframer.gap()
    items: list[Frame | LineNoise] = list(drain(deframer))
    assert items[-1] == VECTORS[1].frame
    assert b"".join(item.raw for item in items) == false_start + VECTORS[1].raw


@pytest.mark.parametrize(
    "frame", [Frame(256, 1), Frame(2, -1), Frame(2, 1, bytes(MAX_DATA + 1)), Frame(2, 1, b"", 999)]
)
def test_what_no_byte_can_hold_cannot_be_encoded(frame: Frame) -> None:
    with pytest.raises(ValueError, match=r"range|want at most"):
        frame.to_bytes()


frames = st.builds(Frame, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=20), st.integers(0, 255))
crc_frames = st.builds(Frame, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=20), st.none())
streams = st.lists(st.one_of(st.binary(max_size=12), frames.map(Frame.to_bytes)), max_size=12).map(b"".join)


@given(streams, st.lists(st.integers(1, 40), max_size=20), st.booleans())
def test_no_input_raises_no_byte_is_lost_and_chunks_do_not_matter(data: bytes, sizes: list[int], crc: bool) -> None:
    deframer = Deframer(crc=crc)
    items: list[Frame | LineNoise] = feed(deframer, cut(data, sizes))
    assert b"".join(item.raw for item in items) + deframer.pending == data
    assert len(deframer.pending) < MAX_DATA + OVERHEAD
    assert items == feed(Deframer(crc=crc), [data])


@given(frames, crc_frames)
def test_what_was_encoded_is_decoded(summed: Frame, checked: Frame) -> None:
    assert frames_in(summed.to_bytes()) == [summed]
    assert frames_in(checked.to_bytes(), crc=True) == [checked]


def test_fuzzed_bytes_raise_nothing_hold_little_and_the_next_frame_after_a_silence_is_found() -> None:
    chance, deframer, good = Random(7), Deframer(), VECTORS[3]
    noise = 0
    for _ in range(FUZZED):
        deframer.receive_data(chance.randbytes(chance.randrange(1, 30)))
        deframer.gap()
        noise += sum(isinstance(item, LineNoise) for item in drain(deframer))
        assert deframer.pending == b""
        deframer.receive_data(good.raw)
        assert deframer.next_item() == good.frame
    assert noise > FUZZED


def test_a_listener_names_questions_and_answers() -> None:
    listener = cc.Listener()
    read, five, lock, ack, nak = VECTORS[2], VECTORS[3], VECTORS[8], VECTORS[1], VECTORS[12]
    assert listener.heard(read.frame) == cc.Asked(2, "read_buffered_credit", "")
    assert listener.heard(five.frame) == cc.CreditRead(2, 6, ((6, 4), (0, 20), (0, 23), (6, 4), (13, 2)))
    assert listener.heard(lock.frame) == cc.Asked(2, "master_inhibit", "00")
    assert listener.heard(ack.frame) == cc.Answered(2, "master_inhibit", "answer", "")
    assert listener.heard(nak.frame) == cc.Answered(2, None, "nak", "")
    assert listener.heard(Frame(9, 77)) == cc.Asked(9, "header_77", "")
