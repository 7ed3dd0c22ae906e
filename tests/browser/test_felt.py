"""The felt in a real browser: cards as they are turned, totals, lamps, and what it says when something is wrong."""

from playwright.sync_api import Page, expect

from tests.browser.chromium import Visitor
from tests.browser.house import House

FIRST_PASS = "9H 4C KD 3S 2C 2D 4D 5S 6H"


def shown_cards(page: Page) -> list[str | None]:
    return [card.get_attribute("data-card") for card in page.locator(".felt .card").all()]


def test_cards_appear_as_they_are_turned_and_the_lamps_go_out(visitor: Visitor, open_house: House) -> None:
    open_house.daemon.begin(FIRST_PASS)
    page = visitor.open("/")
    expect(page.get_by_text("Hagan sus apuestas")).to_be_visible()
    expect(page.get_by_text("SIMULADA")).to_be_visible()
    expect(page.locator('[data-lamp="on"]')).to_have_count(7)
    open_house.daemon.draw(2)
    expect(page.locator('.felt [data-card="hidden"]')).to_have_count(2)
    expect(page.locator('[data-lamp="on"]')).to_have_count(0)
    open_house.daemon.draw(2)
    expect(page.locator(".side.punto .side-points")).to_have_text("9")
    assert shown_cards(page) == ["9H", "KD", "4C", "3S"]
    expect(page.get_by_text("«Punto 9, Banca 7»")).to_be_visible()
