"""Who holds the shoe of Punto y Banca (135): the largest Bank bet first, then to the right when the Bank loses."""

from table_core.rulebook import Rulebook, RuleViolation
from table_core.rules.baccarat.entries import HandShoe, TakeSuite
from table_core.rules.baccarat.state import BaccaratState, Holder, PassSettled, ShoeHanded


def first_holder(rules: Rulebook, entry: HandShoe) -> ShoeHanded:
    """The largest Bank bet that was not refused; of equal ones the first in seat order."""
    willing = [player for player in entry.players if player in entry.bank_bets and player not in entry.refused]
    if not willing:
        raise RuleViolation(rules.article("shoe_holder"), "NO_HOLDER", "ningún apostador a la Banca toma el sabot")
    player = max(willing, key=lambda name: entry.bank_bets[name])
    return ShoeHanded(Holder(entry.players, player), rules.article("shoe_holder"))


def suite(rules: Rulebook, state: BaccaratState, entry: TakeSuite) -> ShoeHanded:
    """Another player continues the run; the shoe later returns to the right of who gave it up."""
    holder = state.holder
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
