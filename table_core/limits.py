"""Changing the limits on a table's sign: who may is said elsewhere; here, when, and within which bounds."""

from table_core.commands import ChangeLimits
from table_core.decision import Decision
from table_core.money import pesos
from table_core.people import HOUSE
from table_core.progressive.terms import Terms
from table_core.reconciler.base import Reconciler
from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.blackjack.bets import pairs_limits
from table_core.session import LimitsChanged


def change(reconciler: Reconciler, decision: Decision, order: ChangeLimits, person: str) -> None:
    """Between passes, before anybody has bet for the next one: nobody's bet is judged by two signs."""
    session, game, where = decision.state.session, decision.state.game, _article(reconciler.rules)
    if session.day == "closed":
        raise RuleViolation(HOUSE, "TABLE_CLOSED", "abra la mesa antes de cambiar los límites")
    if game.in_pass:
        raise RuleViolation(where, "PASS_UNDER_WAY", "los límites no cambian durante un pase; espere a que termine")
    if game.bets_laid:
        detail = "ya hay apuestas para el próximo pase; cambie los límites cuando termine"
        raise RuleViolation(where, "BETS_LAID", detail)
    _check_text(reconciler.rules, order, where)
    if reconciler.progressive is not None:
        _check_plan(reconciler.progressive.setup.terms, order)
    decision.record(LimitsChanged(order.minimum, order.maximum, person, where))
    reconciler.limits_changed(decision)


def _article(rules: Rulebook) -> str:
    return rules.article("limits") if "limits" in rules.settings else HOUSE


def _check_text(rules: Rulebook, order: ChangeLimits, where: str) -> None:
    if not 0 < order.minimum <= order.maximum:
        raise RuleViolation(where, "BAD_LIMITS", "el mínimo es positivo y no pasa del máximo")
    if "pairs_min_pct" not in rules.settings:
        return
    pairs = pairs_limits(rules, order.minimum)
    if pairs.least > pairs.most:
        detail = f"con un mínimo de {pesos(order.minimum)} ninguna apuesta de Perfect Pairs es posible"
        raise RuleViolation(rules.article("pairs_min_pct"), "NO_PAIRS_BET", detail)


def _check_plan(terms: Terms, order: ChangeLimits) -> None:
    """The approved plan may bound the bets of the game as well (ARI 4.2)."""
    if not terms.plan_allows(order.minimum, order.maximum):
        least, most = pesos(terms.table_min), pesos(terms.table_max)
        detail = f"el plan aprobado deja límites entre {least} y {most}"
        raise RuleViolation("4.2", "PLAN_MISMATCH", detail)
