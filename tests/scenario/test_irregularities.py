"""Every irregularity row of the two games, from card or key to incident, resolution, state and money."""

from pathlib import Path

import pytest

from hw_sims.devices.angel_eye.model import CUT_CARD
from hw_sims.stacked import BURNED, naturals
from table_core.commands import ReportIrregularity
from table_core.incidents import IncidentOpened, IncidentResolved
from table_core.rules.baccarat.entries import KeyBets
from table_core.rules.baccarat.state import (
    Bet,
    BurnOrdered,
    BurnRestarted,
    CardCarried,
    CardTakenOut,
    PassBurned,
    PassSettled,
    PassVoided,
    ShoeEnded,
)
from tests.scenario.stories import BANK_NATURAL, PUNTO_NATURAL, results
from tests.scenario.table import LiveTable, Story, play

MINI, PYB = "mini-baccarat", "punto-y-banca"
BETS = (Bet("a", "punto", 1000, 1), Bet("b", "bank", 2000, 2))
STAKES = 3000


def tell(story: Story[None], directory: Path, game: str) -> None:
    play(story, directory, game=game, stakes="keyed")


async def bet(table: LiveTable) -> None:
    assert await table.order(KeyBets(BETS), "dealer") is None


async def begin(table: LiveTable, cards: str) -> None:
    await table.begin(cards)
    await bet(table)


async def report(table: LiveTable, event: str, **facts: bool) -> None:
    assert await table.order(ReportIrregularity(event, facts), "dealer") is None


def opened(table: LiveTable) -> IncidentOpened:
    return table.all(IncidentOpened)[-1]


def resolved(table: LiveTable) -> tuple[str, str | None]:
    """Choice and row of the last resolution."""
    last = table.all(IncidentResolved)[-1]
    return last.choice, last.row


def nets(table: LiveTable) -> dict[str, int]:
    return {payment.player: payment.net for payment in table.all(PassSettled)[-1].payments}


def returned(table: LiveTable) -> int:
    return table.all(PassVoided)[-1].returned


async def extra_card_not_seen(table: LiveTable, row: str, article: str) -> None:
    await begin(table, f"{PUNTO_NATURAL} 9H 2C KS 5D")
    await table.draw(5)
    assert opened(table).incident.articles == (article,)
    assert table.held
    assert await table.resolve("extra_card_drawn", "FIRST_PUNTO_CARD_NEXT_PASS", "dealer") is None
    assert resolved(table) == ("FIRST_PUNTO_CARD_NEXT_PASS", row)
    await table.close_round(overdrawn="kept")
    assert nets(table) == {"a": 1000, "b": -2000}
    assert table.all(CardCarried)[-1].card == "9H"
    table.shoe.redraw()
    await table.quiet()
    await bet(table)
    await table.draw(1)
    assert await table.order(KeyBets(BETS), "dealer") == "late_bet"
    await table.draw(2)
    await table.close_round()
    assert nets(table) == {"a": 1000, "b": -2000}


async def extra_card_seen(table: LiveTable, row: str) -> None:
    await begin(table, f"{PUNTO_NATURAL} QH {BANK_NATURAL}")
    await table.draw(5)
    assert await table.resolve("extra_card_drawn", "BURN_NEXT_PASS", "dealer") is None
    assert resolved(table) == ("BURN_NEXT_PASS", row)
    await table.close_round()
    assert await table.order(KeyBets(BETS), "dealer") == "late_bet"
    await table.round(4)
    assert len(table.all(PassBurned)) == 1
    assert len(table.all(PassSettled)) == 1, "the burned pass pays and collects nothing"


async def order_unknown(table: LiveTable, row: str) -> None:
    await begin(table, f"{PUNTO_NATURAL} {BANK_NATURAL}")
    await table.draw(3)
    await report(table, "order_unknown")
    assert resolved(table) == ("BURN_LAYOUT_CARDS", row)
    assert returned(table) == STAKES
    assert not table.held
    assert not results(table)


async def shoe_leaves_the_table(table: LiveTable, row: str) -> None:
    await begin(table, PUNTO_NATURAL)
    await table.draw(2)
    await report(table, "shoe_fell")
    assert resolved(table) == ("VOID_PASS_CHANGE_CARDS", row)
    assert returned(table) == STAKES
    assert table.state.baccarat.phase == "no_shoe"
    await table.new_shoe(PUNTO_NATURAL)
    await bet(table)
    await table.draw(4)
    await report(table, "shoe_fell")
    incident = opened(table).incident
    assert {choice.role for choice in incident.choices} == {"jefe_de_sala"}, "a finished pass is the supervisor's"
    assert table.held
    await table.close_round()
    assert await table.resolve("shoe_fell", "CONTINUE", "dealer") == "WRONG_ROLE"
    assert await table.resolve("shoe_fell", "CONTINUE") is None
    assert nets(table) == {"a": 1000, "b": -2000}


