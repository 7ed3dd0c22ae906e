"""Keyed stakes at a running table: who may bet when, what a pass pays, and who holds the shoe of Punto y Banca."""

from pathlib import Path

import pytest

from hw_sims.demo_summary import money_balanced
from table_core.commands import OpenTable
from table_core.rules.baccarat.entries import ClosePass, HandShoe, KeyBets, PrepareShoe, SpeakFive, TakeSuite
from table_core.rules.baccarat.state import Bet, BetsKeyed, FiveSpoken, PassSettled, Payment, ShoeHanded
from tests.scenario.stories import (
    BANK_NATURAL,
    FIVE_DRAWN,
    PUNTO_NATURAL,
    THIRDS_TIE,
    TIE_NATURAL,
    results,
)
from tests.scenario.table import LiveTable, play

BETS = (Bet("de pie", "bank", 1255, 1, standing=True), Bet("b", "bank", 10_000, 2), Bet("a", "punto", 1000, 1))


async def bet(table: LiveTable, *bets: Bet) -> str | None:
    return await table.order(KeyBets(bets or BETS), "dealer")


@pytest.mark.requirement("BAC-P01", "BAC-P02", "BAC-P03", "BAC-D04")
def test_a_bank_win_pays_less_commission_a_tie_pays_nothing_and_the_right_is_paid_first(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{BANK_NATURAL} {PUNTO_NATURAL} {TIE_NATURAL}")
        for _ in range(3):
            assert await bet(table) is None
            await table.round(4)
        bank, punto, tie = (settled.payments for settled in table.all(PassSettled))
        assert bank == (
            Payment("a", "lose", -1000, 0),
            Payment("b", "win", 9000, 1000),
            Payment("de pie", "win", 1130, 125),
        )
        assert [(paid.player, paid.net, paid.commission) for paid in punto] == [
            ("a", 1000, 0),
            ("b", -10_000, 0),
            ("de pie", -1255, 0),
        ]
        assert {(paid.outcome, paid.net, paid.commission) for paid in tie} == {("push", 0, 0)}
        assert money_balanced(table.entries)

    play(story, tmp_path, stakes="keyed")


@pytest.mark.requirement("BAC-B02", "BAC-B03")
@pytest.mark.parametrize(
    "bets",
    [(), (Bet("a", "punto", 1000, 1),), (Bet("a", "punto", 1000, 1), Bet("t", "tie", 1000, 2))],
    ids=["none", "one", "one and a tie"],
)
def test_a_first_card_without_two_valid_bets_holds_the_table_and_is_no_pass(
    tmp_path: Path, bets: tuple[Bet, ...]
) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        assert await table.order(KeyBets(bets), "dealer") is None
        await table.draw()
        assert table.open_codes() == ["pass.no_quorum"]
        assert table.state.session.passes == 0
        assert "hacen falta 2" in table.incident("pass.no_quorum").detail
        assert await table.resolve("pass.no_quorum", "CARDS_BURNED", "dealer") is None
        assert not table.held
        assert table.seats_lit() == {True}

    play(story, tmp_path, stakes="keyed")


@pytest.mark.requirement("BAC-B01")
@pytest.mark.parametrize(("game", "article"), [("mini-baccarat", "125"), ("punto-y-banca", "138")])
def test_bets_keyed_late_are_refused_with_their_article_and_change_nothing(
    tmp_path: Path, game: str, article: str
) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        assert await bet(table) is None
        for _ in range(4):
            await table.draw()
            before = table.state
            reply = await table.ask(KeyBets((Bet("x", "bank", 9, 9),)), "dealer")
            assert (reply.code, reply.article) == ("late_bet", article)
            assert table.state == before
        assert len(table.all(BetsKeyed)) == 1

    play(story, tmp_path, game=game, stakes="keyed")


@pytest.mark.requirement("BAC-B03", "BAC-GAP-01")
def test_a_tie_bet_beside_two_valid_ones_is_handed_back(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(TIE_NATURAL)
        assert await bet(table, Bet("a", "punto", 1, 1), Bet("b", "bank", 1, 2), Bet("t", "tie", 500, 3)) is None
        await table.round(4)
        assert table.all(PassSettled)[-1].payments[-1] == Payment("t", "not_accepted", 0, 0)

    play(story, tmp_path, stakes="keyed")


@pytest.mark.requirement("BAC-R02")
def test_with_nobody_on_punto_a_five_stands_without_a_word(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin("2S KC 3D 6H")
        assert await bet(table, Bet("a", "bank", 1000, 1), Bet("b", "bank", 1000, 2)) is None
        await table.draw(4)
        assert table.state.baccarat.phase == "complete"
        assert await table.order(SpeakFive("draw"), "dealer") == "NO_FIVE"
        await table.close_round()
        assert results(table) == ["bank"]

    play(story, tmp_path, stakes="keyed")


@pytest.mark.requirement("BAC-R02")
def test_a_card_on_an_undecided_five_is_puntos_where_the_bank_could_not_draw(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin("2S KC 3D 6H 4C")
        await table.draw(5)
        assert table.all(FiveSpoken) == [FiveSpoken("draw", True, "123 b, f")]
        await table.close_round()
        assert results(table) == ["punto"]

    play(story, tmp_path)


@pytest.mark.requirement("BAC-R02")
@pytest.mark.parametrize(("choice", "next_card"), [("FIVE_DRAW", ["bank 3"]), ("FIVE_STAND", [])])
def test_a_card_on_an_undecided_five_that_could_be_either_sides_asks_for_the_first_word(
    tmp_path: Path, choice: str, next_card: list[str]
) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(FIVE_DRAWN)
        await table.draw(5)
        assert table.open_codes() == ["cards.five_not_entered"]
        assert await table.resolve("cards.five_not_entered", choice, "dealer") is None
        assert not table.held
        assert table.picture["next_card"] == next_card
        assert len(table.state.baccarat.dealt) == 5

    play(story, tmp_path)


def test_a_pass_is_closed_by_the_shoe_and_not_by_a_key(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(THIRDS_TIE)
        await table.draw(6)
        assert await table.order(ClosePass(), "dealer") == "SHOE_CLOSES"
        await table.close_round()
        assert results(table) == ["tie"]

    play(story, tmp_path)


@pytest.mark.requirement("BAC-S03")
def test_a_shoe_is_refused_with_wrong_decks_a_deep_cut_card_or_another_in_play(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        assert await table.order(PrepareShoe(6, 14), "dealer") == "TABLE_CLOSED"
        assert await table.order(OpenTable("J-1")) is None
        for shoe, code, article in (
            (PrepareShoe(7, 14), "WRONG_DECKS", "120"),
            (PrepareShoe(6, 13), "CUT_TOO_DEEP", "122"),
        ):
            reply = await table.ask(shoe, "dealer")
            assert (reply.code, reply.article) == (code, article)
        await table.new_shoe(PUNTO_NATURAL)
        assert await table.order(PrepareShoe(6, 14), "dealer") == "SHOE_IN_PLAY"

    async def powered(table: LiveTable) -> None:
        table.shoe.power_on()
        await table.quiet()
        await story(table)

    play(powered, tmp_path)


@pytest.mark.requirement("BAC-S07", "BAC-AMB-15")
def test_a_suite_is_offered_only_after_a_win_and_between_two_passes(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{TIE_NATURAL} {BANK_NATURAL} {PUNTO_NATURAL}")
        assert await table.order(TakeSuite("a"), "dealer") == "NO_SUITE"
        assert await table.order(HandShoe(("a", "b", "c"), {"c": 300}), "dealer") is None
        await table.round(4)
        assert await table.order(TakeSuite("a"), "dealer") == "NO_SUITE"
        await table.round(4)
        assert await table.order(TakeSuite("a"), "dealer") is None
        await table.draw()
        assert await table.order(HandShoe(("a", "b", "c"), {"c": 300}), "dealer") == "PASS_UNDER_WAY"
        await table.round(3)
        holder = table.state.baccarat.holder
        assert holder is not None
        assert holder.player == "a"

    play(story, tmp_path, game="punto-y-banca")


def test_the_shoe_of_mini_baccarat_is_handed_to_nobody(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        for order in (HandShoe(("a", "b"), {"a": 1}), TakeSuite("a")):
            assert await table.order(order, "dealer") == "NO_ROTATION"

    play(story, tmp_path)


@pytest.mark.requirement("BAC-S06")
def test_the_shoe_of_punto_y_banca_stays_while_the_bank_wins_and_then_goes_to_the_right(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{BANK_NATURAL} {TIE_NATURAL} {PUNTO_NATURAL}")
        assert await table.order(HandShoe(("a", "b", "c"), {"a": 100, "c": 300, "b": 200}), "dealer") is None
        holders = []
        for _ in range(3):
            await table.round(4)
            holder = table.state.baccarat.holder
            holders.append(holder.player if holder else None)
        assert holders == ["c", "c", "a"]
        assert await table.order(TakeSuite("b"), "dealer") == "NO_SUITE"
        assert {handed.article for handed in table.all(ShoeHanded)} == {"135"}

    play(story, tmp_path, game="punto-y-banca")
