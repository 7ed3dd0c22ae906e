"""What the displays of a pot say to everybody in front of them: whole amounts, doubt, faults, prizes elsewhere."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from table_core import views
from table_core.money import pesos
from tests.browser.chromium import Visitor
from tests.browser.sight import pale
from tests.browser.stand import Stand, stand
from tests.unit.progressive.linked_tables import LinkedTable, floor, linked_table, plays_on

SIZES = {"wide": (1280, 800), "hdmi": (1920, 1080), "upright": (390, 844)}
VAST = 90_071_992_547_409
READ_AT_TEN_METRES = 0.08
"""Of the screen's shorter side: 4 cm on a 40-inch screen, which ordinary eyes read at more than ten metres."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    with stand(tmp_path_factory.mktemp("stand")) as opened:
        yield opened


@pytest.fixture
def looks(browser: Browser, shown: Stand) -> Iterator[Visitor]:
    somebody = Visitor(browser, shown.url)
    yield somebody
    somebody.close()
    assert somebody.complaints == []
    assert somebody.left == []


def of(table: LinkedTable) -> dict[str, Any]:
    """What that table publishes."""
    game = views.picture(table.state, table.reconciler.picture(table.state), table.name)
    more: dict[str, Any] = {"limits": None, "lamps_wanted": {}, "preparation": None}
    return {**game, **more, "progressive": table.reconciler.side().picture(table.state)}


@pytest.mark.requirement("R45")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pot", [1_000_000, VAST], ids=["usual", "vast"])
def test_the_whole_amount_is_read_from_every_seat(browser: Browser, shown: Stand, size: str, pot: int) -> None:
    somebody = Visitor(browser, shown.url, size=SIZES[size])
    shown.tell(of(linked_table(floor(pot))))
    page = somebody.open("/display/jackpot")
    amount = page.locator(".amount")
    expect(amount).to_have_text(pesos(pot))
    box = amount.bounding_box()
    assert box is not None
    width, height = SIZES[size]
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width, "no figure is cut"
    assert amount.evaluate("element => element.scrollWidth <= element.clientWidth + 1"), "no figure overflows"
    letters = float(amount.evaluate("element => parseFloat(getComputedStyle(element).fontSize)"))
    assert letters >= READ_AT_TEN_METRES * min(width, height)
    somebody.close()


@pytest.mark.requirement("R45")
def test_the_pot_also_stands_on_the_felt_that_everybody_sees(looks: Visitor, shown: Stand) -> None:
    shown.tell(of(linked_table(floor(2_500_000))))
    expect(looks.open("/").locator(".pot-plaque .pot-amount")).to_have_text(pesos(2_500_000))


@pytest.mark.requirement("R44")
def test_a_table_that_hears_nothing_of_its_pot_says_so_wherever_the_pot_stands(looks: Visitor, shown: Stand) -> None:
    table = linked_table()
    shown.tell(of(table))
    display, felt = looks.open("/display/jackpot"), looks.open("/")
    expect(display.locator(".doubt")).to_have_count(0)
    table.cut()
    shown.tell(of(table))
    expect(display.locator(".doubt")).to_have_text("POZO SIN ACTUALIZAR")
    expect(felt.locator(".pot-plaque.stale .pot-words")).to_contain_text("sin actualizar")
    table.link()
    shown.tell(of(table))
    expect(display.locator(".doubt")).to_have_count(0)


@pytest.mark.requirement("R46")
def test_a_display_in_fault_shows_amount_and_fault_by_turns(looks: Visitor, shown: Stand) -> None:
    table = linked_table()
    shown.tell(of(table))
    page = looks.open("/display/jackpot")
    expect(page.locator(".amount")).to_be_visible()
    table.cut()
    shown.tell(of(table))
    assert turns(page, 3) == ["POZO SIN ACTUALIZAR", pesos(2_000_000), "POZO SIN ACTUALIZAR"]
    table.link()
    shown.tell(of(table))
    expect(page.locator(".fault")).to_have_count(0)
    expect(page.locator(".amount")).to_have_text(pesos(2_000_000))


def turns(page: Page, number: int) -> list[str]:
    """What stands in the amount's place, one after the other, beginning with the fault."""
    seen = []
    for turn in range(number):
        place = page.locator(".amount" if turn % 2 else ".fault")
        expect(place).to_be_visible()
        seen.append(place.inner_text())
    return seen


@pytest.mark.requirement("R35", "R43", "R47")
def test_the_other_tables_show_who_won_how_much_and_what_the_pot_is_now(looks: Visitor, shown: Stand) -> None:
    pot = floor()
    winner, other = linked_table(pot, "mesa-1"), linked_table(pot, "mesa-2")
    shown.tell(of(other))
    page = looks.open("/display/jackpot")
    expect(page.locator(".due")).to_have_count(0)
    winner.locked(2, 5)
    winner.deliver()
    winner.won()
    other.hear_value()
    shown.tell(of(other))
    expect(page.locator(".due")).to_contain_text("GANA mesa mesa-1")
    expect(page.locator(".due")).to_contain_text(pesos(2_001_440))
    expect(page.locator(".due")).to_contain_text("pago pendiente")
    expect(page.locator(".amount")).to_have_text(pesos(1_000_000))
    assert pale(page) == []
    plays_on(pot, "mesa-1")
    other.hear_value()
    shown.tell(of(other))
    expect(page.locator(".due")).to_contain_text(pesos(2_001_440))
    expect(page.locator(".due")).not_to_contain_text("pendiente")


@pytest.mark.requirement("R47")
def test_a_prize_the_floor_has_not_decided_yet_is_shown_as_pending(looks: Visitor, shown: Stand) -> None:
    table = linked_table()
    table.locked(2, 5)
    table.cut()
    table.won(deliver=False)
    shown.tell(of(table))
    expect(looks.open("/display/jackpot").locator(".due")).to_have_text("pago pendiente")
