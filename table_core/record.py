"""What the journal keeps: what was observed, what people ordered, what was decided. One closed union of entries."""

from msgspec import Struct

from table_core.commands import Command
from table_core.events import DeviceEvent
from table_core.rulebook import Role
from table_core.rules.blackjack.state import Stakes
from table_core.table import Operation


class Started(Struct, frozen=True, tag=True):
    """The first entry of every run: what decides from here on. *clean*: the run before ended by order, not by a cut."""

    table: str
    version: str
    rulebook: str
    rulebook_digest: str
    switches: dict[str, int | str | bool]
    stakes: Stakes
    limits: tuple[int, int] | None
    shoe: str
    simulated: bool
    clean: bool
    shoe_gives_verdict: bool = True
    family: str = "baccarat"


class Stopped(Struct, frozen=True, tag=True):
    reason: str


class Observed(Struct, frozen=True, tag=True):
    """A device event with the very bytes it was read from."""

    event: DeviceEvent
    raw: bytes


class Commanded(Struct, frozen=True, tag=True):
    person: str
    role: Role
    command: Command


class CommandRefused(Struct, frozen=True, tag=True):
    """An order that role, rulebook or a hold forbade; nothing else changed."""

    person: str
    role: Role
    command: Command
    code: str
    article: str
    detail: str


class SignInTried(Struct, frozen=True, tag=True):
    """Somebody gave a name and a PIN (R78)."""

    person: str
    result: str


class KernelFaulted(Struct, frozen=True, tag=True):
    """The controller met an error of its own; *given* is the input that led to it, which is never fed again."""

    error: str
    given: bytes


Entry = Started | Stopped | Observed | Commanded | CommandRefused | SignInTried | KernelFaulted | Operation

# Entries that change the table: a restart folds these and passes over the others.
NOT_FOLDED = (Started, Stopped, Observed, Commanded, CommandRefused, SignInTried, KernelFaulted)
