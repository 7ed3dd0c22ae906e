"""The shoe of a blackjack table between passes: how it comes into play, and cards that go back into a machine."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from table_core import shoe_count
from table_core.cards_out import CardsFedBack
from table_core.decision import Decision
from table_core.rulebook import RuleViolation
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.blackjack import shoe_cycle
from table_core.rules.blackjack.entries import FeedBack
from table_core.rules.blackjack.game import ShoeMoved
from table_core.rules.blackjack.options import article, option
from table_core.rules.blackjack.shoe_cycle import ShoeEntry

if TYPE_CHECKING:
    from table_core.reconciler.blackjack import BlackjackReconciler


def prepare(table: "BlackjackReconciler", decision: Decision, entry: PrepareShoe) -> None:
    """Shuffled, cut, and the cut card in its place: the shoe's own phases, one after the other."""
    game = decision.state.blackjack
    if game.shoe_in_play and game.shoe.phase != "shuffle":
        where = article(table.rules, "decks")
        raise RuleViolation(where, "SHOE_IN_PLAY", "hay un sabot en juego; termínelo antes de preparar otro")
    _choose_mode(table, decision, entry)
    move(table, decision, ShoeEntry("shuffled", entry.decks))
    move(table, decision, ShoeEntry("cut", entry.cut_from_top or entry.decks * shoe_count.DECK_CARDS // 2))
    in_stack = decision.state.blackjack.shoe.phase == "cut_card"
    if in_stack:
        move(table, decision, ShoeEntry("cut_card", entry.cut_behind or 0))
    table.load_shoe(decision, entry.decks, entry.cut_behind if in_stack else None)
    table.invite(decision, article(table.rules, "burn"), fresh_shoe=True)


def move(table: "BlackjackReconciler", decision: Decision, entry: ShoeEntry) -> None:
    """The shoe goes on in its life; raises RuleViolation when it is out of order."""
    moved = shoe_cycle.advance(table.rules, decision.state.blackjack.shoe, entry)
    decision.record(ShoeMoved(entry.name, moved, article(table.rules, "burn")))


def feed_back(table: "BlackjackReconciler", decision: Decision, entry: FeedBack) -> None:
    """Used cards into the machine between passes; what it then says it holds must be what is not outside."""
    game, count = decision.state.blackjack, decision.state.count
    where = article(table.rules, "csm_burn")
    if game.shoe.mode != "machine_is_shoe" or count is None:
        raise RuleViolation(where, "NO_CONTINUOUS_SHUFFLER", "este sabot no es una máquina barajadora")
    if game.in_pass or not 0 < entry.count <= count.drawn:
        detail = f"hay {count.drawn} cartas fuera; vuelven entre pases, no {entry.count} ahora"
        raise RuleViolation(where, "NOT_FED_BACK", detail)
    shoe = replace(game.shoe, left=game.shoe.left + entry.count)
    decision.record(CardsFedBack(entry.count), ShoeMoved("feed_back", shoe, where))
    if entry.inside is not None:
        table.doubt(decision, shoe_count.judge_inside(decision.state.count or count, entry.inside))


def _choose_mode(table: "BlackjackReconciler", decision: Decision, entry: PrepareShoe) -> None:
    """A machine that is the shoe as well is only known to a text that says what is burned then."""
    where = article(table.rules, "decks")
    if entry.machine == "machine_is_shoe" and option(table.rules, "csm_burn") is None:
        detail = "el reglamento no conoce una máquina barajadora que sirva de sabot"
        raise RuleViolation(where, "NO_CONTINUOUS_SHUFFLER", detail)
    shoe = replace(decision.state.blackjack.shoe, mode=entry.machine or "shoe")
    decision.record(ShoeMoved("mode", shoe, where))
