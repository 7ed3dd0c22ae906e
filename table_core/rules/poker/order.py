"""Where each card goes: from the dealer's left to his right, the dealer last (1.5.3; 109). Arithmetic on the order."""

from table_core.cards import Card
from table_core.rulebook import Rulebook
from table_core.rules.poker.entries import DEALER
from table_core.rules.poker.state import DECK_CARDS, HAND_CARDS, PokerGame, Seat


def deal_order(game: PokerGame) -> tuple[int, ...]:
    """The seats that are dealt to, seat 1 at the dealer's right last; then the dealer."""
    seats = sorted((seat.number for seat in game.seats if seat.out != "waits"), reverse=True)
    return (*seats, DEALER)


def deal_size(game: PokerGame) -> int:
    return HAND_CARDS * len(deal_order(game))


def dealt_to(game: PokerGame, seat: int) -> tuple[Card | None, ...]:
    """The first five of *seat*, as far as they are out."""
    order = deal_order(game)
    return game.dealt[order.index(seat) :: len(order)] if seat in order else ()


def replacement_order(rules: Rulebook, game: PokerGame) -> tuple[int, ...]:
    """Whose each replacement card is."""
    order = [seat for number in deal_order(game)[:-1] if (seat := game.seat(number)) and seat.choice == "bet"]
    if rules["change_max"] == 0:
        return ()
    if rules["replace_order"] == "per_seat":
        return tuple(seat.number for seat in order for _card in range(seat.changes))
    return tuple(seat.number for turn in range(rules["change_max"]) for seat in order if seat.changes > turn)


def replaced_for(rules: Rulebook, game: PokerGame, seat: int) -> tuple[Card | None, ...]:
    """The replacement cards *seat* has received."""
    places = replacement_order(rules, game)
    return tuple(card for place, card in zip(places, game.replaced, strict=False) if place == seat)


def covered_at(rules: Rulebook, game: PokerGame, seat: Seat) -> int:
    """How many cards lie covered before *seat* now, at a table whose cards are read."""
    first = len(dealt_to(game, seat.number))
    if game.replaced or game.phase in ("dealer", "review"):
        first -= seat.changes if seat.choice == "bet" else 0
    return first + len(replaced_for(rules, game, seat.number))


def cards_needed(players: int, changes: int, dealer_draw: int, burned: int) -> int:
    """How many cards a pass takes from the deck."""
    return HAND_CARDS * (players + 1) + changes + dealer_draw + burned


def deck_suffices(rules: Rulebook, needed: int) -> bool:
    return needed <= DECK_CARDS * int(rules["decks"])
