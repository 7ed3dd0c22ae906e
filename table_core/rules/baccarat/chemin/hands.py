"""Points and options of Chemin de Fer: what Punto and banker must, may and may not do (149, 151). Pure arithmetic."""

from typing import Literal

from table_core.cards import Card
from table_core.rulebook import Rulebook
from table_core.rules.baccarat import chart

Word = Literal["carta", "no"]
NATURAL, NINE = 8, 9
_CARTA: frozenset[Word] = frozenset({"carta"})
_NO: frozenset[Word] = frozenset({"no"})
_EITHER: frozenset[Word] = frozenset({"carta", "no"})


def punto_words(rules: Rulebook, total: int, *, free: bool) -> frozenset[Word]:
    """What Punto may say with *total* in two cards; *free*: he makes banco and was given leave (149)."""
    if free:
        return _EITHER
    if total <= 4:
        return _CARTA
    if total == 5 or rules["chemin_punto_six_seven"] == "free":
        return _EITHER
    return _NO


def advice(rules: Rulebook, total: int) -> Word:
    """What the dealer tells a Punto who asks: the rules, and with five to stand (149)."""
    words = punto_words(rules, total, free=False)
    return "carta" if words == _CARTA else "no"


def bank_words(total: int, *, punto_lost_third: bool = False) -> frozenset[Word]:
    """What the banker may do with *total*: with baccarat he must draw (149).

    *punto_lost_third*: Punto's third card fell into the basket and counts nine; then seven must stand (151).
    """
    if total == 0:
        return _CARTA
    return _NO if punto_lost_third and total == 7 else _EITHER


def chart_word(rules: Rulebook, total: int, punto_third: Card | None, *, draw_if_optional: bool = False) -> Word:
    """What the chart orders the banker with *total*; without a third card of Punto art. 151 says what he would do."""
    if total >= NATURAL:
        return "no"
    if punto_third is not None:
        return "carta" if chart.table_draws(total, chart.card_value(punto_third)) else "no"
    five_draws = draw_if_optional or rules["chemin_bank5_punto_stood"] == "draw"
    return "carta" if total <= 4 or (total == 5 and five_draws) else "no"


def total_with(base: int, third: Card | None) -> int:
    return base if third is None else (base + chart.card_value(third)) % 10


def best_card(base: int, cards: tuple[Card, Card]) -> Card:
    """Of two third cards by error, Punto keeps the one that makes more (151)."""
    return max(cards, key=lambda card: total_with(base, card))


def worst_card(base: int, cards: tuple[Card, Card]) -> Card:
    """Of two third cards the banker gave himself, he keeps the one that makes less (151)."""
    return min(cards, key=lambda card: total_with(base, card))
