"""Irregularities the table reports by button, and the decisions that settle them. Each text has its own remedy."""

from msgspec.structs import replace

from table_core.rules.blackjack import dealing, draws, turns, windows
from table_core.rules.blackjack.course import Course
from table_core.rules.blackjack.entries import Act, Button
from table_core.rules.blackjack.operations import (
    CardMoved,
    HandClosed,
    HoleDue,
    LeaveAsked,
    Noted,
    PendingSet,
    QuestionOpened,
    Revealed,
    ShuffleOrdered,
)
from table_core.rules.blackjack.remedies import PASSED_OVER, sweep_hands, take_out
from table_core.rules.blackjack.state import BANK, BURN, HELD, Hand, Pending, Slot, State


def note(course: Course, entry: Button | Act) -> None:
    """Handler: a fact for the record, with the article of its row; the pass goes on as it is."""
    box = entry.box or None
    written = course.row_article(entry.name)
    course.do(Noted(entry.name, written if written != "-" else course.article(entry.name), box))


def cut_card(course: Course, entry: Button) -> None:
    """Handler: the end marker came out; the pass is finished, then the cards are shuffled."""
    course.do(ShuffleOrdered(entry.name, course.article("behind_min")))


def cut_card_dealt(course: Course, entry: Button) -> None:
    """Handler: the cut card lay as if it were a card: taken out, the next card goes to the same place (IQQ 94)."""
    note(course, entry)
    if course.option("cut_card_dealt") == "supervisor":
        course.do(QuestionOpened(entry.name, course.article("cut_card_dealt"), entry.box))
    course.do(ShuffleOrdered(entry.name, course.article("behind_min")))


def face_up_in_shoe(course: Course, entry: Button) -> None:
    """Handler: the next card lies face up in the shoe."""
    note(course, entry)
    where = course.article("face_up_card")
    if course.option("face_up_shuffle"):
        course.do(ShuffleOrdered(entry.name, course.article("face_up_shuffle")))
    if course.option("face_up_card") == "burn":
        course.do(PendingSet(Pending("burn", "", where), where))


def stuck_cards(course: Course, entry: Button) -> None:
    """Handler: two cards came out together."""
    note(course, entry)
    where, state = course.article("stuck_cards"), course.state
    receiver = state.asked or (state.current.id if state.current else BANK)
    match course.option("stuck_cards"):
        case "player_chooses":
            course.do(PendingSet(Pending("stuck", receiver, where), where))
        case "burn_surplus":
            course.do(PendingSet(Pending("surplus_of_two", receiver, where), where))


def choose_burn(course: Course, entry: Act) -> None:
    """Handler: the player names the stuck card to burn; cards already on the cloth are laid at once."""
    pending = course.state.pending
    if pending is not None and pending.kind == "reserve":
        turns.refuse_offered(course)
        return
    if pending is None or pending.kind != "stuck" or entry.burn_card is None:
        raise course.refuse("stuck_cards", "no_stuck_cards", "no hay cartas pegadas por elegir")
    held = [course.state.log[index].card for index in pending.held]
    if held and entry.burn_card not in held:
        raise course.refuse("stuck_cards", "no_such_card", f"{entry.burn_card} no está entre las cartas pegadas")
    where = pending.article
    course.do(PendingSet(replace(pending, burn_card=entry.burn_card, held=()), where))
    if held:
        _lay_stuck(course, pending, held.index(entry.burn_card))


def _lay_stuck(course: Course, pending: Pending, burned: int) -> None:
    """Burn the chosen card, play one other; of three or more the rest is burned too (AMB-CQB-12)."""
    where, state = pending.article, course.state
    dealing_now = state.phase == "deal"
    slot = state.plan[len(state.initial)] if dealing_now else Slot(pending.hand)
    kept = next((index for position, index in enumerate(pending.held) if position != burned), None)
    for index in pending.held:
        if index == kept:
            course.do(CardMoved(index, slot.place, slot.face, where, initial=dealing_now))
        else:
            course.do(CardMoved(index, BURN, "up", where))
    course.do(PendingSet(None, where))
    if kept is not None and slot.place != BANK and not dealing_now:
        turns.after_card(course, slot.place)


