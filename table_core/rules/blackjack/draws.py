"""A card left the shoe: cards some irregularity waits for first, then the card of the phase."""

from typing import Literal

from msgspec.structs import replace

from table_core.cards import Card
from table_core.rulebook import RuleViolation
from table_core.rules.blackjack import bank, dealing, hands, placing, side_bets, turns, windows
from table_core.rules.blackjack.course import Course
from table_core.rules.blackjack.entries import Button, CardOut
from table_core.rules.blackjack.operations import (
    CardBurned,
    CardDealt,
    CardHeld,
    CardMoved,
    HoleDue,
    Noted,
    PendingSet,
)
from table_core.rules.blackjack.state import BANK, BURN, SHOE, Hand, Pending, Slot


def in_bets(course: Course, entry: CardOut) -> None:
    """Handler: the first card of the pass."""
    if not _taken_by_irregularity(course, entry):
        dealing.first_card(course, entry)


def in_deal(course: Course, entry: CardOut) -> None:
    """Handler: a card of the initial deal."""
    if not _taken_by_irregularity(course, entry):
        dealing.deal_card(course, entry)


def in_turns(course: Course, entry: CardOut) -> None:
    """Handler: a card while players decide. A drawn card is a hit and needs no key, unless it must be offered first."""
    if _taken_by_irregularity(course, entry):
        return
    if course.state.current is not None and hands.is_natural(course.state.current):
        turns.begin_turn(course, "")
    slot = placing.ordinary_place(course.rules, course.state)
    if slot is not None and slot.place not in (BURN, SHOE):
        _lay_in_turns(course, entry.card, slot, entry.laid)
    elif course.state.current is None:
        bank_card_after_windows(course, entry)
    else:
        where = course.article("unoffered_card")
        course.do(Noted("unoffered_card", where), CardBurned(entry.card, "down", where))


def in_bank(course: Course, entry: CardOut) -> None:
    """Handler: a card in the bank's turn."""
    if not _taken_by_irregularity(course, entry):
        bank.take_card(course, entry)


def after_bank(course: Course, entry: CardOut) -> None:
    """Handler: a card although the pass is played."""
    if not _taken_by_irregularity(course, entry):
        bank.surplus(course, entry)


def bank_card_after_windows(course: Course, entry: CardOut) -> None:
    """Only finished hands are left: the card shuts the windows and is the bank's."""
    _pass_to_bank(course)
    if course.state.phase == "bank" and bank.duty(course.rules, course.state) != "none":
        bank.take_card(course, entry)
    else:
        bank.surplus(course, entry)


def turn_hole_early(course: Course, entry: Button) -> None:
    """Handler: only finished hands are left and the dealer turns the covered card without closing the windows."""
    if course.state.current is not None:
        raise course.refuse("hole", "hole_too_early", f"la mano {course.state.current.id} no está definida")
    _pass_to_bank(course)
    bank.reveal_hole(course, entry)


def _pass_to_bank(course: Course) -> None:
    windows.close_all(course)
    if course.state.phase == "turns":
        turns.follow(course)


def _lay_in_turns(course: Course, card: Card, slot: Slot, laid: str | None) -> None:
    if slot.place == BANK:
        if course.state.current is None:
            bank_card_after_windows(course, CardOut(card))
            return
        where = course.article("bank_missing")
        course.do(CardDealt(BANK, card, slot.face, where), HoleDue("", where))
        return
    hand = course.hand(slot.place)
    unasked = course.state.asked is None and len(hand.cards) > 1
    if unasked and laid == BANK and course.option("reorder") is not None:
        _keep_aside(course, card, hand.id, "reserve", "reorder")
        return
    if unasked and course.option("unoffered_card") == "offer":
        _keep_aside(course, card, hand.id, "offer", "unoffered_card")
        return
    windows.close_all(course)
    if unasked and _double_unasked(course, hand):
        course.do(Noted("question_omitted", course.row_article("question_omitted"), hand.id))
    course.do(CardDealt(hand.id, card, slot.face, course.article("turn_order")))
    turns.after_card(course, hand.id)


def _double_unasked(course: Course, hand: Hand) -> bool:
    """Whether the words due before this card were never answered; the card is valid all the same (BJ8 DC-8)."""
    if "ask_double" not in course.rules.announcements:
        return False
    try:
        turns.check_double(course, hand)
    except RuleViolation:
        return False
    return True


