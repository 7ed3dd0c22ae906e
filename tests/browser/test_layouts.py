"""The felt for every number of seats and every size of screen: nothing is cut off or covered, and all is read."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, FloatRect, Page, expect

from tests.browser.chromium import Visitor
from tests.browser.stand import Stand, stand
from tests.scenario.blackjack import BlackjackTable

WIDE, UPRIGHT = (1280, 800), (390, 844)
_RANK_IN_SIGHT = """() => [...document.querySelectorAll(".felt .hand .card-rank")].map((rank) => {
  const box = rank.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width * 0.8, box.y + box.height / 2);
  return rank.closest(".card") === top?.closest(".card");
})"""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    with stand(tmp_path_factory.mktemp("stand")) as opened:
        yield opened


def full_cloth(seats: int) -> dict[str, Any]:
    """A blackjack table where every box holds a ten and a nine, and box 1 takes a third card."""
    table = BlackjackTable("coquimbo-2020").bet("1").deal("TH 9S 5D")
    picture = table.kernel.picture("mesa-1")
    [hand] = picture["hands"]
    hands = [{**hand, "id": str(number), "box": str(number)} for number in range(1, seats + 1)]
    return {**picture, "hands": hands, "turn": "1", "next_card": ["1"]}


def boxes(page: Page, selector: str) -> list[FloatRect]:
    return [box for one in page.locator(selector).all() if (box := one.bounding_box()) is not None]


def apart(one: FloatRect, other: FloatRect) -> bool:
    beside = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
    return beside or one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1


@pytest.mark.parametrize("size", [WIDE, UPRIGHT], ids=["wide", "upright"])
@pytest.mark.parametrize("seats", [5, 6, 7, 8, 9])
def test_every_hand_of_a_full_table_is_read(browser: Browser, shown: Stand, seats: int, size: tuple[int, int]) -> None:
    somebody = Visitor(browser, shown.url, size=size)
    shown.tell(full_cloth(seats), seats=seats)
    page = somebody.open("/")
    expect(page.locator(".felt .spot")).to_have_count(seats)
    page.wait_for_timeout(300)  # the cards' way onto the cloth
    fans = boxes(page, ".felt .hand .fan")
    assert len(fans) == seats
    for number, fan in enumerate(fans):
        assert all(apart(fan, other) for other in fans[number + 1 :]), f"hand {number + 1} covers another"
        assert fan["x"] >= 0
        assert fan["x"] + fan["width"] <= size[0]
    assert all(page.evaluate(_RANK_IN_SIGHT)), "a rank lies under the next card"
    expect(page.locator(".felt .hand .total")).to_have_count(seats)
    expect(page.locator(".felt .hand .verdict")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"
    somebody.close()


def test_the_cloth_is_told_in_words_to_who_cannot_see_it(browser: Browser, shown: Stand) -> None:
    somebody = Visitor(browser, shown.url)
    shown.tell(full_cloth(5), seats=5)
    label = somebody.open("/").locator(".felt").get_attribute("aria-label")
    assert label is not None
    assert "Casilla 1: 10 corazones, 5 diamantes" in label or "Casilla 1: 10 corazones" in label
    somebody.close()
