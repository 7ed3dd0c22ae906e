"""Where the next card belongs: the one answer that both `expects` and the card handlers use."""

from table_core.rulebook import Rulebook
from table_core.rules.blackjack import bank, hands, side_bets
from table_core.rules.blackjack.options import option
from table_core.rules.blackjack.state import BANK, BURN, HELD, SHOE, Face, Hand, Slot, State


def regular_plan(rules: Rulebook, boxes: tuple[str, ...]) -> tuple[Slot, ...]:
    """The initial deal: one card to each box, one to the bank, a second to each, and a covered one where written."""
    round_of_boxes = tuple(Slot(box) for box in boxes)
    hole = (Slot(BANK, "down"),) if option(rules, "hole") == "down" else ()
    return (*round_of_boxes, Slot(BANK), *round_of_boxes, *hole)


def next_place(rules: Rulebook, state: State) -> Slot | None:
    """Where the next card goes, orders of irregularities included; None when nobody is owed one."""
    pending = state.pending
    if pending is not None:
        match pending.kind:
            case "burn":
                return Slot(BURN, pending.face)
            case "dispute" if pending.place is not None:
                return Slot(pending.place)
            case "dispute" | "stuck" if pending.burn_card is None:
                return Slot(HELD)
    return ordinary_place(rules, state)


def ordinary_place(rules: Rulebook, state: State) -> Slot | None:
    """Where the next card goes when nothing irregular is being settled."""
    if None in state.bank and state.leave_for is None:
        return bank_gap(rules, state)
    match state.phase:
        case "bets":
            return Slot(state.boxes[0]) if state.boxes else None
        case "deal":
            return state.plan[len(state.initial)]
        case "retiro" | "insurance" | "turns":
            return turn_place(rules, state)
        case "bank":
            if state.bank_covered:
                return None
            return Slot(BANK) if bank.wants_card(rules, state) else surplus_place(rules)
        case "reveal" | "settle" | "over":
            return surplus_place(rules)


def sequence_place(rules: Rulebook, state: State) -> str | None:
    """Where a controller that follows the bare sequence would put the next card."""
    if state.hole_due in ("missed", "after_hand") and state.phase in ("retiro", "insurance", "turns"):
        noticed = state.hole_due == "after_hand"
        return state.current.id if noticed and state.current is not None else BANK
    slot = ordinary_place(rules, state)
    return None if slot is None else slot.place


def turn_place(rules: Rulebook, state: State) -> Slot | None:
    """Where a card goes while players decide."""
    if state.hole_due == "now":
        return Slot(BANK, late_hole_face(rules, state))
    hand = next((hand for hand in state.open_hands if not hands.is_natural(hand)), None)
    if hand is None:
        needed = bank.duty(rules, state) != "none"
        return Slot(BANK) if needed and not state.bank_covered else surplus_place(rules)
    if len(hand.cards) == 1:
        return Slot(hand.id, split_face(rules, hand))
    if state.asked is not None:
        asked = state.hand(state.asked) or hand
        return Slot(asked.id, double_face(rules, asked) if asked.doubled else "up")
    if state.hole_due:
        return Slot(BANK, late_hole_face(rules, state))
    return unasked_place(rules, hand)


def unasked_place(rules: Rulebook, hand: Hand) -> Slot:
    """A card nobody asked for: the player's where drawing is asking, else burned unseen (MZA 14e)."""
    if option(rules, "unoffered_card") == "burn":
        return Slot(BURN, "down")
    return Slot(hand.id)


def bank_gap(rules: Rulebook, state: State) -> Slot:
    """The place of a bank card that was swept away, open or covered as the lost one was."""
    second = state.bank.index(None) == 1
    return Slot(BANK, "down" if second and option(rules, "hole") == "down" and not state.hole_turned else "up")


def late_hole_face(rules: Rulebook, state: State) -> Face:
    """A forgotten second card is covered while somebody may still decide (MZA 14l, BJ8 DC-13)."""
    if state.current is None:
        return "up"
    return "up" if option(rules, "late_hole_face") == "up" else "down"


def split_face(rules: Rulebook, hand: Hand) -> Face:
    """Cards on split aces may be covered."""
    return "down" if hand.opened == "A" and option(rules, "split_aces_face") == "down" else "up"


def double_face(rules: Rulebook, hand: Hand) -> Face:
    """Whether the card of a double is dealt open or covered."""
    if side_bets.invited_to_double(rules, hand):
        return "up"
    match option(rules, "double_face"):
        case "down":
            return "down"
        case "down_if_hard_le_11":
            return "down" if hands.hard(hand.codes) <= 11 else "up"
        case "down_if_best_le_11":
            return "down" if hands.best(hand.codes).total <= 11 else "up"
        case _:
            return "up"


def surplus_place(rules: Rulebook) -> Slot | None:
    match option(rules, "surplus_card"):
        case "burn":
            return Slot(BURN, bank.surplus_face(rules))
        case "shoe":
            return Slot(SHOE)
        case _:
            return None
