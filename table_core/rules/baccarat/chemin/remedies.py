"""Errors of a play put right as art. 151 says: what each resolution does to its cards, words and stakes."""

from collections.abc import Callable, Mapping
from typing import Final

from table_core.cards import Card
from table_core.events import Side
from table_core.rulebook import Fact, RuleViolation
from table_core.rules.baccarat.chemin import dealing, hands
from table_core.rules.baccarat.chemin.engine import Engine, Operations
from table_core.rules.baccarat.chemin.folding import evolve
from table_core.rules.baccarat.chemin.operations import (
    CardDealt,
    CardDiscarded,
    CardExposed,
    CardKept,
    CardMoved,
    CardTakenOut,
    Marked,
    PlayVoided,
    Spoken,
    StakesChanged,
    WordTakenBack,
)
from table_core.rules.baccarat.chemin.stakes import without
from table_core.rules.baccarat.chemin.state import FIRST_FOUR, CheminState, Mark
from table_core.rules.baccarat.entries import Draw
from table_core.rules.baccarat.state import Dealt, Place

_SIDES: Final[tuple[Side, Side]] = ("punto", "bank")
_PUNTO_3, _BANK_3 = Place("punto", 3), Place("bank", 3)


class Case:
    """One error being put right: the play it happened in, the card it is about, who it concerns."""

    def __init__(
        self,
        engine: Engine,
        state: CheminState,
        card: Card | None,
        *,
        stray: bool,
        reason: str,
        article: str,
        box: str,
        facts: Mapping[str, Fact],
    ) -> None:
        self.engine, self.state, self.card, self.stray = engine, state, card, stray
        self.reason, self.article, self.box, self.facts = reason, article, box, facts
        self.operations: Operations = []

    def do(self, *operations: object) -> None:
        for operation in operations:
            self.operations.append(operation)  # type: ignore[arg-type]
            self.state = evolve(self.state, operation)  # type: ignore[arg-type]

    def mark(self, *marks: Mark) -> None:
        self.do(*(Marked(mark, self.article) for mark in marks))

    def say(self, side: Side, word: hands.Word) -> None:
        self.do(Spoken(side, word, None, None, self.article))

    def draw(self, card: Card | None) -> None:
        self.do(*self.engine.apply(self.state, Draw(card)))

    def take_out(self, place: Place) -> None:
        dealt = next((one for one in self.state.dealt if one.place == place), None)
        if dealt is not None:
            self.do(CardTakenOut(dealt.card, place, self.article))

    def expose(self, *places: Place) -> None:
        lying = {one.place for one in self.state.dealt}
        self.do(*(CardExposed(place, self.article) for place in places if place in lying))

    def lay(self, place: Place) -> None:
        """The stray card lies at *place* now."""
        self.do(CardDealt(Dealt(place, self.card), self.article))

    def discard_stray(self) -> None:
        """The card the shoe gave although nobody was owed one."""
        if self.stray:
            self.do(CardDiscarded(self.card, self.article))


def carry_out(case: Case, choice: str) -> Operations:
    """What *choice* does to the play."""
    remedy = _REMEDIES.get(choice)
    if remedy is None:
        raise RuleViolation(case.article, "UNKNOWN_CHOICE", f"{choice}: no es una resolución")
    remedy(case)
    if case.state.in_pass:
        case.do(*dealing.complete_if_known(case.engine.rules, case.state))
    return case.operations


def _nothing(_case: Case) -> None:
    """A rule about people: it is recorded, and the play is as it was."""


def _void(case: Case) -> None:
    case.discard_stray()
    if case.state.in_pass:
        case.do(*case.engine.void(case.state, case.reason, case.article))


def _change_cards(case: Case) -> None:
    if case.state.in_pass:
        returned = case.state.at_risk
        case.do(PlayVoided(case.reason, returned, case.article))
    if case.state.shoe_in_play:
        case.do(*case.engine.end_shoe(case.state, "change_cards"))


def _must_play(case: Case) -> None:
    """The card waits for its play: as soon as bets are closed it is Punto's first."""
    if case.stray:
        case.do(CardKept(case.card, case.article))


def _discard(case: Case) -> None:
    """Neither dealt nor put back; without a stray card the one drawn last goes."""
    if case.stray:
        case.discard_stray()
    elif case.state.early:
        return
    elif case.state.in_pass and case.state.dealt:
        case.take_out(case.state.dealt[-1].place)


