"""Whether a journal of blackjack moved just the chips that lay there. Knows nothing of the rules engine."""

from collections.abc import Iterable

from table_core.record import Entry
from table_core.rules.blackjack.game import RoundOpened
from table_core.rules.blackjack.operations import (
    BetPlaced,
    Collected,
    Doubled,
    HandSplit,
    HandUnsettled,
    Paid,
    SidePlaced,
    SideSettled,
    StakeReturned,
)
from table_core.session import PassEnded
from table_core.table import EntryKeyed, EntryUndone


def balanced(entries: Iterable[Entry]) -> bool:
    """Whether each stake was settled once, for its own amount, at the ratio announced."""
    chips = Chips()
    return all(chips.follow(entry) for entry in entries)


class Chips:
    """The stakes of one pass. *net* is what the players won, or with a minus lost, in all passes so far."""

    def __init__(self) -> None:
        self.net = 0
        self._stakes: dict[str, int] = {}
        self._settled: dict[str, int] = {}
        self._sides: list[int | None] = []
        self._won: dict[int, int] = {}
        self._before: tuple[dict[str, int], dict[str, int], list[int | None], dict[int, int]] | None = None

    def follow(self, entry: object) -> bool:
        """Whether *entry* moves chips as it may."""
        match entry:
            case BetPlaced(box=box, stake=stake, standing=standing):
                self._stakes[box] = stake or 0
                return stake is None or (stake > 0 and not standing)
            case SidePlaced(stake=stake):
                self._sides.append(stake)
            case Doubled(hand=hand, plain=False):
                self._stakes[hand] *= 2
            case HandSplit(hand=hand, first=first, second=second):
                stake = self._stakes.pop(hand)
                self._stakes[first] = self._stakes[second] = stake
            case Paid() | Collected() | StakeReturned():
                return self._settle(entry)
            case HandUnsettled(hand=hand):
                self._settled.pop(hand)
            case SideSettled(index=index, net=net, outcome=outcome):
                return self._settle_side(index, outcome, net)
            case EntryKeyed():
                self._before = (self._stakes.copy(), self._settled.copy(), self._sides.copy(), self._won.copy())
            case EntryUndone() if self._before is not None:
                self._stakes, self._settled, self._sides, self._won = self._before
            case PassEnded():
                return self._all_settled()
            case RoundOpened():
                self._stakes, self._settled, self._sides, self._won = {}, {}, [], {}
        return True

    def _settle(self, entry: Paid | Collected | StakeReturned) -> bool:
        """Winnings at the ratio, halves of a unit to the house; a surrender gives half the stake back."""
        stake = self._stakes[entry.hand]
        if entry.amount is None:
            return True
        match entry:
            case Paid(result="surrender"):
                right, net = stake // 2, stake // 2 - stake
            case Paid(ratio=ratio):
                gain, risk = map(int, ratio.split("to"))
                right = net = stake * gain // risk
            case Collected():
                right, net = stake, -stake
            case StakeReturned():
                right, net = stake, 0
        first = entry.hand not in self._settled or isinstance(entry, StakeReturned)
        self._settled[entry.hand] = net
        return first and entry.amount == right

    def _settle_side(self, index: int, outcome: str | None, net: int | None) -> bool:
        stake = self._sides[index]
        self._won[index] = net or 0
        if stake is None or net is None or outcome is None:
            return True
        allowed = {"lost": (-stake,), "returned": (0,), "kept": (0,)}
        return net in allowed[outcome] if outcome in allowed else net >= stake and net % stake == 0

    def _all_settled(self) -> bool:
        self.net += sum(self._settled.values()) + sum(self._won.values())
        return set(self._settled) == set(self._stakes)
