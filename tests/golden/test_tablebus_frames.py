"""TableBus frames against the vectors of its specification, which neither implementation made."""

import json
from contextlib import suppress
from typing import get_args

import pytest
from fastcrc.crc16 import ibm_3740
from hypothesis import given
from hypothesis import strategies as st

from daemon.cli.decode import READERS
from daemon.cli.recordings import cut as recut
from firmware_bridge.wire import tablebus as bus
from firmware_bridge.wire import tablebus_messages as tb
from firmware_bridge.wire.noise import LineNoise
from firmware_bridge.wire.tablebus import Deframer, Frame, stuffed, unstuffed
from firmware_bridge.wire.tablebus_keys import _mac, is_genuine, session_key, tagged
from firmware_bridge.wire.tablebus_listener import Unclear, heard
from tests.golden import tablebus_by_hand as by_hand
from tests.golden.vectors import cut, feed

VECTORS = json.loads(by_hand.VECTORS.read_text(encoding="utf-8"))
FRAMES = VECTORS["frames"]
SESSION = bytes.fromhex(VECTORS["session_key"])
WIRES = [bytes.fromhex(one["wire"]) for one in FRAMES.values()]

pieces = st.one_of(st.sampled_from([*WIRES, b"\0", b"\x01" * 9]), st.binary(max_size=12))
streams = st.lists(pieces, max_size=12).map(b"".join)


def test_the_vectors_are_those_that_follow_from_the_text_and_the_document_shows_them() -> None:
    assert by_hand.VECTORS.read_text(encoding="utf-8") == by_hand.as_text()
    assert by_hand.READS.read_text(encoding="utf-8") == by_hand.as_reads()
    document = by_hand.DOCUMENT.read_text(encoding="utf-8")
    assert by_hand.BEGIN + by_hand.as_block() + by_hand.END in document


@pytest.mark.parametrize(("data", "wire"), VECTORS["cobs"].items())
def test_cobs_vectors_hold_both_ways(data: str, wire: str) -> None:
    assert stuffed(bytes.fromhex(data)).hex() == wire
    assert unstuffed(bytes.fromhex(wire)) == bytes.fromhex(data)


@pytest.mark.parametrize(("data", "crc"), VECTORS["crc16_ibm_3740"].items())
def test_the_crc_is_the_variant_the_text_names(data: str, crc: str) -> None:
    assert ibm_3740(bytes.fromhex(data)) == int(crc, 16)


@pytest.mark.parametrize("one", VECTORS["hmac_sha256"].values(), ids=VECTORS["hmac_sha256"])
def test_the_mac_is_that_of_rfc_4231(one: dict[str, str]) -> None:
    assert _mac(bytes.fromhex(one["key"]), bytes.fromhex(one["data"])).hex() == one["mac"]


def test_the_session_key_follows_from_key_and_nonces() -> None:
    key, host, device = (bytes.fromhex(VECTORS[name]) for name in ("key", "host_nonce", "device_nonce"))
    assert session_key(key, host, device) == SESSION


@pytest.mark.parametrize("name", FRAMES)
def test_a_vector_is_read_and_written_and_its_tag_is_genuine(name: str) -> None:
    one, wire = FRAMES[name], bytes.fromhex(FRAMES[name]["wire"])
    frame = Frame(one["kind"], one["number"], one["counter"], bytes.fromhex(one["body"]), bytes.fromhex(one["tag"]))
    assert feed(Deframer(), [wire]) == [frame]
    assert frame.raw == wire
    if frame.kind not in bus.UNTAGGED:
        assert is_genuine(SESSION, frame)
        assert tagged(SESSION, frame) == frame


@pytest.mark.parametrize("wire", VECTORS["no_frames"].values(), ids=VECTORS["no_frames"])
def test_what_the_text_calls_no_frame_is_noise_and_the_next_frame_is_read(wire: str) -> None:
    items = feed(Deframer(), [bytes.fromhex(wire) + WIRES[0]])
    assert [item for item in items if isinstance(item, Frame)] == feed(Deframer(), [WIRES[0]])
    assert all(isinstance(item, LineNoise) for item in items[:-1])


@pytest.mark.parametrize("wire", VECTORS["unproven"].values(), ids=VECTORS["unproven"])
def test_a_frame_of_another_session_is_read_and_is_not_genuine(wire: str) -> None:
    (frame,) = feed(Deframer(), [bytes.fromhex(wire)])
    assert isinstance(frame, Frame)
    assert not is_genuine(SESSION, frame)


@pytest.mark.parametrize("name", [name for name in FRAMES if name.startswith("event_")])
def test_an_event_is_read_and_written(name: str) -> None:
    body = bytes.fromhex(FRAMES[name]["body"])
    assert tb.event_bytes(tb.parse_event(body)) == body


def test_every_event_of_the_specification_has_a_vector() -> None:
    events = [bytes.fromhex(FRAMES[name]["body"]) for name in FRAMES if name.startswith("event_")]
    assert {type(tb.parse_event(body).said) for body in events} == set(get_args(tb.Said))


