"""What the table's lamps should show now. A seat lamp is lit while that seat may bet; `hold` while the table waits."""

from table_core.table import TableState


def lamps(state: TableState, names: tuple[str, ...], *, bets_open: bool) -> tuple[bool, ...]:
    """The lamps called *names* ("seat.1" ... and "hold"), in that order."""
    may_bet = bets_open and state.session.may_deal and not state.held
    return tuple(state.held if name == "hold" else may_bet for name in names)
