"""The players' turns: hit, stand, double, split, ace values, and what a card does to the hand that received it."""

from table_core.rules.blackjack import hands, payouts, side_bets, windows
from table_core.rules.blackjack.course import Course
from table_core.rules.blackjack.entries import Act
from table_core.rules.blackjack.operations import (
    AceDeclared,
    CardAsked,
    CardMoved,
    Collected,
    Doubled,
    HandClosed,
    HandSplit,
    HoleDue,
    JackpotForfeited,
    Noted,
    Paid,
    PendingSet,
)
from table_core.rules.blackjack.state import BANK, BURN, Hand

CONFIRMED_BY_STAND = ("frozen", "late_card")  # closed by a remedy: a stand keyed afterwards only says so


def follow(course: Course) -> None:
    """Pay naturals the turn has reached, give the forgotten bank card its moment, pass on to the bank."""
    windows.pay_naturals_reached(course)
    state = course.state
    current = state.current
    if state.hole_due == "after_hand" and all(hand.done for hand in state.in_box(state.hole_after)):
        course.say("bank_next_card")
        course.do(HoleDue("now" if current else "missed", course.article("late_hole")))
    _give_reserve(course)
    if course.state.current is None and course.state.hole_due != "now":
        course.enter("bank", course.article("turn_order"))


def _give_reserve(course: Course) -> None:
    """A card laid aside belongs to a split hand that waits for one, and to the bank once nobody can ask any more."""
    state, pending = course.state, course.state.pending
    if pending is None or pending.kind != "reserve":
        return
    current = state.current
    if current is not None and len(current.cards) == 1:
        take_offered(course, current)
    elif current is None:
        where = pending.article
        course.do(CardMoved(pending.held[0], BANK, "up", where), PendingSet(None, where))


def check_turn(course: Course, hand: Hand) -> None:
    state = course.state
    if state.phase not in ("retiro", "insurance", "turns"):
        raise course.refuse("turn_order", "no_turn", "no es momento de pedir cartas")
    if state.current is None or hand.id != state.current.id:
        raise course.refuse("turn_order", "not_the_turn", f"no es el turno de la mano {hand.id}")
    if len(hand.cards) < 2:
        raise course.refuse("turn_order", "card_owed", f"la mano {hand.id} espera su carta")
    if state.asked is not None:
        raise course.refuse("turn_order", "card_owed", f"la mano {state.asked} espera la carta pedida")


def check_hit(course: Course, hand: Hand) -> None:
    check_turn(course, hand)
    _check_declared(course, hand)
    if _one_card_hand(course, hand):
        raise course.refuse("split_aces_one_card", "split_aces", "un as abierto recibe una sola carta")
    if not _may_draw(course, hand):
        raise course.refuse("draw_at_21", "draw_at_21", f"la mano {hand.id} ya tiene 21")


def check_stand(course: Course, hand: Hand) -> None:
    check_turn(course, hand)


def check_double(course: Course, hand: Hand) -> None:
    check_turn(course, hand)
    _check_declared(course, hand)
    if len(hand.cards) != 2 or hand.covered:
        raise course.refuse("double", "double_late", "se dobla con las dos primeras cartas")
    if hands.is_natural(hand):
        raise course.refuse("double", "double_natural", "un black jack no se dobla")
    if course.option("double") == "only_11" and hands.player_count(course.rules, hand).total != 11:
        raise course.refuse("double", "double_not_11", "sólo se dobla con once")
    if hand.opened and not course.option("double_after_split"):
        raise course.refuse("double_after_split", "double_after_split", "no se dobla después de abrir")
    if hand.opened == "A" and not course.option("double_after_split_aces"):
        raise course.refuse("double_after_split_aces", "double_after_split_aces", "no se dobla sobre ases abiertos")


def check_split(course: Course, hand: Hand) -> None:
    check_turn(course, hand)
    codes = hand.codes
    if len(codes) != 2 or hand.covered or not hands.may_pair(course.rules, codes[0], codes[1]):
        raise course.refuse("split_equal", "no_pair", f"la mano {hand.id} no tiene dos cartas iguales")
    most = course.option("split_max_hands")
    if isinstance(most, int) and len(course.state.in_box(hand.box)) >= most:
        raise course.refuse("split_max_hands", "split_max", f"se juegan como máximo {most} manos")
    if hand.opened == "A" and not course.option("resplit_aces"):
        raise course.refuse("resplit_aces", "resplit_aces", "los ases abiertos no se abren de nuevo")


