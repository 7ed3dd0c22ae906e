"""Alpha sign packets against the vectors of DEVICES 4.1. Grade C: computed from public code, no traffic was seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.wire import alpha
from firmware_bridge.wire.alpha import Deframer, Packet, Reply, ReplyDeframer
from firmware_bridge.wire.noise import LineNoise
from tests.golden.vectors import cut, feed

TEXT = "00 00 00 00 00 01 5a 30 30 02 41 41 1b 20 62 4a 41 43 4b 50 4f 54 20 31 32 33 34 04"
STRING = "00 00 00 00 00 01 5a 30 30 02 47 31 24 31 2c 32 33 34 2e 35 36 03 30 32 33 30 04"
CLEAR_PRIORITY = "00 00 00 00 00 01 5a 30 30 02 41 30 03 30 30 37 36 04"
REPLIES_ON = "00 00 00 00 00 01 5a 30 30 02 45 73 31 03 30 30 45 45 04"
VECTORS = {
    TEXT: Packet((alpha.write_text("A", alpha.position(alpha.MIDDLE_LINE, "JACKPOT 1234")),), checked=False),
    STRING: Packet((alpha.write_string("1", "$1,234.56"),)),
    CLEAR_PRIORITY: Packet((alpha.write_text(alpha.PRIORITY_TEXT, ""),)),
    REPLIES_ON: Packet((alpha.replies(True),)),
}
CHECKED = [text for text, packet in VECTORS.items() if packet.checked]
pieces = st.one_of(st.sampled_from([*map(bytes.fromhex, VECTORS), b"\x01", b"\x01Z00\x02"]), st.binary(max_size=30))


@pytest.mark.parametrize(("text", "packet"), VECTORS.items())
def test_a_vector_decodes_to_its_packet_and_back(text: str, packet: Packet) -> None:
    assert feed(Deframer(), [bytes.fromhex(text)]) == [packet]
    assert packet.to_bytes().hex(" ") == text


@pytest.mark.parametrize("text", CHECKED)
def test_every_single_bit_error_in_a_checked_packet_is_refused_or_meant_for_another_sign(text: str) -> None:
    sent = bytes.fromhex(text)
    for bit in range(5 * 8, len(sent) * 8):  # the NULs before it carry nothing
        damaged = bytearray(sent)
        damaged[bit // 8] ^= 1 << bit % 8
        items = feed(Deframer(checked_only=True), [bytes(damaged)])
        believed = [item for item in items if isinstance(item, Packet) and item.for_everybody]
        assert believed == [], f"bit {bit}"


def test_several_commands_in_one_packet_are_told_apart() -> None:
    packet = Packet((alpha.write_text("A", "x"), alpha.write_string("S", "y")))
    assert feed(Deframer(), [packet.to_bytes()]) == [packet]


def test_memory_is_arranged_in_entries_of_eleven_characters() -> None:
    assert alpha.memory(("A", "text", 64), ("S", "string", 40)) == "E$AAU0040FF00SBL00280000"


def test_a_packet_cut_off_does_not_hide_the_next() -> None:
    items = feed(Deframer(), [bytes.fromhex(STRING)[:15] + bytes.fromhex(STRING)])
    assert [item for item in items if isinstance(item, Packet)] == [VECTORS[STRING]]


@pytest.mark.parametrize(
    ("data", "reply", "problems"),
    [
        ("06 40", Reply(ok=True, status=0x40), ()),
        ("15 50", Reply(ok=False, status=0x50), ("checksum",)),
        ("15 60", Reply(ok=False, status=0x60), ("bad command or label",)),
        ("15 4f", Reply(ok=False, status=0x4F), ("buffer overflow", "time-out", "framing", "parity")),
    ],
)
def test_a_reply_says_what_is_wrong(data: str, reply: Reply, problems: tuple[str, ...]) -> None:
    assert feed(ReplyDeframer(), [b"\xff" + bytes.fromhex(data)]) == [LineNoise(b"\xff", "no_reply"), reply]
    assert reply.problems == problems
    assert reply.to_bytes().hex(" ") == data


@given(st.lists(pieces, max_size=10).map(b"".join), st.lists(st.integers(0, 9), max_size=30))
def test_chunks_do_not_matter_and_nothing_but_idle_line_is_lost(data: bytes, sizes: list[int]) -> None:
    deframer = Deframer()
    items: list[Packet | LineNoise] = feed(deframer, cut(data, sizes))
    assert len(deframer.pending) < alpha.MAX_PACKET
    raw = b"".join(item.raw if isinstance(item, LineNoise) else item.to_bytes() for item in items) + deframer.pending
    assert raw.replace(b"\0", b"") == data.replace(b"\0", b"")
