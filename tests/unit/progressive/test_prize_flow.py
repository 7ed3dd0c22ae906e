"""The way of a prize at a running table: found at the review and never before, released by others, paid in order."""

from typing import Literal

import pytest
from msgspec.structs import replace

from table_core import views
from table_core.board_events import BetPressed
from table_core.commands import Resolve
from table_core.money import pesos
from table_core.progressive import orders, showing
from table_core.progressive.claims import LastWin
from table_core.progressive.complementary import LuckyPlayer, MagicCard
from table_core.progressive.ledger import Pot, PrizesAwarded
from table_core.progressive.operations import ComplementaryShown, PrizeConfirmed
from table_core.progressive.orders import SeenHand
from table_core.rulebook import Role
from tests.unit.progressive.table import ELECTRONIC, HOUR_NS, MANUAL, TERMS, SideTable

SEVENS = "7C KD 9S 7C 5D 7C"
"""Seats 2 and 5 and the bank; the sixth card is drawn by seat 2."""


def dealt(cards: str = SEVENS, *staked: int, table: SideTable | None = None) -> SideTable:
    """Seats 2 and 5 at a locked table whose base game is over."""
    table = table or SideTable()
    table.base_bets(2, 5)
    table.open_bets()
    for seat in staked or (2, 5):
        table.chip(seat)
    table.order(orders.LockSideBets(), "dealer")
    table.finish(cards)
    return table


def grand() -> SideTable:
    table = dealt()
    table.review({2: "three_sevens_clubs", 5: None})
    return table


@pytest.mark.requirement("ARI-3.5.5-a", "ARI-3.5.5-b", "IQQ-100-b", "IQQ-100-c", "ARI-4.2-a", "ARI-4.2-d", "ARI-4.2-e")
def test_three_sevens_of_clubs_take_the_pot_and_the_base_comes_back() -> None:
    table = grand()
    awarded = next(one for one in table.recorded if isinstance(one, PrizesAwarded))
    assert [(one.prize, one.amount) for one in awarded.payments] == [("three_sevens_clubs", 2_001_440)]
    assert (table.side.pot.main, table.side.pot.sums.paid) == (1_000_000, 2_001_440)
    due = table.due(1)
    assert (due.payment.seat, due.grand, due.hand.cards, due.plan) == (2, True, ("7C", "7C", "7C"), "PA-1")


def test_nothing_is_told_before_the_dealers_review() -> None:
    table = dealt()
    shown = views.picture(table.state, {}, "mesa") | {"progressive": table.reconciler.side().picture(table.state)}
    entries = [
        views.visible(entry, None, pass_open=False) for entry in table.recorded if "progressive" in str(type(entry))
    ]
    assert shown["progressive"]["prizes_due"] == []
    assert not [entry for entry in entries if "three_sevens" in str(entry) or "7C" in str(entry)]
    assert not [one for one in table.recorded if isinstance(one, PrizeConfirmed | PrizesAwarded)]
    assert table.reconciler.side().display_lines(table.state)[0].startswith("POZO")


def test_a_review_before_the_base_game_is_over_is_refused() -> None:
    table = SideTable()
    table.base_bets(2, 5)
    table.open_bets()
    table.chip(2)
    table.order(orders.LockSideBets(), "dealer")
    table.draw("7C KD 9S 7C 5D")
    assert table.refused(orders.ReviewHands((SeenHand(2, None),)), "dealer") == "REVIEW_EARLY"


@pytest.mark.requirement("ARI-3.5.5-b")
def test_the_dealer_reviews_every_hand_with_a_valid_bet_and_no_other() -> None:
    table = dealt(SEVENS, 2)
    assert table.reconciler.side().prizes.to_review(table.side) == [2]
    for seats in ((), (5,), (2, 5)):
        hands = tuple(SeenHand(seat, None) for seat in seats)
        assert table.refused(orders.ReviewHands(hands), "dealer") == "REVIEW_SEATS"