def check_ace_value(course: Course, hand: Hand) -> None:
    check_turn(course, hand)
    if course.option("player_ace") != "declare_first_two":
        raise course.refuse("player_ace", "ace_free", "aquí el as vale lo que convenga, no se declara")
    if not any(hands.is_ace(card) for card in hand.codes[:2]):
        raise course.refuse("player_ace", "no_ace", f"la mano {hand.id} no tiene as en sus dos primeras cartas")
    if hand.ace is not None or len(hand.cards) > 2:
        raise course.refuse("player_ace", "ace_declared", "el valor del as es irrevocable")


def begin_turn(course: Course, hand_id: str) -> None:
    """Shut the windows, and take an undeclared natural before *hand_id* for what it is (AMB-BJ8-26)."""
    windows.close_all(course)
    for hand in course.state.open_hands:
        if hand.id == hand_id or not hands.is_natural(hand):
            return
        course.do(HandClosed(hand.id, "natural", course.article("draw_at_21")))


def hit(course: Course, entry: Act) -> None:
    """Handler: the hand asks for a card; one that was drawn unasked and offered is taken."""
    begin_turn(course, entry.box)
    hand = course.hand(entry.box)
    check_hit(course, hand)
    if course.state.pending is not None and course.state.pending.kind in ("offer", "reserve"):
        take_offered(course, hand)
        return
    course.do(CardAsked(hand.id, course.article("turn_order")))


def stand(course: Course, entry: Act) -> None:
    """Handler: the hand is defined; an offered card it does not want is burned."""
    hand = course.state.hand(entry.box)
    if hand is not None and hand.done in CONFIRMED_BY_STAND:
        course.do(Noted("stand", course.article("turn_order"), hand.id))
        return
    begin_turn(course, entry.box)
    hand = course.hand(entry.box)
    check_stand(course, hand)
    if course.state.pending is not None and course.state.pending.kind == "offer":
        refuse_offered(course)
    if _undeclared(course, hand) and not hands.is_natural(hand):
        value = 11 if hands.best(hand.codes).soft else 1
        course.do(AceDeclared(hand.id, value, course.article("player_ace")))
    reason = "natural" if hands.is_natural(hand) else "stand"
    course.do(HandClosed(hand.id, reason, course.article("turn_order")))


def double(course: Course, entry: Act) -> None:
    """Handler: as much again and one card; a forgotten double may be served as a plain card."""
    begin_turn(course, entry.box)
    hand = course.hand(entry.box)
    check_double(course, hand)
    plain = hand.reopened and course.option("forgotten_double") == "plain_card"
    course.do(Doubled(hand.id, course.article("forgotten_double" if plain else "double"), plain=plain))
    if course.state.pending is not None and course.state.pending.kind == "reserve":
        take_offered(course, hand)


def split(course: Course, entry: Act) -> None:
    """Handler: the pair becomes two hands; the new one takes the next free number."""
    begin_turn(course, entry.box)
    hand = course.hand(entry.box)
    check_split(course, hand)
    where, state = course.article("split_max_hands"), course.state
    own = state.in_box(hand.box)
    fresh = hand.id == hand.box
    first = f"{hand.box}.1" if fresh else hand.id
    second = f"{hand.box}.{2 if fresh else len(own) + 1}"
    behind = hand if course.option("resplit_order") == "adjacent" else own[-1]
    position = state.hands.index(behind) + 1
    if hand.codes[0][0] == hand.codes[1][0] == "7" and hand.box in side_bets.jackpot_boxes(state):
        course.do(JackpotForfeited(hand.box, course.article("jackpot_split_pair")))
    course.do(HandSplit(hand.id, first, second, position, hands.split_class(hand.codes[0]), where))


