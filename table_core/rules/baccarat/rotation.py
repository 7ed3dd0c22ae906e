"""Who holds the shoe of Punto y Banca (135): the largest Bank bet first, then to the right when the Bank loses."""

from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.baccarat.entries import HandShoe, TakeSuite
from table_core.rules.baccarat.state import BaccaratState, Holder, PassSettled, ShoeHanded

_SUITE_AFTER = {"after_win": ("bank",), "after_win_or_tie": ("bank", "tie")}


def first_holder(rules: Rulebook, state: BaccaratState, entry: HandShoe) -> ShoeHanded:
    """The largest Bank bet that was not refused; of equal ones the first in seat order."""
    _require_rotation(rules, state)
    willing = [player for player in entry.players if player in entry.bank_bets and player not in entry.refused]
    if not willing:
        raise RuleViolation(rules.article("shoe_holder"), "NO_HOLDER", "ningún apostador a la Banca toma el sabot")
    player = max(willing, key=lambda name: entry.bank_bets[name])
    return ShoeHanded(Holder(entry.players, player), rules.article("shoe_holder"))


def suite(rules: Rulebook, state: BaccaratState, entry: TakeSuite) -> ShoeHanded:
    """Another player continues the run; the shoe later returns to the right of who gave it up.

    Only a holder who has just won gives it up this way (BAC-AMB-15), and only between two passes.
    """
    _require_rotation(rules, state)
    holder = state.holder
    if state.last_result not in _SUITE_AFTER[rules["suite"]]:
        detail = "la suite se ofrece entre dos pases, cuando quien tiene el sabot ganó y no sigue"
        raise RuleViolation(rules.article("suite"), "NO_SUITE", detail)
    if holder is None or entry.taken_by not in holder.players:
        raise RuleViolation(rules.article("shoe_holder"), "NO_SUITE", f"{entry.taken_by} no puede tomar la suite")
    before = holder.before_suite or holder.player
    return ShoeHanded(Holder(holder.players, entry.taken_by, before), rules.article("shoe_holder"))


def after_pass(rules: Rulebook, state: BaccaratState, settled: PassSettled) -> list[ShoeHanded]:
    """The hand-over that *settled* brings, if any: the holder keeps the shoe while the Bank wins or ties."""
    holder = state.holder
    if holder is None or settled.result != "punto":
        return []
    leaving = holder.before_suite or holder.player
    place = holder.players.index(leaving)
    following = holder.players[(place + 1) % len(holder.players)]
    return [ShoeHanded(Holder(holder.players, following), rules.article("shoe_holder"))]


def _require_rotation(rules: Rulebook, state: BaccaratState) -> None:
    """Where the text lets no player hold the shoe, nobody is handed it; nor while a pass is under way."""
    if "shoe_holder" not in rules.settings:
        raise RuleViolation(rules.article("deal"), "NO_ROTATION", "en este juego el sabot no pasa de un jugador a otro")
    if state.in_pass:
        raise RuleViolation(rules.article("shoe_holder"), "PASS_UNDER_WAY", "el sabot se entrega entre dos pases")
