"""The displays in a real browser: limits, pay table, the plates of results, the pot's way up."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import Visitor
from tests.browser.house import House
from tests.browser.sight import pale


def test_displays_show_what_the_table_pays_and_how_its_shoe_went(visitor: Visitor, open_house: House) -> None:
    daemon = open_house.daemon
    daemon.begin("9H 4C KD 3S 4H 9S 2D KC")
    for _ in range(2):
        daemon.draw(4)
        daemon.shoe.close_round()
    road = visitor.open("/display/road")
    expect(road.locator(".plate.beads .punto")).to_have_count(1)
    expect(road.locator(".plate.beads .bank")).to_have_count(1)
    expect(road.locator(".tally dd").last).to_have_text("2")
    paytable = visitor.open("/display/paytable")
    expect(paytable.get_by_text("menos 10 % de comisión")).to_be_visible()
    limits = visitor.open("/display/limits")
    expect(limits.locator(".course")).to_have_text("HAGAN SUS APUESTAS")
    jackpot = visitor.open("/display/jackpot")
    expect(jackpot.get_by_text("Esta mesa no juega pozo")).to_be_visible()
    assert [pale(page) for page in (road, paytable, limits, jackpot)] == [[], [], [], []]


@pytest.mark.requirement("R13")
def test_the_amount_shown_climbs_to_the_ledger_and_never_passes_it(visitor: Visitor, open_house: House) -> None:
    page = visitor.open("/display/jackpot")
    climbed = page.evaluate(
        """async () => {
          const { nextShown } = await import("/static/lib/countup.js");
          const seen = [];
          let shown = nextShown(null, 1000);
          for (const ledger of [1000, 12374500, 12374501, 900, 90071992547409]) {
            while (shown !== ledger) { shown = nextShown(shown, ledger); seen.push([shown, ledger]); }
          }
          return seen;
        }"""
    )
    assert len(climbed) > 100
    assert all(shown <= ledger and shown == int(shown) for shown, ledger in climbed)
    assert [900, 900] in climbed


def test_the_big_road_turns_where_a_column_is_full_and_marks_ties(visitor: Visitor, open_house: House) -> None:
    page = visitor.open("/display/road")
    placed = page.evaluate(
        """async () => {
          const { bigRoad } = await import("/static/lib/road.js");
          const names = { P: "punto", B: "bank", T: "tie" };
          const results = [..."PPPPPPPTTBP"].map((one, number) => ({ number, pairs: [], result: names[one] }));
          return bigRoad(results).map((one) => [one.column, one.row, one.ties]);
        }"""
    )
    dragon = [[0, row, 0] for row in range(6)]
    assert placed == [*dragon, [1, 5, 2], [1, 0, 0], [2, 0, 0]]
