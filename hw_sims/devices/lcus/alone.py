"""The LCUS board by itself: `state`, `stick relay=N`, `mend`."""

from collections.abc import Iterable

from hw_sims.devices.alone import Actions, Alone, Now, Say
from hw_sims.devices.lcus.model import LcusBoard


def build(_say: Say, _now: Now) -> Alone:
    board = LcusBoard()

    def hear(data: bytes) -> Iterable[bytes]:
        board.receive(data)
        return ()

    actions: Actions = {
        "state": lambda: {"lit": board.lit, "noise_bytes": board.noise_bytes},
        "stick": lambda relay: setattr(board, "stuck", board.stuck | {int(relay)}),
        "mend": lambda: setattr(board, "stuck", frozenset()),
    }
    return Alone(hear, board.power_lost, {"lcus": actions}, board)
