"""What the floor's rows say of one pass of a table, and of the terms it was played under. Reads only."""

import msgspec

from daemon.floor.database import Connection
from daemon.floor.judging import Pass
from daemon.floor.rows import read_movement
from table_core.progressive.ledger import ContributionReversed, PassContributed, PrizesAwarded
from table_core.progressive.terms import Terms

ANY_PLACE = 2**63 - 1


def pass_of(db: Connection, pot: int, maker: str, of: int, below: int = ANY_PLACE) -> Pass | None:
    """The pass that claim *of* contributed, as far as it is told by rows before the place *below*."""
    rows = db.execute(
        "select movement, enrolment from entries where pot = %s and maker = %s and (seq = %s or of_seq = %s)"
        " and place < %s order by seq",
        (pot, maker, of, of, below),
    ).fetchall()
    movements = [read_movement(text) for text, _ in rows]
    contributed = next((found for found in movements if isinstance(found, PassContributed)), None)
    if contributed is None:
        return None
    annulled = [seat for found in movements if isinstance(found, ContributionReversed) for seat in found.seats]
    reviewed = any(isinstance(found, PrizesAwarded) for found in movements)
    return Pass(contributed, tuple(annulled), reviewed, rows[0][1])


def terms_before(db: Connection, pot: int, table: str, now: int) -> list[tuple[int, str, Terms]]:
    """Number, plan and terms of the table's enrolments before *now*, newest first: what was bet then it may still owe.

    That is one pass at most: with a contribution since it was enrolled anew it owes nothing from before.
    """
    found = db.execute(
        "select id, plan, terms from enrolments where pot = %(pot)s and name = %(table)s and id < %(now)s"
        " and (select enrolled_at from enrolments where id = %(now)s) > coalesce("
        "  (select at from entries where pot = %(pot)s and maker = %(table)s and kind = 'PassContributed'"
        "   order by seq desc limit 1), '-infinity') order by id desc",
        {"pot": pot, "table": table, "now": now},
    )
    return [(number, plan, msgspec.json.decode(terms, type=Terms)) for number, plan, terms in found.fetchall()]
