"""Angel Eye II-EX framing against the vectors of DEVICES 1.1 and the captured shoe. Nothing about meaning."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire.angel_eye import (
    ENQ,
    MAX_FRAME,
    NOISE_RUN,
    Deframer,
    Frame,
    LineNoise,
    is_refused_frame,
    lock_command,
)
from tests.golden.vectors import POWER_CYCLE_NOISE, captured_reads, cut, feed

VECTORS = {
    "05 30 53 03 36 30": Frame(0, "S"),
    "05 31 44 81 80 03 37 37": Frame(1, "D", b"\x81\x80"),
    "05 36 49 81 b2 03 34 46": Frame(6, "I", b"\x81\xb2"),
    "05 37 49 91 a7 03 34 42": Frame(7, "I", b"\x91\xa7"),
    "05 38 49 82 b9 03 34 39": Frame(8, "I", b"\x82\xb9"),
    "05 39 49 92 c7 03 32 36": Frame(9, "I", b"\x92\xc7"),
    "05 31 49 83 9c 03 36 34": Frame(1, "I", b"\x83\x9c"),
    "05 32 47 c2 03 42 34": Frame(2, "G", b"\xc2"),
    "05 39 45 82 03 46 44": Frame(9, "E", b"\x82"),
    "05 31 45 c7 03 42 30": Frame(1, "E", b"\xc7"),
    "05 34 65 82 03 44 30": Frame(4, "e", b"\x82"),
    "05 31 44 c0 a2 03 31 34": Frame(1, "D", b"\xc0\xa2"),
    "05 32 44 d1 9b 03 33 46": Frame(2, "D", b"\xd1\x9b"),  # this and the next four: later in the same capture's source
    "05 33 44 d0 a2 03 30 36": Frame(3, "D", b"\xd0\xa2"),
    "05 32 64 a0 80 03 37 35": Frame(2, "d", b"\xa0\x80"),
    "05 33 69 81 b7 03 36 46": Frame(3, "i", b"\x81\xb7"),
    "05 38 52 81 80 03 36 38": Frame(8, "R", b"\x81\x80"),
    "05 31 44 81 b8 03 34 46": Frame(1, "D", b"\x81\xb8"),
    "05 33 43 03 37 33": Frame(3, "C"),
    "05 35 4c 81 03 46 42": Frame(5, "L", b"\x81"),
}
BANKER_PAIR = bytes.fromhex("05 32 47 c2 03 42 34")
CUT_CARD = bytes.fromhex("05 33 43 03 37 33")
ALL_VECTORS = b"".join(map(bytes.fromhex, VECTORS))

pieces = st.one_of(
    st.sampled_from([bytes.fromhex(text) for text in VECTORS]),
    st.sampled_from([b"\x05", b"\x03", POWER_CYCLE_NOISE, BANKER_PAIR[:4], b"\x05" * 3, b"\x05\x03", b"\x00" * 70]),
    st.binary(max_size=MAX_FRAME + 4),
)
streams = st.lists(pieces, max_size=12).map(b"".join)
chunk_sizes = st.lists(st.integers(0, 40), max_size=30)


def frames_of(data: bytes) -> list[Frame]:
    return [item for item in feed(Deframer(), [data]) if isinstance(item, Frame)]


@pytest.mark.parametrize(("text", "frame"), VECTORS.items())
def test_a_vector_decodes_to_its_frame(text: str, frame: Frame) -> None:
    assert feed(Deframer(), [bytes.fromhex(text)]) == [frame]


@pytest.mark.parametrize(("text", "frame"), VECTORS.items())
def test_a_frame_encodes_to_its_vector(text: str, frame: Frame) -> None:
    assert frame.to_bytes().hex(" ") == text
    assert frame.raw.hex(" ") == text


def test_the_lock_command_is_the_example_of_the_specification() -> None:
    assert lock_command(True).hex(" ") == "02 4f 50 4c 4b 30 32 03 31 42"


def test_the_unlock_command_differs_in_data_and_check() -> None:
    assert lock_command(False).hex(" ") == "02 4f 50 4c 4b 30 31 03 31 38"


def test_the_capture_decodes_without_a_bad_frame_or_a_byte_of_noise() -> None:
    reads = captured_reads()
    deframer = Deframer()
    items = feed(deframer, reads)
    frames = [item for item in items if isinstance(item, Frame)]
    assert frames == items
    assert b"".join(frame.raw for frame in frames) == b"".join(reads)
    assert deframer.pending == b""
    assert sum(frame.type == "G" for frame, _ in groupby(frames)) == 9


def test_the_capture_sends_every_frame_three_times_but_two_starts_in_a_row() -> None:
    runs = [(frame, len(list(copies))) for frame, copies in groupby(feed(Deframer(), captured_reads()))]
    assert {length for frame, length in runs if frame != Frame(0, "S")} == {3}


@pytest.mark.parametrize("size", range(1, 18))
def test_the_capture_gives_the_same_frames_in_chunks_of_any_size(size: int) -> None:
    reads = captured_reads()
    data = b"".join(reads)
    chunks = [data[at : at + size] for at in range(0, len(data), size)]
    assert feed(Deframer(), chunks) == feed(Deframer(), reads)


@pytest.mark.parametrize("at", range(len(ALL_VECTORS) + 1))
def test_two_reads_cut_anywhere_give_the_frames_of_one(at: int) -> None:
    assert feed(Deframer(), [ALL_VECTORS[:at], ALL_VECTORS[at:]]) == list(VECTORS.values())


@pytest.mark.parametrize("text", VECTORS)
def test_one_flipped_bit_never_gives_a_frame_that_was_not_sent(text: str) -> None:
    sent = bytes.fromhex(text)
    for bit in range(len(sent) * 8):
        damaged = bytearray(sent)
        damaged[bit // 8] ^= 1 << bit % 8
        assert frames_of(bytes(damaged)) == [], f"bit {bit}"
        assert frames_of(CUT_CARD + damaged + CUT_CARD) == [VECTORS[CUT_CARD.hex(" ")]] * 2, f"bit {bit}"


@pytest.mark.parametrize("text", VECTORS)
def test_one_lost_byte_gives_no_frame_and_costs_no_other(text: str) -> None:
    sent = bytes.fromhex(text)
    for at in range(len(sent)):
        damaged = sent[:at] + sent[at + 1 :]
        assert frames_of(damaged + CUT_CARD) == [Frame(3, "C")], f"byte {at}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("05 32 47 c2 03 42 35", "bad_bcc", id="wrong check"),
        pytest.param("05 32 47 c2 03 62 34", "bad_bcc", id="lower-case check"),
        pytest.param("05 32 47 c2 03 00 00", "bad_bcc", id="check that is no hex"),
        pytest.param("05 41 47 c2 03 43 37", "bad_shape", id="sequence that is no digit"),
        pytest.param("05 3a 53 03 36 41", "bad_shape", id="sequence just above nine"),
        pytest.param("05 32 07 c2 03 46 34", "bad_shape", id="type that is no character"),
        pytest.param("05 03 30 33", "bad_shape", id="nothing between ENQ and ETX"),
        pytest.param("05 31 03 33 32", "bad_shape", id="no type"),
    ],
)
def test_a_frame_refused_is_one_noise_with_all_its_bytes(text: str, reason: str) -> None:
    refused = bytes.fromhex(text)
    noise = LineNoise(refused, reason)
    assert feed(Deframer(), [refused + CUT_CARD]) == [noise, Frame(3, "C")]
    assert is_refused_frame(noise)


def test_a_frame_cut_short_ends_where_the_next_begins() -> None:
    for length in range(1, len(BANKER_PAIR)):
        head = BANKER_PAIR[:length]
        assert feed(Deframer(), [head + CUT_CARD]) == [LineNoise(head, "bad_shape"), Frame(3, "C")]


def test_noise_at_power_cycle_is_skipped_and_the_next_frame_heard() -> None:
    noise = LineNoise(POWER_CYCLE_NOISE, "no_enq")
    assert feed(Deframer(), [POWER_CYCLE_NOISE + CUT_CARD]) == [noise, Frame(3, "C")]
    assert not is_refused_frame(noise)


def test_an_endless_frame_is_given_up_at_the_limit() -> None:
    babble = bytes((ENQ,)) + b"\x81" * (MAX_FRAME + 9)
    expected = [
        LineNoise(babble[:MAX_FRAME], "too_long"),
        LineNoise(babble[MAX_FRAME:], "no_enq"),
        Frame(3, "C"),
    ]
    assert feed(Deframer(), [babble + CUT_CARD]) == expected


@pytest.mark.parametrize("payload_size", [MAX_FRAME - 5, MAX_FRAME - 4])
def test_a_frame_just_over_the_limit_is_given_up_and_not_waited_for(payload_size: int) -> None:
    babble = b"\x05\x31M" + b"\x81" * payload_size + b"\x0300"
    given_up, rest = LineNoise(babble[:MAX_FRAME], "too_long"), LineNoise(babble[MAX_FRAME:], "no_enq")
    assert feed(Deframer(), [babble + CUT_CARD]) == [given_up, rest, Frame(3, "C")]


def test_the_longest_frame_is_heard() -> None:
    longest = Frame(1, "M", b"\x81" * (MAX_FRAME - 6))
    assert len(longest.raw) == MAX_FRAME
    assert feed(Deframer(), [longest.raw]) == [longest]


def test_noise_without_end_holds_no_memory() -> None:
    deframer = Deframer()
    items = feed(deframer, [b"\xff" * 7] * 100)
    assert items == [LineNoise(b"\xff" * NOISE_RUN, "no_enq")] * (700 // NOISE_RUN)
    assert len(deframer.pending) < NOISE_RUN


def test_a_frame_of_an_unknown_type_is_still_a_frame() -> None:
    unknown = Frame(4, "z", b"\xff\x80")
    assert feed(Deframer(), [unknown.to_bytes()]) == [unknown]


@pytest.mark.parametrize(
    ("seq", "kind", "payload"),
    [
        (10, "S", b""),
        (-1, "S", b""),
        (1, "", b""),
        (1, "SS", b""),
        (1, "\x05", b""),
        (1, "é", b""),
        (1, "D", b"\x05"),
        (1, "D", b"\x03"),
        (1, "D", b"\x80" * MAX_FRAME),
    ],
)
def test_a_frame_that_could_not_be_read_back_cannot_be_made(seq: int, kind: str, payload: bytes) -> None:
    with pytest.raises(ValueError, match=r"want|which frame"):
        Frame(seq, kind, payload)


def test_the_end_of_the_stream_gives_out_what_was_held() -> None:
    deframer = Deframer()
    assert deframer.flush() is None
    assert feed(deframer, [BANKER_PAIR[:5]]) == []
    assert deframer.flush() == LineNoise(BANKER_PAIR[:5], "bad_shape")
    assert feed(deframer, [POWER_CYCLE_NOISE]) == []
    assert deframer.flush() == LineNoise(POWER_CYCLE_NOISE, "no_enq")
    assert deframer.pending == b""


@given(streams, chunk_sizes)
def test_no_input_raises_and_no_byte_is_lost(data: bytes, sizes: list[int]) -> None:
    deframer = Deframer()
    items: list[Frame | LineNoise] = feed(deframer, cut(data, sizes))
    assert b"".join(item.raw for item in items) + deframer.pending == data
    assert len(deframer.pending) < max(NOISE_RUN, MAX_FRAME)


@given(streams, chunk_sizes)
def test_frames_and_noise_do_not_depend_on_the_chunks(data: bytes, sizes: list[int]) -> None:
    whole, pieces_, single = Deframer(), Deframer(), Deframer()
    items = feed(whole, [data])
    assert feed(pieces_, cut(data, sizes)) == items
    assert feed(single, [bytes((byte,)) for byte in data]) == items
    assert whole.flush() == pieces_.flush() == single.flush()


@given(st.integers(0, 9), st.characters(min_codepoint=0x21, max_codepoint=0x7E), st.binary(max_size=26))
def test_every_frame_that_can_be_made_is_read_back(seq: int, kind: str, payload: bytes) -> None:
    frame = Frame(seq, kind, payload.replace(b"\x05", b"\x85").replace(b"\x03", b"\x83"))
    assert feed(Deframer(), [frame.to_bytes()]) == [frame]


@given(st.binary(max_size=80))
def test_whatever_came_before_a_whole_frame_is_heard_after_it(before: bytes) -> None:
    assert frames_of(before + CUT_CARD + CUT_CARD)[-1] == Frame(3, "C")
