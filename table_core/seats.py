"""Two numberings of one table: places, as devices are wired, and seats, as its rulebook counts them. Pure.

Place 1 is always at the dealer's right hand, whatever is played there. Where a text counts from the dealer's left, as
the boxes of blackjack do, its seat 1 is the last place. Only the edge to the devices knows places.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from table_core.events import DeviceEvent

SeatOne = Literal["right", "left"]
_SEAT = "seat."


def other_number(number: int, seats: int, seat_one: SeatOne) -> int:
    """The seat at a place, or the place of a seat: turning a table round twice leaves it as it was."""
    return number if seat_one == "right" else seats + 1 - number


class SeatNumbers(Struct, frozen=True):
    """How many seats a table has, and at which hand of the dealer its rulebook's seat 1 lies."""

    seats: int = 0
    seat_one: SeatOne = "right"

    def lamp(self, wired: str) -> str:
        """What the rulebook calls the lamp wired as *wired* ("seat.3" by its place); other lamps keep their name."""
        if not wired.startswith(_SEAT):
            return wired
        return f"{_SEAT}{self.number(int(wired.removeprefix(_SEAT)))}"

    def event(self, event: DeviceEvent) -> DeviceEvent:
        """*event* of a device at a place, told with the rulebook's seat."""
        place = getattr(event, "seat", None)
        return event if place is None else replace(event, seat=self.number(place))

    def by_place(self, open_seats: tuple[bool, ...]) -> tuple[bool, ...]:
        """What is wanted of each seat, in the order of the places."""
        return open_seats if self.seat_one == "right" else tuple(reversed(open_seats))

    def number(self, number: int) -> int:
        return other_number(number, self.seats, self.seat_one)
