"""The parts of a simulated table: which device stands where, under which name. Data only; `stage` sets them up."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

SHOE, RELAY, LCUS, PAD, SLOTS, ACCEPTORS = "shoe", "lamps-a", "lamps-b", "pad", "slots", "acceptors"
SHUFFLER, RACK = "shuffler", "discard"
RELAY_LAMPS = ("seat.1", "seat.2", "seat.3", "seat.4")
LCUS_LAMPS = ("seat.5", "seat.6", "seat.7", "hold")
SIX_SEATS = ("seat.5", "seat.6", "hold")
"""The second board of a table with six seats."""


class Part(Struct, frozen=True):
    """One device. *kind* is its simulator and its driver; *options* go into the configuration, *settings* to the model.

    *lamps* names its channels, where it has some; *driver* is named where it is not called like the simulator. *keyed*:
    the device has a key of its own.
    """

    name: str
    kind: str
    lamps: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}
    settings: Mapping[str, Any] = {}
    driver: str = ""
    keyed: bool = False


LAMPS = (Part(RELAY, "hid-relay", RELAY_LAMPS), Part(LCUS, "lcus", LCUS_LAMPS))
"""The usual two boards: one reads back what it shows, the other never answers."""


def lamps(seats: int) -> tuple[Part, ...]:
    """The same two boards at a table of fewer *seats*."""
    named = tuple(name for name in LCUS_LAMPS if name == "hold" or int(name.removeprefix("seat.")) <= seats)
    return Part(RELAY, "hid-relay", RELAY_LAMPS), Part(LCUS, "lcus", named)


def angel_eye(*, concealed: bool = False, copies: int = 3) -> Part:
    """The shoe of a baccarat table; *copies*: how often it says each message."""
    return Part(SHOE, "angel-eye", settings={"concealed": concealed, "copies": copies})


def bee_tek() -> Part:
    """A shoe that names its cards and does not see the cut card: the dealer keys that."""
    return Part(SHOE, "bee-tek")


def barcode(cut_card: str = "9990") -> Part:
    """A reader in the shoe's mouth; the cut card has a code of its own."""
    return Part(SHOE, "barcode", options={"cut_card": cut_card}, settings={"cut_card": cut_card})


def chip_slots(seats: int = 7) -> Part:
    """A ccTalk line with a slot at each place: chip 1 is one credit of a thousand."""
    addresses = tuple(range(2, 2 + seats))
    return Part(SLOTS, "cctalk", options={"addresses": addresses, "coins": (1000,)})


def electronic_acceptors(seats: int = 7) -> Part:
    """A board with an acceptor at each place: counter, button, lock, and a lamp of its own that is read back."""
    return Part(ACCEPTORS, "tablebus-acceptor", settings={"seats": seats}, keyed=True)


def hold_lamp() -> Part:
    """One lamp that says the table is held, where each place has its own lamp already."""
    return Part(LCUS, "lcus", ("hold",))


def keypad() -> Part:
    """The dealer's keys."""
    return Part(PAD, "hid-keypad")


def tablebus_shoe() -> Part:
    """A smart shoe that keeps what it told until the table has recorded it."""
    return Part(SHOE, "tablebus-shoe", keyed=True)


def tablebus_machines(shuffler: str) -> tuple[Part, ...]:
    """A shuffling machine, `batch` or `continuous`, and a discard rack that counts."""
    kind = {"batch": "tablebus-shuffler", "continuous": "tablebus-continuous"}[shuffler]
    machine = Part(SHUFFLER, kind, driver="tablebus-shuffler", keyed=True)
    return machine, Part(RACK, "tablebus-discard", keyed=True)
