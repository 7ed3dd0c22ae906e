"""What a regulator asks back after a cut is in the journal alone: the last plays, configuration, meters and credits."""

from pathlib import Path

import pytest

from daemon.journal import Journal
from daemon.opening import open_checked
from daemon.side_meters import side_meters
from table_core.progressive import orders
from table_core.record import Entry, Started
from table_core.rules.baccarat.state import CardDealt
from table_core.session import PassOpened
from tests.unit.journal.stories import PASSES, Story
from tests.unit.progressive.table import SideTable
from tests.unit.progressive.test_meters import meters, started

PLAYS_ASKED = 10
POT = 5_000_000


def last_plays(entries: list[Entry]) -> list[tuple[str, ...]]:
    """The cards of the last plays, in the order in which they were dealt."""
    plays: list[list[str]] = []
    for entry in entries:
        match entry:
            case PassOpened():
                plays.append([])
            case CardDealt(dealt=dealt):
                plays[-1].append(str(dealt.card))
    return [tuple(cards) for cards in plays[-PLAYS_ASKED:]]


@pytest.mark.requirement("R6")
def test_after_a_cut_the_last_ten_plays_are_read_from_the_journal_card_by_card(tmp_path: Path) -> None:
    story = Story(tmp_path, passes=PLAYS_ASKED + 2)
    story.begin()
    story.play(PLAYS_ASKED + 1)
    story.rig.draw(3)
    story.write()
    story.close()
    journal = open_checked(tmp_path)
    entries = list(journal.entries())
    journal.close()
    dealt = [tuple(PASSES[number % 2].split()) for number in range(PLAYS_ASKED + 2)]
    assert last_plays(entries) == [*dealt[2:-1], dealt[-1][:3]]


@pytest.mark.requirement("R6")
def test_after_a_cut_configuration_meters_and_credits_are_read_from_the_journal_alone(tmp_path: Path) -> None:
    table = SideTable()
    table.order(orders.SeedPot(POT))
    table.base_bets(2, 5)
    table.order(orders.OpenSideBets(), "dealer")
    table.chip(2)
    table.order(orders.LockSideBets(), "dealer")
    journal = Journal(tmp_path)
    journal.append(started(table), 1, 1)
    journal.close()
    reopened = open_checked(tmp_path)
    entries = list(reopened.entries())
    reopened.close()
    first = entries[0]
    assert isinstance(first, Started)
    assert (first.rulebook, first.limits, first.progressive) == ("iquique-2000", None, table.setup)
    assert side_meters(entries) == meters(table)
    assert meters(table).counters["credits_bet"] == 1
