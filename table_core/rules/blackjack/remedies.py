"""Remedies entered as decisions: void, withdraw, skip and reopen, pay or take by exception, swept cards, abort."""

from table_core.rules.blackjack import dealing, hands, payouts, side_bets, windows
from table_core.rules.blackjack.course import Course
from table_core.rules.blackjack.entries import Abort, Act
from table_core.rules.blackjack.operations import (
    Aborted,
    BankSwept,
    Collected,
    HandBurned,
    HandClosed,
    HandReopened,
    HandUnsettled,
    LeaveAsked,
    Noted,
    Paid,
    QuestionOpened,
    ShuffleOrdered,
    SideSettled,
    StakeReturned,
)
from table_core.rules.blackjack.state import Hand

PASSED_OVER = ("one_card_only", "skipped_box")  # questions about a box the deal left out


def void(course: Course, entry: Act) -> None:
    """Handler: the hand is out and its stake goes back; the deal is laid anew if the box had been passed over."""
    hand = course.hand(entry.box)
    if hand.result == "void":
        course.do(Noted(entry.name, course.article("void_stake"), hand.id))
        return
    take_out(course, hand, burn=entry.burn)


def take_out(course: Course, hand: Hand, *, burn: bool) -> None:
    """Take a hand out of the pass; cards laid so far belong to the others if it had been passed over."""
    question = course.state.question or ""
    where = course.row_article(question) if question in PASSED_OVER else course.article("void_stake")
    if course.state.phase == "deal" and question in PASSED_OVER:
        cards = 2 if question == "skipped_box" else 1
        dealing.leave_out(course, hand.box, cards=cards, late=False, article=where)
        course.do(QuestionOpened(None, where))
        side_bets.decide_desafios(course)  # another box's card had decided his (OA-4)
    if question == "extra_card":
        course.do(QuestionOpened(None, where))
    void_hand(course, course.hand(hand.id), burn=burn, article=where)


def void_hand(course: Course, hand: Hand, *, burn: bool, article: str) -> None:
    """The hand does not count; its stake goes back unless a supervisor has to say (AMB-ALL-07)."""
    if hand.result is not None:
        raise course.refuse("void_stake", "settled_already", f"la mano {hand.id} ya está definida")
    if burn and hand.cards:
        course.do(HandBurned(hand.id, article))
    amount = hand.stake
    if course.option("void_stake") == "supervisor":
        amount = None
        course.do(QuestionOpened("void_stake", course.article("void_stake"), hand.id))
    course.do(HandClosed(hand.id, "void", article), StakeReturned(hand.id, "void", amount, article))
    dealing.drop_owed(course, hand.box, article)
    for index, side in enumerate(course.state.sides):
        if side.hand == hand.id and side.outcome is None and side.kind != "jackpot":
            course.do(SideSettled(index, "returned", None, None if side.stake is None else 0, article))


def withdraw(course: Course, entry: Act) -> None:
    """Handler: a player who was passed over takes his stake back; a supervisor gives back a void stake."""
    hand = course.hand(entry.box)
    if course.state.question == "void_stake" and hand.result == "void":
        where = course.article("void_stake")
        course.do(StakeReturned(hand.id, "void", hand.stake, where), QuestionOpened(None, where))
        return
    if hand.done != "passed" and not hand.reopened:
        raise course.refuse("forgotten_double", "no_withdrawal", f"la apuesta de {hand.id} no se puede retirar")
    void_hand(course, hand, burn=False, article=course.article("forgotten_double"))


def skip(course: Course, entry: Act) -> None:
    """Handler: the dealer passed the hand over."""
    windows.close_all(course)
    hand = course.hand(entry.box)
    if course.state.phase != "turns" or hand.done is not None or hand.result is not None:
        raise course.refuse("turn_order", "hand_finished", f"la mano {hand.id} ya está definida")
    course.do(HandClosed(hand.id, "passed", course.article("turn_order")))


def reopen(course: Course, entry: Act) -> None:
    """Handler: a hand that was passed over is served late, with the bank's cards in view if they lie there."""
    hand = course.hand(entry.box)
    if hand.done != "passed" or hand.result is not None:
        raise course.refuse("turn_order", "not_passed_over", f"la mano {hand.id} no fue pasada por alto")
    course.do(HandReopened(hand.id, course.article("forgotten_double")))
    if course.state.phase != "turns":
        course.enter("turns", course.article("forgotten_double"))


def paid_irregular(course: Course, entry: Act) -> None:
    """Handler: passed over while the bank went over 21: he is paid (BJ8 DC-11, MZA 14g)."""
    hand, state = course.hand(entry.box), course.state
    total = hands.bank_count(course.rules, state.bank_codes).total
    if hand.done != "passed" or hand.result is not None or state.bank_covered or total <= 21:
        raise course.refuse("turn_order", "not_owed", f"a la mano {hand.id} no le corresponde este pago")
    course.do(Paid(hand.id, "win", "1to1", hand.stake, course.article("forgotten_double")))


