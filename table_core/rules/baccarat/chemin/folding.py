"""The fold of what happens at a table of Chemin de Fer. Total: what is recorded is a fact and is never judged again."""

from collections.abc import Iterable

from msgspec.structs import replace

from table_core.cards import Card
from table_core.events import Side
from table_core.rules.baccarat.chemin.operations import (
    AllGoes,
    BankChanged,
    BankEnded,
    BankOffered,
    BankTaken,
    BetsClosed,
    CardDealt,
    CardDiscarded,
    CardExposed,
    CardFaced,
    CardKept,
    CardMoved,
    CardReplaced,
    CardTakenOut,
    CheminOperation,
    CutCardCameOut,
    HandsKeyed,
    HandsShown,
    ListsKept,
    Marked,
    PlayCompleted,
    PlayerLeft,
    PlayerPlaced,
    PlaySettled,
    PlayVoided,
    RequestsKeyed,
    ShoeEnded,
    ShoePrepared,
    Spoken,
    StakesChanged,
    WordTakenBack,
)
from table_core.rules.baccarat.chemin.state import CheminState, Phase
from table_core.rules.baccarat.state import Dealt, Place


def after(state: CheminState, operations: Iterable[CheminOperation]) -> CheminState:
    """The table after several operations."""
    for operation in operations:
        state = evolve(state, operation)
    return state


def evolve(state: CheminState, operation: CheminOperation) -> CheminState:
    """The table after *operation*."""
    match operation:
        case ShoePrepared(decks=decks):
            return _next_play(replace(state, decks=decks, drawn=0, cut_card_out=False))
        case PlayerPlaced() | PlayerLeft() | ListsKept():
            return _evolve_people(state, operation)
        case BankOffered() | BankTaken() | BankChanged() | BankEnded():
            return _evolve_bank(state, operation)
        case RequestsKeyed(requests=requests):
            return replace(state, requests=requests)
        case BetsClosed(stakes=stakes):
            return replace(state, phase="closed", stakes=stakes, won_last=None)
        case StakesChanged(stakes=stakes):
            return replace(state, stakes=stakes)
        case AllGoes():
            return replace(state, all_goes=True)
        case PlaySettled(result=result, bank=bank, seguido=seguido, last_banco=last_banco):
            won = bank if result == "bank" else None
            return _next_play(replace(state, bank=bank, won_last=won, seguido=seguido, last_banco=last_banco))
        case PlayVoided():
            return _next_play(state)
        case CutCardCameOut():
            return replace(state, cut_card_out=True)
        case ShoeEnded():
            return replace(
                _next_play(state), phase="no_shoe", decks=0, drawn=0, cut_card_out=False, offer=None, early=()
            )
        case _:
            return _evolve_cards(state, operation)


def _next_play(state: CheminState) -> CheminState:
    """Nothing on the cloth. Cards that must be played stay until bets close."""
    return CheminState(
        phase="bank" if state.bank is None and state.offer is not None else "stakes",
        decks=state.decks,
        drawn=state.drawn,
        cut_card_out=state.cut_card_out,
        players=state.players,
        waiting=state.waiting,
        changes=state.changes,
        bank=state.bank,
        offer=state.offer,
        won_last=state.won_last,
        seguido=state.seguido,
        last_banco=state.last_banco,
        early=state.early,
    )


def _evolve_people(state: CheminState, operation: PlayerPlaced | PlayerLeft | ListsKept) -> CheminState:
    match operation:
        case PlayerPlaced(player=player):
            others = tuple(one for one in state.players if one.name != player.name)
            waiting = state.waiting if player.standing else _without(state.waiting, player.name)
            return replace(state, players=(*others, player), waiting=waiting)
        case PlayerLeft(name=name):
            others = tuple(one for one in state.players if one.name != name)
            return replace(state, players=others, changes=_without(state.changes, name))
        case ListsKept(waiting=waiting, changes=changes):
            return replace(state, waiting=waiting, changes=changes)


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(one for one in names if one != name)


