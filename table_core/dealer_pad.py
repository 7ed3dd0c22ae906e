"""The dealer's keys at a running table: presses in, orders of whoever deals out. Pure; what waits is not recorded.

A digit that waits for its action dies with the controller, as it does after five seconds: it was no decision yet.
"""

from msgspec import Struct

from table_core import preparation
from table_core.commands import Command, Undo
from table_core.events import KeyPressed, KeysUnclear
from table_core.pad import Keyed, Pending, Scene, press
from table_core.pad_layouts import LAYOUTS
from table_core.reconciler.base import Reconciler
from table_core.table import TableState


class PadOrder(Struct, frozen=True):
    """What the dealer of this moment ordered with his keys."""

    person: str
    command: Command


class DealerPad:
    """*refused* is why the last press changed nothing; it stands until the next press."""

    def __init__(self, reconciler: Reconciler) -> None:
        self._reconciler = reconciler
        self._layout = LAYOUTS[reconciler.rules.family]
        self._pending = Pending()
        self.refused = ""

    def pressed(self, state: TableState, event: KeyPressed, mono_ns: int) -> PadOrder | None:
        """The order *event* completes; None: it waits for more, or is refused."""
        keyed = press(self._layout, self._pending, event.key, self._scene(state), mono_ns)
        self._pending, self.refused = keyed.pending, keyed.refused
        return self._ordered(state, keyed)

    def unclear(self, _event: KeysUnclear) -> None:
        self._pending = Pending()
        self.refused = "demasiadas teclas a la vez: suéltelas todas y vuelva a pulsar"

    def shown(self) -> dict[str, str]:
        """What a screen beside the keys says: the number that waits, and why the last press was refused."""
        return {"keyed": self._pending.box, "who": self._pending.who, "refused": self.refused}

    def _ordered(self, state: TableState, keyed: Keyed) -> PadOrder | None:
        if keyed.entry is None:
            return None
        if state.session.dealer is None:
            self.refused = "nadie tomó el puesto de crupier en esta mesa: las teclas no tienen a quién representar"
            return None
        return PadOrder(state.session.dealer, Undo() if keyed.entry == "undo" else keyed.entry)

    def _scene(self, state: TableState) -> Scene:
        scene = self._reconciler.pad_scene(state)
        side = None if self._reconciler.progressive is None else state.progressive.phase
        between = not state.game.shoe_in_play and not state.game.in_pass
        preparing = between and bool(preparation.demanded(self._reconciler.rules, state.preparation))
        return Scene(scene.phase, scene.turn, scene.may, scene.active, preparing, side)
