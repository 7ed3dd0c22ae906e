"""The questions before the first extra card: retiro, insurance, even money; and the desafío within the deal."""

from table_core.rulebook import Rulebook
from table_core.rules.blackjack import bets, dealing, hands, payouts, side_bets
from table_core.rules.blackjack.course import Course
from table_core.rules.blackjack.entries import Act, Button
from table_core.rules.blackjack.operations import (
    HandClosed,
    Noted,
    Paid,
    SidePlaced,
    SideSettled,
)
from table_core.rules.blackjack.options import option
from table_core.rules.blackjack.state import Hand, State

OPEN = ("retiro", "insurance")


def bank_shows_ace(state: State) -> bool:
    return bool(state.bank) and state.bank[0] is not None and hands.is_ace(state.bank[0].card)


def naturals_due(rules: Rulebook, state: State) -> bool:
    """Naturals are paid before the bank plays: it cannot tie from a 2 to a 9."""
    first = state.bank[0] if state.bank else None
    return bool(option(rules, "bj_paid_at_once")) and first is not None and 2 <= hands.points(first.card) <= 9


def after_deal(course: Course) -> None:
    """Perfect Pairs, naturals, then the windows the text opens."""
    side_bets.settle_pairs(course)
    _close_naturals(course)
    state = course.state
    if _retiro_offered(course.rules, state):
        course.enter("retiro", course.article("surrender"))
        course.say("surrender_window")
    else:
        _open_insurance(course)


def _close_naturals(course: Course) -> None:
    for hand in course.state.hands:
        declarable = course.option("player_ace") == "declare_first_two" and course.option("ace_ten_declared")
        if hands.is_natural(hand) and hand.result is None and not declarable:
            course.do(HandClosed(hand.id, "natural", course.article("draw_at_21")))
    if course.option("natural_paid_when") == "deal" and naturals_due(course.rules, course.state):
        pay_naturals(course, course.state.hands)


def pay_naturals(course: Course, among: tuple[Hand, ...]) -> None:
    for hand in among:
        if hand.done == "natural" and hand.result is None:
            ratio = hands.blackjack_ratio(course.rules, hand) or "3to2"
            won = payouts.winnings(course.rules, hand, ratio)
            course.do(Paid(hand.id, "win", ratio, won, course.article("bj_paid_at_once"), at_once=True))


def pay_naturals_reached(course: Course) -> None:
    """Where naturals are paid in their turn: those before the first hand that may still decide (CQB Pedida)."""
    state = course.state
    if course.option("natural_paid_when") != "deal" and naturals_due(course.rules, state):
        current = state.current
        pay_naturals(course, state.hands if current is None else state.hands[: state.hands.index(current)])


def follow(course: Course) -> None:
    """A window nobody can use any more closes by itself."""
    pay_naturals_reached(course)
    if not course.state.unsettled:
        close(course)


def close(course: Course) -> None:
    """Close the open window; the next one opens or the turns begin."""
    if course.state.phase == "retiro":
        _open_insurance(course)
    elif course.state.phase == "insurance":
        course.say("insurance_close")
        course.enter("turns", course.article("turn_order"))


def _retiro_offered(rules: Rulebook, state: State) -> bool:
    if option(rules, "surrender") != "before_draws" or not state.unsettled:
        return False
    return bool(option(rules, "surrender_vs_ace")) or not bank_shows_ace(state)


def _open_insurance(course: Course) -> None:
    offered = course.option("insurance") == "bank_ace" or course.option("even_money")
    if offered and bank_shows_ace(course.state) and course.state.unsettled:
        course.enter("insurance", course.article("insurance"))
    else:
        course.enter("turns", course.article("turn_order"))


def close_button(course: Course, entry: Button) -> None:
    """Handler: the dealer closes the window he stands in, and those before it."""
    if entry.name == "no_more_insurance" and course.state.phase == "retiro":
        close(course)
    if course.state.phase in OPEN:
        close(course)
    else:
        course.do(Noted(entry.name, course.article("insurance")))


def close_all(course: Course) -> None:
    """The first card asked for shuts every window; a decision before the bank's second card shows it was forgotten."""
    if dealing.only_hole_owed(course.state) and course.option("bank_missing") is not None:
        dealing.miss_hole(course)
        after_deal(course)
    while course.state.phase in OPEN:
        close(course)


def check_surrender(course: Course, hand: Hand) -> None:
    state, mode = course.state, course.option("surrender")
    if mode == "none":
        raise course.refuse("surrender", "no_surrender", "este reglamento no conoce el retiro")
    if bank_shows_ace(state) and not course.option("surrender_vs_ace"):
        raise course.refuse("surrender_vs_ace", "surrender_vs_ace", "no hay retiro contra un as de la banca")
    if len(hand.cards) != 2 or hand.opened or hand.doubled or hand.result is not None:
        raise course.refuse("surrender", "surrender_late", f"la mano {hand.id} ya no puede retirarse")
    if mode == "before_draws" and state.phase != "retiro":
        raise course.refuse("surrender", "surrender_closed", "el retiro se pide antes de empezar el pedido de cartas")
    if mode == "own_turn" and (state.phase not in ("insurance", "turns") or hand != state.current):
        raise course.refuse("surrender", "surrender_turn", f"no es el turno de la mano {hand.id}")


