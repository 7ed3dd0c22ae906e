"""What the shoe says of itself: each of its faults has one defined action, and none of its lies becomes a result."""

from pathlib import Path

import pytest

from hw_sims.devices.angel_eye.wire import Fault
from table_core.commands import OpenTable, ReportIrregularity
from table_core.events import CardDrawn, CardDrawnOutOfGame, ShoeFault, ShoeResult
from table_core.incidents import IncidentOpened, IncidentResolved
from table_core.record import Observed
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.baccarat.state import CardBurned, CardDealt, PassSettled, PassVoided
from table_core.table import CardUnreconciled, VerdictHeard
from tests.scenario.stories import BANK_NATURAL, PUNTO_NATURAL, THREE_OF_A_FIVE, results
from tests.scenario.table import BURN, SHOE_CARDS, LiveTable, play

NATURAL_HANDS = (("4S", "5D"), ("3H", "4C"))  # of PUNTO_NATURAL

# R70: the incident each of the seven faults opens in mid-pass, and whether it holds the table.
ACTIONS: dict[Fault, tuple[str, bool]] = {
    "cannot_read": ("shoe.unread_card", True),
    "overdraw": ("extra_card_drawn", True),
    "button_misuse": ("shoe.button_misused", False),
    "reverse_at_exit": ("shoe.reversed", True),
    "reverse_midway": ("shoe.reversed", True),
    "card_code": ("shoe.card_codes", True),
    "drawing_timeout": ("shoe.slow_draw", False),
}


@pytest.mark.requirement("R70")
@pytest.mark.parametrize("fault", ACTIONS)
def test_each_of_the_seven_shoe_faults_opens_its_own_incident(tmp_path: Path, fault: Fault) -> None:
    code, holds = ACTIONS[fault]

    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.draw(2)
        table.shoe.raise_fault(fault, stopped=False)
        await table.quiet()
        assert table.open_codes() == [code]
        assert table.held is holds
        assert table.lit()["hold"] is holds
        assert table.incident(code).choices
        assert isinstance(table.all(Observed)[-1].event, ShoeFault)

    play(story, tmp_path)


@pytest.mark.requirement("R70")
@pytest.mark.parametrize("fault", ["button_misuse", "drawing_timeout"])
def test_a_fault_that_decides_nothing_holds_the_table_once_the_shoe_stops_for_it(tmp_path: Path, fault: Fault) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.draw(2)
        table.shoe.raise_fault(fault, stopped=True)
        await table.quiet()
        assert table.open_codes() == [ACTIONS[fault][0], "shoe.stopped"]
        assert table.held
        table.shoe.clear_fault(fault)
        await table.quiet()
        assert table.held, "the shoe taking its fault back decides nothing"
        assert await table.resolve("shoe.stopped", "LAYOUT_MATCHES", "jefe_de_mesa") is None
        assert await table.resolve(ACTIONS[fault][0], "ACKNOWLEDGE", "dealer") is None
        await table.round(2)
        assert results(table) == ["punto"]

    play(story, tmp_path)


