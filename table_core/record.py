"""What the journal keeps: what was observed, what people ordered, what was decided. One closed union of entries."""

from msgspec import Struct

from table_core.commands import Command
from table_core.events import DeviceEvent
from table_core.progressive.setup import SideSetup
from table_core.rulebook import Role
from table_core.rules.blackjack.state import Stakes
from table_core.table import Operation


class Started(Struct, frozen=True, tag=True):
    """The first entry of every run: what decides from here on. *clean*: the run before ended by order, not by a cut.

    *roles* says what each device is for; journals begun before it was kept know only the shoe. *makers*: who made it.
    """

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
    roles: dict[str, str] = {}
    makers: dict[str, str] = {}
    progressive: SideSetup | None = None


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


class KeyRefused(Struct, frozen=True, tag=True):
    """A key of the dealer pad that has no meaning now; nothing else changed."""

    device: str
    key: str
    detail: str


class SignInTried(Struct, frozen=True, tag=True):
    """Somebody gave a name and a PIN (R78)."""

    person: str
    result: str


class KernelFaulted(Struct, frozen=True, tag=True):
    """The controller met an error of its own; *given* is the input that led to it, which is never fed again."""

    error: str
    given: bytes


class PowerLost(Struct, frozen=True, tag=True):
    """The run before ended without an order; *last_known_utc_ns* is when it last wrote (R63)."""

    last_known_utc_ns: int


class PowerRestored(Struct, frozen=True, tag=True):
    """The first moment of the run after a loss (R63)."""

    utc_ns: int


class MomentPassed(Struct, frozen=True, tag=True):
    """Time alone had something decided: the moment, and whether a lock had gone unconfirmed for too long."""

    utc_ns: int
    lock_overdue: bool


class DeviceTestTimed(Struct, frozen=True, tag=True):
    """The time of step *step* of a device test was over."""

    step: int


class RecordNoted(Struct, frozen=True, tag=True):
    """Something about the keeping of the record itself went wrong (*trouble*) or is well again."""

    code: str
    trouble: bool
    detail: str


class KeyIntroduced(Struct, frozen=True, tag=True):
    """The Ed25519 key that signs this journal from here on. A journal has one."""

    public_key: bytes


class SnapshotTaken(Struct, frozen=True, tag=True):
    """The table after entry *seq* has this SHA-256 in *format*; the body lies beside the chain and may be pruned."""

    seq: int
    format: str
    digest: bytes


class CheckpointSigned(Struct, frozen=True, tag=True):
    """The table's key signs the chain up to entry *seq*, the one right before this."""

    seq: int
    signature: bytes


SealEntry = KeyIntroduced | SnapshotTaken | CheckpointSigned
"""Written by the journal about itself: neither a cause nor a decision."""
SEALS = (KeyIntroduced, SnapshotTaken, CheckpointSigned)

Entry = (
    Started
    | Stopped
    | Observed
    | Commanded
    | CommandRefused
    | KeyRefused
    | SignInTried
    | KernelFaulted
    | PowerLost
    | PowerRestored
    | MomentPassed
    | DeviceTestTimed
    | RecordNoted
    | SealEntry
    | Operation
)

# A restart passes over these and folds the others.
NOT_FOLDED = (
    Started,
    Stopped,
    Observed,
    Commanded,
    CommandRefused,
    KeyRefused,
    SignInTried,
    KernelFaulted,
    PowerLost,
    PowerRestored,
    MomentPassed,
    DeviceTestTimed,
    RecordNoted,
    *SEALS,
)