def ace_value(course: Course, entry: Act) -> None:
    """Handler: the ace of the first two cards is worth one or eleven for the rest of the pass."""
    begin_turn(course, entry.box)
    hand = course.hand(entry.box)
    check_ace_value(course, hand)
    if entry.value not in (1, 11):
        raise course.refuse("player_ace", "ace_value", f"un as vale 1 u 11, no {entry.value}")
    course.do(AceDeclared(hand.id, entry.value, course.article("player_ace")))
    if hands.is_natural(course.hand(hand.id)):
        course.do(HandClosed(hand.id, "natural", course.article("draw_at_21")))


def after_card(course: Course, hand_id: str) -> None:
    """What the card just received does: bust, bonus, close, or leave the hand in its turn."""
    hand = course.hand(hand_id)
    if hand.covered:
        course.do(HandClosed(hand.id, "covered", course.article("double_face")))
        return
    count = hands.player_count(course.rules, hand)
    if count.total > 21:
        _collect_bust(course, hand)
    elif hand.doubled:
        _close_double(course, hand)
    elif hand.plain_double:
        course.do(HandClosed(hand.id, "late_card", course.article("forgotten_double")))
    elif _one_card_hand(course, hand):
        if not _may_go_on(course, hand):
            course.do(HandClosed(hand.id, "one_card", course.article("split_aces_one_card")))
    elif not _may_draw(course, hand):
        course.do(HandClosed(hand.id, "21", course.article("draw_at_21")))


def take_offered(course: Course, hand: Hand) -> None:
    """A card lying aside goes to the player who wants it (AMB-MZA-28) or asks first (AMB-CQB-25)."""
    pending = course.state.pending
    if pending is not None:
        where = pending.article
        course.do(CardMoved(pending.held[0], hand.id, "up", where), PendingSet(None, where))
        after_card(course, hand.id)


def refuse_offered(course: Course) -> None:
    pending = course.state.pending
    if pending is not None:
        where = pending.article
        course.do(CardMoved(pending.held[0], BURN, "up", where), PendingSet(None, where))


def _collect_bust(course: Course, hand: Hand) -> None:
    """A hand over 21 loses; most texts take stake and cards at once."""
    where = course.article("bust_taken")
    course.do(HandClosed(hand.id, "bust", where))
    if course.option("bust_taken") != "at_end":
        course.do(Collected(hand.id, "lose", hand.stake, where, at_once=True))


def _close_double(course: Course, hand: Hand) -> None:
    course.do(HandClosed(hand.id, "double", course.article("double")))
    ratio = side_bets.bonus_ratio(course.rules, hand)
    if ratio is not None:
        won = payouts.winnings(course.rules, hand, ratio)
        course.do(Paid(hand.id, "bonus_777", ratio, won, course.article("bonus_777"), at_once=True))


def _may_draw(course: Course, hand: Hand) -> bool:
    """Whether a hand of 21 or less may have another card."""
    if hands.is_natural(hand):
        return False
    count = hands.player_count(course.rules, hand)
    if count.total != 21 or course.option("draw_at_21") == "free":
        return count.total <= 21
    return course.option("draw_at_21") == "soft_3plus" and count.soft and len(hand.cards) > 2


def _one_card_hand(course: Course, hand: Hand) -> bool:
    return hand.opened == "A" and len(hand.cards) == 2 and course.option("split_aces_one_card") is True


def _may_go_on(course: Course, hand: Hand) -> bool:
    """A split ace limited to one card may still be opened again or doubled where the house reads it so."""
    most = course.option("split_max_hands")
    room = isinstance(most, int) and len(course.state.in_box(hand.box)) < most
    again = course.option("resplit_aces") and hands.is_ace(hand.codes[1]) and room
    doubles = course.option("double_after_split") and course.option("double_after_split_aces")
    eleven = course.option("double") != "only_11" or hands.player_count(course.rules, hand).total == 11
    below = hands.player_count(course.rules, hand).total != 21
    return bool(again or (doubles and eleven and below))


def _undeclared(course: Course, hand: Hand) -> bool:
    declares = course.option("player_ace") == "declare_first_two"
    return declares and hand.ace is None and any(hands.is_ace(card) for card in hand.codes[:2])


def _check_declared(course: Course, hand: Hand) -> None:
    if _undeclared(course, hand):
        raise course.refuse("player_ace", "ace_undeclared", f"la mano {hand.id} debe declarar el valor de su as")
