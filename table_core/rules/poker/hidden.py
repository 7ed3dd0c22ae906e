"""The public picture of a poker table: covered hands as such, the dealer's open card, and what is expected."""

from typing import Any

from table_core.cards import HIDDEN, Card
from table_core.rulebook import Rulebook
from table_core.rules.poker import order
from table_core.rules.poker.engine import Engine
from table_core.rules.poker.entries import DEALER
from table_core.rules.poker.state import HAND_CARDS, PokerGame, Result, Seat, Shown


def picture(engine: Engine, game: PokerGame) -> dict[str, Any]:
    """The cloth as anybody may see it."""
    expected = engine.expects(game)
    return {
        "phase": game.phase,
        "pack": game.pack,
        "seats": [_seat(engine.rules, game, seat) for seat in game.seats],
        "dealer_hand": _dealer(game),
        "dealer_name": game.dealer.name if game.dealer else None,
        "dealer_plays": game.plays,
        "up_card": game.up_card,
        "cards_out": game.drawn,
        "burned": game.burned,
        "next_card": [] if expected.next_card is None else [place_name(expected.next_card)],
        "entries": list(expected.entries),
        "change_max": _may_change(engine.rules, game),
        "waits_for": list(expected.waits_for),
        "bets_open": expected.bets_open,
        "reads": engine.reads,
        "results": [_result(result) for result in game.results],
    }


def _may_change(rules: Rulebook, game: PokerGame) -> int:
    """How many cards a seat that bet may still ask for."""
    closed = game.phase not in ("decide", "replace") or bool(game.replaced) or bool(game.dealer_drew)
    return 0 if closed else int(rules["change_max"])


def place_name(seat: int) -> str:
    return "dealer" if seat == DEALER else f"seat {seat}"


def _seat(rules: Rulebook, game: PokerGame, seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "ante": seat.ante,
        "bet": seat.bet,
        "choice": seat.choice,
        "changes": seat.changes,
        "out": seat.out,
        "cards": _cards(rules, game, seat),
        "hand": seat.shown.name if seat.shown else None,
        "evidence": seat.shown.evidence if seat.shown else "",
    }


def _cards(rules: Rulebook, game: PokerGame, seat: Seat) -> list[str]:
    """The hand at one seat: open once the dealer has opened his, and never when it was folded."""
    if seat.shown is not None:
        return _open(seat.shown)
    if seat.choice == "fold" or seat.out or game.phase == "settled":
        return []
    covered = order.covered_at(rules, game, seat) if game.read else _dealt_by_hand(game)
    return [HIDDEN] * covered


def _dealt_by_hand(game: PokerGame) -> int:
    """Nobody counts the cards of a table without a reader: once dealt, a hand has five."""
    return HAND_CARDS if game.in_pass else 0


def _dealer(game: PokerGame) -> list[str]:
    """The dealer's hand: covered, but for the card that lies open by the text or because it was seen."""
    if game.dealer is not None:
        return _open(game.dealer)
    if not game.in_pass:
        return []
    if not game.read:
        return [HIDDEN] * HAND_CARDS
    first = order.dealt_to(game, DEALER)
    shown = [_up(card) if place == game.up_card else HIDDEN for place, card in enumerate(first, start=1)]
    return shown if not game.dealer_drew else [HIDDEN] * HAND_CARDS


def _up(card: Card | None) -> str:
    return HIDDEN if card is None else card


def _open(shown: Shown) -> list[str]:
    return list(shown.cards) or [HIDDEN] * HAND_CARDS


def _result(result: Result) -> dict[str, Any]:
    return {
        "seat": result.seat,
        "outcome": result.outcome,
        "pays": result.pays,
        "paid": result.paid,
        "collected": result.collected,
        "returned": result.returned,
        "net": result.net,
    }
