"""An extra card with the shoe's own overdraw, exposed or kept, exactly as it was captured."""

from pathlib import Path

import pytest

from table_core.events import CardDrawnOutOfGame, CardRedrawn, CardRevealedOutOfGame, ShoeFault
from table_core.record import Observed
from table_core.rules.baccarat.entries import KeyBets
from table_core.rules.baccarat.state import Bet, BetsClosed, CardBurned, CardCarried, CardDealt, PassBurned
from tests.scenario.stories import BANK_NATURAL, PUNTO_NATURAL, canonical_export, results
from tests.scenario.table import LiveTable, play

MODES = pytest.mark.parametrize("concealed", [False, True], ids=["open", "concealed"])
BETS = (Bet("a", "punto", 1000, 1), Bet("b", "bank", 2000, 2))


@MODES
def test_an_overdraw_kept_becomes_puntos_first_card_and_bets_stay_open_until_the_second(
    tmp_path: Path, concealed: bool
) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} 9H 2C KS 5D")
        assert await table.order(KeyBets(BETS), "dealer") is None
        await table.draw(5)
        seen = [type(entry.event) for entry in table.all(Observed)][-2:]
        assert seen == [ShoeFault, CardDrawnOutOfGame], "the shoe's error and the card are one incident"
        assert table.open_codes() == ["extra_card_drawn"]
        assert await table.resolve("extra_card_drawn", "FIRST_PUNTO_CARD_NEXT_PASS", "dealer") is None
        await table.close_round(overdrawn="kept")
        table.shoe.redraw()
        await table.quiet()
        assert isinstance(table.all(Observed)[-1].event, CardRedrawn)
        assert not table.held
        assert table.seats_lit() == {True}
        assert await table.order(KeyBets(BETS), "dealer") is None
        closed = len(table.all(BetsClosed))
        await table.draw()
        assert len(table.all(BetsClosed)) == closed + 1
        assert table.seats_lit() == {False}
        assert await table.order(KeyBets(BETS), "dealer") == "late_bet"
        await table.draw(2)
        await table.close_round()
        assert results(table) == ["punto", "punto"]
        assert len(table.all(CardCarried)) == 1

    play(story, tmp_path, concealed=concealed, stakes="keyed")


@MODES
def test_an_overdraw_exposed_burns_the_next_pass_without_bets(tmp_path: Path, concealed: bool) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} QH {BANK_NATURAL} {BANK_NATURAL}")
        assert await table.order(KeyBets(BETS), "dealer") is None
        await table.draw(5)
        assert await table.resolve("extra_card_drawn", "BURN_NEXT_PASS", "dealer") is None
        await table.close_round(overdrawn="exposed")
        assert CardRevealedOutOfGame in {type(entry.event) for entry in table.all(Observed)}
        assert table.seats_lit() == {False}, "nobody may bet on a pass that is burned"
        assert await table.order(KeyBets(BETS), "dealer") == "late_bet"
        await table.round(4)
        assert len(table.all(PassBurned)) == 1
        assert results(table) == ["punto"]
        assert table.seats_lit() == {True}
        assert await table.order(KeyBets(BETS), "dealer") is None
        await table.round(4)
        assert results(table) == ["punto", "bank"]

    play(story, tmp_path, concealed=concealed, stakes="keyed")


def test_the_shoes_result_while_the_extra_card_is_undecided_waits_and_then_settles(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} QH")
        await table.draw(5)
        await table.close_round(overdrawn="exposed")
        assert table.open_codes() == ["extra_card_drawn"]
        assert not results(table)
        assert table.incident("extra_card_drawn").card == "QH"
        assert await table.resolve("extra_card_drawn", "BURN_NEXT_PASS", "dealer") is None
        assert results(table) == ["punto"]

    play(story, tmp_path)


def test_a_third_card_the_text_does_not_give_is_extra_although_the_shoe_places_it(tmp_path: Path) -> None:
    """With Punto standing on six the shoe's own chart lets a bank of five draw; art. 123 f does not."""

    async def story(table: LiveTable) -> None:
        await table.begin(f"2S KC 4D 5H 3C {PUNTO_NATURAL}")
        await table.draw(4)
        assert table.state.baccarat.phase == "complete"
        await table.draw()
        assert table.open_codes() == ["extra_card_drawn"]
        assert len(table.all(CardDealt)) == 4

    play(story, tmp_path)


def test_an_extra_card_between_passes_belongs_to_the_very_next_pass(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin("9H 2C KS 5D")
        table.shoe.lock(True)
        await table.draw()
        assert table.open_codes() == ["extra_card_drawn"]
        assert await table.resolve("extra_card_drawn", "FIRST_PUNTO_CARD_NEXT_PASS", "dealer") is None
        assert table.picture["next_card"] == ["bank 1"]
        assert table.seats_lit() == {True}

    play(story, tmp_path)


def test_an_extra_card_seen_between_passes_burns_the_very_next_pass(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"9H {PUNTO_NATURAL} {BANK_NATURAL}")
        table.shoe.lock(True)
        await table.draw()
        assert await table.resolve("extra_card_drawn", "BURN_NEXT_PASS", "dealer") is None
        assert table.seats_lit() == {False}
        table.shoe.lock(False)
        await table.quiet()
        await table.round(4)
        assert (len(table.all(PassBurned)), results(table)) == (1, [])
        await table.round(4)
        assert (len(table.all(PassBurned)), results(table)) == (1, ["bank"])

    play(story, tmp_path)


def test_an_extra_card_that_was_seen_is_counted_once(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        before = table.state.baccarat.drawn
        await table.draw(4)
        table.load(["QH"])
        table.shoe.lock(True)
        await table.draw()
        assert await table.resolve("extra_card_drawn", "BURN_NEXT_PASS", "dealer") is None
        assert table.state.baccarat.drawn == before + 5
        assert [entry.card for entry in table.all(CardBurned)][-1] == "QH"

    play(story, tmp_path)


@pytest.mark.requirement("R67")
def test_a_carried_card_is_named_to_nobody_while_bets_are_open_not_even_to_the_auditor(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} 9H 2C KS 5D")
        await table.draw(5)
        assert await table.resolve("extra_card_drawn", "FIRST_PUNTO_CARD_NEXT_PASS", "dealer") is None
        await table.close_round(overdrawn="kept")
        table.shoe.redraw()
        await table.quiet()
        assert table.seats_lit() == {True}
        assert table.picture["punto"] == ["??"]
        assert "9H" not in canonical_export(table)
        await table.round(3)
        assert "9H" in canonical_export(table), "after the pass it is evidence"

    play(story, tmp_path)
