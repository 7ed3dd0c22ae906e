"""Lamps follow the table: on, off, after a cable was pulled, with a relay that sticks, with a board that is deaf."""

from pathlib import Path

import pytest

from drivers import open_loop
from table_core.events import LampsDiffer, LampsShown, SendLost
from table_core.incidents import IncidentResolved
from table_core.record import Observed
from tests.scenario.staging import LCUS, OVER, RELAY, SHOE, Over
from tests.scenario.stories import BANK_NATURAL, PUNTO_NATURAL, results
from tests.scenario.table import LiveTable, play, until

BOTH = pytest.mark.parametrize("over", OVER)


@BOTH
def test_seat_lamps_are_lit_while_bets_are_open_and_off_with_the_first_card(tmp_path: Path, over: Over) -> None:
    async def story(table: LiveTable) -> None:
        assert table.seats_lit() == {False}, "a closed table takes no bets"
        await table.begin(f"{PUNTO_NATURAL} {BANK_NATURAL}")
        assert table.seats_lit() == {True}
        await table.draw()
        assert table.seats_lit() == {False}
        await table.draw(3)
        assert table.seats_lit() == {False}
        await table.close_round()
        assert table.seats_lit() == {True}
        assert not table.lit()["hold"]

    play(story, tmp_path, over=over)


@BOTH
def test_the_hold_lamp_is_lit_exactly_while_the_table_is_held(tmp_path: Path, over: Over) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.draw(2)
        table.shoe.raise_fault("reverse_at_exit")
        await table.quiet()
        assert table.lit()["hold"]
        assert await table.resolve("shoe.reversed", "LAYOUT_MATCHES") is None
        assert not table.lit()["hold"]

    play(story, tmp_path, over=over)


@BOTH
def test_a_table_that_stops_leaves_every_lamp_dark(tmp_path: Path, over: Over) -> None:
    async def story(table: LiveTable) -> LiveTable:
        await table.begin(PUNTO_NATURAL)
        assert table.seats_lit() == {True}
        await table.stop()
        await until(lambda: set(table.lit().values()) == {False}, table.lit)
        return table

    play(story, tmp_path, over=over)


@pytest.mark.requirement("R56")
@BOTH
@pytest.mark.parametrize("board", [RELAY, LCUS])
def test_a_lamp_board_pulled_and_put_back_is_reported_reconnected_and_lit_again(
    tmp_path: Path, over: Over, board: str
) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} {BANK_NATURAL}")
        await table.unplug(board)
        assert table.open_codes() == ["lamps.link_lost"]
        assert table.incident("lamps.link_lost").device == board
        assert not table.held, "a seat's lamp does not stop the game"
        assert False in table.seats_lit(), "the board lost its power with its cable"
        await table.round(4)
        await table.plug(board)
        await until(lambda: table.lit() == table.wanted(), table.lit)
        assert table.seats_lit() == {True}
        assert table.open_codes() == []
        resolved = table.all(IncidentResolved)[-1]
        assert (resolved.choice, resolved.by) == ("CLEARED", None)
        shown = [entry.event for entry in table.all(Observed) if isinstance(entry.event, LampsShown)][-1]
        assert (shown.device, shown.confirmed) == (board, board == RELAY)
        await table.draw()
        assert table.seats_lit() == {False}

    play(story, tmp_path, over=over)


@BOTH
def test_a_board_put_back_in_mid_pass_shows_what_is_wanted_now_and_not_what_was(tmp_path: Path, over: Over) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        assert table.seats_lit() == {True}
        await table.unplug(RELAY)
        await table.draw()
        await table.plug(RELAY)
        await until(lambda: table.lit() == table.wanted(), table.lit)
        assert table.seats_lit() == {False}
        assert table.state.lamps[RELAY] == (False,) * 4

    play(story, tmp_path, over=over)


@BOTH
def test_a_stuck_relay_is_read_back_and_reported_and_mended_by_itself(tmp_path: Path, over: Over) -> None:
    async def story(table: LiveTable) -> None:
        relay = table.stage.hardware[RELAY]
        relay.faults.stuck = frozenset({3})
        await table.begin(PUNTO_NATURAL)
        await until(lambda: "lamps.differ" in table.open_codes(), table.open_codes)
        await table.recorded()
        incident = table.incident("lamps.differ")
        assert (incident.device, incident.detail) == (RELAY, "canales que difieren: [3]")
        assert not table.held
        assert table.lit()["seat.3"] is False
        assert [type(entry.event) for entry in table.all(Observed)].count(LampsDiffer) == 1, "told once, not each time"
        relay.faults.stuck = frozenset()
        await until(lambda: not table.open_codes(), table.open_codes)
        assert table.seats_lit() == {True}

    play(story, tmp_path, over=over)


def test_a_board_that_claims_lamps_it_does_not_light_is_told_apart(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        table.stage.hardware[RELAY].faults.read_back_lie = 0b0001
        table.stage.hardware[RELAY].faults.stuck = frozenset({99})  # the scenario must not wait for this board
        await table.begin(PUNTO_NATURAL)
        await until(lambda: "lamps.differ" in table.open_codes(), table.open_codes)
        assert table.incident("lamps.differ").detail == "canales que difieren: [2, 3, 4]"

    play(story, tmp_path)


@BOTH
def test_a_board_that_reads_nothing_stops_neither_the_loop_nor_the_cards(tmp_path: Path, over: Over) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} {BANK_NATURAL}")
        table.stage.stop_reading(LCUS)
        for cards in range(1, 5):
            table.shoe.draw()
            await until(lambda cards=cards: len(table.state.baccarat.dealt) == cards)  # type: ignore[misc]
        table.shoe.close_round()
        await until(lambda: results(table) == ["punto"])
        table.stage.resume_reading(LCUS)
        await table.quiet()
        assert table.seats_lit() == {True}

    play(story, tmp_path, over=over)


@BOTH
def test_a_deaf_board_with_a_full_line_is_reported_once_and_heals(
    tmp_path: Path, over: Over, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_loop, "REFRESH_EVERY_NS", 1_000_000)

    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        table.stage.stop_reading(LCUS)
        await until(lambda: table.open_codes() == ["device.takes_no_bytes"])
        assert not table.held
        table.shoe.draw()
        await until(lambda: len(table.state.baccarat.dealt) == 1)
        await table.recorded()
        assert len([entry for entry in table.all(Observed) if isinstance(entry.event, SendLost)]) == 1
        table.stage.resume_reading(LCUS)
        await until(lambda: table.seats_lit() == {False}, table.lit)

    play(story, tmp_path, over=over)


@pytest.mark.requirement("R58")
def test_the_lost_shoe_is_a_matter_of_the_table_and_a_lost_lamp_of_its_seats(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.unplug(RELAY)
        await table.unplug(SHOE)
        scopes = {incident.code: (incident.scope, incident.hold) for incident in table.state.incidents}
        assert scopes == {"lamps.link_lost": ("seat", False), "shoe.link_lost": ("table", True)}

    play(story, tmp_path)
