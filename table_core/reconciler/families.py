"""Which reconciler a rulebook's table needs. One line per family; a new game is one line more."""

from collections.abc import Callable

from msgspec import Struct

from table_core.reconciler.baccarat import BaccaratReconciler
from table_core.reconciler.base import Reconciler
from table_core.reconciler.blackjack import BlackjackReconciler
from table_core.reconciler.chemin import CheminReconciler
from table_core.reconciler.poker import PokerReconciler
from table_core.rulebook import Rulebook
from table_core.rules.baccarat.chemin.engine import Engine as CheminEngine
from table_core.rules.baccarat.engine import Engine as BaccaratEngine
from table_core.rules.blackjack.engine import Engine as BlackjackEngine
from table_core.rules.blackjack.state import Stakes
from table_core.rules.poker.engine import Engine as PokerEngine


class Setup(Struct, frozen=True):
    """How one table plays. *shoe* is its device's name, empty where there is none.

    *shoe_gives_verdict*: its shoe closes a pass with a result of its own. *roles*: what each device is for.
    *makers*: who made it.
    """

    stakes: Stakes
    limits: tuple[int, int] | None
    shoe: str
    shoe_gives_verdict: bool = True
    roles: dict[str, str] = {}
    makers: dict[str, str] = {}


class Family(Struct, frozen=True):
    """*build* makes the reconciler of a table; *shoes* says how many card-reading shoes such a table may have."""

    build: Callable[[Rulebook, Setup], Reconciler]
    shoes: tuple[int, ...] = (1,)


def _baccarat(rules: Rulebook, setup: Setup) -> Reconciler:
    engine = BaccaratEngine(rules, stakes=setup.stakes, limits=setup.limits)
    return BaccaratReconciler(engine, shoe=setup.shoe, shoe_gives_verdict=setup.shoe_gives_verdict)


def _blackjack(rules: Rulebook, setup: Setup) -> Reconciler:
    return BlackjackReconciler(BlackjackEngine(rules, stakes=setup.stakes, limits=setup.limits), shoe=setup.shoe)


def _chemin(rules: Rulebook, setup: Setup) -> Reconciler:
    return CheminReconciler(CheminEngine(rules, stakes=setup.stakes, limits=setup.limits), shoe=setup.shoe)


def _poker(rules: Rulebook, setup: Setup) -> Reconciler:
    engine = PokerEngine(rules, stakes=setup.stakes, limits=setup.limits, reads=bool(setup.shoe))
    return PokerReconciler(engine, shoe=setup.shoe)


FAMILIES: dict[str, Family] = {
    "baccarat": Family(_baccarat),
    "blackjack": Family(_blackjack),
    "chemin": Family(_chemin),
    "poker": Family(_poker, shoes=(0, 1)),
}


def reconciler_for(rules: Rulebook, setup: Setup) -> Reconciler:
    reconciler = FAMILIES[rules.family].build(rules, setup)
    reconciler.roles, reconciler.makers = setup.roles, setup.makers
    return reconciler
