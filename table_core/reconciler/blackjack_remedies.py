"""A blackjack text's irregularities as incidents: which row governs, who decides, and how the engine is told."""

from collections.abc import Callable

from table_core.commands import Resolve
from table_core.incidents import Choice, Incident
from table_core.people import may_act_as
from table_core.rulebook import Irregularity, Role, Rulebook
from table_core.rules.blackjack import dealing
from table_core.rules.blackjack.entries import BUTTONS, Abort, Act, Button, Entry, key_of
from table_core.rules.blackjack.operations import Noted
from table_core.rules.blackjack.state import State
from table_core.table import TableState

# Resolutions that take the cards away: the pass cannot be finished and another shoe is prepared.
NEW_CARDS = frozenset({"CHANGE_CARDS", "CHANGE_DECKS", "VOID_PASS_CHANGE_CARDS", "SHUFFLE", "RESHUFFLE_NO_PASS"})
# Resolutions that end the pass as the text says, or as a supervisor orders where it is silent.
END_PASS = frozenset({"VOID_PASS", "PAY_INITIAL_21_VOID_REST", "PAY_NATURALS_VOID_REST"})


def row_of(rules: Rulebook, before: State, noted: Noted) -> Irregularity | None:
    """The row that governs what the engine noted, at the point of the pass where it happened."""
    rows = {row.event: row for row in rules.irregularities}
    finer = _FINER.get(noted.event)
    events = (*(finer(before) if finer else ()), noted.event)
    return next((rows[event] for event in events if event in rows), None)


def _hole_exposed(state: State) -> tuple[str, ...]:
    return ("hole_exposed_in_deal",) if dealing.only_hole_owed(state) or state.phase == "deal" else ()


def _bank_missing(state: State) -> tuple[str, ...]:
    """Which of the bank's cards is missing: the first, both, or the second with somebody or nobody left to play."""
    if dealing.bank_first_missing(state):
        return ("bank_missing_both",) if len(state.initial) == 2 * len(state.boxes) else ()
    return ("bank_missing_second",) if state.current is not None else ("bank_missing_second_all_defined",)


_FINER: dict[str, Callable[[State], tuple[str, ...]]] = {
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
    return offered is not None and type(offered) is type(entry) and key_of(offered) == key_of(entry)


def remedy(choice: str, incident: Incident, command: Resolve, state: State) -> Entry | None:
    """What the engine is told for *choice*; None where the resolution changes nothing in the pass."""
    box = command.box or incident.box or state.question_box or ""
    match choice:
        case "ACCEPT_CARD":
            return Act("accept_card", box)
        case "BURN_AND_FREEZE" | "OFFER_NEXT_BOX" | "BANK_TAKES_CARD":
            return Act("reject_card", box)
        case "PLAYER_CHOOSES_BURN":
            return Act("choose_burn", box, burn_card=command.cards[0] if command.cards else None)
        case "REORDER":
            return Act("reorder", boxes=command.boxes) if command.boxes else None
        case "VOID_HAND" | "APOLOGISE_VOID_HAND":
            return Act("void", box)
        case "VOID_HAND_BURN_CARDS":
            return Act("void", box, burn=True)
        case "COMPLETE_DELIVERY" | "SERVE_BOTH_LATE" | "SERVE_SECOND_LATE":
            return Act("consent", box)
        case "BURN_AND_VOID":
            return Act("refuse", box)
        case "WITHDRAW":
            return Act("withdraw", box)
        case "FINISH_IN_VIEW" if state.hand(box) is not None:
            return Act("reopen", box)
        case "PAID_BANK_OVER":
            return Act("paid_irregular", box)
        case "LOSES_ALL_BETS" | "NO_CLAIM":
            return Act("lose_all", boxes=command.boxes or (box,))
        case _ if choice in END_PASS or choice in NEW_CARDS:
            return Abort("void_all")
        case _:
            return Button("supervisor_ok") if state.leave_for is not None else None
