"""Every payout table, stated a second time by hand and compared with what the engine settles."""

from itertools import product
from typing import Any

import pytest

from table_core.cards import DECK
from table_core.rules.blackjack import settlement, side_bets
from table_core.rules.blackjack.entries import CardOut
from table_core.rules.blackjack.operations import CardBurned, CardReturned, Collected, Noted, Operation, Paid
from table_core.rules.blackjack.options import switched
from table_core.rules.blackjack.state import Hand, Held, State
from tests.rulebooks.blackjack.tables import BOOKS, IDS, Table

PLAYERS: dict[str, Hand] = {
    "natural": Hand("1", "1", 1001, (Held("AS"), Held("KH"))),
    "split aces 21": Hand("1.1", "1", 1001, (Held("AS"), Held("KH")), opened="A"),
    "split tens 21": Hand("1.1", "1", 1001, (Held("KH"), Held("AS")), opened="T"),
    "three-card 21": Hand("1", "1", 1001, (Held("7S"), Held("5H"), Held("9C"))),
    "20": Hand("1", "1", 1001, (Held("KS"), Held("QH"))),
    "17": Hand("1", "1", 1001, (Held("KS"), Held("7H"))),
    "12": Hand("1", "1", 1001, (Held("KS"), Held("2H"))),
    "bust": Hand("1", "1", 1001, (Held("KS"), Held("6H"), Held("9C"))),
}
BANKS = {
    "natural": ("AD", "KD"),
    "three-card 21": ("TD", "5D", "6D"),
    "20": ("TD", "QD"),
    "17": ("TD", "7D"),
    "bust": ("TD", "6D", "QD"),
}
# Winnings in halves of the stake, by bank column: 3 is 3 to 2, 2 is 1 to 1, 0 a tie, -2 the stake lost.
ORDINARY: dict[str, tuple[int, int, int, int, int]] = {
    "three-card 21": (-2, 0, 2, 2, 2),
    "20": (-2, -2, 0, 2, 2),
    "17": (-2, -2, -2, 0, 2),
    "12": (-2, -2, -2, -2, 2),
    "bust": (-2, -2, -2, -2, -2),
    "natural": (0, 3, 3, 3, 3),
}
PLAIN_21 = (-2, 0, 2, 2, 2)
TABLES: dict[str, dict[str, tuple[int, int, int, int, int]]] = {
    "coquimbo-2020": {**ORDINARY, "split aces 21": PLAIN_21, "split tens 21": PLAIN_21},
    "iquique-2000": {**ORDINARY, "split aces 21": PLAIN_21, "split tens 21": PLAIN_21},
    "bj8-ar": {**ORDINARY, "split aces 21": (0, 2, 2, 2, 2), "split tens 21": (0, 3, 3, 3, 3)},
    "mendoza-2016": {
        **ORDINARY,
        "three-card 21": (0, 0, 2, 2, 2),  # 15g: equal figures are ANCAR, a bank black jack included
        "split aces 21": (0, 3, 3, 3, 3),
        "split tens 21": (0, 2, 2, 2, 2),
    },
}


def settled(book: str, player: str, bank: tuple[str, ...], **switches: str) -> settlement.HandSettlement:
    rules = switched(BOOKS[book], {**switches})
    hand = PLAYERS[player]
    state = State(phase="settle", hands=(hand,), bank=tuple(Held(card) for card in bank))
    return settlement.hand_settlement(rules, state, hand)


@pytest.mark.requirement("AMB-ALL-01", "AMB-BJ8-05", "AMB-MZA-03", "AMB-MZA-10")
@pytest.mark.parametrize(("book", "player"), list(product(IDS, PLAYERS)))
def test_a_hand_is_paid_as_the_payout_table_of_its_text_says(book: str, player: str) -> None:
    for column, bank in enumerate(BANKS.values()):
        halves = TABLES[book][player][column]
        found = settled(book, player, bank)
        assert found.net == {3: 1501, 2: 1001, 0: 0, -2: -1001}[halves], (player, bank)
        assert found.returned == 1001 + (found.net or 0)
        assert found.pay_x2 == max(0, halves * 1001)
        assert found.result == ("win" if halves > 0 else "push" if halves == 0 else "lose")
        assert found.ratio == {3: "3 a 2", 2: "1 a 1"}.get(halves, "")


