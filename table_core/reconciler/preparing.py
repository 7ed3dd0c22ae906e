"""The preparation of a shoe at the table: each step against the text, and the shoe itself once the last one is done."""

from table_core import preparation
from table_core.decision import Decision
from table_core.preparation import (
    PreparationClosed,
    PreparationNoted,
    PrepareStep,
    StepDone,
    check_least,
    check_step,
    counted_wrong,
    decks_of,
    missing,
    under_way,
)
from table_core.reconciler import boards, shuffles
from table_core.reconciler.base import Reconciler
from table_core.rulebook import PreparationStep, Rulebook, RuleViolation
from table_core.rules.baccarat.entries import PrepareShoe

_LEAST_BEHIND = ("behind_min", "cut_min_behind")


def take_step(reconciler: Reconciler, decision: Decision, entry: PrepareStep, person: str) -> None:
    """Note the next step; with the last one the shoe is loaded. A step the text forbids is refused where it is told."""
    _require_no_shoe(reconciler, decision)
    step = check_step(reconciler.rules, decision.state.preparation, entry)
    done = StepDone(step.step, step.article, person, entry.who, entry.count)
    decks = 0
    if step.step == "cards":
        decks = decks_of(reconciler.rules, under_way(decision.state.preparation), entry.count)
    decision.record(PreparationNoted(done, entry.backs, decks))
    _try(reconciler, decision)
    if step.step == "cards":
        _compare_count(decision, decks, entry.count)
    if not missing(reconciler.rules, decision.state.preparation):
        reconciler.enter(decision, _told(reconciler.rules, decision))
        _close(reconciler, decision, person)


def prepare(reconciler: Reconciler, decision: Decision, entry: PrepareShoe, person: str) -> None:
    """The whole preparation by one signature: whatever was not told step by step is declared now."""
    reconciler.enter(decision, entry)
    for step in missing(reconciler.rules, decision.state.preparation):
        decision.record(_declared(step, entry, person))
    _close(reconciler, decision, person)
    _compare_count(decision, entry.decks, entry.counted)


def _declared(step: PreparationStep, entry: PrepareShoe, person: str) -> PreparationNoted:
    count: dict[str, int | None] = {
        "cards": entry.counted,
        "riffles": entry.riffles,
        "cut": entry.cut_from_top,
        "cut_card": entry.cut_behind,
    }
    who = {"leave": entry.leave_by, "cut": entry.cut_by}
    if entry.machine and not step.machine and step.step in ("riffles", "pairs"):
        raise RuleViolation(step.article, "NO_MACHINE", f"el reglamento pide hacerlo a mano: {step.text}")
    check_least(step, count.get(step.step))
    done = StepDone(step.step, step.article, person, who.get(step.step, ""), count.get(step.step), declared=True)
    first = step.step == "cards"
    return PreparationNoted(done, entry.backs if first else (), entry.decks if first else 0)


def _close(reconciler: Reconciler, decision: Decision, person: str) -> None:
    session = decision.state.session
    present = tuple(dict.fromkeys(name for name in (session.dealer, session.supervisor, person) if name))
    decision.record(PreparationClosed(person, present))
    boards.sign_inspections(decision, person)
    shuffles.mixed_by(reconciler, decision, present[0])


def _compare_count(decision: Decision, decks: int, count: int | None) -> None:
    """New cards that are too many or too few are taken out of play, with the reason (R68)."""
    wrong = counted_wrong(decks, count)
    if wrong:
        decision.fault("cards.count_differs", detail=f"se contaron {count} cartas nuevas: diferencia {wrong:+d}")


def _require_no_shoe(reconciler: Reconciler, decision: Decision) -> None:
    if decision.state.game.shoe_in_play:
        steps = reconciler.rules.preparation
        where = steps[0].article if steps else "-"
        raise RuleViolation(where, "SHOE_IN_PLAY", "hay un sabot en juego; termínelo antes de preparar otro")


def _try(reconciler: Reconciler, decision: Decision) -> None:
    """Raises RuleViolation when the shoe could not be loaded with what was told so far, whatever is still to come."""
    trial = Decision(decision.state, decision.person, decision.role)
    reconciler.enter(trial, _told(reconciler.rules, decision))


def _told(rules: Rulebook, decision: Decision) -> PrepareShoe:
    """The shoe as its steps tell it; where nothing was told yet, something the text allows."""
    told = decision.state.preparation
    cut, cut_card = told.told("cut"), told.told("cut_card")
    least = next((rules[name] for name in _LEAST_BEHIND if name in rules.settings), None)
    return PrepareShoe(
        preparation.decks_of(rules, told, None),
        cut_card.count if cut_card else least,
        cut.count if cut else None,
    )