def _by_rules(case: Case) -> None:
    case.mark("punto_by_rules", "bank_by_chart")


def _by_chart_drawing(case: Case) -> None:
    case.expose(Place("punto", 1), Place("punto", 2))
    case.mark("bank_by_chart", "bank_draws_if_optional")


def _first_to_bank(case: Case) -> None:
    """Punto said no: the first card drawn by mistake is the banker's, the second goes."""
    _punto_said_no(case)
    if _BANK_3 not in [one.place for one in case.state.dealt] and case.stray:
        case.draw(case.card)
    else:
        case.discard_stray()


def _discard_all(case: Case) -> None:
    """The banker has six or seven: whatever was drawn by mistake goes."""
    _punto_said_no(case)
    case.take_out(_BANK_3)
    case.discard_stray()
    case.say("bank", "no")


def _punto_said_no(case: Case) -> None:
    """Punto's word is *no*: his supposed third card is the first drawn, any further card the second."""
    thirds = [one.place for one in case.state.dealt if one.place.position == 3]
    case.do(WordTakenBack(case.article))
    if thirds == [_PUNTO_3, _BANK_3]:
        case.take_out(_BANK_3)
    case.say("punto", "no")
    if _PUNTO_3 in thirds:
        case.do(CardMoved(_PUNTO_3, _BANK_3, case.article))
    if _BANK_3 in [one.place for one in case.state.dealt]:
        case.say("bank", "carta")


def _bank_must_take(case: Case) -> None:
    if case.state.punto_word != "no":
        case.say("punto", "no")
    if case.stray:
        case.say("bank", "carta")
        case.lay(_BANK_3)
    elif case.state.third("punto") is not None:
        case.do(CardMoved(_PUNTO_3, _BANK_3, case.article))
        case.say("bank", "carta")


def _card_to_punto(case: Case) -> None:
    if case.state.punto_word is None:
        case.say("punto", "carta")
    if case.stray:
        case.draw(case.card)


def _bank_counts_zero(case: Case) -> None:
    """The surplus card goes; the banker counts baccarat and may still draw."""
    case.discard_stray()
    if not case.stray and len(case.state.dealt) > 4:
        case.take_out(case.state.dealt[-1].place)
        case.do(WordTakenBack(case.article))
    case.mark("bank_zero")


def _best_for_punto(case: Case) -> None:
    _keep_one(case, "punto", hands.best_card)


def _worst_for_bank(case: Case) -> None:
    _keep_one(case, "bank", hands.worst_card)


def _keep_one(case: Case, side: Side, choose: Callable[[int, tuple[Card, Card]], Card]) -> None:
    """Of two third cards one counts. The second is a stray, or lies where the other hand's third would."""
    own, other = (_PUNTO_3, _BANK_3) if side == "punto" else (_BANK_3, _PUNTO_3)
    first, base = case.state.third(side), case.state.base(side)
    second = case.card if case.stray else case.state.third("bank" if side == "punto" else "punto")
    if first is None or second is None or base is None:
        raise RuleViolation(case.article, "NO_TWO_CARDS", f"no hay dos terceras cartas de {side} a la vista del sabot")
    kept = choose(base, (first, second))
    if case.stray:
        if kept == second:
            case.take_out(own)
            case.lay(own)
        else:
            case.discard_stray()
        return
    case.do(WordTakenBack(case.article))
    if kept == second:
        case.take_out(own)
        case.do(CardMoved(other, own, case.article))
    else:
        case.take_out(other)
    case.say("punto", "carta" if side == "punto" else "no")
    if side == "bank":
        case.say("bank", "carta")


def _expose_matching(case: Case) -> None:
    """The first or the third card of the deal, both Punto's, against the banker's first or second (151).

    *which* of Punto's two it was people may tell; else it is the last that came while they are dealt, then the first.
    """
    dealing_on = len(case.state.dealt) < len(FIRST_FOUR)
    told = case.facts.get("which", len(case.state.hand("punto")) if dealing_on else 1)
    position = told if told in (1, 2) else 1
    case.do(*(CardExposed(Place(side, position), case.article) for side in _SIDES))  # his own may yet have to come


