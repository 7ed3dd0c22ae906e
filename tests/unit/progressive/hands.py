"""Terms and hands for tests of the progressive."""

import msgspec

from table_core.cards import Card
from table_core.progressive.prizes import Hand
from table_core.progressive.terms import Terms

TERMS = Terms(
    credit_value=1000,
    min_credits=1,
    max_credits=3,
    commission_bp=2000,
    reserve_bp=1000,
    base=5_000_000,
    prize_table="arica",
)
MADE: dict[str, str] = {
    "nothing": "2D 4C 7S 9D JC",
    "straight": "5C 6D 7H 8S 9C",
    "flush": "2H 5H 9H JH KH",
    "full_house": "QS QD QC 3S 3D",
    "quads": "TS TD TC TH AS",
    "straight_flush": "5D 6D 7D 8D 9D",
    "higher straight_flush": "9S TS JS QS KS",
    "royal_flush": "TH JH QH KH AH",
}


def cards(made: str) -> tuple[Card, ...]:
    return tuple(MADE[made].split())


def hand(seat: int, made: str, staked: int = 1, **more: bool | int) -> Hand:
    return msgspec.convert({"seat": seat, "credits": staked, "cards": cards(made), **more}, Hand)


def terms(**settings: object) -> Terms:
    return msgspec.convert({**msgspec.to_builtins(TERMS), **settings}, Terms)
