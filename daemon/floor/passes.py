"""What the floor's rows say of one pass of a table. Reads only."""

from daemon.floor.database import Connection
from daemon.floor.judging import Pass
from daemon.floor.rows import read_movement
from table_core.progressive.ledger import ContributionReversed, PassContributed, PrizesAwarded

ANY_PLACE = 2**63 - 1


def pass_of(db: Connection, pot: int, maker: str, of: int, below: int = ANY_PLACE) -> Pass | None:
    """The pass that claim *of* contributed, as far as it is told by rows before the place *below*."""
    rows = db.execute(
        "select movement from entries where pot = %s and maker = %s and (seq = %s or of_seq = %s) and place < %s"
        " order by seq",
        (pot, maker, of, of, below),
    ).fetchall()
    movements = [read_movement(text) for (text,) in rows]
    contributed = next((found for found in movements if isinstance(found, PassContributed)), None)
    if contributed is None:
        return None
    annulled = [seat for found in movements if isinstance(found, ContributionReversed) for seat in found.seats]
    return Pass(contributed, tuple(annulled), any(isinstance(found, PrizesAwarded) for found in movements))
