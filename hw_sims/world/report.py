"""Runs worlds seed after seed and says how they ended: JSON lines, or a story of each that failed."""

import time
from collections.abc import Iterable

import click
import msgspec

from daemon.i18n import _
from hw_sims.world.run import Outcome, Plan, play

_SAID = ("seed", "game", "rulebook", "ok", "passes", "events", "faults", "digest", "violation")


def report(seeds: Iterable[int], plan: Plan, *, as_json: bool) -> int:
    """Play every seed; 1 when a world failed. A seed without any fault of a kind asked for is no proof and told so."""
    begun, failed, table_s, outcomes = time.monotonic(), list[int](), 0.0, list[Outcome]()
    for seed in seeds:
        outcome = play(seed, plan)
        outcomes.append(outcome)
        table_s += outcome.table_s
        if not outcome.ok:
            failed.append(seed)
        _tell(outcome, plan, as_json=as_json)
    took = max(time.monotonic() - begun, 1e-6)
    counted = [outcome for outcome in outcomes if _counts(outcome, plan)]
    passes = sum(outcome.passes for outcome in counted)
    summary = {
        "seeds": len(outcomes),
        "failed": failed,
        "passes_per_s": round(sum(outcome.passes for outcome in outcomes) / took, 1),
        "speedup": round(table_s / took, 1),
        "passes": passes,
        "counted": len(counted),
        "faults": _faults(counted),
    }
    click.echo(msgspec.json.encode(summary) if as_json else _in_words(summary))
    return 1 if failed else 0


def _counts(outcome: Outcome, plan: Plan) -> bool:
    """Whether the world shows anything of what was asked: every kind named went wrong in it at least once."""
    return plan.kinds <= outcome.faults.keys()


def _tell(outcome: Outcome, plan: Plan, *, as_json: bool) -> None:
    if as_json:
        told = {name: getattr(outcome, name) for name in _SAID}
        click.echo(msgspec.json.encode({**told, "counted": _counts(outcome, plan)}))
    if outcome.ok or outcome.violation is None:
        return
    for line in outcome.story:
        click.echo(f"    {line}", err=True)
    found = {"invariant": outcome.violation["invariant"], "found": outcome.violation["found"], "seed": outcome.seed}
    click.echo(_("Semilla {seed}: no se cumple «{invariant}»: {found}").format(**found), err=True)
    click.echo(_("Para repetirlo: {command}").format(command=outcome.violation["replay"]), err=True)


def _faults(outcomes: Iterable[Outcome]) -> dict[str, int]:
    total: dict[str, int] = {}
    for outcome in outcomes:
        for kind, count in outcome.faults.items():
            total[kind] = total.get(kind, 0) + count
    return total


def _in_words(summary: dict[str, object]) -> str:
    words = _("{seeds} mundos, {passes} pases, fallaron {failed}; {passes_per_s} pases por segundo.")
    return words.format(**{**summary, "failed": len(summary["failed"])})  # type: ignore[arg-type]
