"""How a shoe was mixed, judged when its cards are over; what chance does not do is told to the supervisor."""

from typing import TYPE_CHECKING

from table_core import mixing
from table_core.decision import Decision
from table_core.mixing import BlockJudged, ShoeJudged, ShoeMixed, Tally
from table_core.rules.blackjack.game import BlackjackGame

if TYPE_CHECKING:
    from table_core.reconciler.base import Reconciler


def follow(decision: Decision) -> None:
    """Judge the shoe that is over. A machine that is the shoe as well is judged by so many cards as it holds."""
    state = decision.state.mixing
    if not state.came:
        return
    endless = _is_endless(decision)
    if not decision.state.game.shoe_in_play or (endless and state.came >= state.loaded):
        _judge_shoe(decision, mixing.judged(state, endless=endless))


def mixed_by(table: "Reconciler", decision: Decision, dealer: str) -> None:
    """A shoe was prepared: by the machine of this table, where there is one, and by *dealer*."""
    met = decision.state.boards.met.values()
    machines = [f"{one.model} {one.serial}" for one in met if table.roles.get(one.device) == "shuffler"]
    decision.record(ShoeMixed((*machines, dealer)))


def _judge_shoe(decision: Decision, tally: Tally) -> None:
    """What is found first is told; every figure is in the entries."""
    state = decision.state.mixing
    decision.record(ShoeJudged(state.mixed_by, tally))
    if mixing.neighbours_stayed(tally):
        detail = f"siguen juntas {tally.kept} de {tally.tried} cartas vecinas, del sabot anterior o de mazos nuevos"
        decision.fault("shuffle.order", detail=detail)
    if mixing.opened_before(state):
        decision.fault("shuffle.order", detail="el sabot empezó con las mismas cartas que otro anterior")
    for source in state.mixed_by:
        block = decision.state.mixing.tallies[source]
        if block.shoes >= mixing.BLOCK:
            _judge_block(decision, source, block)


def _judge_block(decision: Decision, source: str, tally: Tally) -> None:
    chi = mixing.chi_square(tally)
    decision.record(BlockJudged(source, tally, chi))
    if mixing.neighbours_stayed(tally):
        detail = f"{source}: en {tally.shoes} sabots siguen juntas {tally.kept} de {tally.tried} cartas vecinas"
        decision.fault("shuffle.order", detail=detail)
    if chi.is_rare:
        found, limit = chi.milli // 1000, chi.limit_alarm // 1000
        detail = f"{source}: en {tally.shoes} sabots los valores guardan su lugar (chi cuadrado {found}; azar: {limit})"
        decision.fault("shuffle.order", detail=detail)


def _is_endless(decision: Decision) -> bool:
    game = decision.state.game
    return isinstance(game, BlackjackGame) and game.shoe.mode == "machine_is_shoe"