def _evolve_bank(state: CheminState, operation: BankOffered | BankTaken | BankChanged | BankEnded) -> CheminState:
    match operation:
        case BankOffered(offer=offer):
            phase: Phase = state.phase if state.phase == "no_shoe" else "bank"
            return replace(state, offer=offer, phase=phase)
        case BankTaken(bank=bank):
            phase = state.phase if state.phase == "no_shoe" else "stakes"
            return replace(state, bank=bank, offer=None, phase=phase, won_last=None, seguido=None, last_banco=None)
        case BankChanged(bank=bank):
            return replace(state, bank=bank)
        case BankEnded(why=why):
            won = state.bank if why == "talla" and state.won_last is not None else None
            return replace(state, bank=None, won_last=won, seguido=None, requests=())


def _evolve_cards(state: CheminState, operation: CheminOperation) -> CheminState:
    match operation:
        case CardKept(card=card):
            return replace(state, early=(*state.early, card), drawn=state.drawn + 1)
        case CardDiscarded():
            return replace(state, drawn=state.drawn + 1)
        case CardDealt(dealt=dealt):
            return _dealt(state, dealt)
        case CardFaced(place=place, card=card) | CardReplaced(place=place, card=card):
            return replace(state, dealt=tuple(_faced(one, place, card) for one in state.dealt))
        case CardMoved(origin=origin, place=place):
            moved = tuple(replace(one, place=place) if one.place == origin else one for one in state.dealt)
            return _course(replace(state, dealt=moved))
        case CardTakenOut(place=place):
            left = tuple(one for one in state.dealt if one.place != place)
            return _course(replace(state, dealt=left, removed=True))
        case HandsKeyed(punto=punto, bank=bank):
            laid = _laid(punto, bank)
            drawn = state.drawn + max(0, len(laid) - len(state.dealt))
            return _course(replace(state, dealt=laid, drawn=drawn, keyed=True, early=()))
        case Spoken(side="punto", word=word):
            return _course(replace(state, punto_word=word))
        case Spoken(word=word):
            return _course(replace(state, bank_word=word))
        case WordTakenBack():
            return _course(replace(state, punto_word=None, bank_word=None))
        case Marked(mark=mark):
            return _course(state if mark in state.marks else replace(state, marks=(*state.marks, mark)))
        case CardExposed(place=place):
            return replace(state, exposed=(*state.exposed, place))
        case HandsShown():
            return replace(state, shown=True)
        case PlayCompleted():
            return replace(state, phase="complete", shown=True)
        case _:
            raise TypeError(f"no fold for {type(operation).__name__}")


def _dealt(state: CheminState, dealt: Dealt) -> CheminState:
    """A card of the play; one that was kept from before is already counted as drawn."""
    if state.early:
        return _course(replace(state, dealt=(*state.dealt, dealt), early=state.early[1:]))
    return _course(replace(state, dealt=(*state.dealt, dealt), drawn=state.drawn + 1))


def _course(state: CheminState) -> CheminState:
    """The phase that cards and words lead to."""
    if not state.in_pass:
        return state
    return replace(state, phase=_phase(state))


def _phase(state: CheminState) -> Phase:
    if len(state.hand("punto")) < 2 or len(state.hand("bank")) < 2:
        return "dealing" if state.dealt else "closed"
    owed = state.punto_word == "carta" and len(state.hand("punto")) == 2 and "punto_nine" not in state.marks
    return "punto" if state.punto_word is None or owed else "banker"


def _faced(one: Dealt, place: Place, card: Card | None) -> Dealt:
    return replace(one, card=card) if one.place == place else one


def _laid(punto: tuple[Card, ...], bank: tuple[Card, ...]) -> tuple[Dealt, ...]:
    """Hands read from the cloth, in the order they were drawn."""
    sides: tuple[tuple[Side, tuple[Card, ...]], ...] = (("punto", punto), ("bank", bank))
    return tuple(
        Dealt(Place(side, position + 1), hand[position])
        for position in range(3)
        for side, hand in sides
        if position < len(hand)
    )
