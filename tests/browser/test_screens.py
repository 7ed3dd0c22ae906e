"""Pictures of every page in Spanish for the documents: `make screens`. They are looked at, not compared."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import Visitor
from tests.browser.house import House
from tests.browser.moves import open_and_prepare, sign_in, touch
from tests.browser.test_dealer import draw
from tests.system.processes import DEALER, SUPERVISOR

IMAGES = Path(__file__).parents[2] / "docs" / "img"
SIZES = {"": (1280, 800), "-1080": (1920, 1080), "-phone": (390, 844)}
pytestmark = pytest.mark.skipif("SABOT_SCREENS" not in os.environ, reason="pictures are made with make screens")


class Album:
    """Takes one page in every size; only the first size goes into the documents, unless all are asked for."""

    def __init__(self, browser: Browser, house: House) -> None:
        self._browser = browser
        self._house = house

    def take(self, name: str, path: str, before: Callable[[Page], object] = lambda _page: None) -> None:
        for suffix, size in SIZES.items():
            visitor = Visitor(self._browser, self._house.url, size=size)
            page = visitor.open(path)
            page.wait_for_timeout(600)
            before(page)
            page.wait_for_timeout(500)
            folder = IMAGES if not suffix else Path(os.environ["SABOT_SCREENS"])
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=folder / f"page-{name}{suffix}.png")
            visitor.close()


@pytest.mark.game("blackjack")
def test_pictures_of_a_blackjack_table(browser: Browser, open_house: House) -> None:
    album = Album(browser, open_house)
    open_house.daemon.shoe.power_on()
    open_house.daemon.shoe.load(["2C", "TH", "9C", "5S", "8H", "AD", "9S", "7D", "5C", "8C", "6S"])
    album.take("dealer-sign-in", "/dealer")
    dealer = Visitor(browser, open_house.url)
    page = dealer.open("/dealer")
    sign_in(page, DEALER)
    open_and_prepare(page)
    draw(open_house, 1)
    for box in ("1", "2", "4", "6"):
        page.click(f'[data-box="{box}"]')
        expect(page.locator(f'[data-box="{box}"]')).to_have_attribute("aria-pressed", "true")
    touch(page, "no_more_bets")
    draw(open_house, 9)
    touch(page, "no_more_insurance")
    touch(page, "stand-1")
    expect(page.locator(".cue .next")).to_have_text("Juega la casilla 2")
    album.take("felt-blackjack", "/")
    album.take("dealer", "/dealer", lambda other: sign_in(other, DEALER))
    album.take("display-paytable", "/display/paytable")


def test_pictures_of_a_baccarat_table(browser: Browser, open_house: House) -> None:
    album = Album(browser, open_house)
    daemon = open_house.daemon
    rounds = ["9H 4C KD 3S", "4H 9S 2D KC", "8H 8S TD KC", "5H 8S 2D KC", "4H 9S 2C KH", "9D 3S KD 2C"] * 2
    daemon.begin(" ".join(rounds) + " 9H 4C KD 3S 2C")
    for _ in rounds:
        daemon.draw(4)
        daemon.shoe.close_round()
    daemon.draw(4)
    album.take("felt-baccarat", "/")
    album.take("display-road", "/display/road")
    album.take("display-limits", "/display/limits")
    daemon.shoe.draw()
    album.take("felt-held", "/")
    album.take("supervisor", "/supervisor", _look_back)


def _look_back(page: Page) -> None:
    sign_in(page, SUPERVISOR)
    page.click('[data-pass="12"]')
    page.locator(".replay input[type=range]").fill("9")
