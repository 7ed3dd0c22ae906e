"""The simulated ccTalk line: echo, collisions, the slot's rules, the manual acceptor of a progressive, control."""

import os
import time
from pathlib import Path

import pytest

from firmware_bridge.wire import cctalk_messages as cc
from firmware_bridge.wire.cctalk import Deframer, Frame
from hw_sims.alone import RunningSimulator
from hw_sims.control import ControlClient
from hw_sims.devices.cctalk.bus import Bus, overlaid
from hw_sims.devices.cctalk.controls import actions
from hw_sims.devices.cctalk.led_board import LedBoard
from hw_sims.devices.cctalk.slot import ChipSlot

SECOND_NS = 1_000_000_000


def ask(bus: Bus, address: int, header: int, data: bytes = b"", at_ns: int = SECOND_NS) -> bytes | None:
    """The data of the answer, None for silence."""
    asked = cc.question(address, header, data).to_bytes()
    heard = bus.receive(asked, at_ns)
    assert heard.startswith(asked)
    deframer = Deframer()
    deframer.receive_data(heard[len(asked) :])
    item = deframer.next_item()
    return item.data if isinstance(item, Frame) else None


def open_slot() -> tuple[ChipSlot, Bus]:
    slot = ChipSlot(2)
    bus = Bus([slot])
    ask(bus, 2, cc.INHIBITS, cc.inhibits({1, 2}))
    ask(bus, 2, cc.READ_CREDIT)
    return slot, bus


def test_the_host_hears_its_echo_and_then_the_published_answer() -> None:
    assert Bus([ChipSlot(2)]).receive(bytes.fromhex("02 00 01 fe ff"), SECOND_NS) == bytes.fromhex(
        "02 00 01 fe ff 01 00 02 00 fd"
    )


def test_a_damaged_question_and_one_for_nobody_are_not_answered() -> None:
    bus = Bus([ChipSlot(2)])
    for question in ("02 00 01 fe fe", "03 00 01 fe fe"):
        assert bus.receive(bytes.fromhex(question), SECOND_NS) == bytes.fromhex(question)


def test_two_who_speak_at_once_garble_each_other() -> None:
    assert overlaid([b"\x0f\xff", b"\xf3"]) == b"\x03\xff"
    bus = Bus([ChipSlot(2, serial=0x0F0F0F), ChipSlot(2, serial=0xF0F0F0)])
    assert ask(bus, 2, cc.SERIAL_NUMBER) is None


def test_after_power_on_it_is_silent_inhibited_and_unlocked() -> None:
    slot = ChipSlot(2)
    bus = Bus([slot])
    ask(bus, 2, cc.MASTER_INHIBIT, cc.master_inhibit(locked=True))
    slot.reset(SECOND_NS)
    assert ask(bus, 2, cc.SIMPLE_POLL, at_ns=SECOND_NS + 249_000_000) is None
    assert ask(bus, 2, cc.READ_INHIBITS, at_ns=SECOND_NS + 250_000_000) == b"\0\0"
    assert ask(bus, 2, cc.READ_MASTER_INHIBIT, at_ns=SECOND_NS + 250_000_000) == b"\1"


def test_it_accepts_only_after_a_first_reading_and_for_one_second() -> None:
    slot = ChipSlot(2)
    bus = Bus([slot])
    ask(bus, 2, cc.INHIBITS, cc.inhibits({1}))
    assert slot.insert(1, SECOND_NS) == "returned"
    ask(bus, 2, cc.READ_CREDIT)
    assert slot.insert(1, 2 * SECOND_NS) == "kept"
    assert slot.insert(1, 2 * SECOND_NS + 1) == "returned"


