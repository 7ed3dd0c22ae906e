"""The operator's papers against what runs: plan, allocation, limits, homologation, notices (ARI 3.2 to 4.3)."""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from table_core.money import WHOLE_BP
from table_core.progressive.terms import PLUS

ConfigError = Literal[
    "ALLOC_NOT_100",
    "BASE_GAME_UNDEFINED",
    "COMPLEMENTARY_NOT_NOTIFIED",
    "INTER_CASINO_NOT_REGISTERED",
    "LIMITS_DIFFER",
    "NOT_HOMOLOGATED",
    "NO_MAIN_POT",
    "PLAN_MISMATCH",
    "PLAN_NOT_APPROVED",
    "PROMO_NOT_AUTHORISED",
]


class PotSetup(Struct, frozen=True):
    """One pot as it is configured; *alloc_bp* says which share of the net goes where."""

    id: str
    alloc_bp: dict[str, int]
    has_main: bool = True
    homologated: bool = True
    inter_casino: bool = False
    registered: bool = False


class TableSetup(Struct, frozen=True):
    """One table of a pot and the limits on its sign."""

    id: str
    pot: str
    credit_value: int
    min_credits: int
    max_credits: int
    game: str = ""

    @property
    def limits(self) -> tuple[int, int]:
        """In pesos, as they are compared (3.5.1)."""
        return self.min_credits * self.credit_value, self.max_credits * self.credit_value


class Complementary(Struct, frozen=True):
    """Random prizes: what the municipality was told, and what it authorised (3.5.4)."""

    enabled: bool = False
    notified: bool = False
    paid_in: str = "cash"
    authorised: bool = False


class ApprovedPlan(Struct, frozen=True):
    """The *Plan de Apuestas* as the municipality has it."""

    version: str
    approved: bool
    commission_bp: int
    alloc_bp: dict[str, dict[str, int]]
    base: dict[str, int]


class Running(Struct, frozen=True):
    """What really runs; its allocation is in the pots."""

    plan_version: str
    commission_bp: int
    base: dict[str, int]


class Setup(Struct, frozen=True):
    """Everything `config_errors` looks at; without a plan nothing is compared with one."""

    pots: tuple[PotSetup, ...]
    tables: tuple[TableSetup, ...]
    complementary: Complementary = Complementary()
    plan: ApprovedPlan | None = None
    running: Running | None = None


def config_errors(setup: Setup) -> list[ConfigError]:
    """Why betting must not open, sorted, each once."""
    found: list[ConfigError] = [*_of_pots(setup.pots), *_of_tables(setup.tables), *_of_notices(setup.complementary)]
    if setup.plan is not None and not setup.plan.approved:
        found.append("PLAN_NOT_APPROVED")
    if mismatches(setup):
        found.append("PLAN_MISMATCH")
    return sorted(set(found))


def mismatches(setup: Setup) -> list[str]:
    """What differs from the approved plan, sorted: an old version id is wrong even with the same figures."""
    plan, running = setup.plan, setup.running
    if plan is None:
        return []
    found = [f"alloc_bp:{pot.id}" for pot in setup.pots if _shares(pot.alloc_bp) != _shares(plan.alloc_bp.get(pot.id))]
    if running is not None:
        found += ["plan_version"] if running.plan_version != plan.version else []
        found += ["commission_bp"] if running.commission_bp != plan.commission_bp else []
        names = {pot.id for pot in setup.pots} | set(running.base)
        found += [f"base:{pot}" for pot in names if running.base.get(pot) != plan.base.get(pot)]
    return sorted(set(found))


def _of_pots(pots: Iterable[PotSetup]) -> Iterable[ConfigError]:
    for pot in pots:
        if sum(pot.alloc_bp.values()) != WHOLE_BP:
            yield "ALLOC_NOT_100"
        if not pot.has_main:
            yield "NO_MAIN_POT"
        if not pot.homologated:
            yield "NOT_HOMOLOGATED"
        if pot.inter_casino and not pot.registered:
            yield "INTER_CASINO_NOT_REGISTERED"


def _of_tables(tables: Sequence[TableSetup]) -> Iterable[ConfigError]:
    for table in tables:
        if table.game == PLUS:
            yield "BASE_GAME_UNDEFINED"
        if any(other.pot == table.pot and other.limits != table.limits for other in tables):
            yield "LIMITS_DIFFER"


def _of_notices(complementary: Complementary) -> Iterable[ConfigError]:
    if complementary.enabled and not complementary.notified:
        yield "COMPLEMENTARY_NOT_NOTIFIED"
    if complementary.enabled and complementary.paid_in == "promo_credits" and not complementary.authorised:
        yield "PROMO_NOT_AUTHORISED"


def _shares(alloc_bp: dict[str, int] | None) -> dict[str, int]:
    """A pot that gets nothing is as good as not named."""
    return {name: share for name, share in (alloc_bp or {}).items() if share}
