"""The live traffic a technician watches: decoded, of one device or all, bounded, over with the sign-in, cardless."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from daemon.console.traffic import MOST_WATCHERS
from tests.browser.house import House
from tests.system.processes import DEALER, eventually
from tests.system.test_bench_http import running, visitor

__all__ = ["running"]
TRAFFIC = "/api/tech/traffic"
_CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")


def cards_in(text: str) -> set[str]:
    """Every card *text* names."""
    return set(_CARD.findall(text))


class Watcher(threading.Thread):
    """Somebody who watches: everything told on a stream until it ends or `leave`."""

    def __init__(self, client: httpx.Client, **query: str) -> None:
        super().__init__(daemon=True)
        self._client = client
        self._query = query
        self._left = threading.Event()
        self.text = ""

    def run(self) -> None:
        with self._client.stream("GET", TRAFFIC, params=self._query) as answer:
            assert answer.status_code == 200
            for piece in answer.iter_text():
                self.text += piece
                if self._left.is_set():
                    return

    def leave(self) -> None:
        self._left.set()
        self.join(10)
        assert not self.is_alive()

    @property
    def lines(self) -> list[dict[str, Any]]:
        told = [json.loads(row.removeprefix("data: ")) for row in self.text.splitlines() if row.startswith("data: {")]
        return [line for one in told for line in one.get("lines", ())]

    def said(self, words: str) -> bool:
        return any(words in line["words"] for line in self.lines)


@contextmanager
def watching(house: House, **query: str) -> Iterator[Watcher]:
    with visitor(house) as client:
        watcher = Watcher(client, **query)
        watcher.start()
        yield watcher
        watcher.leave()


def test_only_who_looks_after_the_table_watches(running: House) -> None:
    with visitor(running, None) as stranger, visitor(running, DEALER) as dealer:
        assert stranger.get(TRAFFIC).status_code == 401
        assert dealer.get(TRAFFIC).status_code == 403


def test_both_ways_and_what_they_mean_come_as_they_happen(running: House) -> None:
    with watching(running, device="lamps-a") as watcher:
        eventually(lambda: watcher.said("LampsShown"), lambda: watcher.text[-500:])
        assert {line["device"] for line in watcher.lines} == {"lamps-a"}
        assert {"in", "out", "event", "link"} <= {line["way"] for line in watcher.lines}
        assert all(line["data"] for line in watcher.lines if line["way"] == "out" and line["size"])
        numbers = [line["n"] for line in watcher.lines]
        assert numbers == sorted(set(numbers))


@pytest.mark.requirement("R67")
def test_no_line_names_a_card_nor_shows_a_byte_of_the_shoe(running: House) -> None:
    with watching(running) as watcher:
        running.daemon.begin("9H 4C KD 3S 2C 2D")
        running.daemon.draw(4)
        eventually(lambda: sum("CardDrawn" in line["words"] for line in watcher.lines) == 6, lambda: watcher.text)
        with visitor(running) as client:
            devices = client.get("/api/tech/devices").text
    shoe = [line for line in watcher.lines if line["device"] == "shoe"]
    assert sum(line["size"] for line in shoe) > 0
    assert {line["data"] for line in shoe} == {""}
    assert cards_in(watcher.text) == set()
    assert cards_in(devices) == set()


def test_a_page_that_comes_back_gets_only_what_it_missed(running: House) -> None:
    with watching(running, device="lamps-a") as first:
        eventually(lambda: first.said("LampsShown"))
    last = re.findall(r"^id: (\d+)$", first.text, re.MULTILINE)[-1]
    seen = first.lines[-1]["n"]
    with visitor(running) as client:
        client.headers["last-event-id"] = last
        again = Watcher(client)
        again.start()
        running.daemon.stage.unplug("lamps-a")
        running.daemon.stage.plug("lamps-a")
        eventually(lambda: again.said("LinkRestored"), lambda: again.text[-500:])
        again.leave()
    assert min(line["n"] for line in again.lines) > seen


def test_the_stream_ends_with_the_sign_in_and_watchers_are_counted(running: House) -> None:
    with visitor(running) as client, visitor(running) as other:
        watchers = [Watcher(other) for _ in range(MOST_WATCHERS - 1)] + [Watcher(client)]
        for watcher in watchers:
            watcher.start()
        eventually(lambda: all(watcher.text for watcher in watchers))
        with visitor(running) as late:
            assert (late.get(TRAFFIC).status_code, late.get(TRAFFIC).json()["code"]) == (503, "BUSY")
        client.post("/api/sign-out", json={})
        watchers[-1].join(10)
        assert watchers[-1].text.endswith("event: over\ndata: {}\n\n")
        for watcher in watchers[:-1]:
            watcher.leave()
