"""The baccarat engine: what is expected now, what an entry leads to, what a pass pays. It decides, never records.

`apply` answers with operations; the caller folds them with `evolve`. A refusal is a `RuleViolation`; nothing changes.
For a card that does not belong where it fell, the violation's code is the irregularity's event name.
"""

from table_core.cards import Card
from table_core.events import Claim, Side
from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.baccarat import bets, chart, rotation
from table_core.rules.baccarat.entries import (
    ClosePass,
    CutCard,
    Draw,
    Entry,
    HandShoe,
    KeyBets,
    PrepareShoe,
    Redraw,
    Reveal,
    SpeakFive,
    TakeSuite,
)
from table_core.rules.baccarat.expectation import Expectation, Expectations
from table_core.rules.baccarat.state import (
    BaccaratOperation,
    BaccaratState,
    BetsClosed,
    BetsKeyed,
    BetsOpened,
    BurnOrdered,
    CardBurned,
    CardDealt,
    CardFaced,
    CardReplaced,
    CutCardCameOut,
    Dealt,
    FiveSpoken,
    HandsKeyed,
    PassBurned,
    PassCompleted,
    PassSettled,
    PassVoided,
    Place,
    Result,
    ShoeEnded,
    ShoePrepared,
    evolve,
)

Operations = list[BaccaratOperation]


