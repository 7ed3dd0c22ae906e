"""Covered cards never reach a browser: every answer of a pass is searched for them."""

import json
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import Visitor
from tests.browser.house import House
from tests.browser.moves import sign_in
from tests.browser.test_dealer import draw
from tests.system.processes import DEALER, SUPERVISOR, eventually


@contextmanager
def listening(url: str) -> Iterator[list[str]]:
    """Everything the console sends on a stream while the block runs."""
    heard: list[str] = []
    over = threading.Event()

    def listen() -> None:
        with urllib.request.urlopen(f"{url}/events", timeout=5) as answer:
            while not over.is_set():
                heard.append(answer.readline().decode())

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    yield heard
    over.set()
    thread.join(5)


def until_heard(heard: list[str], words: str) -> None:
    """Wait until the stream said *words*: only then does silence about a card mean anything."""
    eventually(lambda: any(words in line for line in heard), lambda: heard[-1:])


def cards_named(heard: list[str]) -> set[str]:
    """Every card any message names, however deep it lies."""
    return {
        card for line in heard if line.startswith("data:") for card in _cards(json.loads(line.removeprefix("data:")))
    }


def _cards(value: object) -> Iterator[str]:
    match value:
        case dict():
            for inner in value.values():
                yield from _cards(inner)
        case list():
            for inner in value:
                yield from _cards(inner)
        case str() if len(value) == 2 and value[0] in "A23456789TJQK" and value[1] in "CDHS":
            yield value


@pytest.mark.requirement("R67")
def test_no_answer_names_a_card_before_it_lies_open(open_house: House) -> None:
    daemon = open_house.daemon
    with listening(open_house.url) as heard:
        daemon.begin("9H 4C KD 3S 2C 2D")
        daemon.draw(3)
        until_heard(heard, '"next_card":["bank 2"]')
        assert cards_named(heard) == set()
        daemon.draw(1)
        until_heard(heard, '"phase":"complete"')
    assert cards_named(heard) == {"9H", "4C", "KD", "3S"}


HOLE, DOUBLE = "TD", "QC"


@pytest.mark.requirement("R67")
@pytest.mark.game("blackjack", rulebook="bj8-ar")
def test_neither_the_banks_covered_card_nor_a_covered_double_is_told_before_it_is_turned(
    visitor: Visitor, open_house: House
) -> None:
    daemon = open_house.daemon
    felt, chief = visitor.open("/"), visitor.open("/supervisor")
    sign_in(chief, SUPERVISOR)
    with listening(open_house.url) as heard:
        prepare_bj8(open_house)
        daemon.shoe.load(["TS", "6D", "8C", "7H", "8D", "5S", "TC", HOLE, DOUBLE])
        for box in ("1", "2", "3"):
            assert daemon.order(DEALER, {"type": "PlaceBet", "box": box}) is None
        draw(open_house, 8)
        assert daemon.order(DEALER, {"type": "Act", "name": "stand", "box": "1"}) is None
        assert daemon.order(DEALER, {"type": "Act", "name": "double", "box": "2"}) is None
        draw(open_house, 1)
        assert daemon.order(DEALER, {"type": "Act", "name": "stand", "box": "3"}) is None
        until_heard(heard, '"phase":"bank"')
        look_at_the_last_step(chief)
        expect(chief.locator('.replay [data-card="hidden"]').first).to_be_attached()
        assert {HOLE, DOUBLE} & (cards_named(heard) | drawn_on(felt) | drawn_on(chief) | asked_for(chief)) == set()
        expect(felt.locator('[data-card="hidden"]')).to_have_count(2)
        assert daemon.order(DEALER, {"type": "Button", "name": "reveal_hole"}) is None
        until_heard(heard, HOLE)
    assert HOLE in cards_named(heard)


def prepare_bj8(house: House) -> None:
    """The table is open, its eight decks lie in the shoe, and their first cards were burned."""
    order, shoe = house.daemon.order, house.daemon.shoe
    shoe.power_on()
    assert order(SUPERVISOR, {"type": "OpenTable", "jornada": "J-1"}) is None
    prepared = {"decks": 8, "cut_behind": 60, "cut_at": 100, "cut_by": "casilla 1", "leave_by": "Inés Vera"}
    assert order(DEALER, {"type": "PrepareShoe", **prepared}) is None
    burn = house.daemon.picture()["burn_left"]
    shoe.load(["2C", "3C", "4C", "5C", "6C"][:burn])
    draw(house, burn)


def look_at_the_last_step(chief: Page) -> None:
    chief.click('[data-pass="1"]')
    slider = chief.locator(".replay input[type=range]")
    expect(slider).not_to_have_attribute("max", "0")
    slider.fill(str(slider.get_attribute("max")))


def drawn_on(page: Page) -> set[str]:
    """Every card a page draws, by its name."""
    return {str(card.get_attribute("data-card")) for card in page.locator("[data-card]").all()}


def asked_for(page: Page) -> set[str]:
    """Every card that any other answer names to somebody who signed in: passes, their steps, shoes, the report."""
    told = page.evaluate(
        """async () => {
          const read = async (path) => (await fetch(path)).json();
          const passes = await read("/api/passes");
          const steps = await Promise.all(passes.map((one) => read(`/api/passes/${one.seq}`)));
          return [passes, steps, await read("/api/shoes"), await read("/api/report"), await read("/api/tech/devices")];
        }"""
    )
    return set(_cards(told))