async def cut_card_forgotten(table: LiveTable, row: str) -> None:
    await begin(table, PUNTO_NATURAL)
    await table.draw(2)
    await report(table, "no_cut_card")
    assert resolved(table) == ("VOID_PASS", row)
    assert returned(table) == STAKES
    assert table.state.baccarat.phase == "no_shoe", "a shoe that cannot finish a pass is over"
    await table.new_shoe(PUNTO_NATURAL)
    await bet(table)
    await table.draw(4)
    await report(table, "no_cut_card")
    assert resolved(table) == ("CONTINUE", row)
    await table.close_round()
    assert results(table) == ["punto"]


async def cut_card_first(table: LiveTable, row: str) -> None:
    await begin(table, "CUT 4S 3H")
    assert table.shoe.draw() == CUT_CARD
    await table.quiet()
    assert resolved(table) == ("RESHUFFLE_NO_PASS", row)
    assert table.state.baccarat.phase == "no_shoe"
    assert returned(table) == STAKES
    assert table.state.session.passes == 0, "there was no pass"
    assert not table.held


async def supervisor_decides(table: LiveTable, event: str, row: str) -> None:
    """Where the Mini's text is silent, the jefe de sala chooses among the orders the table offers."""
    await begin(table, f"{PUNTO_NATURAL} {PUNTO_NATURAL} 4S 3H 5D KD 4C")
    await table.draw(3)
    await report(table, event)
    assert table.held
    assert {choice.row for choice in opened(table).incident.choices} == {row}
    assert await table.resolve(event, "CARD_KEEPS_VALUE", "jefe_de_mesa") == "WRONG_ROLE"
    assert await table.resolve(event, "CARD_KEEPS_VALUE") is None
    await table.round(1)
    assert nets(table) == {"a": 1000, "b": -2000}
    await bet(table)
    await table.draw(3)
    await report(table, event)
    assert await table.resolve(event, "VOID_PASS") is None
    assert returned(table) == STAKES


async def late_bet(table: LiveTable, row: str, article: str) -> None:
    await begin(table, PUNTO_NATURAL)
    await table.draw()
    late = (*BETS, Bet("c", "bank", 500, 3))
    reply = await table.ask(KeyBets(late), "dealer")
    assert (reply.code, reply.article) == ("late_bet", article)
    await report(table, "late_bet")
    assert resolved(table) == ("REJECT_BET", row)
    assert opened(table).incident.announcement == "no va más"
    assert not table.held
    await table.round(3)
    assert nets(table) == {"a": 1000, "b": -2000}


@pytest.mark.requirement("MB-I01")
def test_mb_i01_an_unseen_extra_card_is_puntos_first_and_bets_stay_open_until_the_second(tmp_path: Path) -> None:
    tell(lambda table: extra_card_not_seen(table, "MB-I01", "127"), tmp_path, MINI)


@pytest.mark.requirement("PB-I01")
def test_pb_i01_an_unseen_extra_card_is_puntos_first_and_bets_stay_open_until_the_second(tmp_path: Path) -> None:
    tell(lambda table: extra_card_not_seen(table, "PB-I01", "140"), tmp_path, PYB)


@pytest.mark.requirement("MB-I02")
def test_mb_i02_an_extra_card_that_was_seen_burns_the_next_pass(tmp_path: Path) -> None:
    tell(lambda table: extra_card_seen(table, "MB-I02"), tmp_path, MINI)


@pytest.mark.requirement("PB-I02")
def test_pb_i02_an_extra_card_that_was_seen_burns_the_next_pass(tmp_path: Path) -> None:
    tell(lambda table: extra_card_seen(table, "PB-I02"), tmp_path, PYB)