@pytest.mark.requirement("ARI-3.4.1-g", "ARI-3.4.1-h")
def test_the_manual_acceptor_shows_the_bet_and_lights_its_lamp_and_takes_nothing_when_locked() -> None:
    slot, bus = open_slot()
    assert (slot.credits, slot.lamp) == (0, False)
    slot.insert(1, SECOND_NS)
    slot.insert(2, SECOND_NS)
    assert (slot.credits, slot.lamp) == (2, True)
    ask(bus, 2, cc.MASTER_INHIBIT, cc.master_inhibit(locked=True))
    assert slot.insert(1, SECOND_NS) == "returned"
    assert (slot.credits, slot.lamp) == (2, True)
    slot.clear_credits()
    assert (slot.credits, slot.lamp) == (0, False)


@pytest.mark.requirement("ARI-4.1-a")
def test_a_lamp_may_stay_dark_although_there_is_a_bet() -> None:
    slot, _ = open_slot()
    slot.mischief.lamp_dark = True
    slot.insert(1, SECOND_NS)
    assert (slot.credits, slot.lamp) == (1, False)


def test_every_control_does_what_it_says() -> None:
    slot, bus = open_slot()
    does = actions({1: slot}, lambda: SECOND_NS)["seat-1"]
    assert does["insert"](coin="2") == "kept"
    assert does["state"]() == {"credits": 1, "lamp": True, "kept": 1, "locked": False}
    does["jam"]()
    assert does["insert"]() == "returned"
    does["unjam"]()
    does["error"](code=20)
    does["lie"](counter=9)
    does["kill"]()
    assert ask(bus, 2, cc.READ_CREDIT) is None
    does["revive"]()
    answer = ask(bus, 2, cc.READ_CREDIT)
    assert answer is not None
    assert cc.parse_reading(answer) == cc.Reading(9, ((0, 20), (0, 14), (2, 1), (0, 0), (0, 0)))
    does["stick_open"]()
    ask(bus, 2, cc.MASTER_INHIBIT, cc.master_inhibit(locked=True))
    assert not slot.locked
    does["unstick"]()
    ask(bus, 2, cc.MASTER_INHIBIT, cc.master_inhibit(locked=True))
    assert slot.locked
    does["lamp_dark"]()
    assert not slot.lamp
    does["lamp_mended"]()
    assert slot.lamp
    does["clear"]()
    assert slot.credits == 0
    does["reset"]()
    assert slot.counter == 0


def test_a_led_board_forgets_its_lamps_without_power() -> None:
    board = LedBoard()
    bus = Bus([board])
    assert bus.receive(bytes.fromhex("50 02 01 6b 03 00 3f"), 0)[7:] == bytes.fromhex("01 00 50 00 af")
    bus.receive(bytes.fromhex("50 02 01 6c 04 0a 33"), 0)
    assert (board.lit[3:5], board.blinks_ms[3:5]) == ((True, True), (0, 500))
    assert ask(bus, 80, cc.LED_SWITCH, b"\x08\x00") is None, "it has eight lamps"
    board.power_lost()
    assert not any(board.lit)


def test_the_line_runs_alone_on_a_pty_and_is_steered_through_its_socket(tmp_path: Path) -> None:
    with (
        RunningSimulator("cctalk", tmp_path / "bus.ctl", pty=tmp_path / "bus"),
        ControlClient(tmp_path / "bus.ctl") as control,
    ):
        port = os.open(tmp_path / "bus", os.O_RDWR | os.O_NOCTTY)
        try:
            assert _answer(port, cc.INHIBITS, b"\xff\xff")[-5:] == bytes.fromhex("01 00 02 00 fd")
            _answer(port, cc.READ_CREDIT)
            assert control.order("seat-1", "insert", coin=1) == "kept"
            assert _answer(port, cc.READ_CREDIT)[-12:-9] == bytes((1, 1, 1))
        finally:
            os.close(port)


def _answer(port: int, header: int, data: bytes = b"") -> bytes:
    """Echo and answer, as soon as both are whole."""
    asked = cc.question(2, header, data).to_bytes()
    os.write(port, asked)
    heard, until = b"", time.monotonic() + 5
    while len(heard) < len(asked) + 5 or len(heard) < len(asked) + 5 + heard[len(asked) + 1]:
        assert time.monotonic() < until
        heard += os.read(port, 64)
    return heard
