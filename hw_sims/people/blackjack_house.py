"""How four houses play and pay blackjack, read from their texts a second time, apart from the rules engine."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from hw_sims.people.blackjack_cloth import Cloth

_PAIRS = {"perfect": 25, "coloured": 15, "mixed": 5}


class House(Struct, frozen=True):
    """*behind*: how many cards the cut card may have behind it. *calls_bets*: bets close with the dealer's words.

    *hits_are_keyed*: a card nobody asked for is not a hit. *asks_to_double*: whoever may is asked, his answer keyed.
    *insures_less*: up to half the stake. *hole*: the bank's second card is dealt, covered. *opened*: what 21 of two
    cards on an opened ace or ten is paid like. *surplus*: where a card nobody was owed goes.
    """

    decks: int
    behind: tuple[int, int]
    least_bets: int
    calls_bets: bool = False
    hits_are_keyed: bool = False
    asks_to_double: bool = False
    insures_less: bool = False
    perfect_pairs: bool = False
    hole: bool = False
    doubles_down: Literal["never", "always", "low"] = "never"
    split_aces_down: bool = False
    declares_aces: bool = False
    opened: dict[str, int] = {}
    natural_ties_21: bool = False
    sevens: bool = False
    surplus: Literal["up", "down", "shoe"] = "up"


HOUSES: dict[str, House] = {
    # 1.4.1, 1.5.1: six decks, one to two behind the cut card, one hand is enough, half the stake at most insures.
    "coquimbo-2020": House(6, (52, 104), 1, calls_bets=True, insures_less=True, perfect_pairs=True),
    # Cartas a utilizar, DJ-1, DJ-7: eight decks, three bets, 40 to 64 behind the cut card. OA-1: doubles are covered.
    # OA-2, OA-3: opened aces with a ten are paid 1 to 1, opened tens with an ace 3 to 2; both beat a plain 21.
    "bj8-ar": House(
        8,
        (40, 64),
        3,
        asks_to_double=True,
        hole=True,
        doubles_down="always",
        declares_aces=True,
        opened={"A": 2, "T": 3},
        surplus="down",
    ),
    # 1, 3e, 14e: two bets; a third card that was not offered is burned, so what is asked for is keyed. 15g: 21 ties a
    # natural. 16d, 17c: opened tens with an ace are paid 1 to 1, opened aces with a ten 3 to 2. 17f: doubles up to 11.
    "mendoza-2016": House(
        6,
        (52, 104),
        2,
        hits_are_keyed=True,
        hole=True,
        doubles_down="low",
        split_aces_down=True,
        opened={"A": 3, "T": 2},
        natural_ties_21=True,
        sevens=True,
        surplus="down",
    ),
    # 80 to 82: two bets, the cut card with at least 52 cards on either side. 94 para 4: a surplus goes back.
    "iquique-2000": House(6, (52, 104), 2, calls_bets=True, surplus="shoe"),
}


def net(house: House, cloth: Cloth) -> int:
    """What the players win, or with a minus lose, on the cards and chips that lie there."""
    return sum(_hand_net(house, cloth, hand) for hand in cloth.hands) + sum(
        _side_net(cloth, hand, kind, stake) for hand, kind, stake in cloth.sides
    )


def _hand_net(house: House, cloth: Cloth, hand: str) -> int:
    stake = cloth.stake(hand)
    match cloth.results.get(hand):
        case "surrender":
            return stake // 2 - stake
        case "even_money":
            return stake
        case "void":
            return 0
        case "lost":
            return -stake
    own = count(house, cloth, hand)
    if own > 21:
        return -stake
    if house.sevens and _three_sevens(cloth, hand):
        suited = len({card[1] for card in cloth.hands[hand]}) == 1
        return stake * (10 if suited else 5)
    return stake * _halves(house, cloth, hand, own) // 2


def _halves(house: House, cloth: Cloth, hand: str, own: int) -> int:
    """What the hand wins against the bank, in halves of its stake."""
    bank_natural = is_natural(cloth.bank)
    winning = natural_pays(house, cloth, hand)
    if winning:
        return 0 if bank_natural else winning
    if bank_natural:
        return 0 if own == 21 and house.natural_ties_21 else -2
    bank = bank_total(house, cloth.bank)
    if bank > 21 or own > bank:
        return 2
    return 0 if own == bank else -2


def natural_pays(house: House, cloth: Cloth, hand: str) -> int:
    """What an ace with a ten is paid, in halves of its stake; 0 for a hand that is no such thing."""
    if not is_natural(cloth.hands[hand]) or cloth.aces.get(hand) == 1:
        return 0
    return house.opened.get(cloth.opened[hand], 0) if hand in cloth.opened else 3


def count(house: House, cloth: Cloth, hand: str) -> int:
    """A player's points; where aces are declared, those of the first two cards keep their value (DJ-10)."""
    cards = cloth.hands[hand]
    if not house.declares_aces or hand not in cloth.aces:
        return total(cards)
    fixed = sum(map(points, cards)) + (10 if cloth.aces[hand] == 11 else 0)
    late = any(card[0] == "A" for card in cards[2:])
    return fixed + 10 if late and fixed + 10 <= 21 else fixed


