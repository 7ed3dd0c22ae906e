"""What five-card hands are called, from the lowest to the highest, and how people say it. No ranking here."""

from typing import Final, Literal, get_args

Category = Literal[
    "high_card",
    "pair",
    "two_pair",
    "trips",
    "straight",
    "flush",
    "full_house",
    "quads",
    "straight_flush",
    "royal_flush",
]
CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)

HandName = Literal["nothing", "ace_king"] | Category
"""A hand as a text calls it: where ace-king is a hand of its own, what lies below it is nothing."""

HAND_NAMES: Final[dict[str, str]] = {
    "nothing": "nada",
    "high_card": "carta alta",
    "ace_king": "as y rey",
    "pair": "par",
    "two_pair": "dos pares",
    "trips": "trío",
    "straight": "escalera",
    "flush": "color",
    "full_house": "full",
    "quads": "póker",
    "straight_flush": "escalera de color",
    "royal_flush": "escalera real",
}
