"""How long a device takes to answer: the last send and what comes back, never what it says by itself."""

from daemon.answer_times import TOO_LATE_NS, Answers, AnswerTimes
from firmware_bridge.traffic import LinkDown, RxChunk, SerialWrite, UsbDone, UsbTransfer

SLOTS, LAMPS = "slots", "lamps"
MS = 1_000_000


def test_an_answer_is_timed_from_the_last_send_and_counted_once() -> None:
    times = AnswerTimes()
    times.sent(SerialWrite(SLOTS, b"\x01"), 0)
    times.stepped([RxChunk(SLOTS, b"\x01", 22 * MS, 1), RxChunk(SLOTS, b"\x02", 30 * MS, 1)], [])
    times.sent(SerialWrite(SLOTS, b"\x01"), 100 * MS)
    times.stepped([RxChunk(SLOTS, b"\x01", 104 * MS, 1)], [])
    assert times.of(SLOTS) == Answers(count=2, total_us=26_000, worst_us=22_000)


def test_transfers_of_usb_are_told_apart_and_a_failed_one_is_no_answer() -> None:
    times = AnswerTimes()
    for number in (1, 2, 3):
        times.sent(UsbTransfer(LAMPS, number, 0xA1, 1, 0x0300, 0, length=8), number * MS)
    times.stepped([UsbDone(LAMPS, 2, b"", None, 7 * MS, 1), UsbDone(LAMPS, 3, b"", "timeout", 9 * MS, 1)], [])
    assert times.of(LAMPS) == Answers(count=1, total_us=5000, worst_us=5000)


def test_what_comes_by_itself_too_late_or_on_another_link_is_no_answer() -> None:
    times = AnswerTimes()
    times.stepped([RxChunk(SLOTS, b"\x01", 0, 1)], [])
    times.sent(SerialWrite(SLOTS, b"\x01"), 0)
    times.stepped([RxChunk(SLOTS, b"\x01", TOO_LATE_NS + 1, 1)], [])
    times.sent(SerialWrite(SLOTS, b"\x01"), 0)
    times.stepped([LinkDown(SLOTS, "gone", 1, 1), RxChunk(SLOTS, b"\x01", 2, 1)], [])
    assert times.of(SLOTS) == Answers()
