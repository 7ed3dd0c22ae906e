"""CD5220 commands against the vectors of DEVICES 4.2 (vendor manuals)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire.cd5220 import (
    Clear,
    Deframer,
    DisplayCommand,
    Initialise,
    MoveCursor,
    Scroll,
    SelfTest,
    ShowLine,
)
from firmware_bridge.wire.noise import LineNoise
from firmware_bridge.wire.plain_text import plain
from tests.golden.vectors import cut, feed

JACKPOT = "1b 51 41 4a 41 43 4b 50 4f 54 20 20 20 20 20 20 20 20 20 20 20 20 20 0d"
AMOUNT = "1b 51 42 20 20 20 20 20 20 20 20 20 20 20 24 31 2c 32 33 34 2e 35 36 0d"
VECTORS: dict[str, DisplayCommand] = {
    "0c": Clear(),
    "1b 40": Initialise(),
    "1f 40": SelfTest(),
    "1b 6c 14 02": MoveCursor(20, 2),
    JACKPOT: ShowLine("upper", "JACKPOT             "),
    AMOUNT: ShowLine("lower", "           $1,234.56"),
    "1b 51 44 48 4f 4c 41 0d": Scroll("HOLA"),
}
pieces = st.one_of(st.sampled_from([*map(bytes.fromhex, VECTORS), b"\x1bQA", b"\x1b"]), st.binary(max_size=30))


@pytest.mark.parametrize(("text", "command"), VECTORS.items())
def test_a_vector_decodes_to_its_command_and_back(text: str, command: DisplayCommand) -> None:
    assert feed(Deframer(), [bytes.fromhex(text)]) == [command]
    assert command.to_bytes().hex(" ") == text


@pytest.mark.parametrize("size", [0, 19, 21])
def test_a_line_of_another_length_is_refused(size: int) -> None:
    items = feed(Deframer(), [b"\x1bQA" + size * b"x" + b"\r" + bytes.fromhex(JACKPOT)])
    assert [item for item in items if not isinstance(item, LineNoise)] == [VECTORS[JACKPOT]]


def test_text_is_cut_or_filled_to_the_line_and_loses_its_accents() -> None:
    assert ShowLine("upper", "ÚLTIMAS TRES MANOS DE LA MESA").to_bytes() == b"\x1bQAULTIMAS TRES MANOS D\r"
    assert ShowLine("lower", "ñandú").to_bytes() == b"\x1bQBnandu               \r"


@pytest.mark.parametrize(("column", "row"), [(0, 1), (21, 1), (1, 0), (1, 3)])
def test_a_cursor_beside_the_display_cannot_be_encoded(column: int, row: int) -> None:
    with pytest.raises(ValueError, match="want"):
        MoveCursor(column, row)


@given(st.lists(pieces, max_size=10).map(b"".join), st.lists(st.integers(0, 9), max_size=30))
def test_chunks_do_not_matter_and_every_byte_is_a_command_or_noise(data: bytes, sizes: list[int]) -> None:
    deframer = Deframer()
    items: list[DisplayCommand | LineNoise] = feed(deframer, cut(data, sizes))
    assert items == feed(Deframer(), [data])
    raw = b"".join(item.raw if isinstance(item, LineNoise) else item.to_bytes() for item in items)
    assert raw + deframer.pending == data


@given(st.text(max_size=50))
def test_any_text_becomes_printable_ascii(text: str) -> None:
    assert all(" " <= character <= "~" for character in plain(text))


def test_spanish_stays_readable() -> None:
    assert plain("¡Última mano, señor! «Más» — 5ª º") == '!Ultima mano, senor! "Mas" - 5a o'
