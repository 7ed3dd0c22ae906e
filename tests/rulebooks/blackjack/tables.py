"""A table for tests: rulebooks as the product ships them, and a dealer who feeds the engine entry by entry."""

from daemon.rulebooks import all_rulebooks
from table_core.rulebook import Value
from table_core.rules.blackjack.engine import Engine, fold
from table_core.rules.blackjack.entries import Act, ActName, Button, ButtonName, CardOut, Entry, PlaceBet
from table_core.rules.blackjack.operations import Operation
from table_core.rules.blackjack.options import switched
from table_core.rules.blackjack.settlement import HandSettlement, Settlement
from table_core.rules.blackjack.state import Stakes, State

IDS = ("coquimbo-2020", "bj8-ar", "mendoza-2016", "iquique-2000")
LEAST_BETS = {"coquimbo-2020": 1, "bj8-ar": 3, "mendoza-2016": 2, "iquique-2000": 2}
BOOKS = {book: all_rulebooks()[book] for book in IDS}


class Table:
    """One pass under one rulebook; every method feeds one entry and keeps the operations it led to."""

    def __init__(
        self,
        book: str,
        bets: dict[str, int | None] | None = None,
        *,
        stakes: Stakes = "keyed",
        limits: tuple[int, int] | None = None,
        **switches: Value,
    ) -> None:
        self.rules = switched(BOOKS[book], switches)
        self.engine = Engine(self.rules, stakes=stakes, limits=limits)
        self.state: State = self.engine.open()
        self.operations: list[Operation] = []
        self.entries: list[Entry] = []
        for box, stake in (bets or {}).items():
            self.feed(PlaceBet(box, stake))

    def feed(self, entry: Entry) -> list[Operation]:
        done = self.engine.apply(self.state, entry)
        self.state = fold(self.state, done)
        self.operations += done
        self.entries.append(entry)
        return done

    def deal(self, *cards: str) -> "Table":
        for card in " ".join(cards).split():
            self.feed(CardOut(card))
        return self

    def act(self, name: ActName, box: str = "", **fields: object) -> "Table":
        self.feed(Act(name, box, **fields))  # type: ignore[arg-type]
        return self

    def press(self, name: ButtonName, box: str | None = None) -> "Table":
        self.feed(Button(name, box))
        return self

    def stand(self, *boxes: str) -> "Table":
        for box in boxes:
            self.act("stand", box)
        return self

    @property
    def settled(self) -> Settlement:
        return self.engine.settle(self.state)

    def hand(self, hand_id: str) -> HandSettlement:
        return next(hand for hand in self.settled.hands if hand.hand == hand_id)

    def may(self, hand_id: str) -> tuple[str, ...]:
        return self.engine.expects(self.state).may[hand_id]
