"""What the table wants its devices to show: desired state, not pulses. Sent again whole after every reconnect."""

from msgspec import Struct

from table_core.progressive.claims import AnyClaim


class Lamps(Struct, frozen=True, tag=True):
    """The lamps of one board in the order of its channels."""

    lit: tuple[bool, ...]


class Texts(Struct, frozen=True, tag=True):
    """The lines of one display, top line first. A display shows as many of them, and as much of each, as it can."""

    lines: tuple[str, ...]


class Acceptors(Struct, frozen=True, tag=True):
    """Which seats of one acceptor line may take chips, seat 1 first."""

    open: tuple[bool, ...]


class BetSeat(Struct, frozen=True):
    """One electronic acceptor: whether it takes a bet, its lamp, and what its counter shows."""

    open: bool = False
    lamp: bool = False
    credits: int = 0
    bet: int = 0


class BetSeats(Struct, frozen=True, tag=True):
    """What each electronic acceptor of one board is to be, seat 1 first."""

    seats: tuple[BetSeat, ...]


class CardsWanted(Struct, frozen=True, tag=True):
    """How many cards a shuffling machine is to hold when it verifies them."""

    cards: int


class FloorClaims(Struct, frozen=True, tag=True):
    """What the floor has not yet answered, in the order of its numbers."""

    claims: tuple[AnyClaim, ...]


Output = Lamps | Texts | Acceptors | BetSeats | CardsWanted | FloorClaims
