"""Any course of a pass: legal entries end in a settled pass, illegal ones are refused and change nothing."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_core.rulebook import RuleViolation
from table_core.rules.blackjack.engine import TABLE, Engine, fold
from table_core.rules.blackjack.entries import ACTS, BUTTONS, Act, Button, CardOut, PlaceBet
from table_core.rules.blackjack.options import CHOICES, UNDEFINED, switched
from tests.rulebooks.blackjack.dealer import Dealer
from tests.rulebooks.blackjack.tables import BOOKS, IDS, Table

QUICK = settings(max_examples=100, deadline=None)
SEEDS = st.integers(0, 2**32)


def start(book: str, dice: Random, **switches: Any) -> Dealer:
    dealer = Dealer(Table(book, **switches), dice.choice)
    dealer.seat_players(book)
    return dealer


@pytest.mark.parametrize("book", IDS)
@QUICK
@given(seed=SEEDS)
def test_any_sequence_of_legal_entries_ends_in_a_settled_pass(book: str, seed: int) -> None:
    dice = Random(seed)
    dealer = start(book, dice)
    dealer.play()
    check_settled(dealer.table)


@pytest.mark.parametrize("book", IDS)
@QUICK
@given(seed=SEEDS)
def test_a_pass_ends_settled_under_any_reading_of_one_setting(book: str, seed: int) -> None:
    rules, dice = BOOKS[book], Random(seed)
    pick = dice.choice
    name = pick([known for known in CHOICES if known in rules.settings and known != "turn_order"])
    value = pick(rules.settings[name].readings or CHOICES[name])
    dealer = start(book, dice, **{name: value})
    dealer.play()
    check_settled(dealer.table)


@pytest.mark.parametrize("book", IDS)
@QUICK
@given(seed=SEEDS)
def test_after_any_entries_that_were_taken_the_pass_can_still_be_finished(book: str, seed: int) -> None:
    dice = Random(seed)
    dealer = start(book, dice)
    for _ in range(dice.randint(0, 12)):
        if dealer.table.state.phase == "over":
            break
        if dice.random() < 0.5:
            dealer.try_anything()
        else:
            dealer.table.feed(dealer.pick(dealer.legal()))
    dealer.play()
    check_settled(dealer.table)


@pytest.mark.parametrize("book", IDS)
@QUICK
@given(seed=SEEDS)
def test_a_refused_entry_names_its_article_and_changes_nothing(book: str, seed: int) -> None:
    dice = Random(seed)
    dealer = start(book, dice)
    table = dealer.table
    for _ in range(dice.randint(0, 12)):
        if table.state.phase == "over":
            return
        table.feed(dealer.pick(dealer.legal()))
    before = table.state
    told = msgspec.json.encode(before)
    refused = violation(table, dealer)
    if refused is not None:
        assert all((refused.article, refused.code, refused.detail))
    assert table.state is before
    assert msgspec.json.encode(before) == told


def violation(table: Table, dealer: Dealer) -> RuleViolation | None:
    try:
        table.engine.apply(table.state, dealer.anything())
    except RuleViolation as refused:
        return refused
    return None


def check_settled(table: Table) -> None:
    """Every hand has a result, every stake is accounted for, and the state is the fold of the operations."""
    settled = table.settled
    assert table.state.phase == "over"
    assert all(hand.result is not None for hand in table.state.hands)
    assert all(side.outcome is not None for side in table.state.sides)
    for hand in settled.hands:
        assert hand.stake is not None
        assert hand.returned is not None
        assert hand.net == hand.returned - hand.stake
        assert hand.net >= -hand.stake
    nets = [hand.net or 0 for hand in settled.hands] + [side.net or 0 for side in settled.sides]
    assert settled.net_players == sum(nets)
    assert fold(table.engine.open(), table.operations) == table.state
    assert all(operation.article for operation in table.operations)
    in_hands = sorted(held.card for hand in table.state.hands for held in hand.cards)
    elsewhere = [*table.state.bank_codes, *(held.card for held in table.state.burned)]
    back = [laid.card for laid in table.state.log if laid.place in ("shoe", "held")]
    assert sorted([*in_hands, *elsewhere, *back]) == sorted(laid.card for laid in table.state.log)


def test_every_phase_of_the_table_knows_only_entries_that_exist() -> None:
    names = {*ACTS, *BUTTONS, "card", "bet", "side_bet", "abort"}
    assert {name for phase in TABLE.values() for name in phase} == names


def test_a_rulebook_with_a_value_the_engine_does_not_know_is_refused() -> None:
    for name, value in UNDEFINED.items():
        book = next((rules for rules in BOOKS.values() if name in rules.settings), None)
        assert book is not None
        with pytest.raises(ValueError, match=name):
            switched(book, {name: value})
    with pytest.raises(ValueError, match="bank_ace"):
        Table("coquimbo-2020", bank_ace="pink")


def test_a_new_casino_is_a_new_file_and_no_code() -> None:
    own = Table("coquimbo-2020", {"1": 100}, hole="down", burn=2, surrender="none", settle_order="left_to_right")
    own.deal("TS 6D 7H 9C").stand("1")
    assert own.engine.expects(own.state).turn == "bank"
    own.press("reveal_hole").deal("2S").press("end_round")
    assert own.hand("1").result == "push"
    assert isinstance(own.engine, Engine)


REFUSALS: list[tuple[str, str, list[Any], Any, str, str]] = [
    ("coquimbo-2020", "1.5.1 f)", ["TH", "AD", "8S"], Act("surrender", "1"), "surrender_vs_ace", "retiro under an ace"),
    ("coquimbo-2020", "1.5.1 c)", ["TH", "9D", "8S"], Act("insure", "1", amount=50), "no_insurance", "no ace"),
    ("coquimbo-2020", "1.5.1 c)", ["TH", "AD", "8S"], Act("insure", "1", amount=51), "insurance_amount", "over half"),
    ("coquimbo-2020", "1.5.1 d)", ["TH", "9D", "8S"], Act("split", "1"), "no_pair", "no pair"),
    ("coquimbo-2020", "1.5.1 Pedida", ["TH", "9D", "8S"], Act("hit", "2"), "no_such_hand", "no such hand"),
    ("coquimbo-2020", "1.5.1 Pedida", ["TH", "9D"], Act("stand", "1"), "no_turn", "deal not over"),
    ("coquimbo-2020", "1.5.1 Apuesta inicial", [Button("no_more_bets")], PlaceBet("2", 100), "late_bet", "late bet"),
]


@pytest.mark.parametrize(("book", "article", "steps", "entry", "code", "_title"), REFUSALS)
def test_an_illegal_entry_is_refused_with_the_article_it_breaks(
    book: str, article: str, steps: list[Any], entry: Any, code: str, _title: str
) -> None:
    table = Table(book, {"1": 100})
    for step in steps:
        table.feed(CardOut(step) if isinstance(step, str) else step)
    before = table.state
    with pytest.raises(RuleViolation) as refused:
        table.feed(entry)
    assert (refused.value.article, refused.value.code) == (article, code)
    assert table.state == before