def disputed_card(course: Course, entry: Button) -> None:
    """Handler: a player denies having asked for a card, the last one read or the one being drawn."""
    note(course, entry)
    if course.option("disputed_card") is None:
        return
    windows.close_all(course)
    where, state = course.article("disputed_card"), course.state
    contested = _last_drawn_by(state)
    hand = contested or (state.hand(entry.box) if entry.box else None) or state.current
    if hand is None:
        raise course.refuse("disputed_card", "no_dispute", "ninguna mano pide cartas ahora")
    pending = Pending("dispute", hand.id, where)
    if contested is not None:
        index = len(state.log) - 1
        course.do(CardMoved(index, HELD, "up", where))
        pending = replace(pending, held=(index,))
        if state.phase in ("bank", "reveal", "settle"):
            course.enter("turns", where)
    course.do(PendingSet(pending, where))


def _last_drawn_by(state: State) -> Hand | None:
    """The hand whose third or later card was the last to leave the shoe."""
    if not state.log or state.asked is not None:
        return None
    hand = state.hand(state.log[-1].place)
    return hand if hand is not None and len(hand.cards) > 2 and not hand.doubled else None


def accept_card(course: Course, entry: Act) -> None:
    """Handler: somebody takes the card in question."""
    pending = course.state.pending
    if pending is not None and pending.kind == "dispute":
        _check_asked(course, pending, entry.box)
        _send(course, pending, entry.box)
    elif pending is not None and pending.kind == "offer":
        windows.close_all(course)
        turns.take_offered(course, course.hand(pending.hand))
    else:
        complete_delivery(course, entry)


def reject_card(course: Course, entry: Act) -> None:
    """Handler: the card in question is not taken; what follows differs from text to text."""
    pending = course.state.pending
    if pending is not None and pending.kind == "dispute":
        _check_asked(course, pending, entry.box)
        _rejected(course, pending, entry.box)
    elif pending is not None and pending.kind == "offer":
        turns.refuse_offered(course)
    else:
        refuse_delivery(course, entry)


def _check_asked(course: Course, pending: Pending, box: str) -> None:
    if course.option("disputed_card") == "supervisor" or (box == pending.hand and not pending.asked):
        return
    waiting = [hand.id for hand in _followers(course.state, pending) if hand.id not in pending.asked]
    if pending.asked and waiting and box == waiting[0]:
        return
    raise course.refuse("disputed_card", "not_asked", f"no se le pregunta a {box}")


def _followers(state: State, pending: Pending) -> list[Hand]:
    """The hands after the one that disputes, in order of play, that may still take a card."""
    ids = [hand.id for hand in state.hands]
    later = state.hands[ids.index(pending.hand) + 1 :]
    return [hand for hand in later if hand.done is None and hand.result is None]


def _send(course: Course, pending: Pending, place: str) -> None:
    course.do(PendingSet(replace(pending, place=place), pending.article))
    draws.deliver_disputed(course)


def _rejected(course: Course, pending: Pending, box: str) -> None:
    where, mode = pending.article, course.option("disputed_card")
    pending = replace(pending, asked=(*pending.asked, box))
    course.do(PendingSet(pending, where))
    if mode == "supervisor":
        return
    if box == pending.hand and mode != "burn":
        course.do(HandClosed(box, "frozen", where))
    if mode in ("burn", "burn_and_freeze"):
        _send(course, pending, BURN)
    elif not [hand for hand in _followers(course.state, pending) if hand.id not in pending.asked]:
        _send(course, pending, BANK)


def freeze(course: Course, entry: Act) -> None:
    """Handler: the hand may not ask again."""
    hand = course.hand(entry.box)
    if hand.done is None:
        course.do(HandClosed(hand.id, "frozen", course.article("disputed_card")))
    else:
        course.do(Noted(entry.name, course.article("disputed_card"), hand.id))


def ask_about_deal(course: Course, entry: Button) -> None:
    """Handler: a box was passed over in the deal; who, and what he wants, is entered next."""
    note(course, entry)
    course.do(QuestionOpened(entry.name, course.row_article(entry.name), entry.box))


def complete_delivery(course: Course, entry: Act) -> None:
    """Handler: a box that was passed over takes its missing card or cards after everybody else."""
    state = course.state
    if state.phase != "deal" or state.question not in PASSED_OVER:
        raise course.refuse("one_card_only", "nothing_offered", f"a {entry.box} no se le ofrece ninguna carta")
    none_at_all = state.question == "skipped_box"
    if none_at_all and not course.option("late_both_cards"):
        raise course.refuse("one_card_only", "no_card_at_all", "sin ninguna carta no participa del pase")
    course.hand(entry.box)
    where = course.row_article(state.question)
    dealing.leave_out(course, entry.box, cards=2 if none_at_all else 1, late=True, article=where)
    course.do(QuestionOpened(None, where))


