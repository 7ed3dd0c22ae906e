"""Coded lines against DEVICES 1.3. Grade C: one operator's deck, from public code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.shoe.code_table import four_digits
from firmware_bridge.wire.noise import BLANK, LineNoise
from firmware_bridge.wire.text_lines import MAX_LINE, Deframer, Line
from tests.golden.vectors import cut, feed

GRADE_C = {"31 30 31 30 0d": ("1010", "AS"), "33 30 32 30 0d": ("3020", "2C"), "34 31 33 30 0d": ("4130", "KD")}

pieces = st.one_of(
    st.sampled_from([b"1010\r", b"3020\r\n", b"4130\n", b"\r\n", b"\n\r", b"9" * 63, b"9" * 64, b"9" * 65, b"9" * 200]),
    st.binary(max_size=9),
)
streams = st.lists(pieces, max_size=12).map(b"".join)
chunk_sizes = st.lists(st.integers(0, 70), max_size=30)


@pytest.mark.parametrize(("raw", "meaning"), GRADE_C.items())
def test_a_vector_decodes_to_its_code_and_encodes_from_it(raw: str, meaning: tuple[str, str]) -> None:
    code, card = meaning
    assert feed(Deframer(), [bytes.fromhex(raw)]) == [Line(code)]
    assert Line(code).to_bytes().hex(" ") == raw
    assert four_digits()[code] == card


def test_the_operators_table_is_complete() -> None:
    assert len(four_digits()) == len(set(four_digits().values())) == 52


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n", b"\n\r"])
def test_cr_lf_or_both_end_a_line(end: bytes) -> None:
    rest = [LineNoise(end[1:], BLANK)] if len(end) > 1 else []
    assert feed(Deframer(), [b"1010" + end]) == [Line("1010", end[:1]), *rest]


def test_the_tail_of_a_line_that_is_too_long_does_not_pass_for_a_code() -> None:
    for extra in (1, 4, MAX_LINE, MAX_LINE + 4):
        items = feed(Deframer(), [b"9" * MAX_LINE + b"1010"[-extra:].rjust(extra, b"9") + b"\r3020\r"])
        assert [item for item in items if isinstance(item, Line)] == [Line("3020")]


def test_a_line_of_the_greatest_length_is_a_line() -> None:
    assert feed(Deframer(), [b"9" * MAX_LINE + b"\r"]) == [Line("9" * MAX_LINE)]


def test_a_foreign_byte_refuses_the_whole_line() -> None:
    assert feed(Deframer(), [b"\xff1010\r3020\r"]) == [LineNoise(b"\xff1010\r", "bad_shape"), Line("3020")]


def test_the_end_of_the_stream_gives_out_what_was_held() -> None:
    deframer = Deframer()
    assert deframer.flush() is None
    assert feed(deframer, [b"101"]) == []
    assert deframer.flush() == LineNoise(b"101", "bad_shape")
    assert feed(deframer, [b"3020\r"]) == [Line("3020")]


@pytest.mark.parametrize("text", ["", "a\rb", "ñ", "9" * (MAX_LINE + 1)])
def test_what_is_no_line_cannot_be_encoded(text: str) -> None:
    with pytest.raises(ValueError, match="printable ASCII"):
        Line(text)


@given(streams, chunk_sizes)
def test_no_input_raises_no_byte_is_lost_and_chunks_do_not_matter(data: bytes, sizes: list[int]) -> None:
    deframer = Deframer()
    items: list[Line | LineNoise] = feed(deframer, cut(data, sizes))
    assert b"".join(item.raw for item in items) + deframer.pending == data
    assert len(deframer.pending) <= MAX_LINE
    assert items == feed(Deframer(), [data])


@given(streams)
def test_after_any_input_the_second_good_line_is_read(before: bytes) -> None:
    items = feed(Deframer(), [before + b"1010\r3020\r"])
    assert items[-1] == Line("3020")
