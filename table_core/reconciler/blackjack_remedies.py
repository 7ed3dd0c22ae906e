"""A blackjack text's irregularities as incidents: which row governs, who decides, and how the engine is told."""

from collections.abc import Callable

from table_core.commands import Resolve
from table_core.decision import Decision
from table_core.incidents import Choice, Incident
from table_core.people import HOUSE, may_act_as
from table_core.rulebook import Irregularity, Role, Rulebook, RuleViolation
from table_core.rules.blackjack import dealing, irregularities
from table_core.rules.blackjack.entries import BUTTONS, Abort, Act, Button, Entry, key_of
from table_core.rules.blackjack.operations import Noted
from table_core.rules.blackjack.state import State
from table_core.session import LAST_HANDS, LastPassesAnnounced, TableClosed
from table_core.table import TableState

# Resolutions that take the cards away: the pass cannot be finished and another shoe is prepared.
NEW_CARDS = frozenset({"CHANGE_CARDS", "CHANGE_DECKS", "VOID_PASS_CHANGE_CARDS", "SHUFFLE", "RESHUFFLE_NO_PASS"})
# Resolutions that end the pass as the text says, or as a supervisor orders where it is silent.
END_PASS = frozenset({"VOID_PASS", "PAY_INITIAL_21_VOID_REST", "PAY_NATURALS_VOID_REST"})


# A shuffle because circumstances warrant it does not take a pass away (IQQ 92).
AFTER_PASS = frozenset({"SHUFFLE"})
# Reported of a hand that is still in its turn, these say that the dealer went past it.
PASSED_OVER = frozenset({"player_passed_over", "forgotten_double"})
# It is put right once the bank is complete; until then the pass goes on (BJ8 DC-11, MZA 14g).
PUT_RIGHT_AT_THE_END = frozenset({"player_passed_over"})
# Resolutions about the table's day, not about the pass.
OF_THE_DAY = frozenset({"DO_NOT_OPEN", "STOP", "ANNOUNCE_LAST_GAME", "ANNOUNCE_LAST_HANDS"})
# Resolutions about the shoe between passes.
OF_THE_SHOE: dict[str, str] = {"BURN_THREE": "players_sat", "DISMANTLE_AND_REARM": "dismantle"}
# Resolutions that need to be told whose cards or bets they are about.
_NAMES_BOXES = frozenset({"LOSES_ALL_BETS"})


def ends_pass(choice: str) -> bool:
    return choice in END_PASS or choice in NEW_CARDS


def is_told(row: Irregularity, box: str | None) -> bool:
    """Whether everything the row's only resolution needs is known."""
    return bool(box) or not _NAMES_BOXES.intersection(row.resolutions)


def end_day(decision: Decision, choice: str) -> None:
    """The table announces its last passes in the text's own words, or is closed before it may be played."""
    session = decision.state.session
    match choice:
        case "ANNOUNCE_LAST_GAME":
            decision.announce_last(LastPassesAnnounced(1, "ordered"))
        case "ANNOUNCE_LAST_HANDS":
            decision.announce_last(LastPassesAnnounced(max(LAST_HANDS), "closing_hour"))
        case _ if decision.state.game.in_pass:
            raise RuleViolation(HOUSE, "PASS_UNDER_WAY", "termine el pase antes de cerrar la mesa")
        case _ if session.day == "open":
            decision.record(TableClosed(session.jornada, decision.person or ""))


def check_shown(incident: Incident, choice: Choice, command: Resolve, state: State) -> None:
    """A card picked up from the floor is the one the reader gave last, or it is not this table's (CQB 1.7)."""
    read = state.log[-1].card if state.log else None
    if choice.code == "SHOW_AND_CONTINUE" and command.cards and command.cards[0] != read:
        detail = f"se mostró {command.cards[0]} y esa no es la última carta que salió del sabot"
        raise RuleViolation(", ".join(incident.articles), "CARD_DIFFERS", detail)


def row_of(rules: Rulebook, before: State, noted: Noted) -> Irregularity | None:
    """The row that governs what the engine noted, at the point of the pass where it happened."""
    rows = {row.event: row for row in rules.irregularities}
    finer = _FINER.get(noted.event)
    events = (*(finer(before, noted.box) if finer else ()), noted.event)
    return next((rows[event] for event in events if event in rows), None)


def _hole_exposed(state: State, box: str | None) -> tuple[str, ...]:
    in_deal = state.phase == "deal" or irregularities.hole_just_dealt(state, box)
    return ("hole_exposed_in_deal",) if in_deal else ()


def _bank_missing(state: State, _box: str | None) -> tuple[str, ...]:
    """Which of the bank's cards is missing: the first, both, or the second with somebody or nobody left to play."""
    if dealing.bank_first_missing(state):
        return ("bank_missing_both",) if len(state.initial) == 2 * len(state.boxes) else ()
    return ("bank_missing_second",) if state.current is not None else ("bank_missing_second_all_defined",)


_FINER: dict[str, Callable[[State, str | None], tuple[str, ...]]] = {
    "hole_exposed": _hole_exposed,
    "bank_missing_cards": _bank_missing,
}


