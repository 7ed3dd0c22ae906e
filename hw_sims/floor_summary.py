"""What a demonstration of a whole floor came to: the tables' journals, the pot's rows, and that the two agree."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from daemon.floor.database import connect
from daemon.floor.enrolment import pot_named
from daemon.floor.rows import read_movement
from daemon.floor.store import Store
from daemon.journal import open_reader, read_rows
from daemon.kernel import fold
from hw_sims.demo_summary import summarise
from hw_sims.side_papers import POT
from table_core.progressive.claims import AnyClaim, Contributed
from table_core.progressive.ledger import MovementRefused, Pot, PotMovement, PrizesAwarded, post
from table_core.progressive.operations import ClaimAnswered
from table_core.record import Entry

_ROWS = "select movement from entries where pot = %s order by place"
_ADDED = ("passes", "cards", "false_holds", "journal_entries")


def summarise_floor(
    tables: Mapping[str, Path], url: str, *, game: str, seed: int, mistakes_made: int
) -> dict[str, Any]:
    """*tables*: where each keeps its record; all have ended, the database at *url* still answers."""
    each = {name: summarise(data, game=game, seed=seed, mistakes_made=0) for name, data in tables.items()}
    moved, value = _pot(url)
    agreed = all(_agrees(name, _entries(data), moved) for name, data in tables.items())
    first, *_ = each.values()
    digests = "".join(one["decisions_digest"] for one in each.values())
    added = {key: sum(one[key] for one in each.values()) for key in _ADDED}
    return {
        "schema": "sabot-demo/1",
        "seed": seed,
        "game": game,
        **added,
        "incidents": dict(sum((Counter(one["incidents"]) for one in each.values()), Counter[str]())),
        "false_holds": max(0, added["false_holds"] - mistakes_made),
        "head": first["head"],
        "chain_ok": all(one["chain_ok"] for one in each.values()),
        "money_balanced": agreed and _adds_up(moved, value) and all(one["money_balanced"] for one in each.values()),
        "decisions_digest": hashlib.sha256(digests.encode()).hexdigest(),
        "tables": {name: {"passes": one["passes"], "head": one["head"]} for name, one in each.items()},
        "pot": value,
        "pot_entries": len(moved),
        "wins": sum(isinstance(one, PrizesAwarded) and bool(one.payments) for one in moved),
    }


def _pot(url: str) -> tuple[list[PotMovement], int]:
    """Every movement of the pot in its order, and what the floor says it is worth."""
    with closing(connect(url)) as db:
        number = pot_named(db, POT)
        rows = db.execute(_ROWS.encode(), (number,)).fetchall()
        return [read_movement(text) for (text,) in rows], Store(db, "demo").value(number, POT).main


def _entries(data: Path) -> list[Entry]:
    return [stored.entry() for stored in read_rows(open_reader(data))]


def _adds_up(moved: list[PotMovement], value: int) -> bool:
    pot = Pot()
    try:
        for movement in moved:
            pot = post(pot, movement)
    except MovementRefused:
        return False
    return pot.sums.balanced and pot.sums.main == value


def _agrees(table: str, entries: list[Entry], moved: list[PotMovement]) -> bool:
    """What the floor keeps of *table* is what that was answered, and at most what it still waits to hear."""
    kept = {movement.key.seq: movement for movement in moved if movement.key.table == table}
    answers = [entry.decided for entry in entries if isinstance(entry, ClaimAnswered)]
    heard = {answer.seq: answer.movements[0] for answer in answers}
    waiting = {one.claim.seq: one.claim for one in fold(entries).progressive.linked.pending}
    rest = {seq: movement for seq, movement in kept.items() if seq not in heard}
    return heard.items() <= kept.items() and all(_was_said(waiting.get(seq), one) for seq, one in rest.items())


def _was_said(claim: AnyClaim | None, movement: PotMovement) -> bool:
    return claim is not None and (not isinstance(claim, Contributed) or claim.movement == movement)
