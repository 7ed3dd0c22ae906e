"""LCUS relay commands against the vectors of DEVICES 3.3."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire.lcus import NOISE_RUN, Deframer, RelayCommand, encode
from firmware_bridge.wire.noise import LineNoise
from tests.golden.vectors import cut, feed

VECTORS = {
    "a0 01 01 a2": RelayCommand(1, on=True),
    "a0 01 00 a1": RelayCommand(1, on=False),
    "a0 07 01 a8": RelayCommand(7, on=True),
}
FIRST_ON = bytes.fromhex("a0 01 01 a2")

pieces = st.one_of(
    st.sampled_from([*map(bytes.fromhex, VECTORS), b"\xa0", b"\xa0\x01", b"\xa0\xa0\x01\x41", b"\x00" * 70]),
    st.binary(max_size=9),
)
streams = st.lists(pieces, max_size=12).map(b"".join)
chunk_sizes = st.lists(st.integers(0, 9), max_size=30)


def commands_of(data: bytes) -> list[RelayCommand]:
    return [item for item in feed(Deframer(), [data]) if isinstance(item, RelayCommand)]


@pytest.mark.parametrize(("text", "command"), VECTORS.items())
def test_a_vector_decodes_to_its_command(text: str, command: RelayCommand) -> None:
    assert feed(Deframer(), [bytes.fromhex(text)]) == [command]


@pytest.mark.parametrize(("text", "command"), VECTORS.items())
def test_a_command_encodes_to_its_vector(text: str, command: RelayCommand) -> None:
    assert encode(command.channel, command.on).hex(" ") == text
    assert command.raw.hex(" ") == text


@pytest.mark.parametrize("text", VECTORS)
def test_one_flipped_bit_never_gives_a_command_that_was_not_sent(text: str) -> None:
    sent = bytes.fromhex(text)
    for bit in range(len(sent) * 8):
        damaged = bytearray(sent)
        damaged[bit // 8] ^= 1 << bit % 8
        assert commands_of(bytes(damaged)) == [], f"bit {bit}"


def test_a_false_start_does_not_hide_the_command_behind_it() -> None:
    assert feed(Deframer(), [b"\xa0\x01" + FIRST_ON]) == [
        LineNoise(b"\xa0", "bad_sum"),
        LineNoise(b"\x01", "no_start"),
        RelayCommand(1, on=True),
    ]


@pytest.mark.parametrize("text", ["a0 00 01 a1", "a0 09 01 aa", "a0 01 02 a3"])
def test_a_good_sum_over_an_unknown_relay_or_state_is_refused(text: str) -> None:
    items = feed(Deframer(), [bytes.fromhex(text) + FIRST_ON])
    assert items[0] == LineNoise(b"\xa0", "bad_shape")
    assert items[-1] == RelayCommand(1, on=True)


@pytest.mark.parametrize("channel", [0, 9, -1])
def test_a_channel_the_board_does_not_have_cannot_be_encoded(channel: int) -> None:
    with pytest.raises(ValueError, match=r"want 1\.\.8"):
        encode(channel, on=True)


def test_the_end_of_the_stream_gives_out_what_was_held() -> None:
    deframer = Deframer()
    assert deframer.flush() is None
    assert feed(deframer, [FIRST_ON[:3]]) == []
    assert deframer.flush() == LineNoise(FIRST_ON[:3], "bad_shape")
    assert feed(deframer, [b"\x01\x02"]) == []
    assert deframer.flush() == LineNoise(b"\x01\x02", "no_start")


@given(streams, chunk_sizes)
def test_no_input_raises_no_byte_is_lost_and_chunks_do_not_matter(data: bytes, sizes: list[int]) -> None:
    deframer = Deframer()
    items: list[RelayCommand | LineNoise] = feed(deframer, cut(data, sizes))
    assert b"".join(item.raw for item in items) + deframer.pending == data
    assert len(deframer.pending) < NOISE_RUN
    assert items == feed(Deframer(), [data])
