"""HID relay reports against DEVICES 3.3. The command bytes are its vectors, the layout is grade C."""

import pytest

from firmware_bridge.wire import hid_relay

BOARD_STATE = bytes.fromhex("36 51 4d 42 53 00 00 85")


@pytest.mark.parametrize(
    ("report", "text"),
    [
        (hid_relay.switch(1, on=True), "ff 01 00 00 00 00 00 00"),
        (hid_relay.switch(1, on=False), "fd 01 00 00 00 00 00 00"),
        (hid_relay.switch(8, on=True), "ff 08 00 00 00 00 00 00"),
        (hid_relay.all_on(), "fe 00 00 00 00 00 00 00"),
        (hid_relay.all_off(), "fc 00 00 00 00 00 00 00"),
    ],
)
def test_a_report_has_the_published_command_and_eight_bytes(report: bytes, text: str) -> None:
    assert report.hex(" ") == text


@pytest.mark.parametrize("relay", [0, 9, -1])
def test_a_relay_the_board_does_not_have_cannot_be_switched(relay: int) -> None:
    with pytest.raises(ValueError, match=r"want 1\.\.8"):
        hid_relay.switch(relay, on=True)


def test_the_board_and_its_requests_are_those_of_the_hid_class() -> None:
    assert (hid_relay.VENDOR_ID, hid_relay.PRODUCT_ID) == (0x16C0, 0x05DF)
    set_report = (hid_relay.SET_REPORT_TYPE, hid_relay.SET_REPORT)
    get_report = (hid_relay.GET_REPORT_TYPE, hid_relay.GET_REPORT)
    assert (set_report, get_report) == ((0x21, 9), (0xA1, 1))
    assert (hid_relay.FEATURE_REPORT_VALUE, hid_relay.REPORT_INDEX, hid_relay.REPORT_SIZE) == (0x0300, 0, 8)


def test_the_state_report_names_the_board_and_its_relays() -> None:
    assert hid_relay.parse_state(BOARD_STATE) == ("6QMBS", 0b1000_0101)
    assert hid_relay.state_report("6QMBS", 0b1000_0101) == BOARD_STATE


@pytest.mark.parametrize("report", [b"", BOARD_STATE[:7], BOARD_STATE + b"\0", b"\0" * 8, b"6QM\xffS\0\0\0"])
def test_a_state_report_of_another_shape_is_refused(report: bytes) -> None:
    with pytest.raises(ValueError, match="want"):
        hid_relay.parse_state(report)


@pytest.mark.parametrize("board_id", ["", "6QMB", "6QMBSS", "6QM S", "ñandu"])
def test_a_board_id_that_is_not_five_characters_is_refused(board_id: str) -> None:
    with pytest.raises(ValueError, match="want five"):
        hid_relay.state_report(board_id, 0)
