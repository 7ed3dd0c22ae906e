"""Cards and words of one play of Chemin de Fer: where a card goes, what a word counts for, when the hands lie open."""

from table_core.cards import Card
from table_core.events import Side
from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.baccarat.chemin import play
from table_core.rules.baccarat.chemin.entries import Speak
from table_core.rules.baccarat.chemin.folding import after as state_after
from table_core.rules.baccarat.chemin.folding import evolve
from table_core.rules.baccarat.chemin.hands import Word
from table_core.rules.baccarat.chemin.operations import (
    CardDealt,
    CardFaced,
    CardReplaced,
    CheminOperation,
    HandsKeyed,
    Marked,
    PlayCompleted,
    Spoken,
)
from table_core.rules.baccarat.chemin.state import FIRST_FOUR, CheminState
from table_core.rules.baccarat.engine import place_of
from table_core.rules.baccarat.entries import Draw, Redraw, Reveal
from table_core.rules.baccarat.state import Dealt, Place

Operations = list[CheminOperation]
_PUNTO_3, _BANK_3 = Place("punto", 3), Place("bank", 3)


def draw(rules: Rulebook, state: CheminState, entry: Draw) -> Operations:
    match state.phase:
        case "no_shoe":
            detail = "carta sin sabot preparado"
            raise RuleViolation(rules.article("shuffle"), "card_without_shoe", detail)
        case "bank" | "stakes":
            detail = "carta sacada antes de «no van más apuestas»"
            raise RuleViolation(rules.article("early_draw"), "early_draw", detail)
        case "closed" | "dealing":
            laid = _laid(rules, FIRST_FOUR[len(state.dealt)], entry, "deal")
            return [laid, *complete_if_known(rules, evolve(state, laid))]
        case "punto":
            return _draw_for_punto(rules, state, entry)
        case "banker":
            return _draw_for_bank(rules, state, entry)
        case "complete":
            raise _surplus(rules, state)


def _laid(rules: Rulebook, place: Place, entry: Draw, setting: str) -> CardDealt:
    return CardDealt(Dealt(place, entry.card, entry.claim), rules.article(setting))


def _draw_for_punto(rules: Rulebook, state: CheminState, entry: Draw) -> Operations:
    """A card before the word: Punto's where he must draw, the banker's where he must stand, else nobody's (151)."""
    if state.punto_word == "carta":
        return [_laid(rules, _PUNTO_3, entry, "options")]
    may = play.punto_may(rules, state)
    if state.punto_shows or len(may) > 1:
        detail = "salió la quinta carta antes de que hablara el punto"
        raise RuleViolation(rules.article("errors"), "fifth_card_drawn", detail)
    word: Word = "carta" if "carta" in may else "no"
    spoken = Spoken("punto", word, None, None, rules.article("options"))
    return [spoken, *draw(rules, evolve(state, spoken), entry)]


def _draw_for_bank(rules: Rulebook, state: CheminState, entry: Draw) -> Operations:
    if len(state.hand("bank")) > 2 or state.bank_word == "no" or "carta" not in play.bank_may(rules, state):
        raise _surplus(rules, state)
    article = rules.article("options")
    spoken = [Spoken("bank", "carta", None, None, article)] if state.bank_word is None else []
    operations: Operations = [*spoken, _laid(rules, _BANK_3, entry, "options")]
    return [*operations, *complete_if_known(rules, state_after(state, operations))]


def _surplus(rules: Rulebook, state: CheminState) -> RuleViolation:
    """A card too many: beside a third card it is the text's *dos cartas*, else nobody was owed one."""
    third = state.third("bank") is not None or len(state.hand("bank")) > 2
    code = "two_third_cards" if third else "surplus_card"
    return RuleViolation(rules.article("errors"), code, "salió una carta que no corresponde a la jugada")


def complete_if_known(rules: Rulebook, state: CheminState) -> Operations:
    """Lay the hands open once nobody has anything left to decide and every face is known.

    A Punto who counts as having shown nine (151) has nothing to say any more, nor has the banker.
    """
    if not state.in_pass or state.phase == "complete":
        return []
    done = state.phase == "banker" and (state.bank_word == "no" or len(state.hand("bank")) > 2)
    shows_nine = "punto_shows_nine" in state.marks and len(state.dealt) >= len(FIRST_FOUR)
    if not state.lost and (not (done or shows_nine) or state.concealed):
        return []
    return [completed(rules, state)]


def completed(rules: Rulebook, state: CheminState) -> PlayCompleted:
    return PlayCompleted(state.total("punto"), state.total("bank"), play.result_of(state), rules.article("payout"))


