"""The relay board by itself on a USB bus: `state`, `stick relay=N`, `mend`, `kill`, `revive`, `replaced name=OTRA2`."""

from hw_sims.devices.alone import UsbAlone, Wake
from hw_sims.devices.hid_relay.model import HidRelayBoard


def build(_wake: Wake) -> UsbAlone:
    board = HidRelayBoard()
    return UsbAlone(
        board,
        {
            "state": lambda: {"lit": board.lit},
            "stick": lambda relay: setattr(board.faults, "stuck", board.faults.stuck | {int(relay)}),
            "mend": lambda: setattr(board.faults, "stuck", frozenset()),
            "kill": lambda: setattr(board.faults, "dead", True),
            "revive": lambda: setattr(board.faults, "dead", False),
            "replaced": lambda name: board.replaced(str(name)),
        },
    )