@pytest.mark.requirement("R70")
def test_an_unreadable_card_is_one_question_and_keyed_hands_settle_the_pass(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.draw(3)
        table.shoe.mischief.unreadable = True
        await table.draw()
        assert table.open_codes() == ["shoe.unread_card"], "the shoe's error and the card are the same thing"
        assert await table.resolve("shoe.unread_card", "KEY_HANDS", hands=NATURAL_HANDS) is None
        assert results(table) == ["punto"]
        assert not table.held

    play(story, tmp_path)


@pytest.mark.requirement("R71")
def test_the_first_card_of_a_shoe_and_the_cards_it_burns_are_no_cards_of_a_pass(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL, burn=THREE_OF_A_FIVE)
        told = [entry.event.claim for entry in table.all(Observed) if isinstance(entry.event, CardDrawn)]
        assert [claim.target for claim in told if claim] == ["first", "burn_count", "burn_count", "burn_count"]
        assert [entry.card for entry in table.all(CardBurned)] == list(THREE_OF_A_FIVE)
        assert not table.all(CardDealt)
        await table.round(4)
        assert [entry.dealt.card for entry in table.all(CardDealt)] == PUNTO_NATURAL.split()
        assert results(table) == ["punto"]

    play(story, tmp_path)


@pytest.mark.requirement("R71")
def test_a_card_drawn_out_of_the_game_takes_no_place_and_waits_for_a_decision(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"4S 3H 9C 5D 4C {BANK_NATURAL}")
        await table.draw(2)
        table.shoe.lock(on=True)
        await table.draw()
        table.shoe.lock(on=False)
        assert any(isinstance(entry.event, CardDrawnOutOfGame) for entry in table.all(Observed))
        assert table.open_codes() == ["extra_card_drawn"]
        assert table.held
        assert [entry.dealt.card for entry in table.all(CardDealt)] == ["4S", "3H"]

    play(story, tmp_path)


@pytest.mark.requirement("R71")
def test_after_the_cut_card_the_pass_is_finished_and_none_begins_before_another_shoe(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"4S 3H CUT 5D 4C {BANK_NATURAL}")
        await table.round(5)
        assert results(table) == ["punto"]
        assert table.seats_lit() == {False}, "nobody may bet on a pass that does not come"
        dealt = len(table.all(CardDealt))
        await table.draw(4)
        assert table.held
        assert len(table.all(CardDealt)) == dealt
        assert results(table) == ["punto"], "no pass was made of cards behind the cut card"

    play(story, tmp_path)


@pytest.mark.requirement("R71")
def test_a_forced_end_is_never_booked_as_a_result(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.draw(4)
        table.shoe.force_quit()
        await table.quiet()
        assert table.open_codes() == ["shoe.forced_end"]
        assert not results(table)
        assert await table.resolve("shoe.forced_end", "VOID_PASS") is None
        assert not results(table)
        assert len(table.all(PassVoided)) == 1
        assert not table.held

    play(story, tmp_path)


@pytest.mark.requirement("R71")
def test_a_forced_end_settles_only_by_hands_that_a_person_keyed(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} {BANK_NATURAL}")
        await table.draw(4)
        table.shoe.force_quit()
        await table.quiet()
        assert await table.resolve("shoe.forced_end", "KEY_HANDS", hands=NATURAL_HANDS) is None
        assert results(table) == ["punto"]
        await table.round(4)
        assert results(table) == ["punto", "bank"]

    play(story, tmp_path)


@pytest.mark.requirement("R72")
@pytest.mark.parametrize("concealed", [False, True], ids=["open", "concealed"])
def test_a_cold_start_in_mid_round_publishes_no_result(tmp_path: Path, concealed: bool) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} {BANK_NATURAL}")
        table.shoe.draw("punto")
        await table.stop()
        table.shoe.draw("bank")
        table.entries.clear()
        for name in ("journal.db", "journal.db-wal", "journal.db-shm", "head"):
            (table.data / name).unlink(missing_ok=True)
        await table.start()
        await table.draw(2)
        await table.close_round()
        assert not table.all(CardDealt)
        assert not table.all(PassSettled)
        assert not table.all(VerdictHeard)
        assert len(table.all(CardUnreconciled)) == 2
        assert table.held

    play(story, tmp_path, concealed=concealed)


@pytest.mark.requirement("R72")
def test_after_a_round_nobody_saw_begin_the_next_certain_beginning_aligns(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} {PUNTO_NATURAL} {BANK_NATURAL}")
        await table.round(4)
        await table.stop()
        table.shoe.draw()
        await table.start()
        await table.draw()
        assert table.open_codes() == ["shoe.mid_round"]
        assert await table.resolve("shoe.mid_round", "VOID_PASS") is None
        assert not table.state.aligned, "a decision does not make the rest of that round certain"
        await table.draw()
        assert table.open_codes() == ["shoe.mid_round"], "the same round still cannot be placed"
        assert await table.resolve("shoe.mid_round", "VOID_PASS") is None
        await table.draw()
        assert await table.resolve("shoe.mid_round", "VOID_PASS") is None
        await table.close_round()
        assert results(table) == ["punto"]
        assert table.state.aligned
        await table.round(4)
        assert results(table) == ["punto", "bank"]

    play(story, tmp_path)


@pytest.mark.requirement("R73")
def test_a_result_that_is_not_ours_holds_the_table_and_both_versions_are_kept(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.draw(4)
        table.shoe.mischief.result = ("bank", ())
        await table.close_round()
        incident = table.incident("shoe.result_differs")
        assert incident.detail == "sabot: bank; reglamento: punto"
        assert table.all(VerdictHeard) == [VerdictHeard(ShoeResult("shoe", "bank"))]
        assert not results(table)
        assert await table.resolve("shoe.result_differs", "CONFIRM_OURS", "jefe_de_mesa") == "WRONG_ROLE"
        assert await table.resolve("shoe.result_differs", "CONFIRM_OURS", reason="cámara 4") is None
        assert results(table) == ["punto"]
        decided = table.all(IncidentResolved)[-1]
        assert (decided.by, decided.role, decided.reason) == ("Luis Soto", "jefe_de_sala", "cámara 4")

    play(story, tmp_path)


@pytest.mark.requirement("R73")
def test_a_pair_only_the_shoe_claims_holds_the_table(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.draw(4)
        table.shoe.mischief.result = ("punto", ("punto",))
        await table.close_round()
        assert table.open_codes() == ["shoe.result_differs"]
        assert not results(table)

    play(story, tmp_path)


def test_a_result_before_the_pass_is_complete_holds_the_table(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin("2S 3H 2D KC 5H 6C")
        await table.draw(4)
        await table.close_round()
        assert table.open_codes() == ["shoe.result_early"]
        assert not results(table)
        hands = (("2S", "2D", "5H"), ("3H", "KC", "6C"))
        assert await table.resolve("shoe.result_early", "KEY_HANDS", hands=hands) is None
        assert results(table) == ["tie"]

    play(story, tmp_path)


@pytest.mark.requirement("R54")
@pytest.mark.parametrize("concealed", [False, True], ids=["open", "concealed"])
def test_a_lost_message_holds_the_pass_until_somebody_has_looked(tmp_path: Path, concealed: bool) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.draw()
        table.shoe.mischief.lost_messages = 1
        await table.draw(2)
        assert table.open_codes() == ["shoe.messages_lost", "cards.while_held"]
        await table.draw()
        assert await table.resolve("shoe.messages_lost", "LAYOUT_MATCHES") is None
        assert table.held, "the cards drawn meanwhile have a question of their own"
        assert await table.resolve("cards.while_held", "KEY_HANDS", hands=NATURAL_HANDS) is None
        await table.close_round()
        assert results(table) == ["punto"]

    play(story, tmp_path, concealed=concealed)


def test_a_shoe_that_restarts_in_mid_pass_holds_the_table(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.draw(2)
        table.shoe.power_off()
        table.shoe.power_on()
        await table.quiet()
        assert table.open_codes() == ["shoe.restarted"]
        assert await table.resolve("shoe.restarted", "VOID_PASS", "jefe_de_mesa") == "WRONG_ROLE"
        assert await table.resolve("shoe.restarted", "VOID_PASS") is None
        assert not table.held
        assert table.state.baccarat.phase == "betting"

    play(story, tmp_path)


def test_a_shoe_that_sends_no_stand_by_between_games_is_fine(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} {BANK_NATURAL}")
        for _ in range(2):
            await table.draw(4)
            table.shoe.close_round(standby=False)
            await table.quiet()
        assert results(table) == ["punto", "bank"]
        assert not table.state.incidents

    play(story, tmp_path)


@pytest.mark.parametrize("concealed", [False, True], ids=["open", "concealed"])
def test_a_card_placed_otherwise_by_the_shoe_holds_the_table(tmp_path: Path, concealed: bool) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.draw()
        table.shoe.mischief.claim = ("punto", 2)
        await table.draw()
        assert table.open_codes() == ["shoe.place_differs"]
        assert table.incident("shoe.place_differs").detail.startswith("sabot: punto 2; reglamento: ")

    play(story, tmp_path, concealed=concealed)


def test_a_reveal_of_another_card_than_was_drawn_holds_the_table(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.draw(4)
        table.shoe._say("I", 0x81, 0xB9)  # no button does this: Punto's first, read as 4S, shown as 9S
        await table.quiet()
        assert table.open_codes() == ["shoe.reveal_differs"]
        await table.close_round()
        assert not results(table)
        assert await table.resolve("shoe.reveal_differs", "VOID_PASS") is None
        assert not results(table)

    play(story, tmp_path)


@pytest.mark.requirement("MB-I05")
def test_a_cut_card_that_does_not_come_where_it_must_makes_the_pass_the_last_of_its_shoe(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        table.shoe.power_on()
        await table.quiet()
        assert await table.order(OpenTable("J-1")) is None
        assert await table.order(PrepareShoe(6, cut_behind=SHOE_CARDS - 2)) is None
        table.load([*BURN, *(4 * f"{PUNTO_NATURAL} ").split()], burn=True)
        await table.draw(2)
        await table.round(4)
        await table.round(4)
        assert table.open_codes() == [], "a cut card is set by hand: up to ten cards late nobody misses it"
        await table.round(4)
        assert table.all(IncidentOpened)[-1].incident.code == "cards.cut_card_missing"
        assert (results(table), table.state.baccarat.phase) == (["punto"] * 3, "no_shoe")

    play(story, tmp_path)


@pytest.mark.requirement("R70")
@pytest.mark.parametrize("choice", ["KEY_HANDS", "VOID_PASS"])
def test_a_card_the_reader_missed_is_counted_once_people_tell_of_it(tmp_path: Path, choice: str) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.draw(3)
        assert table.state.count is not None
        before = table.state.count.drawn
        table.shoe.miss_next()
        table.shoe.draw()
        assert await table.order(ReportIrregularity("shoe.missed_card"), "dealer") is None
        hands = NATURAL_HANDS if choice == "KEY_HANDS" else ((), ())
        assert await table.resolve("shoe.missed_card", choice, hands=hands) is None
        assert table.state.count.drawn == before + 1
        assert table.state.count.unread == (choice == "VOID_PASS")

    play(story, tmp_path)
