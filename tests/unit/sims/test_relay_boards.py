"""The simulated relay boards: what their contacts do and what they claim."""

import pytest

from firmware_bridge.wire import hid_relay, lcus
from hw_sims.devices.hid_relay.model import HidRelayBoard
from hw_sims.devices.lcus.model import LcusBoard
from hw_sims.devices.usb import Refusal, Setup

ON, OFF = True, False


def set_report(board: HidRelayBoard, report: bytes, request_type: int = 0x21) -> bytes | Refusal:
    return board.control(Setup(request_type, 9, 0x0300, 0, len(report)), report)


def get_report(board: HidRelayBoard, request_type: int = 0xA1) -> bytes | Refusal:
    return board.control(Setup(request_type, 1, 0x0300, 0, 8), b"")


def test_a_hid_board_switches_and_reads_back() -> None:
    board = HidRelayBoard(4, "6QMBS")
    assert set_report(board, hid_relay.switch(2, ON)) == b""
    assert set_report(board, hid_relay.switch(4, ON)) == b""
    assert set_report(board, hid_relay.switch(2, OFF)) == b""
    assert board.lit == (OFF, OFF, OFF, ON)
    assert get_report(board) == bytes.fromhex("36 51 4d 42 53 00 00 08")


def test_a_hid_board_takes_requests_to_the_device_as_well() -> None:
    board = HidRelayBoard()
    assert set_report(board, hid_relay.all_on(), request_type=0x20) == b""
    assert get_report(board, request_type=0xA0) == b"SABOT\0\0\xff"


def test_all_on_and_all_off_move_every_relay_of_the_board_and_no_more() -> None:
    board = HidRelayBoard(2)
    set_report(board, hid_relay.all_on())
    assert get_report(board) == b"SABOT\0\0\x03"
    set_report(board, hid_relay.all_off())
    assert board.lit == (OFF, OFF)


@pytest.mark.parametrize("report", [b"", b"\xff", b"\xff\x03", b"\xff\x00", b"\x00\x01"])
def test_a_report_the_board_does_not_know_stalls_and_moves_nothing(report: bytes) -> None:
    board = HidRelayBoard(2)
    assert set_report(board, report) == "stall"
    assert board.lit == (OFF, OFF)


def test_a_hid_board_forgets_its_relays_without_power() -> None:
    board = HidRelayBoard(2)
    set_report(board, hid_relay.all_on())
    board.power_lost()
    assert board.lit == (OFF, OFF)


def test_a_stuck_relay_stays_and_is_read_back_as_it_is() -> None:
    board = HidRelayBoard(2)
    board.faults.stuck = frozenset({1})
    set_report(board, hid_relay.all_on())
    assert board.lit == (OFF, ON)
    assert get_report(board) == b"SABOT\0\0\x02"


def test_a_lying_board_claims_what_its_contacts_do_not_do() -> None:
    board = HidRelayBoard(2)
    board.faults.read_back_lie = 0b11
    assert get_report(board) == b"SABOT\0\0\x03"
    assert board.lit == (OFF, OFF)


def test_a_stalling_board_still_says_who_it_is_and_a_dead_one_does_not() -> None:
    board = HidRelayBoard()
    descriptor = Setup(0x80, 6, 0x0100, 0, 18)
    board.faults.stalls = True
    assert (set_report(board, hid_relay.all_on()), get_report(board)) == ("stall", "stall")
    assert board.control(descriptor, b"") == board.device_descriptor
    board.faults.dead = True
    assert board.control(descriptor, b"") == "silence"


def test_an_lcus_board_obeys_good_commands_for_relays_it_has() -> None:
    board = LcusBoard(4)
    board.receive(lcus.encode(1, ON) + lcus.encode(3, ON) + b"\x00" + lcus.encode(1, OFF) + lcus.encode(8, ON))
    assert board.lit == (OFF, OFF, ON, OFF)
    assert board.noise_bytes == 1
    assert [command.channel for command in board.obeyed] == [1, 3, 1]


def test_an_lcus_board_forgets_relays_and_half_a_command_when_unplugged() -> None:
    board = LcusBoard(2)
    board.receive(lcus.encode(1, ON) + lcus.encode(2, ON)[:2])
    board.power_lost()
    board.receive(lcus.encode(2, ON)[2:])
    assert board.lit == (OFF, OFF)


def test_a_stuck_lcus_relay_obeys_in_vain() -> None:
    board = LcusBoard(2)
    board.stuck = frozenset({2})
    board.receive(lcus.encode(2, ON))
    assert board.lit == (OFF, OFF)