@pytest.mark.requirement("AMB-CQB-03", "AMB-MZA-26", "AMB-IQQ-03")
@pytest.mark.parametrize("book", IDS)
def test_a_natural_against_a_long_bank_21_wins_or_ties_as_the_house_reads_it(book: str) -> None:
    assert settled(book, "natural", BANKS["three-card 21"], bj_vs_bank_21="win").result == "win"
    assert settled(book, "natural", BANKS["three-card 21"], bj_vs_bank_21="push").result == "push"
    assert settled(book, "natural", BANKS["natural"], bj_vs_bank_21="win").result == "push"


@pytest.mark.requirement("AMB-CQB-04", "AMB-MZA-03", "AMB-IQQ-04")
@pytest.mark.parametrize("book", IDS)
def test_a_bank_black_jack_against_a_long_21_takes_or_ties_as_the_house_reads_it(book: str) -> None:
    assert settled(book, "three-card 21", BANKS["natural"], bank_bj_vs_21="lose").result == "lose"
    assert settled(book, "three-card 21", BANKS["natural"], bank_bj_vs_21="push").result == "push"
    assert settled(book, "20", BANKS["natural"], bank_bj_vs_21="push").result == "lose"


@pytest.mark.requirement("AMB-ALL-01")
@pytest.mark.parametrize("stake", range(1, 40))
def test_three_to_two_and_half_stakes_are_exact_on_odd_and_even_bets(stake: int) -> None:
    for rounding, up in (("to_house", 0), ("to_player", 1)):
        table = Table("coquimbo-2020", {"1": stake, "2": stake}, round_half=rounding)
        table.deal("AS TH 5C KH 6D").act("surrender", "2").press("end_round")
        odd = stake % 2
        assert table.hand("1").pay_x2 == 3 * stake
        assert table.hand("1").net == (3 * stake + (odd and up)) // 2
        assert table.hand("2").returned == (stake + (odd and up)) // 2
        assert table.settled.net_players == (table.hand("1").net or 0) + (table.hand("2").net or 0)


def test_perfect_pairs_are_classed_by_printed_symbol_for_every_two_cards() -> None:
    colour = {"H": "red", "D": "red", "S": "black", "C": "black"}
    for first, second in product(DECK, repeat=2):
        expected = None
        if first[0] == second[0]:
            same_colour = colour[first[1]] == colour[second[1]]
            expected = "perfect" if first == second else "coloured" if same_colour else "mixed"
        assert side_bets.pair_class(first, second) == expected


@pytest.mark.requirement("AMB-MZA-08", "AMB-MZA-09")
@pytest.mark.parametrize(
    ("sevens", "third", "times", "switches"),
    [
        ("7S 7D", "7H", 5, {}),
        ("7H 7H", "7H", 10, {}),
        ("7H 7H", "7S", 5, {}),
        ("7S 7D", "7H", 4, {"bonus_includes_stake": True}),
        ("7H 7H", "7H", 9, {"bonus_includes_stake": True}),
        ("7H 7H", "7S", None, {"bonus_offsuit_third_7": "none"}),
        ("7S 7D", "7H", 5, {"bonus_offsuit_third_7": "none"}),
    ],
)
def test_mendozas_sevens_pay_multiples_of_the_doubled_stake(
    sevens: str, third: str, times: int | None, switches: dict[str, Any]
) -> None:
    first, second = sevens.split()
    table = Table("mendoza-2016", {"1": 75, "2": 75}, **switches)
    table.deal(first, "TD 9S", second, "8S KC").act("double", "1").deal(third)
    if times is None:
        assert table.hand("1").result == "win"
        assert table.state.paid == ()
        return
    assert table.state.paid == ("1",)
    assert table.hand("1").result == "bonus_777"
    assert table.hand("1").net == times * 150


def test_three_sevens_by_a_double_after_a_split_or_by_hits_are_no_bonus() -> None:
    table = Table("mendoza-2016", {"1": 100, "2": 100})
    table.deal("7S TD 9S 7D 8S KC").act("split", "1").deal("7H").act("double", "1.1").deal("7C")
    assert table.hand("1.1").result != "bonus_777"


