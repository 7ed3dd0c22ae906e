"""The preparation of a shoe as a record: the steps the text demands, what was told of each, who signed. Pure.

The steps are data of the rulebook. They are told one by one (`PrepareStep`) or all at once (`PrepareShoe`); what a
single signature covers is marked as declared, so that nobody takes it for something that was keyed step by step.
"""

from typing import Any

import msgspec
from msgspec import Struct

from table_core.rulebook import PreparationStep, Rulebook, RuleViolation, StepName

NEW_CARDS = frozenset({"CHANGE_CARDS", "CHANGE_DECKS", "REPLACE_DECK", "VOID_PASS_CHANGE_CARDS"})
"""Resolutions that take the card set out of play: the next shoe begins with new cards and their full count."""
_BY_MACHINE: tuple[StepName, ...] = ("pairs", "wash", "riffles")
_DECK = 52


class PrepareStep(Struct, frozen=True, tag=True):
    """The next step is done (or the one named). *who* cut, gave leave or supervised; *count*: see the step's needs."""

    step: str = ""
    who: str = ""
    count: int | None = None
    backs: tuple[str, ...] = ()


class StepDone(Struct, frozen=True):
    """*by* signed it; *declared*: together with others, by one signature for the whole shoe."""

    step: str
    article: str
    by: str
    who: str = ""
    count: int | None = None
    declared: bool = False


class Preparation(Struct, frozen=True):
    """*card_set* counts the sets this table has used; *fresh*: the set now in hand has not been in a shoe yet.

    *present*: who dealt and supervised when the record was closed.
    """

    card_set: int = 1
    backs: tuple[str, ...] = ()
    decks: int = 0
    fresh: bool = True
    done: tuple[StepDone, ...] = ()
    closed: bool = False
    signed_by: str = ""
    present: tuple[str, ...] = ()

    def told(self, step: str) -> StepDone | None:
        return next((one for one in self.done if one.step == step), None)


class PreparationNoted(Struct, frozen=True, tag=True):
    """One step of the preparation is done; *backs* and *decks* are told with the cards themselves."""

    done: StepDone
    backs: tuple[str, ...] = ()
    decks: int = 0


class PreparationClosed(Struct, frozen=True, tag=True):
    """Every step the text demands is done: the shoe may be loaded. Signed by *by* in the presence of *present*."""

    by: str
    present: tuple[str, ...]


PreparationOperation = PreparationNoted | PreparationClosed


def evolve(state: Preparation, operation: PreparationOperation) -> Preparation:
    match operation:
        case PreparationNoted(done=done, backs=backs, decks=decks):
            state = _begun_anew(state) if state.closed else state
            kept = msgspec.structs.replace(state, backs=backs or state.backs, decks=decks or state.decks)
            return msgspec.structs.replace(kept, done=(*state.done, done))
        case PreparationClosed(by=by, present=present):
            return msgspec.structs.replace(state, closed=True, signed_by=by, present=present)


def retired(state: Preparation) -> Preparation:
    """The cards are taken away: another set, with its own full count."""
    return Preparation(card_set=state.card_set + 1)


def _begun_anew(state: Preparation) -> Preparation:
    """The same cards are shuffled again for another shoe."""
    return Preparation(card_set=state.card_set, backs=state.backs, decks=state.decks, fresh=False)


def under_way(state: Preparation) -> Preparation:
    """The preparation that the next step belongs to: the open one, or a new one with the same cards."""
    return _begun_anew(state) if state.closed else state


def demanded(rules: Rulebook, state: Preparation) -> tuple[PreparationStep, ...]:
    """The steps the text wants for this shoe; those for new cards only where the cards are new."""
    return tuple(step for step in rules.preparation if under_way(state).fresh or not step.new_cards)


def missing(rules: Rulebook, state: Preparation) -> tuple[PreparationStep, ...]:
    """Demanded steps not done yet, in the order of the text. A machine's cycle stands for shuffling by hand."""
    now = under_way(state)
    by_machine = _BY_MACHINE if now.told("machine") else ()
    return tuple(step for step in demanded(rules, state) if not now.told(step.step) and step.step not in by_machine)


def check_step(rules: Rulebook, state: Preparation, entry: PrepareStep) -> PreparationStep:
    """The step *entry* tells of; raises RuleViolation when it is not its turn or something must be told with it."""
    owed = missing(rules, state)
    if not owed:
        where = rules.preparation[0].article if rules.preparation else "-"
        raise RuleViolation(where, "NO_STEP", "no hay pasos de preparación pendientes en este reglamento")
    step = owed[0]
    if entry.step == "machine":
        return _check_machine(step)
    if entry.step not in ("", step.step):
        detail = f"antes de «{entry.step}» falta: {step.text}"
        raise RuleViolation(step.article, "PREPARATION_ORDER", detail)
    _check_facts(step, entry.who, entry.count)
    return step


def _check_machine(step: PreparationStep) -> PreparationStep:
    if step.step not in _BY_MACHINE:
        raise RuleViolation(step.article, "PREPARATION_ORDER", f"antes de la máquina falta: {step.text}")
    if not step.machine:
        raise RuleViolation(step.article, "NO_MACHINE", f"el reglamento pide hacerlo a mano: {step.text}")
    return msgspec.structs.replace(step, step="machine", at_least=None, needs=())


def _check_facts(step: PreparationStep, who: str, count: int | None) -> None:
    if "count" in step.needs and count is None:
        raise RuleViolation(step.article, "COUNT_NEEDED", f"{step.text}: falta la cantidad")
    if "who" in step.needs and not who:
        raise RuleViolation(step.article, "WHO_NEEDED", f"{step.text}: falta quién")
    check_least(step, count)


def check_least(step: PreparationStep, count: int | None) -> None:
    if step.at_least is not None and count is not None and count < step.at_least:
        raise RuleViolation(step.article, "TOO_FEW", f"{step.text}: al menos {step.at_least}, no {count}")


def decks_of(rules: Rulebook, state: Preparation, count: int | None) -> int:
    """How many decks *count* cards are meant to be; without a count those of the cards in hand, or the text's own."""
    if count is not None:
        return max(1, round(count / _DECK))
    known: int | list[int] = rules["decks"]
    return state.decks or (known if isinstance(known, int) else known[0])


def counted_wrong(decks: int, count: int | None) -> int:
    """How many cards too many (or, negative, too few) a count of new cards gave."""
    return 0 if count is None else count - decks * _DECK


def picture(rules: Rulebook, state: Preparation) -> dict[str, Any]:
    """The record as anybody may see it, and the step that comes next."""
    owed = missing(rules, state) if not state.closed else ()
    shown = demanded(rules, state) if not state.closed else ()
    steps = [_shown(step, state.told(step.step)) for step in shown]
    return {
        "card_set": state.card_set,
        "backs": list(state.backs),
        "new_cards": state.fresh,
        "closed": state.closed,
        "signed_by": state.signed_by,
        "present": list(state.present),
        "steps": steps if steps else [msgspec.to_builtins(done) for done in state.done],
        "next": _asked(owed[0]) if owed else None,
    }


def _shown(step: PreparationStep, done: StepDone | None) -> dict[str, Any]:
    told = msgspec.to_builtins(done) if done is not None else {"step": step.step, "article": step.article, "by": ""}
    return {**told, "text": step.text, "done": done is not None}


def _asked(step: PreparationStep) -> dict[str, Any]:
    return {"step": step.step, "text": step.text, "article": step.article, "needs": list(step.needs)}