def reveal(rules: Rulebook, state: CheminState, entry: Reveal) -> Operations:
    """The shoe tells a face; which card it means it says by its own place, whatever that is."""
    for dealt in state.dealt:
        if dealt.claim == entry.claim or (dealt.claim is None and dealt.place == place_of(entry.claim)):
            if dealt.card is None:
                faced = CardFaced(dealt.place, entry.card)
                return [faced, *complete_if_known(rules, evolve(state, faced))]
            if dealt.card == entry.card:
                return []
            detail = f"una carta que se leyó como {dealt.card} se muestra como {entry.card}"
            raise RuleViolation(rules.article("deal"), "reveal_differs", detail)
    detail = f"no se repartió carta a {entry.claim.target} {entry.claim.position}"
    raise RuleViolation(rules.article("deal"), "reveal_of_no_card", detail)


def redraw(rules: Rulebook, state: CheminState, entry: Redraw) -> Operations:
    if state.dealt and entry.claim is not None and state.dealt[-1].claim == entry.claim:
        return [CardReplaced(state.dealt[-1].place, entry.card)]
    detail = "el sabot repite una carta que no es la última"
    raise RuleViolation(rules.article("deal"), "redraw_of_no_card", detail)


# Words


def punto_speaks(rules: Rulebook, state: CheminState, entry: Speak) -> Operations:
    article = rules.article("options")
    if entry.word == "cuadro":
        raise RuleViolation(article, "BANKERS_CHART", "el cuadro lo pide el banquero")
    if state.phase != "punto" or state.punto_word is not None:
        raise RuleViolation(article, "NOT_HIS_TURN", "Punto no tiene que hablar ahora")
    return [_word(rules, "punto", entry.word, play.punto_may(rules, state), state)]


def banker_decides(rules: Rulebook, state: CheminState, entry: Speak) -> Operations:
    article = rules.article("options")
    if state.phase == "punto" and state.punto_word is None:
        raise RuleViolation(article, "PUNTO_FIRST", "el banquero habla siempre después del punto")
    if state.phase != "banker" or state.bank_word is not None:
        raise RuleViolation(article, "NOT_HIS_TURN", "el banquero no tiene que decidir ahora")
    operations: Operations = []
    may, said = play.bank_may(rules, state), entry.word
    if said == "cuadro":
        if state.concealed:
            raise RuleViolation(article, "FACES_UNKNOWN", "el sabot no muestra las cartas: nadie conoce los puntos")
        operations = [Marked("bank_by_chart", rules.article("chart"))]
        chosen = play.chart_word(rules, state)
        operations.append(Spoken("bank", chosen, "cuadro", None, rules.article("chart")))
    else:
        operations = [_word(rules, "bank", said, may, state)]
    return [*operations, *complete_if_known(rules, state_after(state, operations))]


def _word(rules: Rulebook, side: Side, said: Word, may: frozenset[Word], state: CheminState) -> Spoken:
    """The word as it counts: what the rules leave no choice about replaces what was said."""
    if said in may:
        return Spoken(side, said, said, None, rules.article("options"))
    counts: Word = "carta" if "carta" in may else "no"
    if side == "punto":
        override = "PUNTO_MUST_DRAW" if counts == "carta" else "PUNTO_MUST_STAND"
    elif state.base("bank") == 0 and "bank_by_chart" not in state.marks:
        override = "BANK_MUST_DRAW_ON_BACCARAT"
    else:
        override = "BANK_MUST_FOLLOW_CHART" if "punto_nine" not in state.marks else "BANK_MUST_STAND"
    return Spoken(side, counts, said, override, rules.article("options"))


def key_hands(rules: Rulebook, state: CheminState, punto: tuple[Card, ...], banker: tuple[Card, ...]) -> Operations:
    """Hands a person read from the cloth; a third card says what was decided."""
    sizes = {len(punto), len(banker)}
    fits = len(punto) - len(banker) in (0, 1) if len(punto) + len(banker) < 4 else sizes <= {2, 3}
    if not fits or not punto:
        detail = f"{len(punto)} cartas de Punto y {len(banker)} de Banca no son una jugada"
        raise RuleViolation(rules.article("deal"), "HANDS_DO_NOT_FIT", detail)
    operations: Operations = [HandsKeyed(punto, banker)]
    after = state_after(state, operations)
    article = rules.article("options")
    if len(punto) > 2 and after.punto_word is None:
        operations.append(Spoken("punto", "carta", None, None, article))
    elif len(banker) > 2 and after.punto_word is None:
        operations.append(Spoken("punto", "no", None, None, article))
    if len(banker) > 2 and after.bank_word is None:
        operations.append(Spoken("bank", "carta", None, None, article))
    return [*operations, *complete_if_known(rules, state_after(state, operations))]
