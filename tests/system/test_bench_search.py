"""Searching the journal from the technician's page: by words and device, back to its beginning, never under a cover."""

from typing import Any

import httpx
import pytest

from hw_sims.terminal import OrderRefused, Terminal
from tests.browser.house import House
from tests.system.processes import DEALER, PINS, SUPERVISOR, eventually
from tests.system.test_bench_http import TECHNICIAN, TECHNICIANS_PIN, running, visitor
from tests.system.test_bench_traffic import cards_in

__all__ = ["running"]
SEARCH = "/api/tech/search"
DRAWN = "9H 4C KD 3S"


def search(client: httpx.Client, **query: str | int) -> dict[str, Any]:
    answer = client.get(SEARCH, params={name: str(value) for name, value in query.items()})
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json()
    return page


@pytest.fixture(scope="module")
def played(running: House) -> House:
    """A table with four cards of an open pass in its journal, and the two it burned."""
    running.daemon.begin(DRAWN)
    running.daemon.draw(4)
    return running


@pytest.mark.requirement("R86")
def test_entries_are_found_by_their_words_and_by_device_the_newest_first(played: House) -> None:
    with visitor(played) as client:
        drawn = search(client, text="carddrawn")["entries"]
        linked = search(client, text="DeviceLinked", device="lamps-a")["entries"]
        assert search(client, text="no hay tal cosa") == {"entries": [], "next": None, "ok": True}
    assert len(drawn) == 6
    assert [one["seq"] for one in drawn] == sorted((one["seq"] for one in drawn), reverse=True)
    assert linked
    assert {one["body"]["device"] for one in linked} == {"lamps-a"}


def test_pages_follow_one_another_down_to_the_first_entry(played: House) -> None:
    head = played.daemon.status()["head"]["seq"]
    with visitor(played) as client:
        seen = [one["seq"] for one in search(client, before=4)["entries"]]
        assert seen == [3, 2, 1]
        assert search(client, before=1)["entries"] == []
        assert search(client, before=2**62)["entries"][0]["seq"] >= head


@pytest.mark.requirement("R67")
def test_a_search_neither_names_a_covered_card_nor_finds_where_it_lies(played: House) -> None:
    with visitor(played) as client:
        for card in ("AS", "2C", *DRAWN.split()):
            for text in (card, card.lower(), f'"card":"{card}"'):
                found = search(client, text=text)["entries"]
                assert not any(one["body"].get("event", {}).get("type") == "CardDrawn" for one in found)
        everything = client.get(SEARCH, params={"text": "card"}).text
    assert "CardDrawn" in everything
    assert cards_in(everything) == set()


def test_no_answer_of_the_bench_tells_a_pin_a_key_or_a_card(played: House) -> None:
    secrets = {pin for _role, pin in PINS.values()} | {TECHNICIANS_PIN}
    with visitor(played, SUPERVISOR) as client:
        eventually(lambda: client.get("/api/tech/devices").json()["link"] == "up")
        answers = [client.get("/api/tech/devices").text, client.get("/api/tech/rehearsals").text]
        answers += [client.get(SEARCH, params={"text": text}).text for text in ("", "SignIn", "key", *secrets)]
    for answer in answers:
        assert cards_in(answer) == set()
        assert not [secret for secret in secrets if f'"{secret}"' in answer]
        assert "$argon2" not in answer


@pytest.mark.parametrize(
    "query",
    [{"before": "0"}, {"before": "x"}, {"before": "9" * 30}, {"text": "a" * 101}, {"device": ""}, {"role": "auditor"}],
)
def test_a_question_that_makes_no_sense_is_refused(running: House, query: dict[str, str]) -> None:
    with visitor(running) as client:
        assert client.get(SEARCH, params=query).status_code == 400


def test_only_who_looks_after_the_table_searches_also_when_the_console_is_gone_round(running: House) -> None:
    with visitor(running, None) as stranger, visitor(running, DEALER) as dealer:
        assert stranger.get(SEARCH).status_code == 401
        assert dealer.get(SEARCH).status_code == 403
    with Terminal(running.daemon.data) as terminal:
        badge = terminal.ask({"do": "sign_in", "name": DEALER, "pin": PINS[DEALER][1]})["badge"]
        with pytest.raises(OrderRefused, match="WRONG_ROLE"):
            terminal.ask({"do": "search", "badge": badge})
        with pytest.raises(OrderRefused, match="NOT_SIGNED_IN"):
            terminal.ask({"do": "search", "badge": "x"})
        badge = terminal.ask({"do": "sign_in", "name": TECHNICIAN, "pin": TECHNICIANS_PIN})["badge"]
        assert terminal.ask({"do": "search", "badge": badge})["entries"]
