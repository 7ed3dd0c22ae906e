"""Undo: only the last mis-keyed entry, only before the next card, and never a way around an incident."""

import pytest

from table_core.commands import Command, Undo
from table_core.record import Commanded
from table_core.rulebook import Role
from table_core.rules.blackjack.entries import Act, LayNext
from table_core.table import EntryKeyed, EntryUndone
from tests.scenario.blackjack import PEOPLE, BlackjackTable

NOTHING = ("NOTHING_TO_UNDO", "mesa")


def dealt(book: str = "coquimbo-2020", cards: str = "TS 9D 8H 2D 9S") -> BlackjackTable:
    return BlackjackTable(book).bet("1", "2").deal(cards)


@pytest.mark.parametrize(
    "mistake", [Act("stand", "1"), Act("double", "1"), Act("hit", "1"), Act("surrender", "1"), LayNext("2")]
)
def test_a_mis_keyed_entry_is_taken_back_and_both_stay_in_the_record(mistake: Command) -> None:
    table = dealt()
    before = table.state.game
    table.must(mistake, "dealer")
    assert table.state.game != before
    table.must(Undo(), "dealer")
    assert table.state.game == before
    told = [type(entry) for entry in table.entries if isinstance(entry, EntryKeyed | EntryUndone)][-2:]
    assert told == [EntryKeyed, EntryUndone]
    (undone,) = [entry for entry in table.entries if isinstance(entry, EntryUndone)]
    assert undone.by == PEOPLE["dealer"]
    assert any(isinstance(entry, Commanded) and entry.command == mistake for entry in table.entries)


def test_only_the_last_entry_is_taken_back_and_only_once() -> None:
    table = dealt().stand("1", "2")
    table.must(Undo(), "dealer")
    assert [hand.done for hand in table.round.hands] == ["stand", None]
    assert table.order(Undo(), "dealer") == NOTHING


def test_after_the_next_card_nothing_is_taken_back() -> None:
    table = dealt().act("hit", "1").deal("3C")
    assert table.order(Undo(), "jefe_de_sala") == NOTHING
    assert table.round.hands[0].codes == ("TS", "2D", "3C")


def test_a_cut_card_ends_it_too() -> None:
    table = BlackjackTable("coquimbo-2020").used_up_to(60).bet("1", "2").deal("TS 9D 8H 2D 9S").stand("1").deal("CUT")
    assert table.order(Undo(), "dealer") == NOTHING


def test_a_pass_that_is_over_is_not_taken_up_again() -> None:
    table = dealt(cards="TS 9D 8H 8D 9S").stand("1", "2").deal("9C").press("end_round")
    assert table.order(Undo(), "dealer") == NOTHING


def test_an_entry_that_led_to_an_incident_is_not_taken_back() -> None:
    table = dealt().act("hit", "1").report("card_lifted")
    assert table.order(Undo(), "dealer") == NOTHING


def test_what_a_person_decided_on_an_incident_is_not_taken_back_with_an_older_entry() -> None:
    table = BlackjackTable("bj8-ar").bet("1", "2", "3").deal("TS 9D 8C 7H 2D 9S TC TD")
    table.report("player_passed_over", "1").stand("2")
    table.resolve("player_passed_over", "WITHDRAW", "dealer", box="1")
    assert table.order(Undo(), "dealer") == NOTHING
    assert table.nets["1"] == 0


def test_a_held_table_takes_nothing_back() -> None:
    table = dealt().act("hit", "1").report("disagreement")
    assert table.order(Undo(), "jefe_de_sala")[0] == "HELD"


def test_nothing_was_keyed_yet() -> None:
    assert BlackjackTable("coquimbo-2020", prepared=False).open().order(Undo(), "dealer") == NOTHING


@pytest.mark.requirement("IQQ-94-2")
@pytest.mark.parametrize("book", ["coquimbo-2020", "bj8-ar", "mendoza-2016", "iquique-2000"])
@pytest.mark.parametrize(
    "act", ["reorder", "void", "withdraw", "reopen", "skip", "freeze", "lose_all", "bank_discarded"]
)
def test_no_card_or_stake_changes_hands_by_a_key_alone(book: str, act: str) -> None:
    """Re-attribution is the answer to an incident, whatever the role of who keys it."""
    boxes = ("1", "2", "3")
    table = BlackjackTable(book).bet(*boxes).deal("TS 9D 8C 7H 2D")
    before = table.state.game
    roles: tuple[Role, ...] = ("dealer", "jefe_de_mesa", "jefe_de_sala")
    for role in roles:
        entry = Act(act, "1", boxes=("2", "1", "3", "bank", "1"))  # type: ignore[arg-type]
        assert table.order(entry, role)[0] == "NEEDS_INCIDENT"
    assert table.state.game == before
