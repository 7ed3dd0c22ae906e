"""A ccTalk line by itself: seven chip slots (addresses 2 to 8) and a lamp board (80), each under its own name."""

from collections.abc import Iterable, Sequence

from hw_sims.devices.alone import Actions, Alone, Now, Say
from hw_sims.devices.cctalk.bus import Bus, BusDevice
from hw_sims.devices.cctalk.controls import actions
from hw_sims.devices.cctalk.led_board import LedBoard
from hw_sims.devices.cctalk.slot import slots

ADDRESSES = (2, 3, 4, 5, 6, 7, 8)


def build(_say: Say, now: Now) -> Alone:
    seats, board = slots(ADDRESSES), LedBoard()
    devices: Sequence[BusDevice] = (*seats.values(), board)
    bus = Bus(devices)

    def hear(data: bytes) -> Iterable[bytes]:
        return (bus.receive(data, now()),)

    def power_lost() -> None:
        """The slots have a supply of their own; the lamp board hangs on the cable."""
        bus.unplugged()
        board.power_lost()

    line: Actions = {"state": lambda: {"addresses": [device.address for device in devices]}}
    lamps: Actions = {
        "state": lambda: {"lit": board.lit},
        "kill": lambda: setattr(board, "dead", True),
        "revive": lambda: setattr(board, "dead", False),
    }
    return Alone(hear, power_lost, {"cctalk": line, "lamps": lamps, **actions(seats, now)}, seats)
