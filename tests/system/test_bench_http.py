"""The technician's bench over HTTP: who may look, what is told, and that no card is in it."""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import pytest

from daemon.people import People
from daemon.run import PEOPLE
from hw_sims.stage import PtyStage
from tests.browser.house import House
from tests.system.processes import DEALER, PINS, SUPERVISOR, Daemon, eventually

TECHNICIAN, TECHNICIANS_PIN = "Tomás Vidal", "3333"
LOOKS = ("/api/tech/devices", "/api/tech/history/hour/lamps-a")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    directory = tmp_path_factory.mktemp("bench")
    with PtyStage(directory) as stage:
        house = House(directory, Daemon(directory, stage))
        People(house.daemon.data / PEOPLE).add(TECHNICIAN, "technician", TECHNICIANS_PIN)
        try:
            house.daemon.start()
            house.open_console()
            yield house
        finally:
            house.close()


@contextmanager
def visitor(house: House, name: str | None = TECHNICIAN) -> Iterator[httpx.Client]:
    """A browser in which *name* signed in, or nobody."""
    with httpx.Client(base_url=house.url, headers={"origin": house.url}, trust_env=False, timeout=20) as client:
        if name is not None:
            pin = TECHNICIANS_PIN if name == TECHNICIAN else PINS[name][1]
            assert client.post("/api/sign-in", json={"name": name, "pin": pin}).status_code == 200
        yield client


@pytest.mark.parametrize("path", LOOKS)
def test_only_who_looks_after_the_table_sees_its_devices(running: House, path: str) -> None:
    told = {}
    for name in (None, DEALER, SUPERVISOR, TECHNICIAN):
        with visitor(running, name) as client:
            told[name] = client.get(path)
    assert {name: answer.status_code for name, answer in told.items()} == {
        None: 401,
        DEALER: 403,
        SUPERVISOR: 200,
        TECHNICIAN: 200,
    }
    assert told[DEALER].json()["code"] == "WRONG_ROLE"


def test_every_device_is_told_with_its_link_counters_identity_and_answers(running: House) -> None:
    with visitor(running) as client:
        eventually(lambda: client.get("/api/tech/devices").json()["link"] == "up")
        told = client.get("/api/tech/devices").json()
    devices = {device["name"]: device for device in told["devices"]}
    assert told["simulated"] is True
    assert set(devices) == {"shoe", "lamps-a", "lamps-b"}
    assert {device["link"] for device in devices.values()} == {"up"}
    assert all(device["since_utc_ns"] and device["identity"] for device in devices.values())
    assert devices["lamps-a"]["answers"]["count"] > 0
    assert devices["lamps-b"]["answers"]["count"] == 0  # its board never answers


def test_an_unplugged_device_is_seen_in_the_tree_and_in_its_history(running: House) -> None:
    with visitor(running) as client:

        def link() -> str:
            devices = client.get("/api/tech/devices").json()["devices"]
            return str(next(device["link"] for device in devices if device["name"] == "lamps-a"))

        eventually(lambda: link() == "up")
        running.daemon.stage.unplug("lamps-a")
        eventually(lambda: link() == "down")
        eventually(lambda: any(not up for *_, up in client.get("/api/tech/history/hour/lamps-a").json()))
        running.daemon.stage.plug("lamps-a")
        eventually(lambda: link() == "up")
        eventually(lambda: sum(sample[3] for sample in client.get("/api/tech/history/hour/lamps-a").json()) == 1)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/tech/history/year/lamps-a", 404),
        ("/api/tech/history/hour/lamps-a?after=-1", 404),
        ("/api/tech/history/hour/lamps-a?after=" + "9" * 40, 404),
        ("/api/tech/history/hour/nobody", 200),
        ("/api/tech/history/hour/%00%ff", 200),
        ("/api/tech/history", 404),
    ],
)
def test_what_makes_no_sense_is_refused_or_empty(running: House, path: str, status: int) -> None:
    with visitor(running) as client:
        answer = client.get(path)
    assert answer.status_code == status
    assert status != 200 or answer.json() == []
