"""How two houses play and pay poker, read from their texts a second time, apart from the rules engine."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

from msgspec import Struct

from hw_sims.people.poker_cloth import DEALER, Cloth
from table_core.cards import Card

_RANKS = "23456789TJQKA"
_IN_A_ROW = ("A234", *(_RANKS[start : start + 4] for start in range(10)))
_STRAIGHTS = ("A2345", *(_RANKS[start : start + 5] for start in range(9)))
HIGH, ACE_KING, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, POKER, STRAIGHT_FLUSH, ROYAL = range(11)

Value = tuple[int, ...]


def value(cards: Sequence[Card]) -> Value:
    """What a hand is, then its cards from the most frequent and highest down."""
    counts = Counter(_RANKS.index(card[0]) for card in cards)
    grouped = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    ranks = {card[0] for card in cards}
    suited = len({card[1] for card in cards}) == 1
    row = next((number for number, row in enumerate(_STRAIGHTS) if set(row) == ranks), None)
    if row is not None and suited:
        return (ROYAL if row == len(_STRAIGHTS) - 1 else STRAIGHT_FLUSH, row)
    if row is not None:
        return STRAIGHT, row
    kinds = {(4, 1): POKER, (3, 2): FULL, (3, 1, 1): TRIPS, (2, 2, 1): TWO_PAIR, (2, 1, 1, 1): PAIR}
    return (FLUSH if suited else kinds.get(tuple(shape), HIGH), *grouped)


def _arica(cards: Sequence[Card]) -> Value:
    return value(cards)


def _iquique(cards: Sequence[Card]) -> Value:
    """Ace and king are a hand; a flush goes by its suit, then its highest card; higher straights by suit when equal."""
    found = value(cards)
    suit = "HDSC".index(cards[0][1])
    if found[0] == HIGH and {"A", "K"} <= {card[0] for card in cards}:
        return (ACE_KING, *found[1:])
    if found[0] == FLUSH:
        return FLUSH, suit, found[1]
    return (*found, suit) if found[0] >= STRAIGHT_FLUSH else found


class House(Struct, frozen=True):
    """*pays*: what a winning bet is paid, by hand. *opens*: the least hand the dealer plays with."""

    seats: int
    rank: Callable[[Sequence[Card]], Value]
    opens: Value
    pays: dict[int, int]
    changes: int = 0
    up_card: int = 0
    reorders: bool = False


HOUSES: dict[str, House] = {
    # 1.4, 1.6.4, 1.10: six seats, a pair of eights or better, up to two cards.
    "arica-2017": House(
        6,
        _arica,
        (PAIR, _RANKS.index("8")),
        {PAIR: 1, TWO_PAIR: 1, TRIPS: 2, STRAIGHT: 3, FLUSH: 5, FULL: 7, POKER: 20, STRAIGHT_FLUSH: 50, ROYAL: 100},
        changes=2,
        reorders=True,
    ),
    # 101, 111, 113: seven places, ace and king or better, the dealer's fifth card lies open.
    "iquique-2000/caribbean": House(
        7,
        _iquique,
        (ACE_KING,),
        {
            ACE_KING: 1, PAIR: 1, TWO_PAIR: 2, TRIPS: 3, STRAIGHT: 4, FLUSH: 5, FULL: 7, POKER: 20,
            STRAIGHT_FLUSH: 30, ROYAL: 50,
        },
        up_card=5,
    ),
}  # fmt: skip


def puts_aside(cards: Sequence[Card]) -> list[Card]:
    """What the dealer of Arica changes of his first five (1.6)."""
    kind = value(cards)[0]
    if kind >= STRAIGHT:
        return []
    ranks = [card[0] for card in cards]
    if kind in (TWO_PAIR, TRIPS):
        return [card for card in cards if ranks.count(card[0]) == 1]
    if kind == PAIR:
        return _lowest([card for card in cards if ranks.count(card[0]) == 1], 2)
    suits = [card[1] for card in cards]
    if 4 in Counter(suits).values():
        return [card for card in cards if suits.count(card[1]) == 1]
    for four in combinations(cards, 4):
        if {card[0] for card in four} in map(set, _IN_A_ROW):
            return [card for card in cards if card not in four]
    return _lowest(cards, 2)


def _lowest(cards: Sequence[Card], count: int) -> list[Card]:
    return sorted(cards, key=lambda card: _RANKS.index(card[0]))[:count]


def net(house: House, cloth: Cloth) -> int:
    """What the players win, or with a minus lose, on the cards that lie there."""
    lost = -sum(cloth.antes[seat] for seat in cloth.folded)
    if cloth.all_void or not cloth.playing:
        return lost
    plays = house.rank(cloth.hands[DEALER]) >= house.opens
    return lost + sum(_won(house, cloth, seat) if plays else cloth.antes[seat] for seat in cloth.playing)


def _won(house: House, cloth: Cloth, seat: int) -> int:
    mine, dealers = house.rank(cloth.hands[seat]), house.rank(cloth.hands[DEALER])
    if mine == dealers:
        return 0
    if mine < dealers:
        return -cloth.antes[seat] - cloth.bets[seat]
    return cloth.antes[seat] + cloth.bets[seat] * house.pays[mine[0]]