@pytest.mark.parametrize("slip", ["tres sietes", "flush", "magic_card"])
def test_a_prize_the_pay_table_does_not_have_is_a_slip_and_holds_nobody(slip: str) -> None:
    table = dealt()
    seen = (SeenHand(2, slip), SeenHand(5, None))
    assert table.refused(orders.ReviewHands(seen), "dealer") == "UNKNOWN_PRIZE"
    assert not table.state.held


def test_what_the_dealer_sees_otherwise_holds_the_table_until_a_supervisor_decides() -> None:
    table = dealt()
    table.review({2: None, 5: None})
    assert table.state.held
    incident = table.state.incidents[-1]
    assert incident.code == "side.review_differs"
    assert table.side.pot.sums.paid == 0
    table.order(Resolve(incident.id, "CONFIRM_OURS"), "jefe_de_sala")
    assert table.due(1).payment.prize == "three_sevens_clubs"


def test_keyed_cards_count_only_when_a_supervisor_says_so() -> None:
    table = dealt()
    seen = (SeenHand(2, "three_suited_sevens_hds", ("7S", "7S", "7S")), SeenHand(5, None))
    table.order(orders.ReviewHands(seen), "dealer", "Beto")
    assert not table.side.dues
    table.order(Resolve(table.state.incidents[-1].id, "CONFIRM_SEEN"), "jefe_de_sala")
    assert [(due.payment.prize, due.payment.amount) for due in table.side.dues] == [
        ("three_suited_sevens_hds", 400_288)
    ]


def test_what_the_dealer_saw_cannot_count_without_the_cards_that_make_it() -> None:
    table = dealt()
    table.review({2: "three_suited_sevens_hds", 5: None})
    [incident] = [one for one in table.state.incidents if one.code == "side.review_differs"]
    assert table.refused(Resolve(incident.id, "CONFIRM_SEEN")) == "CARDS_NOT_KEYED"
    table.order(Resolve(incident.id, "REVIEW_AGAIN"))
    kings = SeenHand(2, "three_suited_sevens_hds", ("KS", "KD", "KH"))
    table.order(orders.ReviewHands((kings, SeenHand(5, None))), "dealer", "Beto")
    assert table.refused(Resolve(table.state.incidents[-1].id, "CONFIRM_SEEN")) == "CARDS_NOT_KEYED"
    assert (table.side.dues, table.side.pot.sums.paid) == ((), 0)


def test_the_dealer_may_review_again() -> None:
    table = dealt()
    table.review({2: None, 5: None})
    table.order(Resolve(table.state.incidents[-1].id, "REVIEW_AGAIN"), "jefe_de_sala")
    table.review({2: "three_sevens_clubs", 5: None})
    assert table.due(1).status == "confirmed"


@pytest.mark.requirement("PRG-GAP-05")
@pytest.mark.parametrize(
    ("person", "role", "code"),
    [
        ("Beto", "jefe_de_sala", "SAME_PERSON"),
        ("Caro", "dealer", "WRONG_ROLE"),
        ("Caro", "technician", "WRONG_ROLE"),
        ("Caro", "jefe_de_mesa", "(obeyed)"),
        ("Dina", "inspector", "(obeyed)"),
    ],
)
def test_a_prize_is_released_by_somebody_else_who_may(person: str, role: Role, code: str) -> None:
    assert grand().refused(orders.ReleasePrize(1), role, person) == code


@pytest.mark.requirement("PRG-GAP-05")
def test_a_share_of_the_pot_needs_two_different_people() -> None:
    table = grand()
    table.order(orders.ReleasePrize(1), "jefe_de_mesa", "Caro")
    assert table.due(1).status == "confirmed"
    assert table.refused(orders.ReleasePrize(1), "jefe_de_sala", "Caro") == "SAME_PERSON"
    assert table.refused(orders.PayPrize(1)) == "NOT_RELEASED"
    table.order(orders.ReleasePrize(1), "jefe_de_sala", "Elsa")
    assert table.due(1).status == "released"


