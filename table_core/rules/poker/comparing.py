"""Two hands against each other as one text reads them: what they are called, who wins, whether the dealer plays."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, get_args

from table_core.cards import Card, suit_of
from table_core.rulebook import Rulebook
from table_core.rules.poker.categories import Category, HandName
from table_core.rules.poker.ranking import ACE, Hand, rank_hand

Winner = Literal["player", "dealer", "tie"]
Key = tuple[int, ...]

_ACE_KING: Final = (ACE, ACE - 1)
_OPENING_PAIR: Final = 8
_ORDER: Final[tuple[HandName, ...]] = ("nothing", "high_card", "ace_king", *get_args(Category)[1:])


def name_of(rules: Rulebook, hand: Hand) -> HandName:
    """What the text calls *hand*."""
    if hand.category != "high_card" or rules["dealer_plays"] != "ace_king":
        return hand.category
    return "ace_king" if hand.values[:2] == _ACE_KING else "nothing"


def hand_name(rules: Rulebook, cards: Sequence[Card]) -> HandName:
    return name_of(rules, rank_hand(cards))


def names(rules: Rulebook) -> tuple[HandName, ...]:
    """Every hand of this text, from the lowest."""
    absent = {"high_card"} if rules["dealer_plays"] == "ace_king" else {"nothing", "ace_king"}
    return tuple(name for name in _ORDER if name not in absent)


def height(name: HandName) -> int:
    """Where a hand stands among all hands; the higher number wins."""
    return _ORDER.index(name)


def dealer_plays(rules: Rulebook, cards: Sequence[Card]) -> bool:
    """Whether the dealer's hand is good enough to be compared at all (1.6.4; 111)."""
    hand = rank_hand(cards)
    if rules["dealer_plays"] == "ace_king":
        return name_of(rules, hand) != "nothing"
    return height(hand.category) > height("pair") or (hand.category == "pair" and hand.values[0] >= _OPENING_PAIR)


def plays_by_name(rules: Rulebook, name: HandName) -> bool | None:
    """The same of a hand of which only the name was keyed; None: its cards must be told."""
    if rules["dealer_plays"] == "ace_king":
        return name != "nothing"
    return None if name == "pair" else height(name) > height("pair")


def winner(rules: Rulebook, player: Sequence[Card], dealer: Sequence[Card]) -> Winner:
    """Who wins; a tie neither wins nor loses."""
    return _of_keys(_key(rules, player), _key(rules, dealer))


def winner_by_name(player: HandName, dealer: HandName) -> Winner | None:
    """The same of two hands of which only the names are known; None: the cards of both must be told."""
    return None if player == dealer else _of_keys((height(player),), (height(dealer),))


def _of_keys(player: Key, dealer: Key) -> Winner:
    return "tie" if player == dealer else "player" if player > dealer else "dealer"


def _key(rules: Rulebook, cards: Sequence[Card]) -> Key:
    """What decides, the weightiest first. Trips, full house and four know no further card (1.7 c, f, g; 112)."""
    hand = rank_hand(cards)
    compared: Key = hand.values
    match hand.category:
        case "pair":
            compared = hand.values if rules["pair_kickers"] == "all" else hand.values[:2]
        case "trips" | "full_house" | "quads":
            compared = hand.values[:1]
        case "flush":
            reading = "flush_tiebreak" if "flush_tiebreak" in rules.settings else "flush_compare"
            compared = _FLUSH[rules[reading]](hand.values, _suit_height(rules, cards))
        case "straight_flush" | "royal_flush" if rules["sf_tiebreak"] == "suit":
            compared = (*hand.values, _suit_height(rules, cards))
    return height(name_of(rules, hand)), *compared


_FLUSH: Final[dict[str, Callable[[Key, int], Key]]] = {
    "all": lambda values, _suit: values,
    "top": lambda values, _suit: values[:1],
    "suit_first": lambda values, suit: (suit, values[0]),
    "rank_then_suit": lambda values, suit: (*values, suit),
    "rank_only": lambda values, _suit: values,
}


def _suit_height(rules: Rulebook, cards: Sequence[Card]) -> int:
    """How high the suit of *cards* stands; a text that ranks suits names them from the highest down."""
    order: str = rules["suit_order"]
    return -order.find(suit_of(cards[0]))
