"""The course of one entry: the state so far and the operations that led to it. Handlers write it, nobody keeps it."""

from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.blackjack import options
from table_core.rules.blackjack.folding import evolve
from table_core.rules.blackjack.operations import Announced, Operation, PhaseEntered
from table_core.rules.blackjack.state import Hand, Phase, State


class Course:
    """A state under one rulebook; `do` folds an operation and remembers it."""

    def __init__(self, rules: Rulebook, state: State) -> None:
        self.rules = rules
        self.state = state
        self.operations: list[Operation] = []

    def do(self, *operations: Operation) -> None:
        for operation in operations:
            self.state = evolve(self.state, operation)
            self.operations.append(operation)

    def enter(self, phase: Phase, article: str) -> None:
        self.do(PhaseEntered(phase, article))

    def say(self, name: str) -> None:
        """Announce the words the text prescribes under *name*, if it prescribes any."""
        words = self.rules.announcements.get(name)
        if words is not None:
            self.do(Announced(words.text, words.article))

    def option(self, name: str) -> object:
        return options.option(self.rules, name)

    def article(self, name: str) -> str:
        return options.article(self.rules, name)

    def row_article(self, event: str) -> str:
        """The article of the irregularity *event*; "-" where the text has no such row."""
        rows = (row for row in self.rules.irregularities if row.event == event)
        return next((row.articles[0] for row in rows if row.articles), "-")

    def refuse(self, setting: str, code: str, detail: str) -> RuleViolation:
        """The violation to raise: it rests on the article of *setting*."""
        return RuleViolation(self.article(setting), code, detail)

    def hand(self, hand_id: str) -> Hand:
        """The hand *hand_id*; raises a violation when there is none."""
        hand = self.state.hand(hand_id)
        if hand is None:
            known = ", ".join(hand.id for hand in self.state.hands)
            raise self.refuse("turn_order", "no_such_hand", f"no hay mano {hand_id!r}; hay {known}")
        return hand