def test_where_the_text_says_so_one_of_the_two_is_the_inspector() -> None:
    table = dealt(table=SideTable(replace(MANUAL, joint_inspector=True)))
    table.review({2: "three_sevens_clubs", 5: None})
    table.order(orders.ReleasePrize(1), "jefe_de_mesa", "Caro")
    assert table.refused(orders.ReleasePrize(1), "jefe_de_sala", "Elsa") == "INSPECTOR"
    table.order(orders.ReleasePrize(1), "inspector", "Dina")
    assert table.due(1).released


@pytest.mark.requirement("IQQ-100-a", "IQQ-118-b", "PRG-GAP-04")
def test_the_grand_pot_is_due_within_24_hours_and_the_clock_survives_a_restart() -> None:
    table = SideTable()
    table.now = 5 * HOUR_NS
    dealt(table=table)
    table.review({2: "three_sevens_clubs", 5: None})
    table.watch()
    table.release(1)
    table.end_base_pass()
    assert table.side.phase == "idle"
    assert table.due(1).due_at_utc_ns == 29 * HOUR_NS
    table.now = 28 * HOUR_NS - 1
    assert table.watch() == []
    table.restart()
    table.now = 28 * HOUR_NS
    table.watch()
    assert table.codes() == ["side.prize_due_soon"]
    table.now = 29 * HOUR_NS
    table.watch()
    table.watch()
    assert table.codes() == ["side.prize_due_soon", "side.prize_overdue"]
    table.order(orders.PayPrize(1, "cash"), "dealer")
    assert table.side.unpaid == ()
    assert table.watch() == []


@pytest.mark.requirement("R36", "R37", "PRG-GAP-05")
def test_the_winning_hand_lies_until_two_people_besides_the_dealer_have_looked_at_a_grand_prize() -> None:
    table = grand()
    table.end_base_pass()
    table.order(orders.ReleasePrize(1), "jefe_de_mesa", "Caro")
    assert (table.side.phase, table.side.lit) == ("reviewed", frozenset({2, 5}))
    assert table.reconciler.side().display_lines(table.state)[0] == "PUESTO 2 $2.001.440"
    assert table.refused(orders.OpenSideBets(), "dealer") == "SIDE_UNDER_WAY"
    table.restart()
    assert table.refused(orders.OpenSideBets(), "dealer") == "SIDE_UNDER_WAY"
    table.order(orders.ReleasePrize(1), "inspector", "Dina")
    assert (table.side.phase, table.due(1).paid_by) == ("idle", None)
    assert table.reconciler.side().display_lines(table.state) == ("POZO $1.000.000", "+$1.440 1000-3000")


@pytest.mark.requirement("IQQ-100-a")
def test_only_the_grand_pot_of_iquique_may_be_paid_in_cash() -> None:
    table = dealt("7C KD 9S 7C 5D 3D 2D")
    table.review({2: "two_sevens", 5: None})
    table.release(1)
    assert table.refused(orders.PayPrize(1, "cash")) == "CHIPS_ONLY"
    table.order(orders.PayPrize(1, "chips"), "dealer")


@pytest.mark.requirement("ARI-4.2-f", "ARI-3.4.1-l")
def test_prizes_are_paid_from_the_lowest_up_and_the_next_pass_waits_for_them() -> None:
    table = dealt("7C 7H 9S 7C 7H 3D")
    table.review({2: "two_sevens", 5: "two_sevens"})
    assert [due.payment.seat for due in table.side.dues] == [5, 2]
    table.release(1)
    table.release(2)
    assert table.refused(orders.PayPrize(2)) == "LOWEST_FIRST"
    table.order(orders.PayPrize(1), "dealer")
    table.end_base_pass()
    assert table.refused(orders.OpenSideBets()) == "SIDE_UNDER_WAY"
    table.order(orders.PayPrize(2), "dealer")
    assert table.side.phase == "idle"
    assert table.refused(orders.PayPrize(2)) == "NO_PRIZE"