def test_the_identity_and_the_states_of_the_vectors_say_what_the_document_says() -> None:
    body = bytes.fromhex(FRAMES["identity"]["body"])
    identity = tb.parse_identity(body)
    assert (identity.serial, identity.model, identity.profile, identity.boot) == ("BJ-07", "ACEPTADOR-TB", 4, 7)
    assert tb.identity_bytes(identity) == body
    seats = tb.parse_seats(bytes.fromhex(FRAMES["state_acceptor_as_ordered"]["body"]))
    assert seats == (tb.SeatState(tb.LOCKED | tb.BAR, 0, 0), tb.SeatState(tb.LAMP | tb.CURRENT, 20, 5))


@pytest.mark.parametrize("name", [name for name in FRAMES if FRAMES[name]["tag"]])
@pytest.mark.requirement("R83")
def test_no_field_can_be_changed_without_the_key(name: str) -> None:
    frame = feed(Deframer(), [bytes.fromhex(FRAMES[name]["wire"])])[0]
    assert isinstance(frame, Frame)
    kind = bus.POLL if frame.kind != bus.POLL else bus.ACK
    changed = [
        Frame(kind, frame.number, frame.counter, frame.body, frame.tag),
        Frame(frame.kind, frame.number + 1, frame.counter, frame.body, frame.tag),
        Frame(frame.kind, frame.number, frame.counter + 1, frame.body, frame.tag),
        Frame(frame.kind, frame.number, frame.counter, frame.body + b"\0", frame.tag),
        Frame(frame.kind, frame.number, frame.counter, frame.body, frame.tag[:-1] + bytes((frame.tag[-1] ^ 1,))),
    ]
    assert not any(is_genuine(SESSION, one) for one in changed)
    assert not is_genuine(bytes(32), frame)


@pytest.mark.requirement("R34")
@pytest.mark.parametrize("name", ["hello", "poll", "event_card_ace_of_clubs_is_card_1"])
def test_a_frame_with_one_flipped_bit_is_never_delivered(name: str) -> None:
    wire = bytes.fromhex(FRAMES[name]["wire"])
    for bit in range(8 * len(wire)):
        damaged = bytearray(wire)
        damaged[bit // 8] ^= 1 << bit % 8
        assert not [item for item in feed(Deframer(), [bytes(damaged)]) if isinstance(item, Frame)], bit


@given(streams, st.lists(st.integers(0, 9), max_size=30))
def test_no_input_fails_no_byte_is_lost_and_cuts_change_nothing(data: bytes, sizes: list[int]) -> None:
    whole, pieces_ = Deframer(), Deframer()
    items, again = feed(whole, [data]), feed(pieces_, cut(data, sizes))
    assert b"".join(item.raw for item in again if isinstance(item, Frame | LineNoise)) + pieces_.pending == data
    assert [item for item in items if isinstance(item, Frame)] == [item for item in again if isinstance(item, Frame)]


@given(st.sampled_from(WIRES), st.binary(max_size=400))
def test_after_any_rubbish_and_a_zero_the_next_frame_is_read(wire: bytes, rubbish: bytes) -> None:
    items = feed(Deframer(), [rubbish + b"\0" + wire])
    assert items[-1] == feed(Deframer(), [wire])[0]


@given(st.sampled_from(sorted(bus.KINDS)), st.binary(max_size=bus.MAX_BODY))
def test_a_body_that_is_none_is_refused_as_malformed_and_as_nothing_else(kind: int, body: bytes) -> None:
    heard(Frame(kind, 1, 1, body))
    for parse in (tb.parse_seats, tb.parse_lamps, tb.parse_number, tb.parse_shoe, tb.parse_shuffler, tb.parse_lines):
        with suppress(tb.Malformed):
            parse(body)


@pytest.mark.parametrize("body", ["", "00000001", "0000000199", "00000001 10 01", "00000001 21 0138 0137 02 00 33"])
def test_an_event_whose_form_is_wrong_is_unclear(body: str) -> None:
    assert isinstance(heard(Frame(bus.EVENT, 0, 1, bytes.fromhex(body))), Unclear)


@pytest.mark.parametrize("content", [b"\x81" + bytes(9), b"\x7f" + bytes(6), bytes(3), b"\1" * 251])
def test_what_has_a_good_crc_but_no_form_is_noise(content: bytes) -> None:
    wire = stuffed(content + ibm_3740(content).to_bytes(2, "big")) + b"\0"
    assert [type(item) for item in feed(Deframer(), [wire])] in ([LineNoise], [LineNoise, LineNoise])


def test_a_line_of_a_display_is_cut_between_characters() -> None:
    assert tb.parse_lines(tb.lines_bytes(("ñ" * 30,))) == ("ñ" * 20,)


@pytest.mark.parametrize("chunk", ["read", "1", "whole", "random:7"])
def test_sabot_decode_tells_the_same_events_however_the_bytes_are_cut_and_through_noise(chunk: str) -> None:
    reader = READERS["tablebus"]
    assert reader.noisy is not None
    told = [line for line in reader.decode(iter(WIRES)) if line["kind"] == "event"]
    assert [line["event"] for line in told[:4]] == ["Hello", "Identity", "Begin", "State"]
    for reads in (WIRES, reader.noisy(WIRES, 3)):
        lines = list(reader.decode(recut(reads, chunk)))
        assert lines[:-1] == told
        assert (lines[-1]["frames"], lines[-1]["bad"]) == (len(WIRES), 0)
