"""The conversation of docs/tablebus.md, had with the host's end of the link: what it says, byte for byte."""

import json
from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from firmware_bridge.wire import tablebus_link
from firmware_bridge.wire import tablebus_messages as tb
from firmware_bridge.wire.tablebus_link import (
    Answered,
    Contradiction,
    Declined,
    Happening,
    HostLink,
    Proven,
    Read,
    Told,
)
from tests.golden.tablebus_by_hand import VECTORS

MADE = json.loads(VECTORS.read_text(encoding="utf-8"))
FRAMES = MADE["frames"]
MS = 1_000_000
PROFILES = frozenset({tb.ACCEPTOR})


class Host:
    """The host's end with the nonce of the specification, at a time of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(tablebus_link, "host_nonce", lambda *_: bytes.fromhex(MADE["host_nonce"]))
        self.link = HostLink(bytes.fromhex(MADE["key"]), PROFILES, Read(0xA11CE, 40))
        self.now = 0

    def hears(self, *names: str) -> list[Happening]:
        self.now += 10 * MS
        return list(self.link.receive(b"".join(bytes.fromhex(FRAMES[name]["wire"]) for name in names), self.now))

    def says(self, *names: str) -> bool:
        return [sent.hex() for sent in self.link.take()] == [FRAMES[name]["wire"] for name in names]

    def waits(self, ms: int) -> None:
        self.now += ms * MS
        assert list(self.link.on_time(self.now)) == []

    def begins(self) -> None:
        self.link.connected(self.now, 0)
        assert self.says("hello")
        self.hears("identity")
        assert self.says("begin")
        self.hears("state_acceptor_2_seats")


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Host:
    return Host(monkeypatch)


def kinds(happenings: Iterable[Happening]) -> list[type]:
    return [type(one) for one in happenings]


def test_the_host_says_what_the_conversation_says_and_understands_every_answer(host: Host) -> None:
    host.link.connected(host.now, 0)
    assert host.says("hello")
    assert kinds(host.hears("identity")) == [Proven]
    assert host.says("begin")
    assert kinds(host.hears("state_acceptor_2_seats", "event_fault_jam_on")) == [Answered, Told]
    assert host.says("ack_41")
    host.link.order(bytes.fromhex(FRAMES["set_acceptor_2_seats"]["body"]), host.now)
    assert host.says("set_acceptor_2_seats")
    assert kinds(host.hears("state_acceptor_as_ordered")) == [Answered]
    host.waits(500)
    assert host.says("poll")
    assert kinds(host.hears("state_acceptor_polled")) == [Answered]
    few = bytes.fromhex(FRAMES["set_for_too_few_seats"]["body"])
    host.link.order(few, host.now)
    assert host.says("set_for_too_few_seats")
    (declined,) = host.hears("refused_bad_request")
    assert isinstance(declined, Declined)
    assert declined.order == few
    host.waits(250)
    assert host.says(), "what was refused is not ordered again"


def test_a_request_is_repeated_byte_for_byte_after_250_ms_four_times_in_all(host: Host) -> None:
    host.begins()
    host.link.order(bytes.fromhex(FRAMES["set_acceptor_2_seats"]["body"]), host.now)
    for _ in range(3):
        host.waits(250)
    assert host.says(*["set_acceptor_2_seats"] * 4)
    host.now += 250 * MS
    assert kinds(host.link.on_time(host.now)) == [tablebus_link.Silent]
    (greeting,) = host.link.take()
    assert greeting[1] == 0x01, "it greets again"


def test_a_copy_of_an_event_is_told_to_nobody_and_acknowledged_again(host: Host) -> None:
    host.begins()
    assert kinds(host.hears("event_fault_jam_on")) == [Told]
    assert host.says("ack_41")
    assert host.hears("event_fault_jam_on") == []
    assert host.says("ack_41")


@pytest.mark.parametrize("name", ["event_input_drop_box_off", "event_card_ace_of_clubs_is_card_1"])
def test_an_event_after_a_gap_waits_for_the_missing_one_that_the_device_still_holds(host: Host, name: str) -> None:
    host.begins()
    assert host.hears(name) == []
    assert host.says("ack_41") is False
    assert kinds(host.hears("event_fault_jam_on")) == [Told]


def test_a_refusal_for_want_of_a_session_makes_the_host_greet_again(host: Host) -> None:
    host.begins()
    host.link.order(bytes.fromhex(FRAMES["set_acceptor_2_seats"]["body"]), host.now)
    assert host.says("set_acceptor_2_seats")
    assert host.hears("refused_no_session") == []
    (greeting,) = host.link.take()
    assert greeting[1] == 0x01


@pytest.mark.parametrize("name", ["state_rack_17", "set_lamps_1_and_3", "hello"])
def test_an_answer_nobody_asked_for_and_the_words_of_a_host_change_nothing(host: Host, name: str) -> None:
    host.begins()
    assert not [one for one in host.hears(name) if isinstance(one, Answered | Told | Contradiction | Proven)]


@pytest.mark.parametrize(("serial", "model"), [("", "M"), ("S" * 25, "M"), ("ñ", "M"), ("S", "\t")])
def test_an_identity_whose_names_are_no_names_is_no_identity(serial: str, model: str) -> None:
    one = tb.parse_identity(bytes.fromhex(FRAMES["identity"]["body"]))
    with pytest.raises(tb.Malformed):
        tb.parse_identity(tb.identity_bytes(replace(one, serial=serial, model=model)))


@pytest.mark.requirement("R67")
@pytest.mark.parametrize(
    "body", ["21 0138 0136 02 00 33 07", "21 0138 0138 01 02 33 0907", "21 0034 001b 19 00" + "07" * 25]
)
def test_cards_that_a_machine_names_out_of_order_or_too_many_are_no_verification(body: str) -> None:
    with pytest.raises(tb.Malformed):
        tb.parse_event(bytes.fromhex("00000001" + body.replace(" ", "")))
