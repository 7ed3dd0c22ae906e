"""What the table wants its devices to show: desired state, not pulses. Sent again whole after every reconnect."""

from msgspec import Struct


class Lamps(Struct, frozen=True, tag=True):
    """The lamps of one board in the order of its channels."""

    lit: tuple[bool, ...]


class Texts(Struct, frozen=True, tag=True):
    """The lines of one display, top line first. A display shows as many of them, and as much of each, as it can."""

    lines: tuple[str, ...]


class Acceptors(Struct, frozen=True, tag=True):
    """Which seats of one acceptor line may take chips, seat 1 first."""

    open: tuple[bool, ...]


Output = Lamps | Texts | Acceptors
