"""A dealer of blackjack with a shuffling machine, batch or continuous, and a discard rack: witnesses of the cards."""

from typing import Any, ClassVar

from hw_sims.people.blackjack import Dealer
from hw_sims.people.croupier import DEALER, PATIENCE_MS, Picture, TableDoesNotReact
from table_core.cards import full_shoe

_LOOK_MS = 20
_FED_BACK_AT = 60
"""So many used cards are enough to put them back into a continuous machine."""


class BatchDealer(Dealer):
    """Cards are verified and shuffled by the machine, loaded by hand, and used ones counted into the rack."""

    machine: ClassVar[str] = "machine_only_shuffles"

    def __init__(self, *args: Any, machines: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._collected = 0
        self._shuffler, self._rack = machines["shuffler"], machines["discard"]

    def _prepare_shoe(self) -> Picture:
        cards = full_shoe(self.house.decks)
        self._chance.shuffle(cards)
        self._empty_rack()
        self._shuffler.verify(cards)
        self._into_the_shoe(cards)
        self.cloth.new_shoe()
        self._collected = 0
        return self._terminal.picture()

    def _empty_rack(self) -> None:
        if self._rack.cards:
            self._rack.lift()
            self._until_heard(self._rack)

    def _into_the_shoe(self, cards: list[str]) -> None:
        behind = self._chance.randint(*self.house.behind)
        from_top = self._chance.randint(60, len(cards) - 60)
        self._shuffler.hand_out()
        self._shoe.load(cards, cut_card_from_end=behind)
        self._until_heard(self._shuffler, self._shoe)
        self._prepare({"cut_behind": behind, "cut_from_top": from_top})

    def _prepare(self, told: dict[str, int]) -> None:
        order = {"type": "PrepareShoe", "decks": self.house.decks, "machine": self.machine, **told}
        self._order(DEALER, order)

    def _pay(self, picture: Picture) -> Picture:
        picture = super()._pay(picture)
        self._collect()
        return picture

    def _begin_pass(self, picture: Picture) -> Picture:
        """Cards burned before the first pass lie in the rack as well."""
        self._collect()
        return super()._begin_pass(picture)

    def _collect(self) -> None:
        """Everything that left the shoe and lies no longer on the cloth goes into the rack."""
        used = len(self.cloth.discard) - self._collected
        if used and not self.cloth.on_cloth:
            self._collected += used
            self._rack.put(used)
            self._until_heard(self._rack)

    def _until_heard(self, *machines: Any) -> None:
        """People wait for a machine's green light: the table has recorded what it told."""
        for machine in machines:
            for _look in range(PATIENCE_MS // _LOOK_MS):
                if machine.heard:
                    break
                self._terminal.next_picture(_LOOK_MS)
            else:
                raise TableDoesNotReact(f"the table did not take what {machine.model} told")


class ContinuousDealer(BatchDealer):
    """The machine is the shoe as well: used cards go back into it between passes, nobody knows where."""

    machine: ClassVar[str] = "machine_is_shoe"

    def _into_the_shoe(self, cards: list[str]) -> None:
        self._shoe.load(cards)
        self._until_heard(self._shuffler, self._shoe)
        self._prepare({"cut_from_top": len(cards) // 2})

    def _draw(self, place: str) -> Picture:
        self._shuffler.deal()
        return super()._draw(place)

    def _collect(self) -> None:
        super()._collect()
        if self._rack.cards >= _FED_BACK_AT:
            self._feed_back()

    def _feed_back(self) -> None:
        used, self.cloth.discard = self.cloth.discard, []
        self._collected = 0
        self._rack.lift()
        self._until_heard(self._rack)
        inside = [*self._shoe.stack, *used]
        self._chance.shuffle(inside)
        self._shoe.restock(inside)
        self._shuffler.feed_back(len(used))
        self._until_heard(self._shuffler)
