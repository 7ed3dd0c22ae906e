"""`evolve`: the state after one operation. The only place where a state changes; decides nothing."""

from msgspec.structs import replace

from table_core.rules.blackjack.operations import (
    Aborted,
    AceDeclared,
    Announced,
    BankSwept,
    BetPlaced,
    BetsCalled,
    CardAsked,
    CardBurned,
    CardDealt,
    CardHeld,
    CardMoved,
    CardReturned,
    Collected,
    DealTakenBack,
    Doubled,
    HandBurned,
    HandClosed,
    HandReopened,
    HandSplit,
    HandUnsettled,
    HoleDue,
    JackpotForfeited,
    LeaveAsked,
    Noted,
    Operation,
    Paid,
    PendingSet,
    PhaseEntered,
    Planned,
    QuestionOpened,
    Revealed,
    ShuffleOrdered,
    SidePlaced,
    SideSettled,
    StakeReturned,
)
from table_core.rules.blackjack.state import (
    BANK,
    BURN,
    HELD,
    SHOE,
    Face,
    Hand,
    Held,
    Laid,
    Result,
    SideBet,
    Standing,
    State,
)


def evolve(state: State, operation: Operation) -> State:
    """The state after *operation*."""
    match operation:
        case CardDealt() | CardBurned() | CardHeld() | CardReturned() | CardMoved():
            return _card(state, operation)
        case Planned() | DealTakenBack() | BankSwept() | HandBurned() | Revealed():
            return _cards(state, operation)
        case Paid() | Collected() | StakeReturned() | HandUnsettled():
            return _money(state, operation)
        case CardAsked() | Doubled() | HandSplit() | AceDeclared() | HandClosed() | HandReopened():
            return _turn(state, operation)
        case BetPlaced() | SidePlaced() | SideSettled() | JackpotForfeited():
            return _bet(state, operation)
        case _:
            return _table(state, operation)


def fold(state: State, operations: list[Operation]) -> State:
    for operation in operations:
        state = evolve(state, operation)
    return state


def _card(state: State, operation: CardDealt | CardBurned | CardHeld | CardReturned | CardMoved) -> State:
    match operation:
        case CardDealt(place=place, card=card, face=face, initial=initial):
            logged = replace(state, log=(*state.log, Laid(card, place, face, initial)))
            return _lay(replace(logged, asked=None), place, Held(card, face))
        case CardBurned(card=card, face=face):
            logged = replace(state, log=(*state.log, Laid(card, BURN, face)))
            return replace(logged, burned=(*state.burned, Held(card, face)))
        case CardHeld(card=card):
            return replace(state, log=(*state.log, Laid(card, HELD, "up")))
        case CardReturned(card=card):
            return replace(state, log=(*state.log, Laid(card, SHOE, "up")), returned_card=card)
        case CardMoved():
            return _move(state, operation)


def _cards(state: State, operation: Planned | DealTakenBack | BankSwept | HandBurned | Revealed) -> State:
    match operation:
        case Planned(plan=plan):
            laid = len(state.initial)
            planned = replace(state, plan=plan)
            return planned if plan[:laid] == state.plan[:laid] else _replan(planned)
        case DealTakenBack(face=face):
            return _take_back(state, face)
        case BankSwept(places=places):
            swept = tuple(held for index, held in enumerate(state.bank) if index in places and held)
            bank = tuple(None if index in places else held for index, held in enumerate(state.bank))
            return replace(state, bank=bank, burned=(*state.burned, *swept))
        case HandBurned(hand=hand_id):
            hand = _hand(state, hand_id)
            return _with(replace(state, burned=(*state.burned, *hand.cards)), replace(hand, cards=()))
        case Revealed(place=place) if place == BANK:
            turned = tuple(None if held is None else Held(held.card) for held in state.bank)
            return replace(state, bank=turned, hole_turned=True)
        case Revealed(place=place):
            hand = _hand(state, place)
            return _with(state, replace(hand, cards=tuple(Held(held.card) for held in hand.cards)))


def _money(state: State, operation: Paid | Collected | StakeReturned | HandUnsettled) -> State:
    hand = _hand(state, operation.hand)
    match operation:
        case HandUnsettled():
            return _with(state, replace(hand, result=None, ratio=""))
        case Paid(result=result, ratio=ratio, at_once=at_once):
            paid = (*state.paid, hand.id) if at_once else state.paid
            counted = replace(state, paid=paid, payments=(*state.payments, hand.box))
            return _with(counted, _settled(hand, result, ratio))
        case Collected(result=result, at_once=at_once):
            taken = (*state.taken, hand.id) if at_once else state.taken
            return _with(replace(state, taken=taken), _settled(hand, result))
        case StakeReturned(result=result):
            return _with(state, _settled(hand, result))


def _turn(state: State, operation: CardAsked | Doubled | HandSplit | AceDeclared | HandClosed | HandReopened) -> State:
    hand = _hand(state, operation.hand)
    match operation:
        case CardAsked():
            return replace(state, asked=hand.id)
        case Doubled(plain=plain):
            changed = replace(hand, doubled=not plain, plain_double=plain)
            return _with(replace(state, asked=hand.id), replace(changed, done=None))
        case AceDeclared(value=value):
            return _with(state, replace(hand, ace=value))
        case HandClosed(reason=reason):
            asked = None if state.asked == hand.id else state.asked
            return _with(replace(state, asked=asked), replace(hand, done=reason))
        case HandReopened():
            return _with(state, replace(hand, done=None, reopened=True))
        case HandSplit():
            return _split(state, hand, operation)