def _keep_aside(course: Course, card: Card, hand_id: str, kind: Literal["offer", "reserve"], setting: str) -> None:
    """The card lies on the cloth until somebody asks for it."""
    where = course.article(setting)
    held = (len(course.state.log),)
    course.do(CardHeld(card, where), PendingSet(Pending(kind, hand_id, where, held=held), where))


def _taken_by_irregularity(course: Course, entry: CardOut) -> bool:
    """Whether a bank place swept empty or a pending order takes the card."""
    state = course.state
    if None in state.bank and state.leave_for is None:
        slot = placing.bank_gap(course.rules, state)
        where = course.article("bank_missing_leave")
        course.do(CardDealt(BANK, entry.card, slot.face, where))
        if state.phase in ("reveal", "settle"):
            course.enter("bank", where)  # what the bank has is open again: turn it, draw if it must
        return True
    if state.pending is None:
        return False
    return _PENDING[state.pending.kind](course, entry, state.pending)


def _burn_ordered(course: Course, entry: CardOut, pending: Pending) -> bool:
    course.do(CardBurned(entry.card, pending.face, pending.article), PendingSet(None, pending.article))
    return True


def _stuck(course: Course, entry: CardOut, pending: Pending) -> bool:
    """Until the choice is made both cards lie on the cloth; then the chosen one is burned, the other is played."""
    if pending.burn_card is None:
        index = len(course.state.log)
        held = replace(pending, held=(*pending.held, index))
        course.do(CardHeld(entry.card, pending.article), PendingSet(held, pending.article))
        return True
    if entry.card == pending.burn_card and BURN not in pending.asked:
        after = replace(pending, asked=(*pending.asked, BURN))
        course.do(CardBurned(entry.card, "up", pending.article))
    else:
        after = replace(pending, asked=(*pending.asked, pending.hand))
        course.do(PendingSet(None, pending.article))
        lay_ordinary(course, entry.card)
    course.do(PendingSet(after if len(after.asked) < 2 else None, pending.article))
    return True


def _surplus_of_two(course: Course, entry: CardOut, pending: Pending) -> bool:
    """Two stuck cards where the text burns what was drawn in undue form: the first plays, the second is burned."""
    order = Pending("burn", pending.hand, pending.article, face=bank.surplus_face(course.rules))
    course.do(PendingSet(order, pending.article))
    lay_ordinary(course, entry.card)
    return True


def _dispute(course: Course, entry: CardOut, pending: Pending) -> bool:
    index = len(course.state.log)
    course.do(CardHeld(entry.card, pending.article))
    course.do(PendingSet(replace(pending, held=(index,)), pending.article))
    deliver_disputed(course)
    return True


def _offer_waits(course: Course, _entry: CardOut, pending: Pending) -> bool:
    detail = f"la mano {pending.hand} no ha dicho si toma la carta ofrecida"
    raise course.refuse("unoffered_card", "offer_pending", detail)


def _reserve_waits(course: Course, _entry: CardOut, pending: Pending) -> bool:
    detail = f"la carta apartada es la próxima que se pida; no corresponde otra a {pending.hand}"
    raise course.refuse("reorder", "card_aside", detail)


def deliver_disputed(course: Course) -> None:
    """Lay the disputed card once it is known both which card it is and who takes it."""
    pending = course.state.pending
    if pending is None or pending.kind != "dispute" or not pending.held or pending.place is None:
        return
    where = pending.article
    course.do(CardMoved(pending.held[0], pending.place, "up", where), PendingSet(None, where))
    if pending.place == BANK:
        side_bets.decide_insurance(course)
    elif pending.place != BURN:
        turns.after_card(course, pending.place)


def lay_ordinary(course: Course, card: Card) -> None:
    """Lay *card* where the regular course of the pass puts it."""
    pending = course.state.pending
    course.do(PendingSet(None, course.article("stuck_cards")))
    match course.state.phase:
        case "bets":
            dealing.first_card(course, CardOut(card))
        case "deal":
            dealing.fill(course, CardOut(card))
        case "retiro" | "insurance" | "turns":
            in_turns(course, CardOut(card))
        case "bank":
            bank.take_card(course, CardOut(card))
        case _:
            bank.surplus(course, CardOut(card))
    if pending is not None:
        course.do(PendingSet(pending, pending.article))


_PENDING = {
    "burn": _burn_ordered,
    "stuck": _stuck,
    "surplus_of_two": _surplus_of_two,
    "dispute": _dispute,
    "offer": _offer_waits,
    "reserve": _reserve_waits,
}
