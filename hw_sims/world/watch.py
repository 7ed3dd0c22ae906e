"""What must hold after every step of a world, whoever did what. The first that does not ends the world."""

import re
from collections import Counter

import msgspec

from hw_sims.ledgers.progressive import balanced as pot_is_balanced
from hw_sims.people.croupier import Croupier, Mistake
from hw_sims.world.table import WorldTable
from hw_sims.world.truths import Truth
from table_core.cards import HIDDEN
from table_core.events import CutCardDrawn
from table_core.incidents import IncidentOpened
from table_core.record import Entry, Observed
from table_core.rulebook import Role
from table_core.views import visible

_CARD = re.compile(rb'"([2-9TJQKA][CDHS])"')
_READERS: tuple[Role | None, ...] = (None, "dealer", "jefe_de_sala", "auditor")

_IN_CONSEQUENCE = frozenset({"side.bet_returned"})
"""Told of each seat when a pass was annulled: never without a mistake, and the pot must balance."""

_OF_THE_CUT_CARD = frozenset({"cut_card_first"})
"""A row of the text that no mistake leads to: the cut card came where it was put."""


class Violation(Exception):
    """*invariant* did not hold; the message says what was found."""

    def __init__(self, invariant: str, found: str) -> None:
        super().__init__(found)
        self.invariant = invariant


class Watcher:
    """Looks at every step of *table*; *truth* knows how to compare it with the dealer's cloth."""

    def __init__(self, table: WorldTable, truth: Truth, rulebook: str) -> None:
        self.faults: Counter[str] = Counter()
        self.passes_checked = 0
        self.dealer: Croupier | None = None
        self._table = table
        self._truth = truth
        self._rulebook = rulebook
        self._booked = truth.booked()
        self._made: list[Mistake] = []

    def witness(self, mistake: Mistake) -> None:
        self.faults[mistake.kind] += 1
        if mistake.codes:
            self._made.append(mistake)

    def step(self, entries: list[Entry]) -> None:
        """Right after *entries* were written."""
        if self._table.record.folded != self._table.state:
            raise Violation("restart", "the fold of the journal is not the table")
        for entry in entries:
            if isinstance(entry, IncidentOpened):
                self._explain(entry, entries)
            net = self._booked(entry)
            if net is not None:
                self._money(net)
        self._hidden(entries)

    def moved(self) -> None:
        """After each move of a person: what lies there is what the table shows."""
        if self.dealer is None:
            return
        picture, state, cloth = self._table.picture(), self._table.state, self.dealer.cloth
        self.noticed()
        if self.dealer.hides_something:
            return
        found = self._truth.differs(cloth, picture, state)
        if found:
            raise Violation("cards", found)
        if state.count is not None and state.game.shoe_in_play and state.count.drawn != len(cloth.cards):
            raise Violation("cards", f"{state.count.drawn} cards counted, {len(cloth.cards)} are out of the shoe")

    def noticed(self) -> None:
        """What the hardware can see has led to its incident."""
        unseen = next((mistake for mistake in self._made if mistake.seen), None)
        if unseen is not None:
            raise Violation("incident", f"{unseen.kind} went unnoticed, expected {unseen.codes}")

    def end(self) -> None:
        if (seq := self._table.record.broken_at()) is not None:
            raise Violation("chain", f"the chain breaks at entry {seq}")
        if self._table.record.restored() != self._table.state:
            raise Violation("restart", "the fold of every stored byte is not the table")
        if not pot_is_balanced(row.entry() for row in self._table.record.rows):
            raise Violation("money", "the two sides of the pot differ, or a prize was confirmed that it did not pay")

    def _explain(self, opened: IncidentOpened, entries: list[Entry]) -> None:
        """An incident has something that happened behind it, once; a bet given back is one more of what went wrong."""
        code = opened.incident.code
        if code in _IN_CONSEQUENCE and self.faults:
            return
        if code in _OF_THE_CUT_CARD and any(map(_is_cut_card, entries)):
            return
        fitting = sorted((mistake for mistake in self._made if code in mistake.codes), key=lambda one: not one.seen)
        cause = next(iter(fitting), None)  # first what must be noticed, then what only may be
        if cause is None:
            raise Violation("incident", f"{code} although nothing happened: {opened.incident.detail}")
        self._made.remove(cause)

    def _money(self, booked: int) -> None:
        self.passes_checked += 1
        if self.dealer is None:
            return
        owed = self._truth.owed(self.dealer.cloth, self._rulebook)
        if booked != owed:
            raise Violation("money", f"the journal pays {booked:+d}, the cards say {owed:+d}")

    def _hidden(self, entries: list[Entry]) -> None:
        """No reader is shown a card that lies covered."""
        if self.dealer is None or not self._table.state.game.keeps_secrets:
            return
        seen = set(self._truth.open_cards(self.dealer.cloth))
        for entry in entries:
            for role in _READERS[:: len(_READERS) - 1]:
                self._only(visible(entry, role), seen, type(entry).__name__)

    def _only(self, shown: object, seen: set[str], what: str) -> None:
        named = {card.decode() for card in _CARD.findall(msgspec.json.encode(shown))}
        if named - seen - {HIDDEN}:
            raise Violation("hidden", f"{what} names {sorted(named - seen)}, which nobody may see")


def _is_cut_card(entry: Entry) -> bool:
    return isinstance(entry, Observed) and isinstance(entry.event, CutCardDrawn)
