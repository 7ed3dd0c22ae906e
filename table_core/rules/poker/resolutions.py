"""What the resolution of an irregularity of either poker text does to the pass, hand by hand and card by card."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from table_core.cards import Card
from table_core.rulebook import Fact, RuleViolation
from table_core.rules.poker.engine import Engine, Operations
from table_core.rules.poker.entries import DEALER
from table_core.rules.poker.irregularities import IN_PASS, told_count
from table_core.rules.poker.operations import (
    BetCorrected,
    CardBurned,
    CardTakenOut,
    DealReordered,
    DealUnclear,
    DeckTaken,
    PhaseEntered,
    Pile,
    SeatDealtIn,
    SeatOut,
    SeatVacated,
    SeatWarned,
    UpCardMoved,
)
from table_core.rules.poker.state import HAND_CARDS, Phase, PokerGame


class Report(Struct, frozen=True):
    """What an incident is about when its resolution is carried out."""

    event: str
    article: str
    seats: tuple[int, ...] = ()
    facts: dict[str, Fact] = {}
    cards: tuple[Card, ...] = ()


def carry_out(engine: Engine, game: PokerGame, choice: str, report: Report) -> Operations:
    """The operations of *choice*."""
    where = report.article
    match choice:
        case "VOID_PASS" | "BURN_PASS":
            return [engine.void(game, report.event, where)] if game.in_pass else []
        case "RESHUFFLE" | "RESHUFFLE_NEW_PASS" | "REPLACE_DECK" | "RECUT" | "CHANGE_CARDS":
            voided: Operations = [engine.void(game, report.event, where)] if game.in_pass else []
            return [*voided, DeckTaken(choice.lower(), where)]
        case "REORDER":
            return [DealReordered(where)]
        case "BURN_CARD_CONTINUE":
            return _last_taken_out(game, where)
        case "PLAYER_CHOOSES_BURN":
            return _stuck(game, report)
        case "BURN_EXTRA":
            return []
        case "SEEN_CARD_BECOMES_UPCARD":
            return [UpCardMoved(_which(report), where)]
        case _ if choice in _SEATED:
            return [
                operation for seat in _seats(game, choice, report) for operation in _SEATED[choice](game, seat, report)
            ]
        case _ if choice in _NOTHING:
            return []
        case _:
            raise RuleViolation(where, "UNKNOWN_CHOICE", f"{choice}: no es una resolución")


_NOTHING: Final = frozenset(
    {
        "ACCEPT_CUT", "CONTINUE", "CORRECT_BET", "FORCE_BET_BACK", "NONE", "REJECT_CHANGE", "REJECT_SECOND_SEAT",
        "RETURN_BET",
    }
)  # fmt: skip


def _void_hand(game: PokerGame, seat: int, report: Report) -> Operations:
    """Annulled. After a wrong count nobody knows any more which card lies where: the deal is over."""
    if report.event == "dealt_without_ante":
        return [SeatDealtIn(seat, report.article)]
    voided: Operations = [SeatOut(seat, "void", report.article)]
    if report.event == "wrong_count":
        voided.append(DealUnclear(report.article))
        voided += [PhaseEntered("decide", report.article)] if game.phase == "deal" else []
    return voided


def _bet_lost(_game: PokerGame, seat: int, report: Report) -> Operations:
    return [SeatOut(seat, "lost", report.article)]


def _waits(_game: PokerGame, seat: int, report: Report) -> Operations:
    return [SeatOut(seat, "waits", report.article)]


def _warn(_game: PokerGame, seat: int, report: Report) -> Operations:
    return [SeatWarned(seat, report.article)]


def _vacate(_game: PokerGame, seat: int, report: Report) -> Operations:
    return [SeatVacated(seat, report.article)]


def _void_and_warn(game: PokerGame, seat: int, report: Report) -> Operations:
    return [*_void_hand(game, seat, report), SeatWarned(seat, report.article)]


def _void_and_bar(game: PokerGame, seat: int, report: Report) -> Operations:
    return [*_void_hand(game, seat, report), SeatVacated(seat, report.article)]


def _stands(_game: PokerGame, seat: int, report: Report) -> Operations:
    bet = told_count(report.facts, "bet")
    return [] if bet is None else [BetCorrected(seat, bet, report.article)]


_SEATED: Final[dict[str, Callable[[PokerGame, int, Report], Operations]]] = {
    "VOID_HAND": lambda game, seat, report: (
        _void_and_warn if report.event == "player_shows_cards" else _void_hand
    )(game, seat, report),
    "VOID_BOTH_HANDS": _void_hand,
    "VOID_HAND_AND_BAR": _void_and_bar,
    "BET_LOST": _bet_lost,
    "WAIT_NEXT_PASS": _waits,
    "WARN_PLAYER": _warn,
    "VACATE_SEAT": _vacate,
    "BET_STANDS_AS_IS": _stands,
}  # fmt: skip


def _seats(game: PokerGame, choice: str, report: Report) -> Sequence[int]:
    """The seats a resolution is about; refuses to act on nobody, or on a hand that is none."""
    if not report.seats:
        raise RuleViolation(report.article, "WHICH_SEAT", "diga de qué puesto se trata")
    if choice in IN_PASS and report.event != "dealt_without_ante":
        for seat in report.seats:
            if game.seat(seat) is None:
                raise RuleViolation(report.article, "NOT_PLAYING", f"el puesto {seat} no participa de este pase")
    return [seat for seat in report.seats if seat != DEALER]


def _which(report: Report) -> int:
    which = told_count(report.facts, "which")
    if which is None or not 1 <= which < HAND_CARDS:
        raise RuleViolation(report.article, "WHICH_CARD", "diga cuál de las cuatro primeras cartas se vio: which=1 a 4")
    return which


def _last_taken_out(game: PokerGame, article: str) -> Operations:
    """The card that came out last is burned and the next one takes its place."""
    pile = _last_pile(game)
    return _burned(game, pile, len(getattr(game, pile)) - 1, article) if pile else [CardBurned(None, article)]


def _stuck(game: PokerGame, report: Report) -> Operations:
    """Of the cards that came out together the one chosen is burned; those behind it move up."""
    pile = _last_pile(game)
    if pile is None:
        return [CardBurned(None, report.article)]
    cards = getattr(game, pile)
    chosen = report.cards[0] if report.cards else cards[-1]
    if chosen not in cards:
        raise RuleViolation(report.article, "NOT_OUT", f"{chosen} no está entre las cartas que salieron")
    return _burned(game, pile, cards.index(chosen), report.article)


_PILES: Final[dict[Pile, tuple[Phase, Phase]]] = {
    "dealer_drew": ("review", "dealer"),
    "replaced": ("dealer", "replace"),
    "dealt": ("decide", "deal"),
}
"""The piles from the last one dealt to, each with the phase after it and its own."""


def _last_pile(game: PokerGame) -> Pile | None:
    return next((pile for pile in _PILES if getattr(game, pile)), None)


def _burned(game: PokerGame, pile: Pile, index: int, article: str) -> Operations:
    """A card less in *pile*: if it was the last of its phase, that phase goes on until another took its place."""
    taken: Operations = [CardTakenOut(pile, index, getattr(game, pile)[index], article)]
    after, own = _PILES[pile]
    went_on = any(seat.choice for seat in game.seats) if pile == "dealt" else pile == "dealer_drew"
    return [*taken, PhaseEntered(own, article)] if game.phase == after and not went_on else taken