def surrender(course: Course, entry: Act) -> None:
    """Handler: half comes back, the hand leaves the pass."""
    if course.option("surrender") == "own_turn":
        close_all(course)
    hand = course.hand(entry.box)
    check_surrender(course, hand)
    where = course.article("surrender")
    back = None if hand.stake is None else payouts.half(course.rules, hand.stake)
    course.say("surrender")
    course.do(HandClosed(hand.id, "surrender", where))
    course.do(Paid(hand.id, "surrender", "1to2", back, where))


def check_insure(course: Course, hand: Hand) -> None:
    state = course.state
    if course.option("insurance") != "bank_ace" or not bank_shows_ace(state):
        raise course.refuse("insurance", "no_insurance", "el seguro se ofrece contra un as de la banca")
    if state.phase not in OPEN:
        raise course.refuse("insurance", "insurance_closed", "ya no se aceptan seguros")
    if hand.result is not None or _insured(state, hand.id) is not None:
        raise course.refuse("insurance", "insured_already", f"la mano {hand.id} no puede asegurarse")


def insure(course: Course, entry: Act) -> None:
    """Handler: an insurance stake; the retiro window is over with the first one."""
    hand = course.hand(entry.box)
    check_insure(course, hand)
    amount = _side_amount(course, hand, entry)
    if course.state.phase == "retiro":
        close(course)
    course.do(SidePlaced(hand.id, "insurance", amount, course.article("insurance")))


def check_even_money(course: Course, hand: Hand) -> None:
    state = course.state
    if not course.option("even_money") or not bank_shows_ace(state) or not hands.is_natural(hand):
        raise course.refuse("even_money", "no_even_money", "el pago simple es para un black jack contra un as")
    if state.phase not in OPEN or hand.result is not None:
        raise course.refuse("even_money", "even_money_closed", "el pago simple ya no se ofrece")


def even_money(course: Course, entry: Act) -> None:
    """Handler: the natural takes 1 to 1 and leaves; an insurance of the same box goes back (AMB-ALL-05)."""
    hand = course.hand(entry.box)
    check_even_money(course, hand)
    if course.state.phase == "retiro":
        close(course)
    insured = _insured(course.state, hand.id)
    where = course.article("even_money")
    if insured is not None:
        course.do(SideSettled(insured, "returned", None, 0, where))
    course.do(Paid(hand.id, "even_money", "1to1", hand.stake, where, at_once=True))


def check_desafio(course: Course, hand: Hand) -> None:
    state = course.state
    if course.option("insurance") != "player_ace":
        raise course.refuse("insurance", "no_desafio", "este reglamento no conoce el desafío")
    if hand.result is not None or len(hand.cards) != 1 or not hands.is_ace(hand.cards[0].card):
        raise course.refuse("insurance", "desafio_needs_ace", f"la mano {hand.id} no espera carta sobre un as")
    if any(side.kind == "desafio" and side.hand == hand.id for side in state.sides):
        raise course.refuse("insurance", "desafio_twice", f"la mano {hand.id} ya desafió")
    if hand.opened and (course.option("desafio_second_ace") != "second_hand" or hand.id.endswith(".1")):
        raise course.refuse("desafio_second_ace", "desafio_second_ace", f"el as de {hand.id} no se desafía")


def desafio(course: Course, entry: Act) -> None:
    """Handler: half the stake that the next card on the player's ace is worth ten (BJ8 OA-4)."""
    hand = course.hand(entry.box)
    check_desafio(course, hand)
    amount = _side_amount(course, hand, entry)
    course.do(SidePlaced(hand.id, "desafio", amount, course.article("insurance")))


def _side_amount(course: Course, hand: Hand, entry: Act) -> int | None:
    if course.state.stakes == "none" or hand.bet is None:
        return None
    amount = entry.amount
    if amount is None and course.option("insurance_amount") == "exact_half":
        amount = payouts.half(course.rules, hand.bet)
    if amount is None or not bets.insurance_accepted(course.rules, hand.bet, amount):
        detail = f"{amount} no es un monto admitido sobre {hand.bet}"
        raise course.refuse("insurance_amount", "insurance_amount", detail)
    return amount


def _insured(state: State, hand_id: str) -> int | None:
    for index, side in enumerate(state.sides):
        if side.kind == "insurance" and side.hand == hand_id and side.outcome is None:
            return index
    return None