def lose_all(course: Course, entry: Act) -> None:
    """Handler: every bet of the boxes named is lost, or swept cards are settled as the house reads it."""
    boxes = entry.boxes or ((entry.box,) if entry.box else ())
    if course.state.question == "player_cards_discarded":
        sweep_hands(course, boxes)
        return
    named = [hand for box in boxes for hand in course.state.in_box(box)]
    if not named:
        raise course.refuse("lose_all", "no_such_hand", f"no hay manos en {list(boxes)}")
    if all(hand.done == "swept" for hand in named):
        course.do(Noted(entry.name, course.article("swept_hand")))
        return
    if not course.option("lose_all"):
        raise course.refuse("lose_all", "not_regulated", "el texto no manda perder todas las apuestas")
    for hand in named:
        _take(course, hand)


def _take(course: Course, hand: Hand) -> None:
    where = course.article("lose_all")
    if hand.result is None:
        course.do(HandClosed(hand.id, "lost", where))
        course.do(Collected(hand.id, "lose", hand.stake, where, at_once=True))
        dealing.drop_owed(course, hand.box, where)
    for index, side in enumerate(course.state.sides):
        if side.hand in (hand.id, hand.box) and side.outcome is None and side.kind != "jackpot":
            lost = None if side.stake is None else -side.stake
            course.do(SideSettled(index, "lost", None, lost, where))


def sweep_hands(course: Course, boxes: tuple[str, ...]) -> None:
    """Cards swept into the discard are not fetched back; the stake is lost or returned (AMB-BJ8-10)."""
    where = course.article("swept_hand")
    for box in boxes:
        for hand in course.state.in_box(box):
            if hand.result is not None:
                continue
            course.do(HandClosed(hand.id, "swept", where))
            if course.option("swept_hand") == "returned":
                course.do(StakeReturned(hand.id, "void", hand.stake, where))
            else:
                course.do(Collected(hand.id, "lose", hand.stake, where))
    course.do(QuestionOpened(None, where))


def bank_discarded(course: Course, entry: Act) -> None:
    """Handler: bank cards went into the discard; their places wait for the next ones (BJ8 DC-14)."""
    state, where = course.state, course.article("bank_missing_leave")
    if not course.option("bank_missing_leave"):
        raise course.refuse("bank_missing_leave", "not_regulated", "el texto no regula las cartas de la banca perdidas")
    places: list[int] = []
    for card in entry.cards or state.bank_codes:
        found = [i for i, held in enumerate(state.bank) if held and held.card == card and i not in places]
        if not found:
            raise course.refuse("bank_missing_leave", "no_such_card", f"la banca no tiene {card}")
        places.append(found[-1])
    course.do(BankSwept(tuple(sorted(places)), where), LeaveAsked("bank_card_discarded", where))


def decline(course: Course, entry: Act) -> None:
    """Handler: the player was asked and does not want."""
    course.do(Noted(entry.name, course.article("turn_order"), entry.box or None))


def abort(course: Course, entry: Abort) -> None:
    """Handler: the pass cannot be finished. The text says what is paid; where it is silent a supervisor does."""
    mode = course.option("abort") or entry.mode
    if mode not in ("pay_bj_only", "void_all"):
        raise course.refuse("abort", "abort_not_regulated", "el texto calla: decide el supervisor")
    where = course.article("abort")
    course.do(Aborted(str(mode), where))
    if course.option("abort_keeps_settled") is False:
        _undo(course, where)
    for hand in course.state.unsettled:
        _settle_aborted(course, hand, str(mode), where)
    for index, side in enumerate(course.state.sides):
        if side.outcome is None and side.kind != "jackpot":
            course.do(SideSettled(index, "returned", None, None if side.stake is None else 0, where))
    course.do(ShuffleOrdered("abort", where))
    course.enter("over", where)


def _undo(course: Course, where: str) -> None:
    for hand in course.state.hands:
        if hand.result is not None and hand.result != "void":
            course.do(HandUnsettled(hand.id, where))
    for index, side in enumerate(course.state.sides):
        if side.outcome is not None and side.kind != "jackpot":
            course.do(SideSettled(index, None, None, None, where))


def _settle_aborted(course: Course, hand: Hand, mode: str, where: str) -> None:
    if mode == "pay_bj_only" and hands.is_natural(hand):
        ratio = str(course.option("abort_bj_rate") or "3to2")
        won = payouts.winnings(course.rules, hand, ratio)
        course.do(Paid(hand.id, "win", ratio, won, where))
        return
    amount = None if course.option("void_stake") == "supervisor" else hand.stake
    course.do(StakeReturned(hand.id, "void", amount, where))