def bank_total(house: House, cards: Sequence[str]) -> int:
    """The bank's points; in DJ-13 an ace is valued when it comes, eleven only where that makes 17 to 21."""
    if not house.declares_aces or len(cards) < 2:
        return total(cards)
    points_so_far = sum(map(points, cards[:2]))
    if any(card[0] == "A" for card in cards[:2]) and 17 <= points_so_far + 10 <= 21:
        points_so_far += 10
    for card in cards[2:]:
        eleven = card[0] == "A" and 17 <= points_so_far + 11 <= 21
        points_so_far += 11 if eleven else points(card)
    return points_so_far


def covered(house: House, cloth: Cloth, place: str) -> bool:
    """Whether the next card on *place* is laid face down."""
    if place == "bank":
        return house.hole and len(cloth.bank) == 1
    cards = cloth.hands[place]
    if house.split_aces_down and cloth.opened.get(place) == "A" and len(cards) == 1:
        return True
    if place not in cloth.doubled or house.doubles_down == "never":
        return False
    sevens = house.sevens and place not in cloth.opened and [card[0] for card in cards] == ["7", "7"]
    return not sevens and (house.doubles_down == "always" or sum(map(points, cards)) <= 11)


def _three_sevens(cloth: Cloth, hand: str) -> bool:
    """17g, 17h: a doubled original pair of sevens that drew a third."""
    original = hand in cloth.doubled and hand not in cloth.opened
    return original and [card[0] for card in cloth.hands[hand]] == ["7", "7", "7"]


def _side_net(cloth: Cloth, hand: str, kind: str, stake: int) -> int:
    match kind:
        case "perfect_pairs" if cloth.results.get(hand) == "void":
            return 0
        case "perfect_pairs":
            return stake * _pair(cloth.firsts[hand])
        case "insurance" if cloth.results.get(hand) in ("even_money", "void"):
            return 0
        case "insurance":
            return 2 * stake if is_natural(cloth.bank[:2]) else -stake
        case _:
            return _desafio_net(cloth, hand, stake)


def _desafio_net(cloth: Cloth, hand: str, stake: int) -> int:
    """OA-4: the card after the ace is a ten, or the stake is lost."""
    if cloth.results.get(hand) == "void" and len(cloth.firsts.get(hand, [])) < 2:
        return 0
    second = cloth.firsts[hand][1] if hand in cloth.firsts else cloth.hands[hand][1]
    return 2 * stake if second[0] in "TJQK" else -stake


def _pair(cards: Sequence[str]) -> int:
    first, second = cards
    if first[0] != second[0]:
        return -1
    if first[1] == second[1]:
        return _PAIRS["perfect"]
    return _PAIRS["coloured" if (first[1] in "HD") == (second[1] in "HD") else "mixed"]


def is_natural(cards: Sequence[str]) -> bool:
    return len(cards) == 2 and sorted(map(points, cards)) == [1, 10]


def points(card: str) -> int:
    return 10 if card[0] in "TJQK" else 1 if card[0] == "A" else int(card[0])


def total(cards: Sequence[str]) -> int:
    """The best total: one ace as eleven where it fits."""
    hard = sum(map(points, cards))
    return hard + 10 if hard <= 11 and any(card[0] == "A" for card in cards) else hard
