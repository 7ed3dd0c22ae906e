"""Bets and money of Mini Baccarat and Punto y Banca: what may be laid, what is paid (125-126, 138-139)."""

from table_core.money import share_bp
from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.baccarat.state import BaccaratState, Bet, Payment, Result

RATIO = "1 a 1"


def check_quorum(rules: Rulebook, bets: tuple[Bet, ...]) -> None:
    """Refuse to deal with fewer than two bets on Bank or Punto; a tie bet makes no game."""
    valid = [bet for bet in bets if bet.side != "tie"]
    if len(valid) < rules["min_valid_bets"]:
        detail = f"{len(valid)} apuesta(s) a Banca o Punto, hacen falta {rules['min_valid_bets']}"
        raise RuleViolation(rules.article("min_valid_bets"), "NEED_TWO_VALID_BETS", detail)


def check_bets(rules: Rulebook, bets: tuple[Bet, ...], limits: tuple[int, int] | None) -> None:
    """Refuse a stake that is no positive amount, a second one of the same player, or one outside the limits."""
    seen: set[str] = set()
    for bet in bets:
        if bet.amount <= 0:
            raise RuleViolation(rules.article("bets"), "BAD_AMOUNT", f"{bet.player}: {bet.amount} no es un monto")
        if bet.player in seen:
            detail = f"{bet.player} ya tiene una postura; se permite una por jugador"
            raise RuleViolation(rules.article("players"), "ONE_POSITION", detail)
        if limits is not None and not limits[0] <= bet.amount <= limits[1]:
            detail = f"{bet.player}: {bet.amount} está fuera de los límites {limits[0]} a {limits[1]}"
            raise RuleViolation(rules.article("limits"), "OUT_OF_LIMITS", detail)
        seen.add(bet.player)


def payments(rules: Rulebook, state: BaccaratState, result: Result) -> tuple[Payment, ...]:
    """Every bet's outcome, in the order the dealer pays."""
    return tuple(_payment(rules, bet, result) for bet in pay_order(rules, state.bets))


def pay_order(rules: Rulebook, bets: tuple[Bet, ...]) -> tuple[Bet, ...]:
    """From the dealer's right, the seated before the standing (13 a 4)."""
    if not rules["pay_from_right"]:
        return bets
    return tuple(sorted(bets, key=lambda bet: (bet.standing, bet.seat)))


def _payment(rules: Rulebook, bet: Bet, result: Result) -> Payment:
    if bet.side == "tie":
        return Payment(bet.player, "not_accepted", 0, 0)
    if result == "tie":
        return Payment(bet.player, "push", 0, 0)
    if bet.side != result:
        return Payment(bet.player, "lose", -bet.amount, 0)
    commission = 0
    if bet.side == "bank":
        commission = share_bp(bet.amount, rules["commission_bp"], rules["commission_rounding"])
    return Payment(bet.player, "win", bet.amount - commission, commission)