def waits(state: State) -> bool:
    """Whether the pass waits for somebody's word about an irregularity."""
    pending = state.pending
    asked = pending is not None and (
        pending.kind in ("dispute", "offer") or (pending.kind == "stuck" and pending.burn_card is None)
    )
    return state.question is not None or state.leave_for is not None or asked


def stops_cards(state: State) -> bool:
    """Whether no card may leave the shoe before that word was spoken."""
    return state.question is not None or state.leave_for is not None


def choices(row: Irregularity) -> tuple[Choice, ...]:
    return tuple(Choice(code, row.role, row.row, _NEEDS.get(code, ()), row.jointly) for code in row.resolutions)


_NEEDS = {
    "PLAYER_CHOOSES_BURN": ("cards",),
    "REORDER": ("boxes",),
    "LOSES_ALL_BETS": ("boxes",),
    "SHOW_AND_CONTINUE": ("cards",),
    **dict.fromkeys(
        (
            "ACCEPT_CARD", "APOLOGISE_VOID_HAND", "BANK_TAKES_CARD", "BURN_AND_FREEZE", "BURN_AND_VOID",
            "COMPLETE_DELIVERY", "FINISH_IN_VIEW", "LOSES_ALL_BETS", "NO_CLAIM", "OFFER_NEXT_BOX", "PAID_BANK_OVER",
            "SERVE_BOTH_LATE", "SERVE_SECOND_LATE", "VOID_HAND", "VOID_HAND_BURN_CARDS", "WITHDRAW",
        ),
        ("box",),
    ),
}  # fmt: skip


def is_button(event: str) -> bool:
    """Whether the engine itself knows what the dealer reports under this name."""
    return event in BUTTONS


_REGULAR_ACTS = frozenset(
    {
        "hit", "stand", "double", "split", "surrender", "even_money", "insure", "desafio", "ace_value", "decline",
    }
)  # fmt: skip


def is_remedy(entry: Entry) -> bool:
    """Whether *entry* mends what went wrong; the regular game never needs it."""
    match entry:
        case Act(name=name):
            return name not in _REGULAR_ACTS
        case Button(name=name):
            return name == "supervisor_ok"
        case _:
            return isinstance(entry, Abort)


def answers(state: TableState, entry: Entry, role: Role | None) -> bool:
    """Whether an open incident offers *role* a choice that comes to *entry*."""
    return any(
        role is not None and may_act_as(role, choice.role) and _comes_to(choice.code, incident, entry, state)
        for incident in state.incidents
        for choice in incident.choices
    )


def _comes_to(choice: str, incident: Incident, entry: Entry, state: TableState) -> bool:
    boxes = entry.boxes if isinstance(entry, Act) else ()
    offered = remedy(choice, incident, Resolve(incident.id, choice, boxes=boxes), state.blackjack.round)
    return any(type(one) is type(entry) and key_of(one) == key_of(entry) for one in offered)


def _reorder(command: Resolve, state: State) -> tuple[Entry, ...]:
    """As the jefe says; without a word of his the order in which the cards left the shoe is the right one."""
    if state.phase != "deal":
        return ()
    in_draw_order = tuple(slot.place for slot in state.plan[: len(state.initial)])
    return (Act("reorder", boxes=command.boxes or in_draw_order),)


def remedy(choice: str, incident: Incident, command: Resolve, state: State) -> tuple[Entry, ...]:
    """What the engine is told for *choice*, in order; nothing where the resolution changes nothing in the pass."""
    box = command.box or incident.box or state.question_box or ""
    match choice:
        case "ACCEPT_CARD":
            return (Act("accept_card", box),)
        case "BURN_AND_FREEZE" | "OFFER_NEXT_BOX" | "BANK_TAKES_CARD":
            return (Act("reject_card", box),)
        case "PLAYER_CHOOSES_BURN":
            return (Act("choose_burn", box, burn_card=command.cards[0] if command.cards else None),)
        case "REORDER":
            return _reorder(command, state)
        case "VOID_HAND" | "APOLOGISE_VOID_HAND":
            return (Act("void", box),)
        case "VOID_HAND_BURN_CARDS":
            return (Act("void", box, burn=True),)
        case "COMPLETE_DELIVERY" | "SERVE_BOTH_LATE" | "SERVE_SECOND_LATE":
            return (Act("consent", box),)
        case "BURN_AND_VOID":
            return (Act("refuse", box),)
        case "WITHDRAW":
            return (Act("withdraw", box),)
        case "FINISH_IN_VIEW" if state.hand(box) is not None:
            return (Act("reopen", box),)
        case "NEXT_CARD" | "NEXT_CARD_COVERED":
            return (Act("reopen", box), Act("double", box))
        case "PAID_BANK_OVER":
            return (Act("paid_irregular", box),)
        case "LOSES_ALL_BETS" | "NO_CLAIM":
            return (Act("lose_all", boxes=command.boxes or (box,)),)
        case "NEXT_CARDS_TO_BANK" if incident.code == "bank_card_discarded":
            return (Act("bank_discarded", cards=command.cards), Button("supervisor_ok"))
        case _ if ends_pass(choice):
            return (Abort("void_all"),)
        case _:
            return (Button("supervisor_ok"),) if state.leave_for is not None else ()
