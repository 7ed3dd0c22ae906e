"""The bank: whether it owes itself a card, when it stands, what happens to a card too many."""

from typing import Literal

from table_core.rulebook import Rulebook
from table_core.rules.blackjack import hands, side_bets
from table_core.rules.blackjack.course import Course
from table_core.rules.blackjack.entries import Button, CardOut
from table_core.rules.blackjack.operations import CardBurned, CardDealt, CardReturned, Noted, Revealed
from table_core.rules.blackjack.options import option
from table_core.rules.blackjack.state import BANK, Face, Hand, State

Duty = Literal["none", "second", "draw"]


def live_hands(rules: Rulebook, state: State) -> tuple[Hand, ...]:
    """Hands the bank still plays against. A covered card may hide a bust and counts as live all the same."""
    return tuple(
        hand for hand in state.unsettled if hand.cards and (hand.covered or hands.player_count(rules, hand).total <= 21)
    )


def open_insurance(state: State) -> bool:
    return any(side.kind == "insurance" and side.outcome is None for side in state.sides)


def duty(rules: Rulebook, state: State) -> Duty:
    """What the bank must do once the players have finished: nothing, its second card only, or draw by the rule."""
    live = live_hands(rules, state)
    if not live:
        return _duty_without_hands(rules, state)
    if all(hands.is_natural(hand) for hand in live):
        return _duty_against_naturals(rules, state)
    return "draw"


def _duty_without_hands(rules: Rulebook, state: State) -> Duty:
    match option(rules, "bank_if_no_live"):
        case "draw_anyway":
            return "draw"
        case "none_unless_insurance" if open_insurance(state):
            return "second"
        case _:
            return "none"


def _duty_against_naturals(rules: Rulebook, state: State) -> Duty:
    """The bank can only tie: one card where it may still make black jack (CQB Casos Especiales)."""
    if option(rules, "bank_if_only_bj") != "one_card_if_ten_or_ace":
        return "draw"
    first = state.bank_codes[0] if state.bank_codes else None
    return "second" if first is not None and hands.points(first) in (1, 10) else "none"


def wants_card(rules: Rulebook, state: State) -> bool:
    """Whether the bank's own cards, all turned, still call for one more."""
    cards = state.bank_codes
    match duty(rules, state):
        case "none":
            return False
        case "second":
            return len(cards) < 2
        case "draw":
            return len(cards) < 2 or hands.bank_draws(rules, cards)


def must(rules: Rulebook, state: State) -> str:
    """draw | stand | none | reveal: what the dealer is to do with the bank's hand now."""
    if state.phase in ("bets", "deal") or state.current is not None:
        return "none"
    if state.phase in ("reveal", "settle", "over"):
        return "none" if state.bank_covered or len(state.bank_codes) < 2 else "stand"
    if duty(rules, state) == "none":
        return "none"
    if state.bank_covered:
        return "reveal"
    return "draw" if wants_card(rules, state) else "stand"


def follow(course: Course) -> None:
    """Finish the bank when it has nothing left to do; a covered card waits to be turned."""
    state = course.state
    waits = state.bank_covered or None in state.bank or wants_card(course.rules, state)
    if waits and duty(course.rules, state) != "none":
        return
    side_bets.decide_insurance(course)
    covered = any(hand.covered for hand in state.hands)
    course.enter("reveal" if covered else "settle", course.article("bank_ace"))


def take_card(course: Course, entry: CardOut) -> None:
    """Handler: a card in the bank's turn; drawing it turns the covered one."""
    if course.state.bank_covered:
        turn_hole(course)
    if wants_card(course.rules, course.state):
        course.do(CardDealt(BANK, entry.card, "up", course.article("bank_ace")))
    else:
        surplus(course, entry)


def turn_hole(course: Course) -> None:
    course.do(Revealed(BANK, course.article("hole")))


def reveal_hole(course: Course, entry: Button) -> None:
    """Handler: the covered card is turned; with none covered the button says nothing new."""
    if course.state.bank_covered:
        turn_hole(course)
    else:
        course.do(Noted(entry.name, course.article("hole")))


def reveal_doubles(course: Course, _entry: Button) -> None:
    """Handler: the players' covered cards are turned after the bank has finished."""
    for hand in course.state.hands:
        if hand.covered:
            course.do(Revealed(hand.id, course.article("double_face")))
    course.enter("settle", course.article("double_face"))


def surplus(course: Course, entry: CardOut) -> None:
    """Handler: a card although nobody is owed one."""
    rules, state = course.rules, course.state
    ruling = option(rules, "surplus_card")
    if ruling is None:
        raise course.refuse("surplus_card", "surplus_card", "no corresponde carta a nadie y el texto calla")
    for_nothing = _drawn_for_nothing(rules, state)
    if ruling == "burn" or not for_nothing:
        event = _surplus_event(course)
        course.do(Noted(event, course.row_article(event)))
    if ruling == "burn":
        course.do(CardBurned(entry.card, surplus_face(rules), course.article("surplus_card")))
    elif for_nothing:
        # AMB-IQQ-05: nothing is at stake, but a dealer who completes the hand does no harm.
        course.do(CardDealt(BANK, entry.card, "up", course.article("bank_if_no_live")))
    else:
        course.do(CardReturned(entry.card, course.article("surplus_card")))


def _surplus_event(course: Course) -> str:
    """The bank drew on, or cards came out with the pass over: some texts have one row for both."""
    drew_on = course.state.phase != "over" and duty(course.rules, course.state) != "none"
    names = ("bank_overdraw", "surplus_card") if drew_on else ("surplus_card", "bank_overdraw")
    return next((name for name in names if course.row_article(name) != "-"), names[0])


def surplus_face(rules: Rulebook) -> Face:
    """How a card nobody was owed lies in the discard."""
    mistaken = option(rules, "mistaken_card")
    if mistaken is not None:
        return "down" if mistaken == "burned_covered" else "up"
    return "down" if option(rules, "surplus_face") == "down" else "up"


def _drawn_for_nothing(rules: Rulebook, state: State) -> bool:
    return duty(rules, state) == "none" and hands.bank_draws(rules, state.bank_codes)