@pytest.mark.requirement("PRG-AMB-17", "ARI-4.2-i")
def test_the_peso_goes_to_the_dealers_right_hand_where_boxes_count_from_the_left() -> None:
    table = SideTable(replace(MANUAL, terms=replace(TERMS, base=0)))
    table.base_bets(2, 5)
    table.open_bets(main=2_000_001)
    table.chip(2)
    table.chip(5)
    table.order(orders.LockSideBets(), "dealer")
    table.finish("7C 7C 9S 7C 7C 7C 7C")
    table.review({2: "three_sevens_clubs", 5: "three_sevens_clubs"})
    assert {due.payment.seat: due.payment.amount for due in table.side.dues} == {5: 1_000_721, 2: 1_000_720}


# Complementary prizes


def with_draw(kind: Literal["magic_card", "lucky_player"], chance: int) -> SideTable:
    table = SideTable(replace(ELECTRONIC, kind="manual"))
    table.base_bets(2, 5)
    table.open_bets()
    table.chip(2)
    table.chip(5)
    table.order(orders.LockSideBets(), "dealer")
    table.draw("7H KD 9S 4D 5D")
    table.order(orders.DrawComplementary(kind, chance), "dealer")
    return table


@pytest.mark.requirement("ARI-3.5.4-a", "ARI-3.5.4-c", "IQQ-100-e", "ARI-4.2-l", "PRG-AMB-16")
def test_the_magic_card_is_drawn_from_a_recorded_number_and_wins_for_who_held_it_then() -> None:
    king_of_diamonds = 25
    table = with_draw("magic_card", king_of_diamonds)
    shown = table.recorded[-1]
    assert shown == ComplementaryShown(MagicCard("KD", (5,)), king_of_diamonds)
    assert views.visible(shown, None)["shown"]["held_by"] is None
    table.draw("KD")
    table.finish("")
    table.review({2: None, 5: None})
    assert [(due.payment.seat, due.payment.prize, due.payment.amount) for due in table.side.dues] == [
        (5, "magic_card", 10_000)
    ]


@pytest.mark.requirement("IQQ-100-f")
def test_the_lucky_player_is_one_of_those_who_bet() -> None:
    for chance, seat in ((0, 2), (1, 5), (2, 2)):
        assert with_draw("lucky_player", chance).side.shown == (LuckyPlayer(seat),)


@pytest.mark.requirement("ARI-3.5.4-a", "PRG-GAP-06")
def test_each_complementary_prize_is_drawn_once_in_a_pass_however_often_the_dealer_asks() -> None:
    table = with_draw("lucky_player", 0)
    assert table.refused(orders.DrawComplementary("lucky_player", 1), "dealer") == "ALREADY_DRAWN"
    table.order(orders.DrawComplementary("magic_card", 25), "dealer")
    assert table.refused(orders.DrawComplementary("magic_card", 1), "dealer") == "ALREADY_DRAWN"
    assert table.side.shown == (LuckyPlayer(2), MagicCard("KD", (5,)))


@pytest.mark.requirement("ARI-3.5.4-b")
def test_complementary_prizes_nobody_was_told_of_are_not_drawn() -> None:
    table = dealt()
    assert table.refused(orders.DrawComplementary("magic_card", 1)) == "COMPLEMENTARY_NOT_NOTIFIED"


