"""Whether a journal of a poker table moved just the money that lay there. Knows nothing of the rules engine."""

from collections.abc import Iterable

from table_core.record import Entry
from table_core.rules.poker.operations import (
    AntePlaced,
    AnteTaken,
    BetCorrected,
    DeckPrepared,
    DeckTaken,
    PassSettled,
    PassVoided,
    SeatDecided,
)
from table_core.rules.poker.state import Result
from table_core.table import EntryUndone

_ANTE_ONLY = frozenset({"dealer_not_open", "dealer_not_qualified"})


def balanced(entries: Iterable[Entry]) -> bool:
    """Whether of every stake each peso was either collected or given back, and winners got what their ratio says."""
    purse = Purse()
    return all(purse.follow(entry) for entry in entries)


class Purse:
    """What lies at each seat: first bet, second bet."""

    def __init__(self) -> None:
        self._antes: dict[int, int] = {}
        self._bets: dict[int, int] = {}
        self._undone = False

    def follow(self, entry: object) -> bool:
        """Whether *entry* moves money as it may."""
        match entry:
            case DeckPrepared() | DeckTaken():
                self._antes, self._bets, self._undone = {}, {}, False
            case EntryUndone():
                self._undone = True  # what lay there before is in no entry: the next pass is checked again
            case AntePlaced(seat=seat, amount=amount):
                self._antes[seat] = amount or 0
            case AnteTaken(seat=seat):
                self._antes.pop(seat, None)
            case SeatDecided(seat=seat, bet=bet) | BetCorrected(seat=seat, bet=bet):
                self._bets[seat] = bet or 0
            case PassSettled(results=results) | PassVoided(results=results):
                paid = {result.seat: result for result in results}
                return self._undone or (set(paid) == set(self._antes) and all(map(self._fits, results)))
        return True

    def _fits(self, result: Result) -> bool:
        if result.paid is None or result.collected is None or result.returned is None:
            return True  # stakes are not keyed here
        ante, bet = self._antes[result.seat], self._bets.get(result.seat, 0)
        won = {"win": ante + bet * result.pays}.get(result.outcome, ante if result.outcome in _ANTE_ONLY else 0)
        return result.collected + result.returned == ante + bet and result.paid == won