def refuse_delivery(course: Course, entry: Act) -> None:
    """Handler: a box that was passed over does not want to play: out of the pass, its card burned."""
    state = course.state
    if state.phase != "deal" or state.question not in PASSED_OVER:
        raise course.refuse("one_card_only", "nothing_offered", f"a {entry.box} no se le ofrece ninguna carta")
    take_out(course, course.hand(entry.box), burn=True)


def extra_card(course: Course, entry: Button) -> None:
    """Handler: a box is given one card too many in the deal: that card is burned, its hand annulled (BJ8 DC-6)."""
    note(course, entry)
    if course.option("extra_initial_card") == "void_hand":
        where = course.article("extra_initial_card")
        course.do(PendingSet(Pending("burn", entry.box or "", where), where))


def misdeal_reorder(course: Course, entry: Button) -> None:
    """Handler: the jefe de mesa re-orders: draw order is what the log already holds (CQB 1.7)."""
    note(course, entry)
    if course.option("reorder") == "supervisor":
        course.do(QuestionOpened(entry.name, course.article("reorder"), entry.box))


def reorder(course: Course, entry: Act) -> None:
    """Handler: the supervisor's own mapping, one place per card dealt, in the order of the shoe."""
    if course.state.phase != "deal" or course.option("reorder") is None:
        raise course.refuse("reorder", "no_reorder", "las cartas repartidas no se reordenan ahora")
    dealing.lay_as_told(course, entry.boxes, course.article("reorder"))
    course.do(QuestionOpened(None, course.article("reorder")))


def hole_exposed(course: Course, entry: Button) -> None:
    """Handler: the bank's covered card was seen: in the deal burned and replaced, later it stays (BJ8 DC-7, DC-12)."""
    note(course, entry)
    state = course.state
    if dealing.only_hole_owed(state) and course.option("hole_exposed_in_deal") == "burn":
        where = course.article("hole_exposed_in_deal")
        course.do(PendingSet(Pending("burn", BANK, where), where))
    elif hole_just_dealt(state, entry.box) and course.option("hole_exposed_in_deal") == "burn":
        course.do(CardMoved(len(state.log) - 1, BURN, "up", course.article("hole_exposed_in_deal")))
    elif state.bank_covered:
        course.do(Revealed(BANK, course.row_article(entry.name)))


def hole_just_dealt(state: State, box: str | None) -> bool:
    """The covered card is the last one out and nobody's turn is named: it was dealt face up, not turned later."""
    untouched = state.asked is None and all(hand.done in (None, "natural") for hand in state.hands)
    last = state.log[-1] if state.log else None
    return bool(state.bank_covered and box is None and untouched and last and last.place == BANK)


def bank_missing_cards(course: Course, entry: Button) -> None:
    """Handler: the bank was passed over; some texts want a supervisor's leave first."""
    note(course, entry)
    if course.option("bank_missing") != "next_cards":
        return
    if course.option("bank_missing_leave"):
        course.do(LeaveAsked(entry.name, course.article("bank_missing_leave")))
    else:
        _serve_bank(course, entry.box)


def supervisor_ok(course: Course, entry: Button) -> None:
    """Handler: the leave was given."""
    event = course.state.leave_for
    if event is None:
        course.do(Noted(entry.name, "-"))
        return
    course.do(LeaveAsked(None, course.article("bank_missing_leave")))
    if event == "bank_missing_cards":
        _serve_bank(course, None)
    else:
        course.say("bank_next_two")


def _serve_bank(course: Course, box: str | None) -> None:
    state, where = course.state, course.article("bank_missing")
    if dealing.bank_first_missing(state):
        dealing.serve_bank_next(course, where)
    elif dealing.only_hole_owed(state):
        course.say("bank_next_card")
    elif state.hole_due == "missed" and state.current is not None:
        if course.option("late_hole") == "after_hand":
            course.do(HoleDue("after_hand", where, after=box or state.current.box))
        else:
            course.say("bank_next_card")
            course.do(HoleDue("now", where))


def player_cards_discarded(course: Course, entry: Button) -> None:
    """Handler: a bettor's cards went into the discard by mistake (BJ8 DC-15)."""
    note(course, entry)
    if course.option("swept_hand") is None:
        return
    if entry.box is None:
        course.do(QuestionOpened(entry.name, course.article("swept_hand")))
    else:
        sweep_hands(course, (entry.box,))
