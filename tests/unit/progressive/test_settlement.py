"""Prizes of one pass: what must hold whatever was bet, held and read, and the readings one by one."""

from itertools import combinations, permutations
from typing import get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_core.cards import DECK, RANKS
from table_core.progressive.combinations import combination
from table_core.progressive.complementary import LuckyPlayer, MagicCard
from table_core.progressive.prizes import COMPLEMENTARY, TABLES, Hand, rows_won
from table_core.progressive.settlement import Funds, Payment, Settlement, settle
from table_core.progressive.terms import Terms
from tests.unit.progressive.hands import MADE, cards, hand, terms

SWITCHES = {name: (True, False) if hint is bool else get_args(hint) for name, hint in get_type_hints(Terms).items()}
READINGS = {name: values for name, values in SWITCHES.items() if values}

any_terms = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in READINGS.items()}).map(
    lambda chosen: terms(**chosen)
)
any_cards = st.sampled_from(
    [tuple(made.split()) for made in MADE.values()]
    + [("7H", "7H", "5C"), ("7C", "7C", "7C"), ("7S", "7S", "7S"), ("7H", "7D", "7S"), ("AC", "2C", "3C", "4C", "5C")]
)
any_hand = st.builds(
    Hand,
    seat=st.just(0),
    credits=st.integers(0, 3),
    cards=any_cards,
    changed=st.integers(0, 2),
    folded=st.booleans(),
    valid=st.booleans(),
    void=st.booleans(),
    bust=st.booleans(),
)
any_hands = st.lists(any_hand, max_size=7).map(
    lambda hands: [Hand(seat, h.credits, h.cards, h.changed, 0, h.folded, h.valid, h.void, False, h.bust)
                   for seat, h in enumerate(hands, 1)]
)  # fmt: skip
any_shown = st.lists(
    st.builds(MagicCard, st.sampled_from(["9D", "7H", "KH"])) | st.builds(LuckyPlayer, st.integers(1, 7)), max_size=3
)
any_funds = st.builds(Funds, st.integers(0, 30_000_000) | st.integers(0, 12), st.integers(0, 500_000))


@given(any_terms, any_funds, any_hands, any_shown)
def test_what_the_winners_get_is_what_main_reserve_and_house_give(
    terms: Terms, funds: Funds, hands: list[Hand], shown: list[MagicCard | LuckyPlayer]
) -> None:
    settled = settle(terms, funds, hands, shown)
    after = settled.after
    assert settled.total == funds.main - after.main + funds.reserve - after.reserve + after.house
    assert min(after.main, after.reserve, after.house) >= 0
    assert min((payment.amount for payment in (*settled.payments, *settled.promo)), default=0) >= 0
    assert after.main == 0 or not settled.grand


@given(any_terms, any_funds, any_hands, any_shown)
def test_only_seats_with_a_valid_bet_win_and_percentages_come_last(
    terms: Terms, funds: Funds, hands: list[Hand], shown: list[MagicCard | LuckyPlayer]
) -> None:
    settled = settle(terms, funds, hands, shown)
    in_play = {hand.seat for hand in hands if hand.in_play}
    assert {payment.seat for payment in (*settled.payments, *settled.promo)} <= in_play
    tiers = [prize.name for prize in TABLES[terms.prize_table]]
    shares = {prize.name for prize in TABLES[terms.prize_table] if prize.kind == "share"}
    paid = [payment.prize for payment in settled.payments]
    assert [name in shares for name in paid] == sorted(name in shares for name in paid)
    if terms.pay_order == "tier":
        assert [tiers.index(name) for name in paid] == sorted(tiers.index(name) for name in paid)


