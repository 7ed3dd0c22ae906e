"""Bee-Tek records against DEVICES 1.2. Grade C: computed from a public pattern, no traffic was ever seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire.bee_tek import MAX_BODY, MAX_SECTION, NOISE_RUN, Deframer, Record, is_refused_record
from firmware_bridge.wire.noise import BLANK, LineNoise
from tests.golden.vectors import POWER_CYCLE_NOISE, cut, feed

FOUR_OF_SPADES = bytes.fromhex("20 5b 47 61 6d 65 5d 3c 43 61 72 64 3a 34 53 3e 20")
GRADE_C = {
    FOUR_OF_SPADES: Record("Card:4S", "Game"),
    b" [Manual Burn Cards]<Card:H3> ": Record("Card:H3", "Manual Burn Cards"),
    b" [Game]<Game> ": Record("Game", "Game"),
    b" [Game]<Alarm:E3 Card Not Read> ": Record("Alarm:E3 Card Not Read", "Game"),
    b" [GameAlarm]<Alarm:E3 Card Not Read> ": Record("Alarm:E3 Card Not Read", "GameAlarm"),
    b"<W0x01>": Record("W0x01"),
}
CARD = FOUR_OF_SPADES.strip()
LONGEST = MAX_SECTION + MAX_BODY + 4

pieces = st.one_of(
    st.sampled_from([*GRADE_C, b"[", b"<", b"[Game]", b"[Game]<Card:4S", b"]", b">", b"[x" * 3, b"x" * 70, b"[]<>"]),
    st.binary(max_size=9),
)
streams = st.lists(pieces, max_size=12).map(b"".join)
chunk_sizes = st.lists(st.integers(0, 9), max_size=30)


def records_of(data: bytes) -> list[Record]:
    return [item for item in feed(Deframer(), [data]) if isinstance(item, Record)]


@pytest.mark.parametrize(("raw", "record"), GRADE_C.items())
def test_a_vector_decodes_to_its_record_between_blanks(raw: bytes, record: Record) -> None:
    blanks = raw.count(b" ", 0, 1), raw.endswith(b" ")
    blank = LineNoise(b" ", BLANK)
    assert feed(Deframer(), [raw]) == [*[blank] * blanks[0], record, *[blank] * blanks[1]]


@pytest.mark.parametrize(("raw", "record"), GRADE_C.items())
def test_a_record_encodes_to_its_vector(raw: bytes, record: Record) -> None:
    assert record.to_bytes() == raw.strip()


@pytest.mark.parametrize("at", range(len(CARD)))
def test_a_record_that_lost_a_bracket_or_got_a_foreign_byte_is_not_delivered_whole(at: int) -> None:
    damaged = bytearray(CARD)
    damaged[at] = 0xFF
    assert Record("Card:4S", "Game") not in records_of(bytes(damaged))
    assert records_of(bytes(damaged) + CARD)[-1] == Record("Card:4S", "Game")


@pytest.mark.parametrize("kept", range(1, len(CARD)))
def test_half_a_record_does_not_hide_the_one_behind_it(kept: int) -> None:
    assert feed(Deframer(), [CARD[:kept] + CARD]) == [LineNoise(CARD[:kept], "bad_shape"), Record("Card:4S", "Game")]


@pytest.mark.parametrize("kept", range(1, len(CARD)))
def test_the_end_of_the_stream_gives_out_what_was_held(kept: int) -> None:
    deframer = Deframer()
    assert deframer.flush() is None
    assert feed(deframer, [CARD[:kept]]) == []
    rest = deframer.flush()
    assert rest == LineNoise(CARD[:kept], "bad_shape")
    assert is_refused_record(rest)
    assert deframer.pending == b""


def test_noise_between_records_is_told_from_a_refused_record() -> None:
    items = feed(Deframer(), [POWER_CYCLE_NOISE + CARD])
    assert items == [LineNoise(POWER_CYCLE_NOISE, "no_record"), Record("Card:4S", "Game")]
    assert isinstance(items[0], LineNoise)
    assert not is_refused_record(items[0])


@pytest.mark.parametrize(
    ("body", "section"),
    [("", None), ("Card:4S", ""), ("a<b", None), ("a]", None), ("x", "a[b"), ("ñ", None), ("x" * (MAX_BODY + 1), None)],
)
def test_what_would_break_the_brackets_cannot_be_encoded(body: str, section: str | None) -> None:
    with pytest.raises(ValueError, match="without brackets"):
        Record(body, section)


@given(streams, chunk_sizes)
def test_no_input_raises_no_byte_is_lost_and_chunks_do_not_matter(data: bytes, sizes: list[int]) -> None:
    deframer = Deframer()
    items: list[Record | LineNoise] = feed(deframer, cut(data, sizes))
    assert b"".join(item.raw for item in items) + deframer.pending == data
    assert len(deframer.pending) < max(NOISE_RUN, LONGEST)
    assert items == feed(Deframer(), [data])


@given(streams)
def test_after_any_input_the_second_good_record_is_read(before: bytes) -> None:
    assert records_of(before + CARD + CARD)[-1] == Record("Card:4S", "Game")
