"""Pictures of every page in Spanish for the documents: `make screens`. They are looked at, not compared."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import test_jackpot
from tests.browser.chromium import Visitor
from tests.browser.house import House
from tests.browser.moves import open_and_prepare, sign_in, touch
from tests.browser.test_dealer import draw
from tests.system.processes import DEALER, SUPERVISOR, TECHNICIAN

IMAGES = Path(__file__).parents[2] / "docs" / "img"
SIZES = {"": (1280, 800), "-1080": (1920, 1080), "-phone": (390, 844)}
SETTLED_MS = 500
"""For cards to have been dealt and amounts to have climbed."""
pytestmark = [
    pytest.mark.skipif("SABOT_SCREENS" not in os.environ, reason="pictures are made with make screens"),
    pytest.mark.timeout(900),
]


class Album:
    """Takes one page in every size; only the first size goes into the documents, the others where it was asked for."""

    def __init__(self, browser: Browser, house: House) -> None:
        self._browser = browser
        self._house = house

    def take(self, name: str, path: str, ready: str, before: Callable[[Page], object] = lambda _page: None) -> None:
        """A picture of *path* after *before*, once *ready* is to be seen."""
        for suffix, size in SIZES.items():
            visitor = Visitor(self._browser, self._house.url, size=size)
            page = visitor.open(path)
            before(page)
            page.wait_for_selector(ready)
            page.wait_for_timeout(SETTLED_MS)
            folder = IMAGES if not suffix else Path(os.environ["SABOT_SCREENS"])
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=folder / f"page-{name}{suffix}.png")
            visitor.close()


@pytest.mark.game("blackjack")
def test_pictures_of_a_blackjack_table(browser: Browser, open_house: House) -> None:
    album = Album(browser, open_house)
    open_house.daemon.shoe.power_on()
    open_house.daemon.shoe.load(["2C", "TH", "9C", "5S", "8H", "AD", "9S", "7D", "5C", "8C", "6S"])
    album.take("dealer-sign-in", "/dealer", ".felt")
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
    album.take("felt-blackjack", "/", ".felt .total.turn")
    album.take("dealer", "/dealer", ".cue .next", lambda other: sign_in(other, DEALER))
    album.take("display-paytable", "/display/paytable", "tbody tr")


def test_pictures_of_a_baccarat_table(browser: Browser, open_house: House) -> None:
    album = Album(browser, open_house)
    daemon = open_house.daemon
    rounds = ["9H 4C KD 3S", "4H 9S 2D KC", "8H 8S TD KC", "5H 8S 2D KC", "4H 9S 2C KH", "9D 3S KD 2C"] * 2
    daemon.begin(" ".join(rounds) + " 9H 4C KD 3S 2C")
    assert daemon.order(DEALER, {"type": "TakePosition", "position": "dealer"}) is None
    assert daemon.order(SUPERVISOR, {"type": "TakePosition", "position": "supervisor"}) is None
    for _ in rounds:
        daemon.draw(4)
        daemon.shoe.close_round()
    daemon.draw(4)
    album.take("felt-baccarat", "/", ".side-points")
    album.take("display-road", "/display/road", ".plate.big .punto")
    album.take("display-limits", "/display/limits", ".course")
    daemon.shoe.draw()
    album.take("felt-held", "/", ".alarm.held")
    album.take("supervisor", "/supervisor", ".replay .card", _look_back)
    album.take("supervisor-shoes", "/supervisor", ".shoe-told", _see_the_shoes)


@pytest.mark.game("draw-poker")
def test_pictures_of_a_poker_table_with_its_pot(browser: Browser, open_house: House) -> None:
    album = Album(browser, open_house)
    visitor, other = Visitor(browser, open_house.url), Visitor(browser, open_house.url)
    chief, display, dealer = visitor.open("/supervisor"), visitor.open("/display/jackpot"), other.open("/dealer")
    test_jackpot.open_with_a_pot(chief, display)
    test_jackpot.take_bets(dealer, open_house)
    test_jackpot.insert_chip(open_house, 5)
    album.take("display-jackpot", "/display/jackpot", ".amount")
    test_jackpot.close_and_deal(dealer, open_house)
    album.take("felt-poker", "/", ".felt .card")
    album.take("dealer-poker", "/dealer", ".cue .next", lambda page: sign_in(page, DEALER))
    test_jackpot.show_hands(dealer)
    dealer.select_option('[data-review="5"]', "straight_flush")
    touch(dealer, "review_side")
    album.take("display-jackpot-won", "/display/jackpot", ".due")
    album.take("supervisor-prize", "/supervisor", ".prize", lambda page: sign_in(page, SUPERVISOR))
    album.take("felt-poker-won", "/", ".pot-plaque.winning")


def test_a_picture_of_the_technicians_page(browser: Browser, open_house: House) -> None:
    open_house.daemon.begin("9H 4C KD 3S")
    open_house.daemon.draw(4)
    Album(browser, open_house).take("tech", "/tech", '[data-device="lamps-a"][aria-current="true"]', _look_at_the_lamps)


def _look_at_the_lamps(page: Page) -> None:
    sign_in(page, TECHNICIAN)
    page.click('[data-device="lamps-a"]')


def _look_back(page: Page) -> None:
    """A pass of the past in the middle of its deal."""
    sign_in(page, SUPERVISOR)
    page.click('[data-pass="12"]')
    slider = page.locator(".replay input[type=range]")
    expect(slider).not_to_have_attribute("max", "0")
    slider.fill("9")


def _see_the_shoes(page: Page) -> None:
    sign_in(page, SUPERVISOR)
    page.locator(".shoe-told").first.scroll_into_view_if_needed()
