"""Counters and the last error of a device outlive the run that saw them."""

from pathlib import Path

from daemon.device_book import FILE, DeviceBook, LastError
from daemon.kernel import Tick
from table_core.events import DeviceSaidNonsense, LampsDiffer, LinkLost
from table_core.record import Observed

LAMPS = "lamps"


def saw(book: DeviceBook, event: LinkLost | DeviceSaidNonsense | LampsDiffer, utc_ns: int) -> None:
    book.stepped([Tick(0, utc_ns)], [Observed(event, b"")])


def test_counters_of_all_runs_are_added_up(tmp_path: Path) -> None:
    book = DeviceBook(tmp_path)
    assert book.totals(LAMPS, {"frames": 3}) == {"frames": 3}
    book.save({LAMPS: {"frames": 3, "bad": 1}})
    book.save({LAMPS: {"frames": 5, "bad": 1}})
    assert DeviceBook(tmp_path).totals(LAMPS, {"frames": 2, "bad": 0, "new": 1}) == {"frames": 7, "bad": 1, "new": 1}


def test_the_last_error_survives_the_run_until_a_newer_one(tmp_path: Path) -> None:
    book = DeviceBook(tmp_path)
    assert book.last_error(LAMPS) is None
    saw(book, LinkLost(LAMPS, "gone: pulled"), 7)
    book.save({LAMPS: {}})
    later = DeviceBook(tmp_path)
    assert later.last_error(LAMPS) == LastError(7, "gone: pulled")
    saw(later, LampsDiffer(LAMPS, (True, False), (False, False)), 9)
    assert later.last_error(LAMPS) == LastError(9, "canales que difieren: [1]")


def test_a_device_taken_out_of_the_configuration_keeps_its_past(tmp_path: Path) -> None:
    book = DeviceBook(tmp_path)
    book.save({LAMPS: {"frames": 3}})
    other = DeviceBook(tmp_path)
    other.save({"shoe": {"frames": 1}})
    assert DeviceBook(tmp_path).totals(LAMPS, {"frames": 0}) == {"frames": 3}


def test_an_unreadable_book_starts_anew_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{not json")
    book = DeviceBook(tmp_path)
    book.save({LAMPS: {"frames": 1}})
    assert DeviceBook(tmp_path).totals(LAMPS, {"frames": 0}) == {"frames": 1}


def test_the_book_is_for_its_user_only(tmp_path: Path) -> None:
    DeviceBook(tmp_path).save({LAMPS: {}})
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