def _bet(state: State, operation: BetPlaced | SidePlaced | SideSettled | JackpotForfeited) -> State:
    match operation:
        case BetPlaced(box=box, stake=stake, player=player, standing=standing):
            hands = sorted((*state.hands, Hand(box, box, stake)), key=lambda hand: int(hand.box))
            riding = (*state.standing, *(Standing(box, amount) for amount in standing))
            return replace(state, hands=tuple(hands), standing=riding, players=(*state.players, (box, player)))
        case SidePlaced(hand=hand, kind=kind, stake=stake):
            return replace(state, sides=(*state.sides, SideBet(hand, kind, stake)))
        case SideSettled(index=index, outcome=outcome, label=label, net=net):
            side = replace(state.sides[index], outcome=outcome, label=label, net=net)
            sides = (*state.sides[:index], side, *state.sides[index + 1 :])
            order = state.side_order if outcome is None else (*state.side_order, side.hand)
            return replace(state, sides=sides, side_order=order)
        case JackpotForfeited(box=box):
            return replace(state, jackpot_lost=(*state.jackpot_lost, box))


def _table(state: State, operation: Operation) -> State:
    match operation:
        case PhaseEntered(phase=phase):
            return replace(state, phase=phase)
        case BetsCalled():
            return replace(state, called=True)
        case Announced(text=text):
            return replace(state, announced=(*state.announced, text))
        case ShuffleOrdered():
            return replace(state, shuffle_after=True)
        case PendingSet(pending=pending):
            return replace(state, pending=pending)
        case QuestionOpened(event=event, box=box):
            return replace(state, question=event, question_box=box)
        case LeaveAsked(event=event):
            return replace(state, leave_for=event)
        case HoleDue(when=when, after=after):
            return replace(state, hole_due=when, hole_after=after)
        case Aborted(mode=mode):
            return replace(state, aborted=mode)
        case Noted():
            return state
        case _:
            raise TypeError(f"no fold for {type(operation).__name__}")


def _hand(state: State, hand_id: str) -> Hand:
    hand = state.hand(hand_id)
    if hand is None:
        raise KeyError(f"no hand {hand_id}")
    return hand


def _with(state: State, hand: Hand) -> State:
    return replace(state, hands=tuple(hand if known.id == hand.id else known for known in state.hands))


def _settled(hand: Hand, result: Result, ratio: str = "") -> Hand:
    return replace(hand, result=result, ratio=ratio, done=hand.done or result)


def _lay(state: State, place: str, held: Held) -> State:
    if place != BANK:
        hand = _hand(state, place)
        return _with(state, replace(hand, cards=(*hand.cards, held)))
    if None in state.bank:
        gap = state.bank.index(None)
        return replace(state, bank=(*state.bank[:gap], held, *state.bank[gap + 1 :]))
    return replace(state, bank=(*state.bank, held))


def _replan(state: State) -> State:
    """Lay the initial cards anew, in the order they left the shoe, on the places of the new plan."""
    empty = tuple(replace(hand, cards=()) if hand.result is None else hand for hand in state.hands)
    laid = replace(state, hands=empty, bank=(), log=())
    slots = iter(state.plan)
    for card in state.log:
        slot = next(slots, None) if card.initial else None
        if slot is None:
            laid = replace(laid, log=(*laid.log, card))
            continue
        laid = replace(laid, log=(*laid.log, Laid(card.card, slot.place, slot.face, True)))
        if slot.place == BANK or _hand(laid, slot.place).result is None:
            laid = _lay(laid, slot.place, Held(card.card, slot.face))
    return laid


def _take_back(state: State, face: Face) -> State:
    burned = tuple(Held(laid.card, face) for laid in state.log if laid.initial)
    log = tuple(Laid(laid.card, BURN, face) if laid.initial else laid for laid in state.log)
    hands = tuple(replace(hand, cards=()) for hand in state.hands)
    return replace(state, log=log, hands=hands, bank=(), plan=(), burned=(*state.burned, *burned))


def _move(state: State, operation: CardMoved) -> State:
    index, place, face = operation.index, operation.place, operation.face
    laid = state.log[index]
    there = Laid(laid.card, place, face, operation.initial)
    moved = replace(state, log=(*state.log[:index], there, *state.log[index + 1 :]))
    if laid.place == BANK:
        moved = replace(moved, bank=(*moved.bank[:-1], None))
    elif laid.place not in (HELD, BURN, SHOE):
        hand = _hand(moved, laid.place)
        moved = _with(moved, replace(hand, cards=hand.cards[:-1], done=None, result=None))
        moved = replace(moved, taken=tuple(known for known in moved.taken if known != hand.id))
    if place == BURN:
        return replace(moved, burned=(*moved.burned, Held(laid.card, face)))
    if place == HELD:
        return moved
    return _lay(replace(moved, asked=None if moved.asked == place else moved.asked), place, Held(laid.card, face))


def _split(state: State, hand: Hand, operation: HandSplit) -> State:
    first = replace(hand, id=operation.first, cards=hand.cards[:1], opened=operation.opened, ace=None)
    second = replace(first, id=operation.second, cards=hand.cards[1:])
    hands = [first if known.id == hand.id else known for known in state.hands]
    hands.insert(operation.position, second)
    return replace(state, hands=tuple(hands), asked=None)
