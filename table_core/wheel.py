"""What a roulette wheel reports, in the table's words. Frozen values; a driver makes them."""

from typing import Literal

from msgspec import Struct

WheelStateName = Literal["start", "place_bets", "ball_in_rim", "no_more_bets", "winning_number", "closed"]


class WheelState(Struct, frozen=True, tag=True):
    """The wheel entered another state of the spin it counts."""

    device: str
    state: WheelStateName
    spin: int


class WheelNumber(Struct, frozen=True, tag=True):
    """The winning number. *agrees*: whether the wheel's second voice says the same; None when it was not heard."""

    device: str
    spin: int
    number: int
    agrees: bool | None


class WheelFaults(Struct, frozen=True, tag=True):
    """Everything the wheel complains of now; empty when it complains no more."""

    device: str
    faults: tuple[str, ...]


WheelEvent = WheelState | WheelNumber | WheelFaults
