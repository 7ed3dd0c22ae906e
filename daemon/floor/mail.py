"""What the floor's two threads tell each other: the door (sockets, tables) and the clerk (database). Values only."""

from collections.abc import Mapping

from msgspec import Struct

from daemon.floor.store import Enrolled
from firmware_bridge.wire.floor import Head, Hello
from table_core.progressive.claims import AnyClaim
from table_core.progressive.ledger import Sums

# To the clerk


class Greeting(Struct, frozen=True):
    """A connection of a key that is enrolled said who it is; *skew_ms*: its clock before ours."""

    link: bytes
    enrolled: Enrolled
    hello: Hello
    skew_ms: int


class Claimed(Struct, frozen=True):
    link: bytes
    enrolled: Enrolled
    claims: tuple[AnyClaim, ...]


class HeadTold(Struct, frozen=True):
    """*run* of the table told its head, and its *books*."""

    link: bytes
    enrolled: Enrolled
    run: str
    head: Head
    books: Sums
    skew_ms: int


class Present(Struct, frozen=True):
    """The tables that are linked here now, and those that have left since this was last said."""

    here: frozenset[int]
    left: frozenset[int]
    pots: Mapping[int, str]


class Noticed(Struct, frozen=True):
    """Something to be recorded by name, and how often it happened since it was last told."""

    about: str
    code: str
    detail: str
    times: int = 1


ToClerk = Greeting | Claimed | HeadTold | Present | Noticed

# To the door


class Register(Struct, frozen=True):
    """Who may play now, by public key, whose every key is or was, and the enrolments nobody plays under now."""

    enrolled: Mapping[str, Enrolled]
    owners: Mapping[str, str]
    held: frozenset[int]


class Admitted(Struct, frozen=True):
    """The table behind *link* plays from now on; the frames are its welcome and the pot's value."""

    link: bytes
    enrolled: Enrolled
    run: str
    frames: tuple[bytes, ...]


class Answered(Struct, frozen=True):
    link: bytes
    frames: tuple[bytes, ...]


class Beat(Struct, frozen=True):
    """The value of a pot, for every table linked to it: it was read from the database just now."""

    pot: int
    frame: bytes


class Broken(Struct, frozen=True):
    """The clerk cannot go on; the process ends."""

    why: str


ToDoor = Register | Admitted | Answered | Beat | Broken
