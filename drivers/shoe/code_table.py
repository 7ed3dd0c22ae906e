"""Which card each printed code stands for. A deck's codes are its maker's own, so the table is configuration."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from drivers.base import SettingError
from table_core.cards import DECK, RANKS, Card, parse_card

CUT_CARD = "cut_card"
_SUIT_DIGITS = {"S": 1, "H": 2, "C": 3, "D": 4}


class CodeTable(Struct, frozen=True):
    """Codes of the 52 cards and, where the deck has one, of the cut card. *packs*: which pack a code is of."""

    cards: dict[str, Card]
    cut_card: str = ""
    packs: dict[str, str] = {}

    def look_up(self, code: str) -> Card | Literal["cut_card"] | None:
        """The card; None when the table does not know *code*."""
        if self.cut_card and code == self.cut_card:
            return CUT_CARD
        return self.cards.get(code)


def four_digits() -> dict[str, Card]:
    """One operator's deck (DEVICES 1.3): suit digit, two digits of rank, zero."""
    return {f"{_SUIT_DIGITS[card[1]]}{RANKS.index(card[0]) + 1:02}0": card for card in DECK}


def code_table(written: Mapping[str, str], cut_card: str) -> CodeTable:
    """The table as a person wrote it, code to card; raises SettingError with everything that is wrong."""
    cards = {code: parse_card(name) for code, name in written.items()}
    missing = [card for card in DECK if card not in cards.values()]
    if missing:
        raise SettingError("la tabla no dice qué código tienen: {cards}", cards=", ".join(missing))
    if cut_card in cards:
        text = "el código {code} es de la carta de corte y también de {card}"
        raise SettingError(text, code=cut_card, card=cards[cut_card])
    return CodeTable(cards, cut_card)


def packs_table(packs: Mapping[str, Mapping[str, str]], cut_card: str) -> CodeTable:
    """One table for several packs whose codes differ; raises SettingError for a code that two of them have."""
    cards: dict[str, Card] = {}
    of: dict[str, str] = {}
    for pack, written in packs.items():
        for code, card in code_table(written, cut_card).cards.items():
            if code in of:
                raise SettingError("el código {code} es de dos mazos", code=code)
            cards[code], of[code] = card, pack
    return CodeTable(cards, cut_card, of)
