"""Faults rehearsed from the technician's page: only at a simulated table, only faults; the table meets them as real."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from hw_sims.stage import PtyStage
from tests.browser.house import House
from tests.system.processes import DEALER, SUPERVISOR, Daemon, eventually
from tests.system.test_bench_http import running, visitor

__all__ = ["running"]
OFFERS, REHEARSE = "/api/tech/rehearsals", "/api/tech/rehearse"


def rehearse(client: httpx.Client, device: str, do: str, **values: str) -> httpx.Response:
    return client.post(REHEARSE, json={"device": device, "do": do, "values": values})


def simulated(client: httpx.Client) -> None:
    """Wait until the console knows what the table is."""
    eventually(lambda: client.get("/api/tech/devices").json()["link"] == "up")


def link(client: httpx.Client, name: str) -> Any:
    devices = client.get("/api/tech/devices").json()["devices"]
    return next(device["link"] for device in devices if device["name"] == name)


def test_faults_are_offered_and_nothing_that_deals_or_tells(running: House) -> None:
    with visitor(running) as client:
        simulated(client)
        offers = client.get(OFFERS).json()
        assert client.get("/api/tech/devices").json()["rehearsals"] is True
    assert offers["shoe"]["misread"] == {"card": []}
    assert "cannot_read" in offers["shoe"]["fault"]["fault"]
    assert {"unplug", "plug", "noise", "fault", "clear"} <= set(offers["shoe"])
    assert offers["lamps-a"]["stick"] == {"relay": []}
    every = {act for offer in offers.values() for act in offer}
    assert every.isdisjoint({"draw", "load", "state", "close_round", "insert", "lock", "hand_out"})


def test_an_unplugged_and_plugged_device_is_lost_and_found(running: House) -> None:
    with visitor(running, SUPERVISOR) as client:
        simulated(client)
        assert rehearse(client, "lamps-a", "unplug").status_code == 200
        eventually(lambda: link(client, "lamps-a") == "down")
        assert rehearse(client, "lamps-a", "plug").json() == {"ok": True}
        eventually(lambda: link(client, "lamps-a") == "up")


def test_noise_on_the_line_is_counted_by_the_device(running: House) -> None:
    def noise() -> int:
        devices = client.get("/api/tech/devices").json()["devices"]
        counters = next(device["counters"] for device in devices if device["name"] == "shoe")
        return int(counters["noise_bytes"] + counters["bad"])

    with visitor(running) as client:
        simulated(client)
        before = noise()
        assert rehearse(client, "shoe", "noise").status_code == 200
        assert rehearse(client, "shoe", "power_on").status_code == 200  # a frame behind it: the reader starts again
        eventually(lambda: noise() > before)


@pytest.mark.parametrize(
    ("device", "do", "values"),
    [
        ("shoe", "draw", {}),
        ("shoe", "state", {}),
        ("shoe", "load", {"cards": "AS"}),
        ("shoe", "misread", {"card": "1X"}),
        ("shoe", "misread", {"card": "AS", "more": "1"}),
        ("lamps-a", "stick", {"relay": "1;2"}),
        ("lamps-a", "stick", {}),
        ("shoe", "fault", {"fault": "AS"}),
        ("shoe", "fault", {"fault": "cannot_read", "stopped": "no"}),
        ("*", "offer", {}),
        ("nobody", "unplug", {}),
    ],
)
def test_what_is_no_rehearsal_is_refused(running: House, device: str, do: str, values: dict[str, str]) -> None:
    with visitor(running) as client:
        simulated(client)
        answer = rehearse(client, device, do, **values)
    assert (answer.status_code, answer.json()["code"]) == (409, "NOT_REHEARSED")
    assert "AS" not in answer.text


def test_neither_strangers_nor_dealers_nor_nonsense_rehearse(running: House) -> None:
    with visitor(running, None) as stranger, visitor(running, DEALER) as dealer, visitor(running) as technician:
        simulated(technician)
        assert rehearse(stranger, "lamps-a", "unplug").status_code == 401
        assert rehearse(dealer, "lamps-a", "unplug").status_code == 403
        assert dealer.get(OFFERS).status_code == 403
        for body in ({}, {"device": "shoe", "do": "noise", "values": {"a": "1" * 21}}, ["shoe"], {"device": 1}):
            assert technician.post(REHEARSE, json=body).status_code == 400
        assert link(technician, "lamps-a") == "up"


def test_at_a_table_of_real_devices_there_is_nothing_to_rehearse(tmp_path: Path) -> None:
    with PtyStage(tmp_path) as stage:
        house = House(tmp_path, Daemon(tmp_path, stage))
        text = house.daemon.config.read_text(encoding="utf-8").replace("simulated = true", "simulated = false")
        house.daemon.config.write_text(text, encoding="utf-8")
        try:
            house.daemon.start()
            house.open_console()
            with visitor(house, SUPERVISOR) as client:
                simulated(client)
                told = client.get("/api/tech/devices").json()
                assert (told["simulated"], told["rehearsals"]) == (False, False)
                for answer in (client.get(OFFERS), rehearse(client, "lamps-a", "unplug")):
                    assert (answer.status_code, answer.json()["code"]) == (404, "NO_SIMULATORS")
                assert link(client, "lamps-a") == "up"
        finally:
            house.close()
