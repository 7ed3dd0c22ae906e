"""What a technician sees of the traffic: both ways, decoded, bounded, and no card that lies covered."""

from daemon.kernel import Tick
from daemon.tap import HELD, PAGE, Tap
from firmware_bridge.traffic import LinkDown, LinkUp, RxChunk, SerialWrite, UsbDone, UsbTransfer
from table_core.events import CardDrawn, LampsShown
from table_core.record import Observed

SHOE, LAMPS = "shoe", "lamps"
ACE = b"\x050S\x0360"


def tap() -> Tap:
    return Tap(frozenset({SHOE}))


def test_both_directions_are_told_in_order_with_what_they_meant() -> None:
    seen = tap()
    shown = Observed(LampsShown(LAMPS, (True,), True), b"\x01")
    seen.stepped([LinkUp(LAMPS, "usb:1", 0, 1), UsbDone(LAMPS, 1, b"\x01", None, 0, 2)], [shown])
    seen.sent(SerialWrite(LAMPS, b"\xa0\x01"), 0)
    seen.sent(UsbTransfer(LAMPS, 2, 0x21, 9, 0x0300, 0, b"\xff"), 0)
    lines = seen.lines(0, None)
    assert [line.way for line in lines] == ["link", "in", "event", "out", "out"]
    assert [line.data for line in lines] == ["", "01", "", "a0 01", "ff"]
    assert lines[2].words == "LampsShown lit=[true] confirmed=true"
    assert [line.n for line in lines] == [1, 2, 3, 4, 5]


def test_no_byte_and_no_face_of_a_card_is_told() -> None:
    seen = tap()
    seen.stepped([RxChunk(SHOE, ACE, 0, 1)], [Observed(CardDrawn(SHOE, "AS"), ACE)])
    told = seen.lines(0, None)
    assert [(line.size, line.data) for line in told] == [(len(ACE), ""), (0, "")]
    assert "AS" not in str(told)
    assert ACE.hex(" ") not in str(told)
    assert told[1].words == "CardDrawn card=??"


def test_one_device_can_be_followed_from_where_one_stopped_reading() -> None:
    seen = tap()
    seen.stepped([RxChunk(SHOE, ACE, 0, 1), RxChunk(LAMPS, b"\x01", 0, 1), LinkDown(LAMPS, "gone", 0, 2)], [])
    assert [line.n for line in seen.lines(0, LAMPS)] == [2, 3]
    assert [line.n for line in seen.lines(2, LAMPS)] == [3]
    assert seen.last == 3


def test_a_page_and_what_is_held_have_an_end() -> None:
    seen = tap()
    for _ in range(HELD + 10):
        seen.stepped([RxChunk(LAMPS, b"\x01", 0, 1)], [])
    assert len(seen.lines(0, None)) == PAGE
    assert seen.lines(0, None)[0].n == 11


def test_time_alone_is_no_traffic() -> None:
    seen = tap()
    seen.stepped([Tick(0, 0)], [])
    assert seen.lines(0, None) == []
