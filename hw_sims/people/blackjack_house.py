"""How four houses play blackjack, read from their texts a second time, apart from the rules engine."""

from collections.abc import Sequence

from msgspec import Struct


class House(Struct, frozen=True):
    """*behind*: how many cards the cut card may have behind it. *calls_bets*: bets close with the dealer's words.

    *hits_are_keyed*: a card nobody asked for is not a hit. *insures_less*: up to half the stake.
    """

    decks: int
    behind: tuple[int, int]
    least_bets: int
    calls_bets: bool = False
    hits_are_keyed: bool = False
    insures_less: bool = False
    perfect_pairs: bool = False


HOUSES: dict[str, House] = {
    # 1.4.1, 1.5.1: six decks, one to two behind the cut card, one hand is enough, half the stake at most insures.
    "coquimbo-2020": House(6, (52, 104), 1, calls_bets=True, insures_less=True, perfect_pairs=True),
    # Cartas a utilizar, DJ-1, DJ-7: eight decks, three bets, 40 to 64 behind the cut card.
    "bj8-ar": House(8, (40, 64), 3),
    # 1, 3e, 14e: two bets; a third card that was not offered is burned, so what is asked for is keyed.
    "mendoza-2016": House(6, (52, 104), 2, hits_are_keyed=True),
    # 80 to 82: two bets, the cut card with at least 52 cards on either side.
    "iquique-2000": House(6, (52, 104), 2, calls_bets=True),
}


def points(card: str) -> int:
    return 10 if card[0] in "TJQK" else 1 if card[0] == "A" else int(card[0])


def total(cards: Sequence[str]) -> int:
    """The best total: one ace as eleven where it fits."""
    hard = sum(map(points, cards))
    return hard + 10 if hard <= 11 and any(card[0] == "A" for card in cards) else hard
