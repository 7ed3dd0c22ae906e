"""What may be laid and what is paid: commission, ties, order, refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.rulebooks import all_rulebooks
from table_core.money import share_bp
from table_core.rulebook import RuleViolation
from table_core.rules.baccarat import bets
from table_core.rules.baccarat.state import BaccaratState, Bet, BetSide, Payment, Result

RULES = all_rulebooks()["iquique-2000/mini-baccarat"]


def pay(side: BetSide, amount: int, result: Result, rounding: str = "floor") -> Payment:
    rules = RULES.with_switches({"commission_rounding": rounding})
    state = BaccaratState(bets=(Bet("Ana", side, amount, 1),))
    return bets.payments(rules, state, result)[0]


@pytest.mark.requirement("BAC-P02")
@pytest.mark.parametrize(
    ("amount", "rounding", "net", "commission"),
    [
        (10_000, "floor", 9_000, 1_000),
        (1_255, "floor", 1_130, 125),
        (1_255, "half_up", 1_129, 126),
        (1_254, "half_up", 1_129, 125),
        (1_251, "ceil", 1_125, 126),
        (9, "floor", 9, 0),
        (9, "ceil", 8, 1),
    ],
)
def test_a_winning_bank_bet_pays_ten_per_cent_of_the_win(amount: int, rounding: str, net: int, commission: int) -> None:
    assert pay("bank", amount, "bank", rounding) == Payment("Ana", "win", net, commission)


@pytest.mark.requirement("BAC-P01")
def test_a_winning_punto_bet_is_paid_whole() -> None:
    assert pay("punto", 1_255, "punto") == Payment("Ana", "win", 1_255, 0)


@pytest.mark.requirement("BAC-P03")
@pytest.mark.parametrize("side", ["punto", "bank"])
def test_a_tie_wins_loses_and_charges_nothing(side: BetSide) -> None:
    assert pay(side, 1_255, "tie") == Payment("Ana", "push", 0, 0)


@pytest.mark.requirement("BAC-B03", "BAC-GAP-01")
@pytest.mark.parametrize("result", ["punto", "bank", "tie"])
def test_a_tie_bet_is_handed_back_whatever_happens(result: Result) -> None:
    assert pay("tie", 1_255, result) == Payment("Ana", "not_accepted", 0, 0)


@given(st.integers(1, 10**12), st.sampled_from(["floor", "ceil", "half_up"]))
def test_stake_net_and_commission_always_add_up_and_no_rounding_is_off_by_a_unit(amount: int, rounding: str) -> None:
    paid = pay("bank", amount, "bank", rounding)
    assert paid.net + paid.commission == amount
    assert abs(paid.commission * 10 - amount) < 10


@given(st.integers(0, 10**12), st.integers(0, 10_000))
def test_the_three_roundings_agree_where_the_share_is_whole(amount: int, basis_points: int) -> None:
    floor, ceil = share_bp(amount, basis_points, "floor"), share_bp(amount, basis_points, "ceil")
    assert floor <= share_bp(amount, basis_points, "half_up") <= ceil
    assert (floor == ceil) is (amount * basis_points % 10_000 == 0)


@pytest.mark.requirement("BAC-D04", "BAC-AMB-16")
def test_the_dealer_pays_from_the_right_and_the_standing_last() -> None:
    laid = (Bet("c", "punto", 1, 3), Bet("s", "bank", 1, 1, standing=True), Bet("a", "punto", 1, 1))
    assert [bet.player for bet in bets.pay_order(RULES, laid)] == ["a", "c", "s"]


@pytest.mark.requirement("BAC-B02", "BAC-B03")
def test_a_tie_bet_makes_no_game() -> None:
    with pytest.raises(RuleViolation) as refused:
        bets.check_quorum(RULES, (Bet("a", "punto", 1, 1), Bet("b", "tie", 1, 2)))
    assert refused.value.code == "NEED_TWO_VALID_BETS"
    bets.check_quorum(RULES, (Bet("a", "punto", 1, 1), Bet("b", "bank", 1, 2)))


@pytest.mark.requirement("BAC-S02")
@pytest.mark.parametrize(
    ("laid", "code"),
    [
        ((Bet("a", "punto", 0, 1),), "BAD_AMOUNT"),
        ((Bet("a", "punto", 500, 1), Bet("a", "bank", 500, 2)), "ONE_POSITION"),
        ((Bet("a", "punto", 99, 1),), "OUT_OF_LIMITS"),
        ((Bet("a", "punto", 1_001, 1),), "OUT_OF_LIMITS"),
    ],
)
def test_a_stake_the_text_does_not_allow_is_refused_with_its_reason(laid: tuple[Bet, ...], code: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        bets.check_bets(RULES, laid, (100, 1_000))
    assert refused.value.code == code


def refusal(*laid: Bet, limits: tuple[int, int] | None = None) -> tuple[str, str, str] | None:
    """Article, code and words of the refusal; None when the bets are taken."""
    try:
        bets.check_bets(RULES, laid, limits)
    except RuleViolation as refused:
        return refused.article, refused.code, refused.detail
    return None


@pytest.mark.parametrize("amount", [1, 2, 500_000])
def test_the_smallest_unit_is_a_bet(amount: int) -> None:
    assert refusal(Bet("Ana", "punto", amount, 1)) is None


@pytest.mark.parametrize("amount", [0, -1])
def test_nothing_is_no_bet_and_the_refusal_names_whose(amount: int) -> None:
    assert refusal(Bet("Ana", "punto", amount, 1)) == ("125", "BAD_AMOUNT", f"Ana: {amount} no es un monto")


@pytest.mark.parametrize(("amount", "taken"), [(999, False), (1000, True), (5000, True), (5001, False)])
def test_the_posted_limits_are_the_last_amounts_taken(amount: int, taken: bool) -> None:
    found = refusal(Bet("Ana", "bank", amount, 1), limits=(1000, 5000))
    words = f"Ana: {amount} está fuera de los límites 1000 a 5000"
    assert found == (None if taken else ("128", "OUT_OF_LIMITS", words))


def test_a_second_position_of_one_player_is_refused_by_name() -> None:
    found = refusal(Bet("Ana", "bank", 1000, 1), Bet("Ana", "punto", 1000, 2))
    assert found == ("121", "ONE_POSITION", "Ana ya tiene una postura; se permite una por jugador")
    assert refusal(Bet("Ana", "bank", 1000, 1), Bet("Luis", "punto", 1000, 2)) is None


def test_too_few_bets_are_counted_in_the_refusal() -> None:
    with pytest.raises(
        RuleViolation, match=r"art\. 121, 125: 1 apuesta\(s\) a Banca o Punto, hacen falta 2"
    ) as refused:
        bets.check_quorum(RULES, (Bet("Ana", "bank", 1000, 1), Bet("Luis", "tie", 1000, 2)))
    assert refused.value.code == "NEED_TWO_VALID_BETS"
