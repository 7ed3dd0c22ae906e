"""What may happen next at a baccarat table: the place of the next card, the entries a person may make."""

from msgspec import Struct

from table_core.events import Side
from table_core.rulebook import Rulebook
from table_core.rules.baccarat import chart
from table_core.rules.baccarat.state import BaccaratState, Place

FIRST_FOUR = (Place("punto", 1), Place("bank", 1), Place("punto", 2), Place("bank", 2))
_THIRDS = (Place("punto", 3), Place("bank", 3))


class Expectation(Struct, frozen=True):
    """Where the next card may go (no place, one, or two that the cards cannot tell apart), and which entries."""

    places: tuple[Place, ...] = ()
    burning: bool = False
    entries: tuple[str, ...] = ()
    complete: bool = False
    bets_open: bool = False


class Expectations:
    """Reads a state against one rulebook. *stakes_known*: the bets on the cloth are keyed or sensed."""

    def __init__(self, rules: Rulebook, *, stakes_known: bool) -> None:
        self._rules = rules
        self._stakes_known = stakes_known

    def now(self, state: BaccaratState) -> Expectation:
        match state.phase:
            case "no_shoe":
                return Expectation(entries=("prepare_shoe",))
            case "burn_first" | "burning":
                return Expectation(burning=True)
            case "betting":
                bets_open = not state.burned_pass
                entries = ("key_bets", "cut_card") if bets_open else ("cut_card",)
                return Expectation((FIRST_FOUR[len(state.dealt)],), entries=entries, bets_open=bets_open)
            case "complete":
                return Expectation(entries=("close_pass", "cut_card"), complete=True)
            case "dealing":
                return self.in_pass(state)

    def in_pass(self, state: BaccaratState) -> Expectation:
        if len(state.dealt) < 4:
            return Expectation((FIRST_FOUR[len(state.dealt)],), entries=("cut_card",))
        if state.concealed:
            return _while_concealed(state)
        if self._five_open(state):
            return self._five_expected(state)
        if self.should_draw(state, "punto") and len(state.hand("punto")) == 2:
            return Expectation((Place("punto", 3),))
        if self.should_draw(state, "bank") and len(state.hand("bank")) == 2:
            return Expectation((Place("bank", 3),))
        return Expectation(complete=True)

    def should_draw(self, state: BaccaratState, side: Side) -> bool:
        """Whether the chart gives *side* a third card, all cards being known and a five decided."""
        punto, bank = state.known("punto"), state.known("bank")
        if chart.is_natural(punto, bank):
            return False
        if side == "bank":
            return chart.bank_draws(self._rules, bank, punto[2] if len(punto) == 3 else None)
        total = chart.points(punto[:2])
        return total <= 4 or (total == 5 and self._word_on_five(state) == "draw")

    def _five_open(self, state: BaccaratState) -> bool:
        punto, bank = state.known("punto"), state.known("bank")
        undecided = chart.points(punto[:2]) == 5 and self._word_on_five(state) is None
        return undecided and len(state.dealt) == 4 and not chart.is_natural(punto, bank)

    def _word_on_five(self, state: BaccaratState) -> str | None:
        """The word spoken; with nobody on Punto the dealer uncovers and a five stands (123 b)."""
        if self._stakes_known and not any(bet.side == "punto" for bet in state.bets):
            return "stand"
        return state.five

    def _five_expected(self, state: BaccaratState) -> Expectation:
        """A card now is Punto's, unless a Punto that stands would let the bank draw: then only a word can tell."""
        bank_might = chart.bank_draws(self._rules, state.known("bank"), None)
        return Expectation(_THIRDS if bank_might else _THIRDS[:1], entries=("five_draw", "five_stand"))


def _while_concealed(state: BaccaratState) -> Expectation:
    """Nobody can know yet who draws: Punto's third card may come, then the bank's. Judged at the reveal."""
    if len(state.hand("bank")) == 3:
        return Expectation()
    return Expectation(_THIRDS[1:] if len(state.hand("punto")) == 3 else _THIRDS)