@pytest.mark.parametrize(
    ("book", "opening", "second", "net"),
    [
        ("coquimbo-2020", "TS AD 6H", "KS", 1000),
        ("coquimbo-2020", "TS AD 6H", "9S", -500),
    ],
)
def test_insurance_pays_two_to_one_on_a_bank_black_jack_only(book: str, opening: str, second: str, net: int) -> None:
    table = Table(book, {"1": 1000})
    table.deal(opening).act("insure", "1", amount=500).stand("1").deal(second)
    assert [side.net for side in table.settled.sides] == [net]


@pytest.mark.requirement("AMB-BJ8-27", "AMB-BJ8-07", "AMB-BJ8-28")
@pytest.mark.parametrize(
    ("second", "switches", "side_net", "result"),
    [
        ("KD", {}, 1000, "win"),
        ("KD", {"desafio_pays": "2for1"}, 500, "win"),
        ("KD", {"desafio_won_hand": "closed"}, 1000, "void"),
        ("5D", {}, -500, "lose"),
        ("5D", {"desafio_lost": "returned"}, 0, "lose"),
    ],
)
def test_the_desafio_is_decided_by_the_card_on_the_players_ace(
    second: str, switches: dict[str, Any], side_net: int, result: str
) -> None:
    table = Table("bj8-ar", {"1": 1000, "2": 1000, "3": 1000}, **switches)
    table.deal("AS TD TC 7H").act("desafio", "1", amount=500).deal(second, "9S 8H TH")
    if second == "5D":
        table.stand("1")
    table.stand("2", "3").press("reveal_hole")
    assert [side.net for side in table.settled.sides] == [side_net]
    assert table.hand("1").result == result


def test_a_table_without_stakes_names_outcome_and_ratio_and_no_money() -> None:
    table = Table("coquimbo-2020", {"1": None, "2": None}, stakes="none", limits=(500, 900))
    table.deal("AH TC 9D KS 7H").stand("2").deal("TD").press("end_round")
    assert [(hand.result, hand.ratio) for hand in table.settled.hands] == [("win", "3 a 2"), ("lose", "")]
    assert {hand.net for hand in table.settled.hands} == {None}
    assert table.settled.net_players is None


@pytest.mark.requirement("AMB-ALL-03", "AMB-BJ8-17")
@pytest.mark.parametrize(
    ("book", "order"),
    [("coquimbo-2020", ["3", "2", "1"]), ("bj8-ar", ["1", "2", "3"]), ("iquique-2000", ["3", "2", "1"])],
)
def test_winners_are_paid_in_the_order_of_their_text(book: str, order: list[str]) -> None:
    table = Table(book, {"1": 100, "2": 100, "3": 100})
    hole = "TH" if book == "bj8-ar" else ""
    table.deal("TS TD TC 7H 9S 9D 9C", hole).stand("1", "2", "3")
    table.deal("" if hole else "TH")
    if hole:
        table.press("reveal_hole")
    table.press("end_round")
    assert list(table.settled.settle_order) == order


def test_before_the_end_the_order_names_the_winners_only() -> None:
    table = Table("coquimbo-2020", {"1": 100, "2": 100, "3": 100})
    table.deal("TS TD TC 8H 9S 7D 9C").stand("1", "2", "3").deal("TH")
    assert table.settled.settle_order == ("3", "1")
    table.press("end_round")
    assert table.settled.settle_order == ("3", "1")


@pytest.mark.parametrize(
    ("book", "operation"),
    [
        ("coquimbo-2020", CardBurned("2C", "up", "1.7 bullets 2, 9")),
        ("iquique-2000", CardReturned("2C", "94 para 4")),
    ],
)
def test_a_card_nobody_is_owed_goes_where_its_text_says(book: str, operation: Operation) -> None:
    table = Table(book, {"1": 100, "2": 100})
    table.deal("TS TD 8H 9S 7D").stand("1", "2").deal("TH")
    noted, done = table.feed(CardOut("2C"))
    assert isinstance(noted, Noted)
    assert (noted.event, done) == ("bank_overdraw", operation)


def test_bj8_takes_the_losers_before_it_pays_the_winners() -> None:
    table = Table("bj8-ar", {"1": 100, "2": 100, "3": 100})
    table.deal("TS TD TC 9H 9S 7D 9C 9D").stand("1", "2", "3").press("reveal_hole")
    before = len(table.operations)
    table.press("end_round")
    done = [(type(op).__name__, op.hand) for op in table.operations[before:] if isinstance(op, Paid | Collected)]
    assert done == [("Collected", "2"), ("Paid", "1"), ("Paid", "3")]
