"""Covered cards never reach a browser: every answer of a pass is searched for them."""

import json
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.browser.house import House


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
        while not any('"next_card":["bank 2"]' in line for line in heard):
            pass
        assert cards_named(heard) == set()
        daemon.draw(1)
        while not any('"phase":"complete"' in line for line in heard):
            pass
    assert cards_named(heard) == {"9H", "4C", "KD", "3S"}
