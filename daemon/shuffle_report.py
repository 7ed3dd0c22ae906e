"""What the record says of how cards were mixed at a table: the blocks that were judged, and what was named."""

from collections.abc import Iterable

from msgspec import Struct

from table_core.incidents import IncidentOpened
from table_core.mixing import BLOCK, ONE_IN, BlockJudged, ShoeJudged
from table_core.record import Entry

SCHEMA = "sabot-shuffle-report/1"


class Block(Struct):
    """Twenty shoes of one source."""

    seq: int
    source: str
    shoes: int
    tried: int
    kept: int
    chi_milli: int
    limit_95_milli: int
    within_95: bool


class Named(Struct):
    """A shoe or a block that chance does not make."""

    seq: int
    detail: str


class ShuffleReport(Struct):
    """*one_in*: an honest shuffle is named at most so seldom, for each question."""

    schema: str = SCHEMA
    shoes: int = 0
    one_in: int = ONE_IN
    block: int = BLOCK
    blocks: list[Block] = []
    under_way: dict[str, int] = {}
    named: list[Named] = []


def shuffle_report(entries: Iterable[tuple[int, Entry]]) -> ShuffleReport:
    report = ShuffleReport()
    for seq, entry in entries:
        match entry:
            case ShoeJudged(sources=sources):
                report.shoes += 1
                for source in sources:
                    report.under_way[source] = report.under_way.get(source, 0) + 1
            case BlockJudged(source=source, tally=tally, chi=chi):
                figures = (tally.shoes, tally.tried, tally.kept, chi.milli, chi.limit_95, chi.is_usual)
                report.blocks.append(Block(seq, source, *figures))
                report.under_way[source] = 0
            case IncidentOpened(incident=incident) if incident.code == "shuffle.order":
                report.named.append(Named(seq, incident.detail))
    return report
