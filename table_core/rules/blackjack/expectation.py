"""What may happen next: whose turn it is, where the next card goes, which decisions are open, what to announce."""

from collections.abc import Callable, Collection

from msgspec import Struct

from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.blackjack import bank, dealing, placing, turns, windows
from table_core.rules.blackjack.course import Course
from table_core.rules.blackjack.options import option
from table_core.rules.blackjack.state import BANK, Hand, Phase, State

Check = Callable[[Course, Hand], None]

CHECKS: dict[str, Check] = {
    "hit": turns.check_hit,
    "stand": turns.check_stand,
    "double": turns.check_double,
    "split": turns.check_split,
    "ace_value": turns.check_ace_value,
    "surrender": windows.check_surrender,
    "insure": windows.check_insure,
    "even_money": windows.check_even_money,
    "desafio": windows.check_desafio,
}


class Expectation(Struct, frozen=True):
    """*next_card_to* None: no card is owed. *sequence*: where the bare sequence would put it. *say*: words due now."""

    phase: Phase
    turn: str
    next_card_to: str | None
    next_card_face: str | None
    sequence: str | None
    may: dict[str, tuple[str, ...]]
    bank_must: str
    say: tuple[str, ...]
    waits_for: str | None


def expects(rules: Rulebook, state: State) -> Expectation:
    slot = placing.next_place(rules, state)
    return Expectation(
        phase=state.phase,
        turn=turn(rules, state),
        next_card_to=None if slot is None else slot.place,
        next_card_face=None if slot is None else slot.face,
        sequence=placing.sequence_place(rules, state),
        may={hand.id: open_acts(rules, state, hand) for hand in state.hands},
        bank_must=bank.must(rules, state),
        say=words_due(rules, state),
        waits_for=state.question or state.leave_for,
    )


def turn(rules: Rulebook, state: State) -> str:
    """The hand in turn, "bank" from the last player until the bank has finished, else "none"."""
    match state.phase:
        case "retiro" | "insurance" | "turns":
            if state.current is not None:
                return state.current.id
            return BANK if bank.duty(rules, state) != "none" else "none"
        case "bank":
            return BANK
        case _:
            return "none"


_OF_THE_TURN = ("hit", "stand", "double", "split", "ace_value")
_OF_THE_WINDOWS = tuple(name for name in CHECKS if name not in _OF_THE_TURN)


def open_acts(rules: Rulebook, state: State, hand: Hand) -> tuple[str, ...]:
    """The decisions *hand* may enter now; the first of its turn shuts the windows before it."""
    return _passing(rules, state, hand, _thinkable(state, hand))


def _thinkable(state: State, hand: Hand) -> Collection[str]:
    """Decisions worth a check: most hands have none most of the time, and pictures are drawn after every step."""
    if hand.result is not None:
        return ()
    match state.phase:
        case "deal":
            return CHECKS if dealing.only_hole_owed(state) else ("desafio",)
        case "retiro" | "insurance":
            return CHECKS if hand == state.current else _OF_THE_WINDOWS
        case "turns":
            return CHECKS if hand == state.current else ("desafio",)
        case _:
            return ()


def _passing(rules: Rulebook, state: State, hand: Hand, names: Collection[str]) -> tuple[str, ...]:
    """Those of *names* that no check refuses; before the bank's second card a decision shows that it was forgotten."""
    later = _without_hole(rules, state) if names and dealing.only_hole_owed(state) else state
    return tuple(name for name in names if _passes(rules, state if name == "desafio" else later, hand, name))


def _without_hole(rules: Rulebook, state: State) -> State:
    course = Course(rules, state)
    windows.close_all(course)
    return course.state


def _passes(rules: Rulebook, state: State, hand: Hand, name: str) -> bool:
    course = Course(rules, state)
    try:
        CHECKS[name](course, course.hand(hand.id))
    except RuleViolation:
        return False
    return True


def words_due(rules: Rulebook, state: State) -> tuple[str, ...]:
    """Words due now: those that end what is open, and the questions a dealer must ask aloud."""
    names = {"bets": "bets_close", "insurance": "insurance_close"}
    words = rules.announcements.get(names.get(state.phase) or _question(rules, state))
    if words is None or (state.phase == "bets" and option(rules, "bets_close") != "call"):
        return ()
    return (words.text,)


def _question(rules: Rulebook, state: State) -> str:
    """The question before the next card: of the box it goes to in the deal, of the hand in turn afterwards."""
    if "ask_double" not in rules.announcements:
        return ""
    place = placing.ordinary_place(rules, state)
    hand = None if place is None else state.hand(place.place)
    if hand is None:
        return ""
    open_now = _passing(rules, state, hand, ("desafio", "double"))
    asks = {"desafio": "ask_desafio", "double": "ask_double"}
    return asks[open_now[0]] if open_now else ""