@pytest.mark.requirement("ARI-3.5.4-d")
def test_a_promotional_prize_becomes_promotional_credits_beside_those_the_player_bought() -> None:
    setup = replace(ELECTRONIC, terms=replace(TERMS, complementary_funding="promo_credits"))
    table = SideTable(setup)
    table.base_bets(2, 5)
    table.open_bets()
    table.order(orders.BuyCredits(2, 4, 4000), "dealer")
    table.see(BetPressed("ranuras", 2, 1, 1))
    table.order(orders.LockSideBets(), "dealer")
    table.draw("7H KD 9S 4D 5D")
    table.order(orders.DrawComplementary("lucky_player", 0), "dealer")
    table.finish("")
    table.review({2: None})
    table.release(1)
    assert table.refused(orders.PayPrize(1, "chips")) == "MEANS"
    table.order(orders.PayPrize(1, "promo"), "dealer")
    seat = table.side.betting.seat(2)
    assert (seat.balance, seat.promo, seat.bought) == (23, 20, 3)
    assert table.side.pot.sums.paid == 0


# Evidence, displays, corrections


def test_every_hit_stays_in_the_record_and_in_the_fold() -> None:
    table = grand()
    before = table.side.dues
    table.restart()
    assert table.side.dues == before
    assert table.due(1).hand == next(one.due.hand for one in table.recorded if isinstance(one, PrizeConfirmed))


@pytest.mark.requirement("ARI-3.4.1-j", "ARI-3.4.1-k", "ARI-3.4.1-n")
def test_the_display_shows_pot_increment_limits_and_then_what_is_due() -> None:
    table = SideTable()
    table.base_bets(2, 5)
    table.open_bets()
    side = table.reconciler.side()
    assert side.display_lines(table.state) == ("POZO $2.000.000", "+$0 $1.000-$3.000")
    table.chip(2)
    table.order(orders.LockSideBets(), "dealer")
    assert side.display_lines(table.state) == ("POZO $2.000.720", "+$720 $1.000-$3.000")
    table.finish("7H KD 9S 7H 5D 7H")
    table.review({2: "three_suited_sevens_hds"})
    assert side.display_lines(table.state) == ("PUESTO 2 $400.144", "TRES SIETES DE CORAZÓN, DIAMANTE O PICA")
    rows = {row["prize"]: row["value"] for row in side.picture(table.state)["pay_table"]}
    assert rows["two_sevens"] == 20_000
    assert "magic_card" not in rows


@pytest.mark.requirement("ARI-3.4.1-j")
def test_no_amount_is_ever_cut_by_a_display_of_twenty_columns() -> None:
    table = grand()
    side, due = table.side, table.due(1)
    for amount in (1, 12_374_500, 999_999_999_999):
        shown = replace(
            side,
            increment=amount,
            linked=replace(side.linked, news=LastWin(1, "mesa-12", 2, "three_sevens_clubs", amount)),
            pot=Pot(replace(side.pot.sums, main=amount)),
            dues=(replace(due, payment=replace(due.payment, amount=amount)),),
        )
        won, told = (replace(shown, phase=phase) for phase in ("reviewed", "idle"))
        quiet = replace(told, linked=replace(told.linked, news=None))
        pairs = [showing.display_lines(one, table.setup) for one in (won, told, quiet)]
        amounts = [pairs[0][0], pairs[1][0], pairs[1][1], pairs[2][1]]
        assert all(pesos(amount) in line and len(line) <= showing.SIGN_COLUMNS for line in amounts), amounts


def test_an_old_amount_says_that_it_is_old() -> None:
    table = grand()
    assert showing.display_lines(table.side, table.setup, stale=True) == ("POZO $1.000.000", "SIN ACTUALIZAR")


def test_only_the_floor_manager_seeds_and_corrects() -> None:
    table = SideTable()
    assert table.refused(orders.SeedPot(1_000_000), "jefe_de_mesa") == "WRONG_ROLE"
    table.order(orders.SeedPot(1_000_000))
    assert table.refused(orders.SeedPot(1_000_000)) == "POT_SEEDED"
    assert table.refused(orders.CorrectPot(1, "malfunction", "x"), "dealer") == "WRONG_ROLE"
