"""What the table's lamps should show now. A seat lamp is lit while that seat may bet; `hold` while the table waits."""

from table_core.session import LAST_HANDS
from table_core.table import TableState


def lamps(state: TableState, names: tuple[str, ...], *, bets_open: bool) -> tuple[bool, ...]:
    """The lamps called *names* ("seat.1" ... and "hold"), in that order."""
    may_bet = bets_open and state.session.may_deal and not state.held
    return tuple(state.held if name == "hold" else may_bet for name in names)


def display_lines(state: TableState, limits: tuple[int, int] | None) -> tuple[str, str]:
    """Two lines for the players' sign: what the table is doing, then its limits. No card and no name of a person."""
    return _course(state), "" if limits is None else f"Mín {pesos(limits[0])}  Máx {pesos(limits[1])}"


def pesos(amount: int) -> str:
    """*amount* as it is written in Chile and Argentina: $5.000."""
    return f"${amount:,}".replace(",", ".")


def _course(state: TableState) -> str:
    left = state.session.passes_left
    if state.held:
        return "MESA DETENIDA"
    if not state.session.may_deal:
        return "MESA CERRADA"
    if left is not None and left in LAST_HANDS:
        return LAST_HANDS[left].removesuffix(" de la mesa").upper()
    return "MESA ABIERTA"
