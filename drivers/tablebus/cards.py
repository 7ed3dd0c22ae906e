"""Card numbers of TableBus: suit times 13 plus rank, clubs diamonds hearts spades, ace first."""

from drivers.base import RemoteProtocolError
from table_core.cards import Card

_RANKS, _SUITS = "A23456789TJQK", "CDHS"


def card_of(number: int) -> Card:
    if not 0 <= number < len(_RANKS) * len(_SUITS):
        raise RemoteProtocolError("una carta cuyo número no es de ninguna")
    return _RANKS[number % 13] + _SUITS[number // 13]
