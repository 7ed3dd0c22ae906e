"""A simulated barcode reader in the mouth of a shoe, on a serial line. Moves no bytes itself."""

from collections.abc import Callable, Mapping

from hw_sims.devices.bare_shoe import BareShoe
from table_core.cards import RANKS, Card, rank_of, suit_of

UNKNOWN_CODE = "9999"
_SUIT_DIGITS = {"S": "1", "H": "2", "C": "3", "D": "4"}


class BarcodeShoe(BareShoe):
    """*codes* is what is printed on the deck, card to code; without them the four-digit deck of DEVICES 1.3."""

    def __init__(
        self, send: Callable[[bytes], object], *, codes: Mapping[Card, str] | None = None, cut_card: str = ""
    ) -> None:
        super().__init__(send)
        self._codes = codes
        self._cut_card = cut_card

    def words_for(self, card: Card) -> bytes:
        return self.spell(self._codes[card] if self._codes is not None else four_digit_code(card))

    def unread_words(self) -> bytes:
        """A code of another deck. A damaged code is not read at all: then use `mischief.lost_messages`."""
        return self.spell(UNKNOWN_CODE)

    def cut_card_words(self) -> bytes:
        return self.spell(self._cut_card) if self._cut_card else b""

    def spell(self, code: str) -> bytes:
        return code.encode("ascii") + b"\r"


def four_digit_code(card: Card) -> str:
    return f"{_SUIT_DIGITS[suit_of(card)]}{RANKS.index(rank_of(card)) + 1:02}0"