@pytest.mark.requirement("MB-I03")
def test_mb_i03_cards_in_unknown_order_are_burned_and_a_new_burn_follows(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await order_unknown(table, "MB-I03")
        assert len(table.all(BurnRestarted)) == 1
        assert table.state.baccarat.phase == "burn_first"
        table.load(["2H", "KC", "KD", *PUNTO_NATURAL.split()], burn=True)
        await table.draw(3)
        assert table.all(BurnOrdered)[-1].count == 2
        await bet(table)
        await table.round(4)
        assert nets(table) == {"a": 1000, "b": -2000}

    tell(story, tmp_path, MINI)


@pytest.mark.requirement("MB-I03")
def test_mb_i03_after_the_cut_card_the_shoe_ends_and_nothing_is_burned_again(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await begin(table, "4S CUT 3H 5D")
        await table.draw(3)
        await report(table, "order_unknown")
        assert table.state.baccarat.phase == "no_shoe"
        assert not table.all(BurnRestarted)
        assert len(table.all(ShoeEnded)) == 1

    tell(story, tmp_path, MINI)


@pytest.mark.requirement("PB-I03")
def test_pb_i03_cards_in_unknown_order_are_burned_without_a_new_burn(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await order_unknown(table, "PB-I03")
        assert not table.all(BurnRestarted)
        assert table.state.baccarat.phase == "betting"

    tell(story, tmp_path, PYB)


@pytest.mark.requirement("MB-I04")
def test_mb_i04_a_shoe_that_leaves_the_table_voids_the_pass_and_changes_the_cards(tmp_path: Path) -> None:
    tell(lambda table: shoe_leaves_the_table(table, "MB-I04"), tmp_path, MINI)


@pytest.mark.requirement("PB-I04")
def test_pb_i04_a_shoe_that_leaves_the_table_voids_the_pass_and_changes_the_cards(tmp_path: Path) -> None:
    tell(lambda table: shoe_leaves_the_table(table, "PB-I04"), tmp_path, PYB)


@pytest.mark.requirement("MB-I05")
def test_mb_i05_a_forgotten_cut_card_voids_a_pass_that_cannot_be_finished(tmp_path: Path) -> None:
    tell(lambda table: cut_card_forgotten(table, "MB-I05"), tmp_path, MINI)


@pytest.mark.requirement("PB-I05")
def test_pb_i05_a_forgotten_cut_card_voids_a_pass_that_cannot_be_finished(tmp_path: Path) -> None:
    tell(lambda table: cut_card_forgotten(table, "PB-I05"), tmp_path, PYB)


@pytest.mark.requirement("MB-I05", "PB-I05")
@pytest.mark.parametrize("game", [MINI, PYB])
def test_i05_a_shoe_that_runs_empty_in_mid_pass_is_noticed_without_a_key(tmp_path: Path, game: str) -> None:
    async def story(table: LiveTable) -> None:
        *cards, _, _, _, _ = naturals(6)[len(BURNED) :]
        await table.begin(" ".join(cards), burn=("3S", "4C", "6S", "6S"))
        for _ in range(76):
            await bet(table)
            await table.round(4)
        await bet(table)
        assert table.state.baccarat.drawn == 308
        table.load(["AS", "2C", "3S", "5C"])  # Punto has four and must draw
        await table.draw(4)
        assert resolved(table)[0] == "VOID_PASS"
        assert returned(table) == STAKES
        assert table.state.baccarat.phase == "no_shoe"

    tell(story, tmp_path, game)


@pytest.mark.requirement("MB-I06")
def test_mb_i06_the_cut_card_as_puntos_first_card_ends_the_shoe_without_a_pass(tmp_path: Path) -> None:
    tell(lambda table: cut_card_first(table, "MB-I06"), tmp_path, MINI)


@pytest.mark.requirement("PB-I06")
def test_pb_i06_the_cut_card_as_puntos_first_card_ends_the_shoe_without_a_pass(tmp_path: Path) -> None:
    tell(lambda table: cut_card_first(table, "PB-I06"), tmp_path, PYB)


@pytest.mark.requirement("MB-I07")
def test_mb_i07_a_face_up_card_is_the_supervisors_to_decide(tmp_path: Path) -> None:
    tell(lambda table: supervisor_decides(table, "face_up_in_shoe", "MB-I07"), tmp_path, MINI)


@pytest.mark.requirement("PB-I07")
def test_pb_i07_a_face_up_card_is_burned_and_the_next_one_takes_its_place(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await begin(table, "4S 3H 5D KD 4C")
        await table.draw(3)
        await table.draw(to="bank")
        await report(table, "face_up_in_shoe")
        assert resolved(table) == ("BURN_CARD", "PB-I07")
        assert table.all(CardTakenOut)[-1].card == "KD"
        assert table.picture["next_card"] == ["bank 2"]
        assert not table.held

    tell(story, tmp_path, PYB)


@pytest.mark.requirement("MB-I08")
def test_mb_i08_a_dropped_card_is_the_supervisors_to_decide(tmp_path: Path) -> None:
    tell(lambda table: supervisor_decides(table, "card_dropped", "MB-I08"), tmp_path, MINI)


@pytest.mark.requirement("PB-I08")
@pytest.mark.parametrize(
    ("on_camera", "choice"), [(True, "CARD_KEEPS_VALUE"), (False, "BURN_AND_REPLACE")], ids=["seen", "not seen"]
)
def test_pb_i08_a_dropped_card_keeps_its_value_only_if_a_camera_saw_it(
    tmp_path: Path, on_camera: bool, choice: str
) -> None:
    async def story(table: LiveTable) -> None:
        await begin(table, "4S 3H 5D")
        await table.draw(3)
        await report(table, "card_dropped", cctv_identified=on_camera)
        incident = opened(table).incident
        assert [(one.code, one.role, one.row) for one in incident.choices] == [(choice, "jefe_de_sala", "PB-I08")]
        assert table.held, "the camera is asked by the supervisor"
        assert await table.resolve("card_dropped", choice, "dealer") == "WRONG_ROLE"
        assert await table.resolve("card_dropped", choice) is None
        assert table.picture["next_card"] == (["bank 2"] if on_camera else ["punto 2"])
        assert table.state.baccarat.bets == BETS, "bets stand"

    tell(story, tmp_path, PYB)


@pytest.mark.requirement("MB-I09")
def test_mb_i09_a_bet_after_the_first_card_is_not_accepted(tmp_path: Path) -> None:
    tell(lambda table: late_bet(table, "MB-I09", "125"), tmp_path, MINI)


@pytest.mark.requirement("PB-I09")
def test_pb_i09_a_bet_after_the_first_card_is_not_accepted(tmp_path: Path) -> None:
    tell(lambda table: late_bet(table, "PB-I09", "138"), tmp_path, PYB)