@pytest.mark.requirement("ARI-4.2-h", "ARI-4.2-i", "PRG-AMB-05", "PRG-AMB-25")
@pytest.mark.parametrize("winners", range(1, 8))
@pytest.mark.parametrize("pot", [*range(1, 15), 20_000_003])
def test_the_indivisible_pesos_go_to_the_winner_nearest_the_dealers_right_hand(winners: int, pot: int) -> None:
    seats = [9, 7, 2, 4, 8, 3, 6][:winners]
    settled = settle(terms(), Funds(pot, 0), [hand(seat, "royal_flush") for seat in seats])
    parts = {payment.seat: payment.amount for payment in settled.payments}
    assert sum(parts.values()) == pot
    assert parts.pop(min(seats)) == pot - (winners - 1) * (pot // winners)
    assert set(parts.values()) <= {pot // winners}


@pytest.mark.requirement("PRG-AMB-19")
@pytest.mark.parametrize(("pot", "parts"), [(600_000, [20_000, 20_000, 20_000]), (400_000, [13_334, 13_333, 13_333])])
def test_three_winners_of_an_even_amount_have_a_peso_over_only_where_three_do_not_divide_it(
    pot: int, parts: list[int]
) -> None:
    """The decree's own example, three players and an even amount, is wrong for 60.000 and right for 40.000."""
    settled = settle(terms(), Funds(pot, 0), [hand(seat, "straight_flush") for seat in (1, 2, 3)])
    assert [payment.amount for payment in settled.payments] == parts


@pytest.mark.requirement("ARI-3.5.3-a")
def test_a_prized_combination_is_the_same_in_every_suit_and_order() -> None:
    swapped = str.maketrans("CDHS", "SCDH")
    for name, made in MADE.items():
        expected = None if name == "nothing" else name.removeprefix("higher ")
        for order in permutations(made.split()):
            assert combination(order) == expected
            assert combination([card.translate(swapped) for card in order]) == expected


@pytest.mark.requirement("ARI-3.5.3-a")
def test_straight_flushes_run_from_the_ace_low_to_the_nine_king_and_the_tenth_is_royal() -> None:
    runs = [[(RANKS * 2)[start + step] + "C" for step in range(5)] for start in range(13)]
    made = [combination(run) for run in runs]
    assert made == ["straight_flush"] * 9 + ["royal_flush"] + ["flush"] * 3


@pytest.mark.requirement("ARI-3.5.3-a")
def test_one_suit_holds_its_flushes_and_the_deck_its_four_of_a_kinds() -> None:
    suit = [card for card in DECK if card.endswith("H")]
    made = [combination(five) for five in combinations(suit, 5)]
    assert (made.count("flush"), made.count("straight_flush"), made.count("royal_flush")) == (1277, 9, 1)
    fours = [combination([*(rank + suit for suit in "CDHS"), other]) for rank in RANKS for other in DECK]
    assert fours.count("quads") == 13 * 48


@pytest.mark.requirement("ARI-3.2-b", "IQQ-118-a")
def test_no_part_of_the_settlement_can_know_the_dealers_hand() -> None:
    assert "dealer" not in Hand.__struct_fields__


@pytest.mark.requirement("ARI-3.5.2-a", "ARI-3.5.4-a")
@pytest.mark.parametrize("more", [{"changed": 2}, {"folded": True}])
def test_a_changed_or_folded_hand_keeps_only_the_complementary_prizes(more: dict[str, int]) -> None:
    settled = settle(terms(), Funds(9_000_000, 0), [hand(2, "royal_flush", **more)], [MagicCard("KH"), LuckyPlayer(2)])
    assert settled.payments == (Payment(2, "magic_card", 15_000), Payment(2, "lucky_player", 15_000))


@pytest.mark.requirement("IQQ-100-e", "PRG-AMB-16")
def test_every_player_who_holds_the_magic_card_wins_once_and_only_those_who_held_it_when_it_was_shown() -> None:
    hands = [hand(3, "flush"), hand(5, "royal_flush"), hand(1, "nothing", 0)]
    everybody = settle(terms(straight_pays=False), Funds(10**9, 0), hands, [MagicCard("KH")])
    assert [one.seat for one in everybody.payments if one.prize == "magic_card"] == [3, 5]
    at_that_moment = settle(terms(), Funds(10**9, 0), hands, [MagicCard("KH", held_by=(1, 5))])
    assert [one.seat for one in at_that_moment.payments if one.prize == "magic_card"] == [5]


@pytest.mark.requirement("IQQ-100-f")
def test_the_lucky_player_wins_by_the_mere_fact_of_playing() -> None:
    for staked, prizes in ((1, ["lucky_player"]), (0, [])):
        settled = settle(
            terms(prize_table="iquique_21"), Funds(10**6, 0), [hand(4, "nothing", staked)], [LuckyPlayer(4)]
        )
        assert [(one.prize, one.amount) for one in settled.payments] == [(name, 20_000) for name in prizes]


@pytest.mark.requirement("ARI-4.2-m", "ARI-4.2-j")
def test_each_part_of_a_pass_with_both_percentages_is_split_by_the_same_rule() -> None:
    made = {1: "royal_flush", 2: "straight_flush", 4: "royal_flush", 6: "higher straight_flush"}
    settled = settle(terms(), Funds(6_543_215, 0), [hand(seat, name) for seat, name in made.items()])
    assert [(one.seat, one.amount) for one in settled.payments] == [
        (2, 327_161),
        (6, 327_160),
        (1, 2_944_447),
        (4, 2_944_447),
    ]


def paid(settled: Settlement) -> list[tuple[int, str, int]]:
    return [(one.seat, one.prize, one.amount) for one in settled.payments]


@pytest.mark.requirement("PRG-AMB-04", "PRG-AMB-08")
def test_two_heights_never_take_more_than_the_pot_holds() -> None:
    read = terms(same_combination="exact_ranks", pct_rounding="ceil")
    settled = settle(read, Funds(1, 0), [hand(1, "higher straight_flush"), hand(2, "straight_flush")])
    assert paid(settled) == [(2, "straight_flush", 1), (1, "straight_flush", 0)]


@pytest.mark.requirement("PRG-AMB-09")
@pytest.mark.parametrize(
    ("short", "after"), [("reserve_then_house", Funds(0, 0, 60_000)), ("house", Funds(0, 10_000, 70_000))]
)
def test_what_a_short_pot_cannot_pay_is_paid_by_reserve_or_house(short: str, after: Funds) -> None:
    settled = settle(terms(insufficient_pot=short), Funds(30_000, 10_000), [hand(3, "quads")])
    assert (settled.after, settled.total) == (after, 100_000)


@pytest.mark.requirement("AMB-IQQ-13")
def test_fixed_prizes_from_the_house_leave_the_pot_to_the_percentages() -> None:
    hands = [hand(1, "flush"), hand(2, "straight_flush")]
    settled = settle(terms(fixed_from="house"), Funds(1_000_000, 0), hands, [LuckyPlayer(1)])
    assert paid(settled) == [(1, "lucky_player", 15_000), (1, "flush", 25_000), (2, "straight_flush", 98_500)]
    assert settled.after == Funds(886_500, 0, 25_000)


@pytest.mark.requirement("PRG-AMB-13")
def test_a_bust_hand_keeps_its_sevens_unless_the_table_reads_it_otherwise() -> None:
    busted = Hand(1, 1, ("7H", "7H", "KS"), bust=True)
    assert [prize.name for prize in rows_won(terms(prize_table="iquique_21"), busted)] == ["two_sevens"]
    assert rows_won(terms(prize_table="iquique_21", bust_keeps_jackpot=False), busted) == ()


@pytest.mark.requirement("PRG-AMB-21")
def test_cumulative_rows_pay_the_two_sevens_as_well() -> None:
    read = terms(prize_table="iquique_21", sevens_rows="cumulative", base=0)
    settled = settle(read, Funds(1_000_000, 0), [Hand(1, 1, ("7H", "7H", "7H"))])
    assert paid(settled) == [(1, "two_sevens", 20_000), (1, "three_suited_sevens_hds", 196_000)]


@pytest.mark.requirement("IQQ-118-c", "IQQ-100-b")
@pytest.mark.parametrize("table", ["iquique_caribbean", "iquique_21"])
def test_iquiques_amounts_are_flat_whatever_the_setting_says(table: str) -> None:
    read = terms(prize_table=table, fixed_basis="per_credit")
    hands = [hand(1, "flush", 3), Hand(2, 3, ("7H", "7H", "2C"))]
    assert {one.amount for one in settle(read, Funds(10**6, 0), hands).payments} == {20_000}


def test_complementary_prizes_are_the_same_whatever_was_bet() -> None:
    settled = settle(terms(), Funds(10**6, 0), [hand(1, "nothing", 3)], [LuckyPlayer(1)])
    assert paid(settled) == [(1, "lucky_player", 15_000)]
    assert {one.name for rows in TABLES.values() for one in rows if one.kind == "complementary"} == COMPLEMENTARY


def test_the_royal_hand_of_a_seat_without_credits_wins_nothing() -> None:
    assert settle(terms(), Funds(10**6, 0), [Hand(1, 0, cards("royal_flush"))]).payments == ()
