"""A simulated Bee-Tek shoe: cards leave it, it names them. After public code, not after traffic (README)."""

from collections.abc import Callable, Mapping

from hw_sims.devices.bare_shoe import BareShoe
from hw_sims.devices.bee_tek import wire
from table_core.cards import Card

CARD_NOT_READ = "E3 Card Not Read"


class BeeTekShoe(BareShoe):
    """*codes* (card to code) puts the shoe into line mode; without them it sends records."""

    def __init__(
        self,
        send: Callable[[bytes], object],
        *,
        section: str = "Game",
        order: wire.Order = "rank-first",
        long_ten: bool = False,
        codes: Mapping[Card, str] | None = None,
    ) -> None:
        super().__init__(send)
        self._section = section
        self._order: wire.Order = order
        self._long_ten = long_ten
        self._codes = codes

    def words_for(self, card: Card) -> bytes:
        if self._codes is not None:
            return wire.coded_line(self._codes[card])
        return wire.card_record(card, self._section, self._order, long_ten=self._long_ten)

    def unread_words(self) -> bytes:
        return b"" if self._codes is not None else wire.draw_without_card()

    def cut_card_words(self) -> bytes:
        return b""

    def raise_alarm(self, text: str = CARD_NOT_READ, *, section: str = "Game") -> None:
        self.say(wire.alarm_record(text, section))

    def warn(self, number: int) -> None:
        self.say(wire.warning_record(number))
