"""What may be keyed now at a blackjack table, besides the decisions of the hands."""

from collections.abc import Mapping, Sequence

from table_core.rulebook import RuleViolation
from table_core.rules.blackjack import shoe_cycle
from table_core.rules.blackjack.engine import TABLE, Engine, fold
from table_core.rules.blackjack.entries import COURSE, Button, ButtonName
from table_core.rules.blackjack.game import BlackjackGame

# The decision that each of these buttons ends the time for.
_WINDOWS = {"no_more_surrender": "surrender", "no_more_insurance": "insure"}


def open_entries(engine: Engine, game: BlackjackGame, may: Mapping[str, Sequence[str]]) -> list[str]:
    """The keys that would be obeyed; *may*: what each hand may do."""
    if game.shoe.phase == "shuffle":
        return ["prepare_shoe"]
    moves: list[str] = [name for name in ("players_left", "players_sat") if name in shoe_cycle.TABLE[game.shoe.phase]]
    if game.shoe.phase != "ready":
        return moves
    called = game.round.phase != "bets" or game.round.called
    bet = ["place_bet"] if not called or game.round.phase == "settle" else []
    course = [
        name for name in COURSE if _may_press(engine, game, may, name) and not (called and name == "no_more_bets")
    ]
    return [*bet, *course, *([] if game.in_pass else moves)]


def _may_press(engine: Engine, game: BlackjackGame, may: Mapping[str, Sequence[str]], name: ButtonName) -> bool:
    """Whether pressing it now would be allowed, and would change anything anybody still may do."""
    if name not in TABLE[game.round.phase]:
        return False
    closes = _WINDOWS.get(name)
    if closes is not None and not any(closes in acts for acts in may.values()):
        return False
    try:
        operations = engine.apply(game.round, Button(name))
    except RuleViolation:
        return False
    return fold(game.round, operations) != game.round
