"""Whether a journal of Chemin de Fer moved just the money that lay there. Knows nothing of the rules engine."""

from collections.abc import Iterable

from table_core.record import Entry
from table_core.rules.baccarat.chemin.operations import (
    BankChanged,
    BankEnded,
    BankTaken,
    BetsClosed,
    PlaySettled,
    PlayVoided,
    StakesChanged,
)
from table_core.rules.baccarat.chemin.people import Bank
from table_core.rules.baccarat.chemin.stakes import Stakes
from table_core.table import EntryKeyed, EntryUndone

_HOUSE_TAKES = 10


def balanced(entries: Iterable[Entry]) -> bool:
    """Whether banker, players and house together neither win nor lose, and a bank gives back just what is in it."""
    purse = Purse()
    return all(purse.follow(entry) for entry in entries)


class Purse:
    """The money of one table. *house* is what went into the slot; *banked* is what lies with the banker.

    An entry taken back leaves the money where it was before it.
    """

    def __init__(self) -> None:
        self.house = 0
        self.banked = 0
        self._stakes: Stakes | None = None
        self._before: tuple[int, Stakes | None] = (0, None)

    def follow(self, entry: object) -> bool:
        """Whether *entry* moves money as it may."""
        match entry:
            case EntryKeyed():
                self._before = self.banked, self._stakes
            case EntryUndone():
                self.banked, self._stakes = self._before
            case BankTaken(bank=bank):
                fits = self.banked == 0 and _held(bank) == bank.put_in
                self.banked = _held(bank)
                return fits
            case BankChanged(bank=bank):
                grown = _held(bank) - self.banked
                self.banked = _held(bank)
                return grown >= 0
            case BetsClosed(stakes=stakes) | StakesChanged(stakes=stakes):
                self._stakes = stakes
            case PlayVoided(returned=returned):
                lay, self._stakes = self._stakes, None
                return returned == (lay.at_risk if lay is not None else 0)
            case PlaySettled():
                return self._settle(entry)
            case BankEnded(returned=returned):
                left, self.banked = self.banked, 0
                return sum(one.amount for one in returned) == left and all(one.amount >= 0 for one in returned)
        return True

    def _settle(self, settled: PlaySettled) -> bool:
        """One to one; a tenth of what the banker won goes to the house, the odd peso stays with him."""
        stakes, self._stakes = self._stakes, None
        if stakes is None:
            return not settled.payments
        lay = {one.player: one.amount for one in stakes.accepted}
        sign = {"punto": 1, "bank": -1, "null": 0}[settled.result]
        right = {name: sign * amount for name, amount in lay.items()}
        tenth = max(0, settled.gain) // _HOUSE_TAKES
        self.house += settled.cagnotte
        self.banked += settled.net
        return (
            {one.player: one.net for one in settled.payments} == right
            and settled.gain == -sum(right.values())
            and settled.cagnotte == tenth
            and settled.net == settled.gain - tenth
            and self.banked >= 0
            and (settled.bank is None or _held(settled.bank) == self.banked)
        )


def _held(bank: Bank) -> int:
    return bank.amount + bank.garage
