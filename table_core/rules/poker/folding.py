"""The poker game after an operation. Total: what is recorded is a fact."""

from collections.abc import Iterable

from msgspec.structs import replace

from table_core.rules.poker.entries import DEALER
from table_core.rules.poker.operations import (
    AntePlaced,
    AnteTaken,
    BetCorrected,
    CardBurned,
    CardDealt,
    CardTakenOut,
    ChangeKeyed,
    DealBegun,
    DealReordered,
    DealUnclear,
    DeckPrepared,
    DeckTaken,
    HandShown,
    HandsOpened,
    Noted,
    PassSettled,
    PassVoided,
    PhaseEntered,
    PokerOperation,
    SeatDealtIn,
    SeatDecided,
    SeatOut,
    SeatVacated,
    SeatWarned,
    UpCardMoved,
)
from table_core.rules.poker.state import PokerGame, Seat


def evolve(game: PokerGame, operation: PokerOperation) -> PokerGame:
    match operation:
        case DeckPrepared(pack=pack, read=read):
            return _new_pass(game, pack, read)
        case DeckTaken():
            return replace(_new_pass(game, game.pack, game.read), phase="shuffle")
        case AntePlaced() | AnteTaken() | SeatDealtIn():
            return replace(game, seats=_seats_after(game, operation))
        case DealBegun(up_card=up_card):
            return replace(game, phase="deal", up_card=up_card)
        case PhaseEntered(phase=phase):
            return replace(game, phase=phase)
        case CardDealt() | CardBurned() | CardTakenOut():
            return _card_moved(game, operation)
        case SeatDecided() | BetCorrected() | ChangeKeyed() | SeatOut():
            return _seat_changed(game, operation)
        case DealReordered():
            return replace(game, shuffled=False)
        case DealUnclear():
            return replace(game, shuffled=True)
        case UpCardMoved(which=which):
            return replace(game, up_card=which, up_card_moved=True)
        case HandsOpened():
            return replace(game, phase="review")
        case HandShown(seat=seat, shown=shown):
            return replace(game, dealer=shown) if seat == DEALER else _with(game, seat, shown=shown)
        case SeatWarned(seat=seat):
            return replace(game, warned={**game.warned, seat: game.warned.get(seat, 0) + 1})
        case SeatVacated(seat=seat):
            return replace(
                game,
                warned={number: count for number, count in game.warned.items() if number != seat},
                idle={number: passes for number, passes in game.idle.items() if number != seat},
            )
        case Noted():
            return game
        case PassSettled(results=results, plays=plays):
            return replace(game, phase="settled", results=results, plays=plays, idle=_idle_after(game))
        case PassVoided(results=results):
            return replace(game, phase="settled", results=results, plays=None)


def _new_pass(game: PokerGame, pack: str, read: bool) -> PokerGame:
    """A shuffled deck, an empty cloth; what is known of the players stays."""
    return PokerGame(phase="antes", pack=pack, read=read, warned=game.warned, idle=game.idle)


def _seats_after(game: PokerGame, operation: AntePlaced | AnteTaken | SeatDealtIn) -> tuple[Seat, ...]:
    others = tuple(seat for seat in game.seats if seat.number != operation.seat)
    match operation:
        case AnteTaken():
            return others
        case AntePlaced(seat=number, amount=amount):
            new = Seat(number, amount)
        case SeatDealtIn(seat=number):
            new = Seat(number, None, out="no_ante")
    return tuple(sorted((*others, new), key=lambda seat: seat.number))


def _card_moved(game: PokerGame, operation: CardDealt | CardBurned | CardTakenOut) -> PokerGame:
    match operation:
        case CardDealt(card=card, pile=pile):
            return replace(game, **{pile: (*getattr(game, pile), card)})
        case CardBurned():
            return replace(game, burned=game.burned + 1)
        case CardTakenOut(pile=pile, index=index):
            cards = getattr(game, pile)
            return replace(game, burned=game.burned + 1, **{pile: cards[:index] + cards[index + 1 :]})


def _seat_changed(game: PokerGame, operation: SeatDecided | BetCorrected | ChangeKeyed | SeatOut) -> PokerGame:
    match operation:
        case SeatDecided(seat=seat, choice=choice, bet=bet):
            return _with(game, seat, choice=choice, bet=bet)
        case BetCorrected(seat=seat, bet=bet):
            return _with(game, seat, bet=bet)
        case ChangeKeyed(seat=seat, count=count):
            return _with(game, seat, changes=count)
        case SeatOut(seat=seat, out=out):
            return _with(game, seat, out=out)


def _with(game: PokerGame, number: int, **changes: object) -> PokerGame:
    seats = tuple(replace(seat, **changes) if seat.number == number else seat for seat in game.seats)
    return replace(game, seats=seats)


def _idle_after(game: PokerGame) -> dict[int, int]:
    """Seats that have ever played and did not now have been idle for one pass more."""
    played = {seat.number for seat in game.seats}
    known = played | set(game.idle)
    return {number: 0 if number in played else game.idle[number] + 1 for number in sorted(known)}


def fold(game: PokerGame, operations: Iterable[PokerOperation]) -> PokerGame:
    for operation in operations:
        game = evolve(game, operation)
    return game
