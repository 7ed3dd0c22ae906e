"""The three official prize tables and the rows a reviewed hand reaches. The dealer's cards play no part (ARI 3.2)."""

from typing import Literal

from msgspec import Struct

from table_core.cards import Card
from table_core.progressive import combinations, sevens
from table_core.progressive.terms import PLUS, PrizeTable, Terms

Kind = Literal["complementary", "fixed", "share"]
MAGIC_CARD, LUCKY_PLAYER = "magic_card", "lucky_player"
COMPLEMENTARY = frozenset({MAGIC_CARD, LUCKY_PLAYER})
WHOLE_POT_BP = 10_000


class Prize(Struct, frozen=True):
    """One row: *value* is an amount, or for a share basis points of the main pot."""

    name: str
    kind: Kind
    value: int
    article: str


def _row(article: str, kind: Kind, **values: int) -> tuple[Prize, ...]:
    return tuple(Prize(name, kind, value, article) for name, value in values.items())


TABLES: dict[PrizeTable, tuple[Prize, ...]] = {
    "arica": (
        *_row("4.2", "complementary", magic_card=15_000, lucky_player=15_000),
        *_row("4.2", "fixed", straight=20_000, flush=25_000, full_house=40_000, quads=100_000),
        *_row("4.2", "share", straight_flush=1_000, royal_flush=WHOLE_POT_BP),
    ),
    "iquique_caribbean": (
        *_row("118", "complementary", magic_card=10_000, lucky_player=20_000),
        *_row("118", "fixed", flush=20_000, full_house=30_000, quads=80_000),
        *_row("118", "share", straight_flush=1_000, royal_flush=WHOLE_POT_BP),
    ),
    "iquique_21": (
        *_row("100", "complementary", magic_card=10_000, lucky_player=20_000),
        *_row("100", "fixed", two_sevens=20_000, three_sevens=40_000),
        *_row("100", "share", three_suited_sevens_hds=2_000, three_sevens_clubs=WHOLE_POT_BP),
    ),
}
"""Lowest row first: the order of payment."""


class Hand(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as it stands at the review: its bet, its cards in the order dealt, and what it did with them."""

    seat: int
    credits: int
    cards: tuple[Card, ...] = ()
    changed: int = 0
    bought: int = 0
    folded: bool = False
    valid: bool = True
    void: bool = False
    split_sevens: bool = False
    bust: bool = False

    @property
    def in_play(self) -> bool:
        """A valid side bet lies on this seat and its hand was not annulled (ARI 4.1)."""
        return self.valid and self.credits > 0 and not self.void


def table_of(terms: Terms) -> tuple[Prize, ...]:
    """The rows that pay under these terms, lowest first."""
    pays = terms.straight_pays
    return tuple(prize for prize in TABLES[terms.prize_table] if pays or prize.name != "straight")


def forfeits_pot(terms: Terms, hand: Hand) -> bool:
    """Whether the seat has lost the prizes of the pot; the complementary ones stay (ARI 3.5.2)."""
    plus = terms.base_game == PLUS
    changed = hand.changed > 0 or (plus and hand.bought > 0)
    folds = terms.fold_forfeits or plus
    busts = terms.prize_table == "iquique_21" and not terms.bust_keeps_jackpot
    return (changed and terms.change_forfeits) or (hand.folded and folds) or hand.split_sevens or (hand.bust and busts)


def rows_won(terms: Terms, hand: Hand) -> tuple[Prize, ...]:
    """The rows of the pot that *hand* is paid; empty for a seat out of the pot."""
    if not hand.in_play or forfeits_pot(terms, hand):
        return ()
    names = _names_reached(terms, hand.cards)
    return tuple(prize for prize in table_of(terms) if prize.name in names)


def _names_reached(terms: Terms, cards: tuple[Card, ...]) -> tuple[str | None, ...]:
    if terms.prize_table != "iquique_21":
        return (combinations.combination(cards),)
    reading = sevens.Reading(terms.two_sevens, terms.sevens_position, terms.sevens_rows)
    return sevens.rows_reached(reading, cards)


def fixed_amount(terms: Terms, prize: Prize, staked: int) -> int:
    """What a fixed or complementary row pays a seat that bet *staked* credits."""
    return prize.value * staked if prize.kind == "fixed" and terms.per_credit else prize.value
