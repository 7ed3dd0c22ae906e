"""The reveal and the review: which final hands the deck's own order tells, and how a keyed hand stands to it."""

from collections.abc import Sequence

from table_core.cards import DECK, Card
from table_core.progressive.prizes import Hand
from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.poker import comparing, order
from table_core.rules.poker.drawing import DealerDraw, dealer_draw
from table_core.rules.poker.entries import DEALER, KeyHand
from table_core.rules.poker.state import HAND_CARDS, Evidence, PokerGame, Seat, Shown

_KNOWN = frozenset(DECK)


def required_draw(rules: Rulebook, game: PokerGame) -> DealerDraw | None:
    """What the dealer must keep and put aside; None: his first five are not known card by card."""
    first = _known(order.dealt_to(game, DEALER))
    if not game.read or game.shuffled or len(first) != HAND_CARDS:
        return None
    return dealer_draw(rules, first) if rules["dealer_draws"] else DealerDraw(first, (), rules.article("dealer_draws"))


def most_drawn(rules: Rulebook, game: PokerGame) -> int:
    """How many cards the dealer may draw."""
    draw = required_draw(rules, game)
    return len(draw.discard) if draw else int(rules["change_max"])


def hand_read(rules: Rulebook, game: PokerGame, seat: int) -> tuple[Card, ...] | None:
    """The final hand of *seat* as the order of the cards alone tells it; None: somebody must key it."""
    if not game.read or game.shuffled:
        return None
    if seat == DEALER:
        draw, drawn = required_draw(rules, game), _known(game.dealer_drew)
        return (*draw.keep, *drawn) if draw and len(drawn) == len(game.dealer_drew) == len(draw.discard) else None
    found = game.seat(seat)
    first = _known(order.dealt_to(game, seat))
    return first if found and not found.changes and len(first) == HAND_CARDS else None


def side_hand(rules: Rulebook, game: PokerGame, seat: Seat) -> Hand:
    """The hand as a progressive reviews it: as it lies open, or as the order of the cards tells it."""
    shown = seat.shown.cards if seat.shown is not None else ()
    return Hand(
        seat.number,
        0,
        shown or hand_read(rules, game, seat.number) or (),
        changed=seat.changes,
        folded=seat.choice == "fold",
        void=bool(seat.out),
    )


def keyed(rules: Rulebook, game: PokerGame, entry: KeyHand) -> Shown:
    """The hand *entry* tells, with what it rests on; refuses what cannot be one."""
    if not entry.cards:
        return _by_name(rules, game, entry)
    _check_cards(rules, game, entry)
    name = comparing.hand_name(rules, entry.cards)
    if entry.category not in (None, name):
        raise _refuse(rules, "NAME_DIFFERS", f"esas cartas son {name}, no {entry.category}")
    return Shown(name, _in_order(rules, game, entry), _evidence(rules, game, entry))


def among_cards_read(rules: Rulebook, game: PokerGame, seat: int, cards: Sequence[Card]) -> bool:
    """Whether *seat* can end with *cards*: what it was given instead of others, and the rest of its first five."""
    first, later = order.dealt_to(game, seat), _later(rules, game, seat)
    new = set(_known(later))
    kept = set(cards) - new
    strangers = kept.difference(_known(first))
    unread = first.count(None) + later.count(None)
    return new <= set(cards) and len(strangers) <= unread and len(kept - strangers) <= HAND_CARDS - len(later)


def drew_as_ruled(rules: Rulebook, game: PokerGame, cards: Sequence[Card]) -> bool:
    """Whether the dealer's open *cards* are what the rules made him keep, and what he drew."""
    draw = required_draw(rules, game)
    return draw is None or (set(draw.keep) <= set(cards) and len(game.dealer_drew) == len(draw.discard))


def needs_check(game: PokerGame) -> bool:
    """Whether a hand that counts rests on keys alone: the supervisor must look at it (1.4.1)."""
    shown: list[Shown | None] = [game.dealer, *(seat.shown for seat in game.seats if seat.plays)]
    return any(hand is not None and hand.evidence == "keyed" for hand in shown)


def missing_hands(game: PokerGame, *, plays: bool) -> tuple[Seat, ...]:
    """Seats whose final hand nobody has told yet although it counts."""
    return tuple(seat for seat in game.seats if plays and seat.plays and seat.shown is None)


def _by_name(rules: Rulebook, game: PokerGame, entry: KeyHand) -> Shown:
    if entry.category is None:
        raise _refuse(rules, "NO_HAND", "ingrese las cinco cartas de la mano, o cómo se llama")
    if game.read:
        raise _refuse(rules, "NEED_CARDS", "en una mesa con lector se ingresan las cinco cartas de la mano")
    if entry.category not in comparing.names(rules):
        known = ", ".join(comparing.names(rules))
        raise _refuse(rules, "UNKNOWN_HAND", f"{entry.category} no es una mano de este juego; hay {known}")
    return Shown(entry.category, (), "keyed")


def _check_cards(rules: Rulebook, game: PokerGame, entry: KeyHand) -> None:
    if len(entry.cards) != HAND_CARDS or not _KNOWN.issuperset(entry.cards):
        raise _refuse(rules, "FIVE_CARDS", "una mano tiene cinco cartas, por ejemplo 7H TS QD QC 2H")
    others = [game.dealer, *(seat.shown for seat in game.seats if seat.number != entry.seat)]
    if entry.seat == DEALER:
        others = others[1:]
    taken = [card for shown in others if shown for card in shown.cards]
    twice = [card for card in entry.cards if card in taken or entry.cards.count(card) > 1]
    if twice:
        raise _refuse(rules, "CARD_TWICE", f"{', '.join(dict.fromkeys(twice))}: ya está en otra mano; hay una por mazo")


def _evidence(rules: Rulebook, game: PokerGame, entry: KeyHand) -> Evidence:
    if not game.read or game.shuffled or not among_cards_read(rules, game, entry.seat, entry.cards):
        return "keyed"
    return "read" if hand_read(rules, game, entry.seat) == _in_order(rules, game, entry) else "read_and_keyed"


def _in_order(rules: Rulebook, game: PokerGame, entry: KeyHand) -> tuple[Card, ...]:
    """The cards kept in the order dealt, then the new ones in the order drawn; at a table without a reader as keyed."""
    came = [*order.dealt_to(game, entry.seat), *_later(rules, game, entry.seat)]
    if game.shuffled or not set(entry.cards) <= set(came):
        return entry.cards
    told = dict.fromkeys(came)  # a card misread for another of the same hand was told twice
    return tuple(card for card in told if card is not None and card in entry.cards)


def _later(rules: Rulebook, game: PokerGame, seat: int) -> tuple[Card | None, ...]:
    return game.dealer_drew if seat == DEALER else order.replaced_for(rules, game, seat)


def _known(cards: Sequence[Card | None]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card is not None)


def _refuse(rules: Rulebook, code: str, detail: str) -> RuleViolation:
    return RuleViolation(rules.article("reveal"), code, detail)
