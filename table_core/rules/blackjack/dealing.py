"""The initial deal: its plan, the cards that fill it, and how it is laid anew when the dealer went wrong."""

from table_core.rules.blackjack import bank, bets
from table_core.rules.blackjack.course import Course
from table_core.rules.blackjack.entries import Button, CardOut
from table_core.rules.blackjack.operations import (
    BetsCalled,
    CardBurned,
    CardDealt,
    DealTakenBack,
    HoleDue,
    Noted,
    Planned,
    QuestionOpened,
)
from table_core.rules.blackjack.placing import regular_plan
from table_core.rules.blackjack.state import BANK, Slot, State


def first_card(course: Course, entry: CardOut) -> None:
    """Handler: the first card out of the shoe closes the bets and opens the deal."""
    bets.check_quorum(course)
    bets.check_sides(course)
    if not course.state.called and course.option("bets_close") == "call":
        course.do(Noted("bets_not_called", course.article("bets_close")))
    course.do(Planned(regular_plan(course.rules, course.state.boxes), course.article("hole")))
    course.enter("deal", course.article("hole"))
    deal_card(course, entry)


def deal_card(course: Course, entry: CardOut) -> None:
    """Handler: a card fills the next place of the plan, unless it was laid where no card belongs."""
    state = course.state
    if on_empty_box(state, entry) and course.option("empty_box_card") == "burn":
        where = course.article("empty_box_card")
        course.do(Noted("empty_box_card", where, entry.laid), CardBurned(entry.card, "up", where))
    elif on_full_box(state, entry) and course.option("extra_initial_card") == "void_hand":
        where = course.article("extra_initial_card")
        course.do(Noted("extra_card", where, entry.laid), CardBurned(entry.card, "up", where))
        course.do(QuestionOpened("extra_card", where, entry.laid))
    else:
        fill(course, entry)


def fill(course: Course, entry: CardOut) -> None:
    """Lay the card on the next place of the plan."""
    slot = course.state.plan[len(course.state.initial)]
    course.do(CardDealt(slot.place, entry.card, slot.face, course.article("hole"), initial=True))


def complete(state: State) -> bool:
    return len(state.initial) == len(state.plan)


def only_hole_owed(state: State) -> bool:
    """Every player has his cards and the plan lacks nothing but the bank's covered one."""
    return state.phase == "deal" and state.plan[len(state.initial) :] == (Slot(BANK, "down"),)


def miss_hole(course: Course) -> None:
    """A decision came before the bank's second card: the dealer forgot it, the deal is over without it."""
    plan = course.state.plan[:-1]
    where = course.article("bank_missing")
    course.do(HoleDue("missed", where), Planned(plan, where))


def call_too_late(course: Course, entry: Button) -> None:
    """Handler: bets are closed with cards already out. They were taken by mistake where the text knows that (MZA 9)."""
    if course.option("mistaken_card") is None or course.state.bank_codes:
        course.do(Noted(entry.name, course.article("bets_close")))
        return
    where = course.article("mistaken_card")
    course.do(DealTakenBack(bank.surplus_face(course.rules), where))
    course.enter("bets", where)
    course.do(BetsCalled(course.article("bets_close")))
    course.say("bets_close")


def on_empty_box(state: State, entry: CardOut) -> bool:
    return entry.laid is not None and entry.laid.isdigit() and entry.laid not in state.boxes


def on_full_box(state: State, entry: CardOut) -> bool:
    hand = state.hand(entry.laid or "")
    return hand is not None and len(hand.cards) == 2


def leave_out(course: Course, box: str, *, cards: int, late: bool, article: str) -> None:
    """Lay the deal anew without the last *cards* places of *box*; *late*: it gets them after everybody else."""
    plan = list(course.state.plan)
    own = [index for index, slot in enumerate(plan) if slot.place == box]
    dropped = [plan[index] for index in own[len(own) - cards :]]
    kept = [slot for index, slot in enumerate(plan) if index not in own[len(own) - cards :]]
    if not late and len(course.state.initial) > len(kept):
        detail = f"salieron {len(course.state.initial)} cartas y sin la casilla {box} solo caben {len(kept)}"
        raise course.refuse("void_stake", "cards_do_not_fit", detail)
    course.do(Planned((*kept, *(dropped if late else ())), article))


def drop_owed(course: Course, box: str, article: str) -> None:
    """A box that is out of the pass is owed no more initial cards."""
    state = course.state
    done = len(state.initial)
    rest = tuple(slot for slot in state.plan[done:] if slot.place != box)
    if state.phase == "deal" and len(rest) != len(state.plan) - done:
        course.do(Planned((*state.plan[:done], *rest), article))


def bank_first_missing(state: State) -> bool:
    """More cards are out than the first round, fewer than both: the bank's place was passed over."""
    boxes = len(state.boxes)
    return state.phase == "deal" and boxes < len(state.initial) <= 2 * boxes


def serve_bank_next(course: Course, article: str) -> None:
    """Dealt cards stay with the players; the next card or cards are the bank's (MZA 14l, BJ8 DC-13)."""
    state = course.state
    done = len(state.initial)
    players = [slot for slot in state.plan if slot.place != BANK]
    owed = [slot for slot in state.plan if slot.place == BANK]
    both = done == len(players) and len(owed) > 1
    plan = [*players[:done], owed[0], *players[done:], *owed[1:]]
    course.do(Planned(tuple(plan), article))
    course.say("bank_next_two" if both else "bank_next_card")


def lay_as_told(course: Course, places: tuple[str, ...], article: str) -> None:
    """The supervisor names the place of every card dealt so far; what he leaves owed follows in regular order."""
    state = course.state
    owed = list(state.plan)
    told: list[Slot] = []
    for place in places:
        slot = next((slot for slot in owed if slot.place == place), None)
        if slot is None:
            raise course.refuse("reorder", "no_such_place", f"{place} no tiene carta por recibir")
        owed.remove(slot)
        told.append(slot)
    if len(told) != len(state.initial):
        detail = f"hay {len(state.initial)} cartas repartidas y se nombraron {len(told)} lugares"
        raise course.refuse("reorder", "places_missing", detail)
    course.do(Planned((*told, *owed), article))
