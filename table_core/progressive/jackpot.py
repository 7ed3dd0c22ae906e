"""Prizes of Iquique's JACKPOT (art. 100): runs of sevens, magic card, lucky player. A pure fold over the pot."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from table_core.cards import Card
from table_core.money import share_bp
from table_core.progressive import sevens
from table_core.progressive.sevens import Reading, Row
from table_core.rulebook import Rulebook


class SevensHand(Struct, frozen=True):
    """A hand in the order its cards were received; *split*: two sevens were opened (note 2)."""

    cards: tuple[Card, ...]
    jackpot_bet: bool
    split: bool = False


class Award(Struct, frozen=True):
    """One prize: *from_pot* of *amount* leaves the pot, the house pays the rest."""

    row: Row
    amount: int
    from_pot: int
    article: str


class Draw(Struct, frozen=True):
    """The awards of one hand and the pot after them, before any re-seeding."""

    awards: tuple[Award, ...]
    pot_after: int

    @property
    def prize(self) -> int:
        return sum(award.amount for award in self.awards)


class MagicCard(Struct, frozen=True):
    winners: tuple[str, ...]
    prize_each: int
    article: str


def rows_reached(rules: Rulebook, hand: SevensHand) -> tuple[Row, ...]:
    """The prize rows the hand is paid, lowest first."""
    cards = hand.cards
    if not hand.jackpot_bet:
        return ()
    if hand.split:
        if rules["jackpot_split_pair"] == "forfeits":
            return ()
        cards = cards[:2]
    return sevens.rows_reached(_reading(rules), cards)


def _reading(rules: Rulebook) -> Reading:
    names = {"two_sevens": "jackpot_two_sevens", "position": "jackpot_position", "rows": "jackpot_rows"}
    return msgspec.convert({field: rules[name] for field, name in names.items()}, Reading)


def draw(rules: Rulebook, pot: int, hand: SevensHand) -> Draw:
    """Pay *hand* against *pot*: fixed prizes first, shares of what is then left."""
    awards: list[Award] = []
    for row in rows_reached(rules, hand):
        award = _award(rules, pot, row)
        awards.append(award)
        pot -= award.from_pot
    return Draw(tuple(awards), pot)


def _award(rules: Rulebook, pot: int, row: Row) -> Award:
    match row:
        case "two_sevens" | "three_sevens":
            name = "jackpot_two" if row == "two_sevens" else "jackpot_three"
            amount = int(rules[name])
            charged = min(amount, pot) if rules["jackpot_fixed_from"] == "pot" else 0
            return Award(row, amount, charged, rules.article(name))
        case "three_suited_sevens_hds" | "three_sevens_clubs":
            name = "jackpot_suited_pct" if row == "three_suited_sevens_hds" else "jackpot_clubs_pct"
            rounding: Literal["floor", "half_up"] = "floor" if rules["jackpot_round"] == "floor" else "half_up"
            share = share_bp(pot, int(rules[name]) * 100, rounding)
            return Award(row, share, share, rules.article(name))


def sequence(rules: Rulebook, pot: int, hands: Sequence[SevensHand]) -> tuple[Draw, ...]:
    """Successive rounds: each takes its share of what the one before left."""
    draws: list[Draw] = []
    for hand in hands:
        draws.append(draw(rules, pot, hand))
        pot = draws[-1].pot_after
    return tuple(draws)


def lucky_player(rules: Rulebook, box_shown: str, jackpot_bets: Sequence[str]) -> int:
    """The player of the box on the screen wins for the mere fact of playing the JACKPOT (note 3)."""
    return int(rules["lucky_prize"]) if box_shown in jackpot_bets else 0


def magic_card(
    rules: Rulebook, card_shown: Card, hands: Mapping[str, Sequence[Card]], jackpot_bets: Sequence[str]
) -> MagicCard:
    """Every JACKPOT player holding the card at the moment of display wins; one prize per player (note 4)."""
    holders = dict.fromkeys(hand.partition(".")[0] for hand, cards in hands.items() if card_shown in cards)
    winners = tuple(box for box in holders if box in jackpot_bets)
    return MagicCard(winners, int(rules["magic_prize"]), rules.article("magic_prize"))
