"""What goes wrong between two moves without anybody's doing: a cable is pulled, the daemon is killed."""

from collections.abc import Callable
from random import Random

from hw_sims.parts import SHOE
from hw_sims.people.croupier import Mistake
from hw_sims.world.table import WorldTable
from hw_sims.world.watch import Watcher

RATE, RATE_ASKED = 0.004, 0.03
KINDS = frozenset({"cable", "lamp_cable", "kill"})


class Troubles:
    """*kinds* empty: all of them."""

    def __init__(self, table: WorldTable, watcher: Watcher, chance: Random, kinds: frozenset[str]) -> None:
        self._table = table
        self._watcher = watcher
        self._chance = chance
        does: dict[str, Callable[[], None]] = {
            "cable": self._pull_shoe,
            "lamp_cable": self._pull_lamps,
            "kill": self._kill,
        }
        self._rate = RATE_ASKED if kinds else RATE
        self._does = {kind: does[kind] for kind in does if not kinds or kind in kinds}

    def between_moves(self) -> None:
        if self._does and self._chance.random() < self._rate:
            self._does[self._chance.choice(list(self._does))]()

    def _pull_shoe(self) -> None:
        if self._table.state.game.shoe_in_play:
            self._watcher.witness(Mistake("cable", ("shoe.link_lost",)))
        else:
            self._watcher.witness(Mistake("cable"))
        self._table.unplug(SHOE)
        self._table.plug(SHOE)

    def _pull_lamps(self) -> None:
        boards = [part.name for part in self._table.hardware.parts if part.lamps]
        for board in boards[:1]:
            self._watcher.witness(Mistake("lamp_cable", ("lamps.link_lost",)))
            self._table.unplug(board)
            self._table.plug(board)

    def _kill(self) -> None:
        codes = ("daemon.restarted_mid_pass",) if self._table.state.game.busy else ()
        self._watcher.witness(Mistake("kill", codes))
        self._table.crash()
