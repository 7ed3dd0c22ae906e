"""Cards that were hardly mixed are named when their shoe is over, with who mixed them; the record keeps the figures."""

import pytest

from daemon.shuffle_report import shuffle_report
from table_core.cards import DECK
from table_core.commands import Resolve, TakePosition
from table_core.mixing import BLOCK, BlockJudged, ShoeJudged, Tally
from tests.scenario.board_table import BoardTable

MACHINE = "MEZCLA-TB SIM-MIX"
DEALER = "Ana Rojas"
SHUFFLED = [DECK[place * 19 % 52] for place in range(1, 25)]


def dealt_by(cards: list[str]) -> BoardTable:
    table = BoardTable()
    table.start()
    assert table.order(TakePosition("dealer"), "dealer", DEALER) is None
    table.open(cards=" ".join(cards))
    return table


def change_the_cards(table: BoardTable, after: int) -> None:
    """So many cards come beside an open door; then the supervisor takes all of them away."""
    table.contacts.switch("door", on=True)
    table.draw(after)
    incident = table.state.open_incident("contacts.door")
    assert incident is not None
    assert table.order(Resolve(incident.id, "CHANGE_CARDS")) is None


def shoe_is_over(cards: list[str]) -> BoardTable:
    table = dealt_by(cards)
    change_the_cards(table, len(cards))
    return table


@pytest.mark.requirement("R66")
def test_cards_that_lie_as_in_new_packs_are_named_when_the_shoe_is_over_and_hold_nothing() -> None:
    table = shoe_is_over(list(DECK[3:27]))
    assert table.detail("shuffle.order").startswith("siguen juntas 2")
    assert not table.state.open_incident("shuffle.order").hold  # type: ignore[union-attr]
    judged = [entry for entry in table.entries if isinstance(entry, ShoeJudged)]
    assert [one.sources for one in judged] == [(MACHINE, DEALER)]
    assert judged[0].tally.tried == 24


@pytest.mark.requirement("R66")
def test_cards_that_were_mixed_are_let_alone() -> None:
    table = shoe_is_over(SHUFFLED)
    assert "shuffle.order" not in table.codes
    assert [entry for entry in table.entries if isinstance(entry, ShoeJudged)]


@pytest.mark.requirement("R66", "R67")
def test_no_entry_about_the_shuffle_tells_in_what_order_cards_came() -> None:
    table = shoe_is_over(list(DECK[3:27]))
    for entry in table.entries:
        if isinstance(entry, ShoeJudged):
            assert sorted(entry.tally.places, reverse=True)[0] >= 1
            assert not any(card in str(entry) for card in DECK)
    assert not any(card in table.detail("shuffle.order") for card in DECK)


@pytest.mark.requirement("R66")
def test_the_shoes_of_one_machine_are_judged_together_and_a_restart_forgets_none_of_them() -> None:
    table = dealt_by(SHUFFLED)
    rigged = tuple(200 if cell % 13 == cell // 13 else 100 for cell in range(117))
    table.entries.append(ShoeJudged((MACHINE,), Tally(BLOCK - 1, places=rigged)))
    table.restart()
    change_the_cards(table, 10)
    blocks = [entry for entry in table.entries if isinstance(entry, BlockJudged)]
    assert [(one.source, one.tally.shoes, one.chi.is_usual) for one in blocks] == [(MACHINE, BLOCK, False)]
    assert f"{MACHINE}: en {BLOCK} sabots los valores guardan su lugar" in table.detail("shuffle.order")
    assert table.state.mixing.tallies[MACHINE] == Tally(), "the next block begins anew"
    assert table.state.mixing.tallies[DEALER].shoes == 1


@pytest.mark.requirement("R66")
def test_the_report_tells_what_was_judged_what_is_under_way_and_what_was_named() -> None:
    table = dealt_by(list(DECK[3:27]))
    table.entries.append(ShoeJudged((MACHINE,), Tally(BLOCK - 1, 500, 100, 500 * 260, (100,) * 117)))
    table.restart()
    change_the_cards(table, 24)
    report = shuffle_report(enumerate(table.entries, 1))
    assert report.shoes == 2
    assert [(one.source, one.shoes, one.within_95) for one in report.blocks] == [(MACHINE, BLOCK, True)]
    assert report.under_way == {MACHINE: 0, DEALER: 1}
    assert [one.detail[:14] for one in report.named] == ["siguen juntas "]