class Engine:
    """One rulebook's baccarat; *stakes* says whether bets are known to the table, *limits* bound keyed ones."""

    def __init__(self, rules: Rulebook, *, stakes: str = "none", limits: tuple[int, int] | None = None) -> None:
        self.rules = rules
        self._stakes = stakes
        self._stakes_known = stakes != "none"
        self._limits = limits
        self._expectations = Expectations(rules, stakes_known=self._stakes_known)

    def within(self, limits: tuple[int, int] | None) -> "Engine":
        """The same game under the day's *limits*; None: under its own."""
        return self if limits is None else Engine(self.rules, stakes=self._stakes, limits=limits)

    def expects(self, state: BaccaratState) -> Expectation:
        return self._expectations.now(state)

    def apply(self, state: BaccaratState, entry: Entry) -> Operations:
        """The operations *entry* leads to; raises RuleViolation and changes nothing when the text forbids it."""
        match entry:
            case Draw():
                return self._draw(state, entry)
            case Reveal():
                return self._reveal(state, entry)
            case Redraw():
                return self._redraw(state, entry)
            case CutCard():
                return self._cut_card(state)
            case ClosePass():
                return self._close(state)
            case PrepareShoe():
                return self._prepare(state, entry)
            case KeyBets():
                return self._key_bets(state, entry)
            case SpeakFive():
                return self._speak_five(state, entry)
            case HandShoe():
                return [rotation.first_holder(self.rules, state, entry)]
            case TakeSuite():
                return [rotation.suite(self.rules, state, entry)]

    def settle(self, state: BaccaratState) -> PassSettled:
        """The result of a complete pass and what every bet comes to."""
        result = outcome(state)
        paid = bets.payments(self.rules, state, result) if self._stakes_known else ()
        return PassSettled(result, bets.RATIO, paid, self.rules.article("payout"))

    def judge(self, state: BaccaratState) -> Operations:
        """Complete a pass whose cards are now all known, if they are just those the chart asks for."""
        spoken: Operations = []
        if state.five is None and chart.points(state.known("punto")[:2]) == 5:
            word = FiveSpoken("draw" if len(state.hand("punto")) == 3 else "stand", True, self.rules.article("five"))
            spoken, state = [word], evolve(state, word)
        sides: tuple[Side, ...] = ("punto", "bank")
        for side in sides:
            drew, should = len(state.hand(side)) == 3, self._expectations.should_draw(state, side)
            if drew and not should:
                detail = f"la tercera carta de {side} no corresponde"
                raise RuleViolation(self.rules.article("chart"), "third_card_wrong", detail)
            if should and not drew:
                detail = f"falta la tercera carta de {side}"
                raise RuleViolation(self.rules.article("chart"), "third_card_missing", detail)
        return [*spoken, self._completed(state)]

    def key_hands(self, state: BaccaratState, punto: tuple[Card, ...], bank: tuple[Card, ...]) -> Operations:
        """Hands a person read from the cloth: refused when no course of the game leads to them."""
        fits = len(punto) - len(bank) in (0, 1) if len(punto) + len(bank) < 4 else {len(punto), len(bank)} <= {2, 3}
        if not fits or not punto:
            detail = f"{len(punto)} cartas de Punto y {len(bank)} de Banca no son un pase"
            raise RuleViolation(self.rules.article("deal"), "HANDS_DO_NOT_FIT", detail)
        keyed = HandsKeyed(punto, bank)
        after = evolve(state, keyed)
        if len(after.dealt) < 4:
            return [keyed]
        try:
            return [keyed, *self.judge(after)]
        except RuleViolation as violation:
            if violation.code != "third_card_missing":
                raise
            return [keyed]

    def void(self, state: BaccaratState, reason: str, article: str) -> Operations:
        """The pass does not count and every stake goes back; a shoe whose cut card is out ends with it."""
        voided: Operations = [PassVoided(reason, sum(bet.amount for bet in state.bets), article)]
        if state.cut_card_out:
            voided.append(ShoeEnded("cut_card", self.rules.article("cut_card")))
        return voided

    # Cards

    def _draw(self, state: BaccaratState, entry: Draw) -> Operations:
        match state.phase:
            case "no_shoe":
                detail = "carta sin sabot preparado"
                raise RuleViolation(self.rules.article("shuffle"), "card_without_shoe", detail)
            case "burn_first":
                return self._burn_first(entry)
            case "burning":
                return self._burn(state, entry)
            case "betting":
                return self._draw_first(state, entry)
            case "dealing":
                return self._deal(state, entry)
            case "complete":
                raise self._extra_card()

    def _extra_card(self) -> RuleViolation:
        detail = "carta que no corresponde al pase"
        return RuleViolation(self.rules.article("extra_card"), "extra_card_drawn", detail)

    def _burn_first(self, entry: Draw) -> Operations:
        article = self.rules.article("burn")
        if entry.card is None:
            raise RuleViolation(article, "unread_card", "no se leyó la primera carta del sabot")
        count = chart.burn_count(self.rules, entry.card)
        operations: Operations = [CardBurned(entry.card, article), BurnOrdered(count, article)]
        return operations if count else [*operations, BetsOpened(self.rules.article("bets"))]

    def _burn(self, state: BaccaratState, entry: Draw) -> Operations:
        operations: Operations = [CardBurned(entry.card, self.rules.article("burn"))]
        return operations if state.burn_left > 1 else [*operations, BetsOpened(self.rules.article("bets"))]

    def _draw_first(self, state: BaccaratState, entry: Draw) -> Operations:
        if self._stakes_known and not state.burned_pass:
            bets.check_quorum(self.rules, state.bets)
        closed = BetsClosed(self.rules.article("bets"))
        return [closed, *self._deal(evolve(state, closed), entry)]

    def _deal(self, state: BaccaratState, entry: Draw) -> Operations:
        expected = self._expectations.in_pass(state)
        place, spoken = self._place_for(state, expected, entry)
        article = self.rules.article("deal" if len(state.dealt) < 4 else "chart")
        dealt = CardDealt(Dealt(place, entry.card, entry.claim), article)
        after = evolve(state, dealt)
        return [*spoken, dealt, *self._complete_if_known(after)]

    def _place_for(self, state: BaccaratState, expected: Expectation, entry: Draw) -> tuple[Place, Operations]:
        if not expected.places:
            raise self._extra_card()
        if state.concealed and len(state.dealt) >= 4:
            return _claimed_place(self.rules, expected, entry.claim), []
        if len(expected.places) == 2:
            detail = "Punto tiene cinco y no se ingresó si pide o se planta"
            raise RuleViolation(self.rules.article("five"), "five_not_entered", detail)
        spoken: Operations = []
        if "five_draw" in expected.entries:
            spoken.append(FiveSpoken("draw", True, self.rules.article("five")))
        return expected.places[0], spoken

    def _complete_if_known(self, state: BaccaratState) -> Operations:
        if state.concealed or not self._expectations.in_pass(state).complete:
            return []
        return [self._completed(state)]

    def _completed(self, state: BaccaratState) -> PassCompleted:
        punto, bank = chart.points(state.known("punto")), chart.points(state.known("bank"))
        return PassCompleted(punto, bank, outcome(state), pairs(state), self.rules.article("chart"))

    def _reveal(self, state: BaccaratState, entry: Reveal) -> Operations:
        place = place_of(entry.claim)
        for dealt in state.dealt:
            if dealt.claim == entry.claim or (dealt.claim is None and dealt.place == place):
                if dealt.card is None:
                    return [CardFaced(dealt.place, entry.card)]
                if dealt.card == entry.card:
                    return []
                detail = f"una carta que se leyó como {dealt.card} se muestra como {entry.card}"
                raise RuleViolation(self.rules.article("deal"), "reveal_differs", detail)
        detail = f"no se repartió carta a {entry.claim.target} {entry.claim.position}"
        raise RuleViolation(self.rules.article("deal"), "reveal_of_no_card", detail)

    def _redraw(self, state: BaccaratState, entry: Redraw) -> Operations:
        if state.dealt and entry.claim is not None and state.dealt[-1].claim == entry.claim:
            return [CardReplaced(state.dealt[-1].place, entry.card)]
        detail = "el sabot repite una carta que no es la última"
        raise RuleViolation(self.rules.article("deal"), "redraw_of_no_card", detail)

    def _cut_card(self, state: BaccaratState) -> Operations:
        """In a pass: finish it, then shuffle. Before Punto's first card: shuffle now, no pass (122, 134)."""
        came_out = CutCardCameOut(self.rules.article("cut_card"))
        if state.phase == "betting" and not state.dealt:
            raise RuleViolation(self.rules.article("cut_card"), "cut_card_first", "el corte sale como primera carta")
        if state.phase in ("no_shoe", "burn_first", "burning"):
            detail = "el corte salió antes de empezar el juego"
            raise RuleViolation(self.rules.article("cut_card"), "cut_card_impossible", detail)
        return [came_out]

    # People's entries

    def _prepare(self, state: BaccaratState, entry: PrepareShoe) -> Operations:
        if state.phase != "no_shoe":
            detail = "hay un sabot en juego; termínelo antes de preparar otro"
            raise RuleViolation(self.rules.article("shuffle"), "SHOE_IN_PLAY", detail)
        if entry.decks not in self.rules["decks"]:
            detail = f"{entry.decks} mazos; se usan {self.rules['decks']}"
            raise RuleViolation(self.rules.article("decks"), "WRONG_DECKS", detail)
        least = self.rules["cut_min_behind"]
        if entry.cut_behind is not None and entry.cut_behind < least:
            detail = f"el corte va a no menos de {least} cartas del final, no a {entry.cut_behind}"
            raise RuleViolation(self.rules.article("cut_min_behind"), "CUT_TOO_DEEP", detail)
        return [ShoePrepared(entry.decks, entry.cut_behind, self.rules.article("shuffle"))]

    def _key_bets(self, state: BaccaratState, entry: KeyBets) -> Operations:
        if not self._stakes_known:
            detail = "esta mesa no ingresa apuestas (stakes = none): nadie las pagaría"
            raise RuleViolation(self.rules.article("bets"), "STAKES_NOT_KEYED", detail)
        if not self.expects(state).bets_open:
            raise RuleViolation(self.rules.article("bets"), "late_bet", "no va más: la primera carta ya salió")
        bets.check_bets(self.rules, entry.bets, self._limits)
        return [BetsKeyed(entry.bets, self.rules.article("bets"))]

    def _speak_five(self, state: BaccaratState, entry: SpeakFive) -> Operations:
        if f"five_{entry.choice}" not in self.expects(state).entries:
            detail = "Punto no tiene un cinco por decidir"
            raise RuleViolation(self.rules.article("five"), "NO_FIVE", detail)
        spoken = FiveSpoken(entry.choice, False, self.rules.article("five"))
        return [spoken, *self._complete_if_known(evolve(state, spoken))]

    def _close(self, state: BaccaratState) -> Operations:
        if state.phase != "complete":
            raise RuleViolation(self.rules.article("chart"), "PASS_NOT_COMPLETE", "el pase no está completo")
        if state.burned_pass:
            ending: Operations = [PassBurned(self.rules.article("extra_card"))]
        else:
            settled = self.settle(state)
            ending = [settled, *rotation.after_pass(self.rules, state, settled)]
        if state.cut_card_out:
            ending.append(ShoeEnded("cut_card", self.rules.article("cut_card")))
        return ending


def outcome(state: BaccaratState) -> Result:
    punto, bank = chart.points(state.known("punto")), chart.points(state.known("bank"))
    return "tie" if punto == bank else "punto" if punto > bank else "bank"


def pairs(state: BaccaratState) -> tuple[Side, ...]:
    """The sides whose first two cards are a pair, Punto first."""
    sides: tuple[Side, ...] = ("punto", "bank")
    return tuple(side for side in sides if chart.pair(state.known(side)))


def place_of(claim: Claim) -> Place | None:
    """The place on the cloth the shoe's claim names, if it names one."""
    if claim.target in ("punto", "bank"):
        return Place(claim.target, claim.position)
    return None


def _claimed_place(rules: Rulebook, expected: Expectation, claim: Claim | None) -> Place:
    place = place_of(claim) if claim is not None else None
    if place is not None and place in expected.places:
        return place
    detail = "el sabot asigna la carta a un lugar que el reglamento no admite"
    raise RuleViolation(rules.article("chart"), "extra_card_drawn", detail)
