"""A line full of rubbish is told by name; in mid-shoe a shoe's line holds the table, another device's never does."""

from pathlib import Path

import pytest

from drivers.line_watch import LOUD_WINDOWS, MOST_RUBBISH, WINDOW_NS
from firmware_bridge.traffic import RxChunk
from hw_sims.parts import LAMPS, LCUS, RELAY, SHOE, Part
from table_core.commands import OpenTable
from table_core.rules.baccarat.entries import PrepareShoe
from tests.scenario.kernel_table import MS, SECOND_NS, KernelTable

RUBBISH = b"\xff\x00\xaa\x55" * 16


def a_table(directory: Path, *, in_play: bool = False) -> KernelTable:
    table = KernelTable(directory, "mini-baccarat", (Part(SHOE, "angel-eye"), *LAMPS))
    if in_play:
        table.hardware.shoe.power_on()
        table.hardware.shoe.load(["AS", "2C", "4S", "3H", "5D", "4C"])
        table.run(SECOND_NS)
        assert table.order(OpenTable("J-1")) is None
        assert table.dealer(PrepareShoe(6, 14)) is None
        table.draw(2)
        assert not table.incidents()
    return table


def babble(table: KernelTable, name: str, for_ns: int, *, every_ns: int = 50 * MS) -> None:
    for _ in range(for_ns // every_ns):
        table.feed(RxChunk(name, RUBBISH, table.now, table.now))
        table.run(every_ns)


TOLD_WITHIN_NS = (LOUD_WINDOWS + 1) * WINDOW_NS


def test_a_line_that_babbles_between_shoes_is_told_and_forgotten_when_it_falls_silent(tmp_path: Path) -> None:
    table = a_table(tmp_path)
    babble(table, SHOE, TOLD_WITHIN_NS)
    assert [code for code, _detail in table.incidents()] == ["device.babbles"]
    assert "bytes que no se entienden" in table.incident("device.babbles").detail
    assert not table.state.held
    table.run(2 * WINDOW_NS + SECOND_NS)
    assert not table.incidents()


@pytest.mark.requirement("R58")
def test_a_shoe_whose_line_babbles_in_mid_shoe_holds_the_table_until_a_person_has_looked(tmp_path: Path) -> None:
    table = a_table(tmp_path, in_play=True)
    babble(table, SHOE, TOLD_WITHIN_NS)
    assert table.state.held
    table.run(3 * WINDOW_NS)
    assert "LAYOUT_MATCHES" in {choice.code for choice in table.incident("shoe.babbles").choices}
    assert table.state.held, "silence afterwards brings no lost card back"


def test_some_noise_now_and_then_is_counted_and_never_told(tmp_path: Path) -> None:
    table = a_table(tmp_path, in_play=True)
    babble(table, SHOE, 10 * WINDOW_NS, every_ns=WINDOW_NS // 4)
    assert not table.incidents()
    assert table.kernel.sessions[SHOE].counters.noise_bytes >= MOST_RUBBISH


def test_one_burst_is_no_babble_however_long_it_is(tmp_path: Path) -> None:
    table = a_table(tmp_path, in_play=True)
    for _ in range(64):
        table.feed(RxChunk(SHOE, 16 * RUBBISH, table.now, table.now))
    table.run(10 * WINDOW_NS)
    assert not table.incidents()


def test_the_other_devices_are_watched_too_and_hold_nothing(tmp_path: Path) -> None:
    table = a_table(tmp_path, in_play=True)
    for _ in range(8):
        table.kernel.sessions[RELAY].counters.bad += MOST_RUBBISH
        table.run(WINDOW_NS)
    assert table.incident("device.babbles").device == RELAY
    assert not table.state.held
    assert LCUS not in table.incident("device.babbles").detail
