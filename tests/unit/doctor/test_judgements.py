"""What the doctor makes of what it sees, judged without a machine: every severity and its remedy."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from daemon.config import JournalSection
from daemon.doctor import devices, machine, persons, running, storage
from daemon.doctor.finding import Finding
from daemon.messages import DeviceStatus, HeadTold, Lifecycle, Status
from daemon.people import PIN_DAYS, Person, today
from firmware_bridge.transport.url import SerialUrl

DAY_NS = 86_400 * 1_000_000_000
LIMITS = JournalSection(warn_free_mb=1000, stop_free_mb=100)


def severity(finding: Finding) -> str:
    assert finding.severity in ("ok", "note") or finding.remedy, finding
    return finding.severity


@pytest.mark.parametrize(
    ("version", "expected"), [("3.40.1", "error"), ("3.51.2", "error"), ("3.51.3", "ok"), ("3.60.0", "ok")]
)
def test_an_sqlite_that_may_lose_a_commit_is_an_error(version: str, expected: str) -> None:
    assert severity(machine.sqlite(version)) == expected


@pytest.mark.parametrize(("behind_ns", "expected"), [(DAY_NS, "error"), (1, "error"), (0, "ok"), (-DAY_NS, "ok")])
def test_a_clock_behind_what_has_certainly_happened_is_an_error(behind_ns: int, expected: str) -> None:
    now = 20_000 * DAY_NS
    assert severity(machine.clock(now, now + behind_ns)) == expected


@pytest.mark.parametrize(("answer", "expected"), [(True, "ok"), (False, "warning"), (None, "note")])
def test_a_clock_nobody_keeps_is_a_warning(answer: bool | None, expected: str) -> None:
    assert severity(machine.synchronised(answer)) == expected


def test_the_program_was_built_before_now() -> None:
    assert severity(machine.clock(machine._now_ns(), machine.built_ns())) == "ok"
    assert machine.built_ns() > 18_262 * DAY_NS, "files of this program are younger than 2020"


def test_a_service_that_probes_serial_ports_is_named() -> None:
    assert [finding.where for finding in machine.grabbers(frozenset({"ModemManager", "sshd"}))] == ["ModemManager"]


def test_a_package_of_ours_in_other_hands_is_an_error() -> None:
    found = machine.names({"daemon": ["python-daemon"]})
    assert severity(found) == "error"
    assert found.remedy.endswith("pip uninstall python-daemon")


@pytest.mark.parametrize(
    ("free", "code"), [(99, "disk.full"), (100, "disk.low"), (999, "disk.low"), (1000, "disk.room")]
)
def test_room_on_the_disk_is_judged_by_the_tables_own_limits(free: int, code: str) -> None:
    found = storage.room(Path("/x"), free, LIMITS)
    assert found.code == code
    severity(found)


@pytest.mark.parametrize(
    ("allowed", "mode", "code"),
    [(True, 0o40700, "data.access"), (True, 0o40750, "data.mode"), (False, 0o40700, "data.denied")],
)
def test_the_data_directory_is_for_its_user_alone(allowed: bool, mode: int, code: str) -> None:
    assert storage.access(Path("/x"), allowed, mode).code == code


def test_a_second_copy_on_the_same_disk_is_a_warning_and_none_a_note(tmp_path: Path) -> None:
    assert [severity(one) for one in storage.second_copy(tmp_path, str(tmp_path / "copy"))] == ["warning"]
    assert [severity(one) for one in storage.second_copy(tmp_path, None)] == ["note"]
    elsewhere = Path("/dev/shm")
    if elsewhere.exists() and elsewhere.stat().st_dev != tmp_path.stat().st_dev:
        assert [one.code for one in storage.second_copy(tmp_path, str(elsewhere))] == ["copy.place"]


def test_people_without_a_pin_and_a_table_where_nobody_decides_are_warnings() -> None:
    dealer = {"Ana": Person("dealer", "x", today()), "Luis": Person("jefe_de_sala")}
    assert [one.code for one in persons.judged(dealer, "p", "add")] == ["people.no_pin", "people.nobody_decides"]
    decided = {"Ana": Person("dealer", "x", today()), "Luis": Person("jefe_de_sala", "y", today())}
    assert [one.code for one in persons.judged(decided, "p", "add")] == ["people.known"]
    assert [severity(one) for one in persons.judged({}, "p", "add")] == ["error"]


OLD = ["people.pin_old"]


@pytest.mark.requirement("R89")
@pytest.mark.parametrize(("days", "codes"), [(0, []), (PIN_DAYS, []), (PIN_DAYS + 1, OLD), (None, OLD)])
def test_a_pin_is_to_be_changed_after_three_months(days: int | None, codes: list[str]) -> None:
    since = today() - timedelta(days=days) if days is not None else None
    found = persons.judged({"Luis": Person("jefe_de_sala", "y", since)}, "p", "add")
    assert [one.code for one in found if one.code != "people.known"] == codes


@pytest.mark.parametrize(("waits", "codes"), [("16\n", ["device.latency"]), ("1\n", []), ("", [])])
def test_an_adapter_that_holds_bytes_back_is_a_warning(tmp_path: Path, waits: str, codes: list[str]) -> None:
    adapter = tmp_path / "ttyUSB7"
    adapter.mkdir()
    (adapter / "latency_timer").write_text(waits, encoding="ascii")
    line = SerialUrl(str(tmp_path / "by-id" / "ttyUSB7"))
    assert [one.code for one in devices.serial_line("s", line, simulated=False, adapters=tmp_path)] == codes


def test_a_name_that_changes_with_the_next_replug_is_a_warning(tmp_path: Path) -> None:
    found = list(devices.serial_line("s", SerialUrl("/dev/ttyUSB0"), simulated=True, adapters=tmp_path))
    assert [one.code for one in found] == ["device.unstable_name"]


def status(state: Lifecycle, link: str = "up", **counters: int) -> Status:
    device = DeviceStatus("sabot", "shoe", "bee-tek", "public code", link, "usb 1", counters)
    return Status(state, "", "Nada que hacer.", False, {}, 1, [device], 0, HeadTold(1, "00"))


@pytest.mark.parametrize(
    ("state", "expected"), [("ready", "ok"), ("held", "warning"), ("stopped", "error"), ("startup", "note")]
)
def test_a_running_tables_own_state_is_the_finding(state: Lifecycle, expected: str) -> None:
    assert next(iter(running.running(status(state), "mesa"))).severity == expected


def test_a_device_the_running_table_cannot_reach_is_an_error_and_a_bad_line_a_note() -> None:
    assert [one.code for one in running.running(status("ready", "down"), "m")] == ["table.ready", "device.down"]
    assert [one.code for one in running.running(status("ready", bad=3), "m")] == ["table.ready", "device.line_errors"]
    assert [one.code for one in running.running(status("ready"), "m")] == ["table.ready", "device.up"]


CODES = re.compile(r'Finding\(\s*"([a-z_.]+)"')
SOURCES = sorted(Path(machine.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("code", sorted({code for file in SOURCES for code in CODES.findall(file.read_text("utf-8"))}))
def test_every_code_is_in_the_technicians_manual(code: str) -> None:
    manual = Path(__file__).parents[3] / "docs" / "technician.md"
    assert f"`{code}`" in manual.read_text(encoding="utf-8")
