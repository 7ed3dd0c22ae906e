"""What a play comes to: points, payments, the house's tenth, and where the bank goes (148-150). Pure."""

from msgspec.structs import replace

from table_core.events import Side
from table_core.money import share_bp
from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.baccarat.chemin import bank as banks
from table_core.rules.baccarat.chemin import hands
from table_core.rules.baccarat.chemin.bank import Limits
from table_core.rules.baccarat.chemin.folding import evolve
from table_core.rules.baccarat.chemin.hands import NATURAL, Word
from table_core.rules.baccarat.chemin.operations import CheminOperation, PlaySettled
from table_core.rules.baccarat.chemin.people import Bank, Player, collect_order, find, pay_order
from table_core.rules.baccarat.chemin.stakes import Stakes
from table_core.rules.baccarat.chemin.state import CheminState, Payment, Result

RATIO = "1 a 1"
_EITHER: frozenset[Word] = frozenset({"carta", "no"})


def punto_may(rules: Rulebook, state: CheminState) -> frozenset[Word]:
    """What Punto may say; with a face unknown, or after the right to show was lost, whatever is said."""
    base = state.base("punto")
    if base is None or base >= NATURAL or "banker_chooses" in state.marks:
        return _EITHER
    if "punto_as_advised" in state.marks:
        return frozenset({hands.advice(rules, base)})
    free = state.banco and rules["banco_freedom_authorised"] and "punto_by_rules" not in state.marks
    return hands.punto_words(rules, base, free=free)


def bank_may(rules: Rulebook, state: CheminState) -> frozenset[Word]:
    """What the banker may do. The chart binds him once he asked for it, or by an error (149, 151)."""
    base = state.base("bank")
    if base is None:
        return _EITHER
    if {"bank_by_chart", "bank_draws_if_optional"} & set(state.marks):
        return frozenset({chart_word(rules, state)})
    return hands.bank_words(base, punto_lost_third="punto_nine" in state.marks)


def chart_word(rules: Rulebook, state: CheminState) -> Word:
    optional = "bank_draws_if_optional" in state.marks
    return hands.chart_word(rules, state.base("bank") or 0, state.third("punto"), draw_if_optional=optional)


def result_of(state: CheminState) -> Result:
    """Who won; an error that loses the play decides before the points do (151)."""
    if "bank_loses" in state.marks:
        return "punto"
    if "punto_loses" in state.marks or (forgot_to_show(state) and nine_loses(state)):
        return "bank"
    punto, bank = state.total("punto"), state.total("bank")
    return "null" if punto == bank else "punto" if punto > bank else "bank"


def forgot_to_show(state: CheminState) -> bool:
    """Punto spoke although he had eight or nine (151)."""
    return state.punto_word is not None and (state.base("punto") or 0) >= NATURAL


def nine_loses(state: CheminState) -> bool:
    """A nine of Punto that is not shown loses to a banker who shows eight (151)."""
    return state.base("punto") == 9 and state.base("bank") == 8 and state.bank_shows


def check_course(rules: Rulebook, state: CheminState) -> None:
    """Whether the hands, all known at last, are what the words and rules allow."""
    if state.lost:
        return
    sides: tuple[Side, ...] = ("punto", "bank")
    for side in sides:
        may = punto_may(rules, state) if side == "punto" else bank_may(rules, state)
        did: Word = "carta" if len(state.hand(side)) > 2 else "no"
        if did in may or state.punto_shows or state.bank_shows:
            continue
        code = "third_card_wrong" if did == "carta" else "third_card_missing"
        what = "la tercera carta de {side} no corresponde" if did == "carta" else "falta la tercera carta de {side}"
        raise RuleViolation(rules.article("options"), code, what.format(side=side))


def settled(rules: Rulebook, state: CheminState, limits: Limits) -> list[CheminOperation]:
    """Pay and collect; the banker keeps the bank while he wins or ties, else it goes on to the right."""
    result, article = result_of(state), rules.article("payout")
    bank, stakes = state.bank, state.stakes
    if bank is None or stakes is None:
        return [PlaySettled(result, RATIO, (), 0, 0, 0, None, None, None, article)]
    gain = {"null": 0, "bank": stakes.at_risk, "punto": -stakes.at_risk}[result]
    cagnotte = share_bp(gain, rules["commission_bp"], rules["commission_rounding"]) if gain > 0 else 0
    after = _bank_after(rules, state, bank, gain, cagnotte)
    over = PlaySettled(
        result,
        RATIO,
        payments(rules, state.players, stakes, result),
        gain,
        cagnotte,
        gain - cagnotte,
        after if result != "punto" else None,
        _seguido_after(state, stakes, result),
        stakes.banco if result != "null" else state.last_banco,
        article,
    )
    if result != "punto":
        return [over]
    ended = banks.end(rules, after, "lost")
    if state.cut_card_out:
        return [over, ended]
    gone = evolve(evolve(state, over), ended)
    return [over, ended, *banks.after_loss(rules, gone, after, limits)]


def _bank_after(rules: Rulebook, state: CheminState, bank: Bank, gain: int, cagnotte: int) -> Bank:
    """The bank with what it won or lost; what the stakes did not cover stays in the garage after a win (148 b)."""
    net = gain - cagnotte
    uncovered = 0 if state.all_goes or state.stakes is None else state.stakes.garage
    aside = uncovered if gain > 0 and rules["obligatory_garage"] == "stays_aside" else 0
    return replace(
        bank,
        amount=bank.amount + net - aside,
        garage=bank.garage + aside,
        winnings=bank.winnings + max(0, net),
        plays=bank.plays + 1,
        associates=banks.shared(bank, net),
        once=None,
    )


def _seguido_after(state: CheminState, stakes: Stakes, result: Result) -> str | None:
    """The right to banco seguido: of who made banco and lost, or alone bet; a tie leaves it as it was (150)."""
    if result == "null":
        return state.seguido or stakes.banco
    return stakes.seguido if result == "bank" else None


def payments(rules: Rulebook, players: tuple[Player, ...], stakes: Stakes, result: Result) -> tuple[Payment, ...]:
    """Every stake's outcome, in the order it is paid or collected."""
    sign = {"null": 0, "bank": -1, "punto": 1}[result]
    amounts = {one.player: one.amount for one in stakes.accepted}
    known = [player for name in amounts if (player := find(players, name)) is not None]
    if rules["pay_from_right"]:
        known = collect_order(known) if sign < 0 else pay_order(known)
    absent = [name for name in amounts if find(players, name) is None]
    names = [*(player.name for player in known), *absent]
    return tuple(Payment(name, sign * amounts[name]) for name in names)