def _shown_early(case: Case) -> None:
    """The banker's two cards lie open before Punto spoke: whoever wants takes his stake back."""
    case.expose(Place("bank", 1), Place("bank", 2))
    case.mark("bets_may_go")


def _expose_both(case: Case) -> None:
    case.expose(*(Place(side, position) for side in ("punto", "bank") for position in (1, 2)))
    case.mark("bank_by_chart")


def _loses_cards(case: Case) -> None:
    """The cards go to the next in order; who loses them keeps his stake (151)."""
    stakes, bank = case.state.stakes, case.state.bank
    if stakes is not None and bank is not None and len(stakes.accepted) > 1:
        case.do(StakesChanged(case.engine.next_holder(case.state, stakes), case.article))


def _banker_decides(case: Case) -> None:
    """What is entered next for Punto is the banker's choice; he made it if the card was already given."""
    if case.state.third("punto") is not None:
        return
    case.do(WordTakenBack(case.article))
    case.mark("banker_chooses")


def _card_is_given(case: Case) -> None:
    if case.state.punto_word != "carta":
        case.do(WordTakenBack(case.article))
        case.say("punto", "carta")


def _right_lost(case: Case) -> None:
    """Punto speaks no more of showing; a card he asked for is given or not as the banker likes."""
    if case.state.punto_word == "carta":
        _banker_decides(case)
    elif case.state.punto_word is None:
        case.say("punto", "no")


def _rectify(case: Case) -> None:
    """Put right: the cards the error brought onto the table go, and Punto speaks again."""
    case.discard_stray()
    if case.state.in_pass and case.state.phase != "complete":
        case.take_out(_PUNTO_3)
        case.take_out(_BANK_3)
        case.do(WordTakenBack(case.article))


def _bet_invalid(case: Case) -> None:
    """A bet on the line does not count: it goes back to who laid it."""
    stakes, bank = case.state.stakes, case.state.bank
    if stakes is None or bank is None or case.box not in [one.player for one in stakes.accepted]:
        return
    left = without(stakes, bank, case.box)
    case.do(StakesChanged(left, case.article))


_REMEDIES: dict[str, Callable[[Case], None]] = {
    "MUST_PLAY": _must_play,
    "DISCARD_CARDS": _discard,
    "DISCARD_CARD_BETS_STAND": _discard,
    "VOID_COUP": _void,
    "VOID_PASS": _void,
    "CHANGE_CARDS": _change_cards,
    "CARD_KEEPS_VALUE": _nothing,
    "BOTH_FOLLOW_RULES": _by_rules,
    "BANK_FOLLOWS_CHART_DRAW_IF_OPTIONAL": _by_chart_drawing,
    "RECTIFY": _rectify,
    "FIRST_TO_BANK": _first_to_bank,
    "DISCARD_ALL": _discard_all,
    "BANK_MUST_TAKE": _bank_must_take,
    "CARD_TO_PUNTO": _card_to_punto,
    "BANK_COUNTS_ZERO": _bank_counts_zero,
    "BEST_FOR_PUNTO": _best_for_punto,
    "WORST_FOR_BANK": _worst_for_bank,
    "PUNTO_ABATES_NINE": lambda case: case.mark("punto_shows_nine"),
    "PUNTO_COUNTS_NINE": lambda case: case.mark("punto_nine"),
    "EXPOSE_MATCHING_CARD": _expose_matching,
    "EXPOSE_BOTH_AND_CHART": _expose_both,
    "BETS_MAY_BE_WITHDRAWN": _shown_early,
    "BANK_LOSES_RIGHT_TO_ABATE": lambda case: case.mark("bank_may_not_show"),
    "BANK_LOSES_COUP": lambda case: case.mark("bank_loses"),
    "REJECT_CLAIM": _nothing,
    "PLAYER_LOSES_CARDS": _loses_cards,
    "CHART_APPLIES": lambda case: case.mark("punto_as_advised"),
    "BANKER_DECIDES": _banker_decides,
    "CARD_IS_GIVEN": _card_is_given,
    "PUNTO_LOSES_COUP": lambda case: case.mark("punto_loses"),
    "RIGHT_LOST": _right_lost,
    "ERROR_STANDS": _nothing,
    "BET_INVALID": _bet_invalid,
    "REJECT_BET": _nothing,
    "CONTINUE": _nothing,
    "LAYOUT_MATCHES": _nothing,
}
