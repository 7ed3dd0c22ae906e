"""Whether a journal of baccarat paid what its bets and results call for. Knows nothing of the rules engine."""

from collections.abc import Iterable

from table_core.record import Entry
from table_core.rules.baccarat.state import Bet, BetsKeyed, PassBurned, PassSettled, PassVoided
from table_core.table import EntryKeyed, EntryUndone


def balanced(entries: Iterable[Entry]) -> bool:
    """Whether every settled pass paid just what its bets and result call for, commission included."""
    bets: tuple[Bet, ...] = ()
    before = bets
    for entry in entries:
        match entry:
            case EntryKeyed():
                before = bets
            case EntryUndone():
                bets = before
            case BetsKeyed():
                bets = entry.bets
            case PassVoided() | PassBurned():
                bets = ()
            case PassSettled():
                if not _pass_balances(bets, entry):
                    return False
                bets = ()
    return True


def _pass_balances(bets: tuple[Bet, ...], settled: PassSettled) -> bool:
    """Gross win or loss of each bet by the plain words of the text: one to one, less what was kept as commission."""
    paid = {payment.player: payment for payment in settled.payments}
    if set(paid) != {bet.player for bet in bets}:
        return False
    return all(_gross(bet, settled.result) == paid[bet.player].net + paid[bet.player].commission for bet in bets)


def _gross(bet: Bet, result: str) -> int:
    if result == "tie" or bet.side == "tie":
        return 0
    return bet.amount if bet.side == result else -bet.amount
