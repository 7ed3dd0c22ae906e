"""What comes to the floor's port and is no table: recorded, and the tables notice nothing of it."""

import contextlib
import socket
import threading

import pytest

from daemon.floor.mail import Noticed
from daemon.floor.notices import Notices
from tests.floor.ends import eventually
from tests.floor.house import House, house
from tests.floor.tables import Cloth

__all__ = ["house"]


def test_who_only_knocks_or_speaks_another_language_ends_nothing(house: House) -> None:
    floor = house.floor()
    end = house.linked(floor)
    host, _, port = floor.host.partition(":")
    for said in (b"", b"GET / HTTP/1.1\r\n\r\n"):
        with socket.create_connection((host, int(port))) as stranger:
            stranger.sendall(said)
    house.recorded("?", "HANDSHAKE_FAILED")
    place = end.value().place
    assert end.value(lambda value: value.place == place)


def test_a_flood_of_them_is_counted_whole_and_costs_the_database_one_row_a_second() -> None:
    notices = Notices()
    for _ in range(10_000):
        notices.note("?", "HANDSHAKE_FAILED", "sin saludo")
    notices.note("mesa-1", "KEY_REVOKED", "llave vieja")
    assert notices.take() == [
        Noticed("?", "HANDSHAKE_FAILED", "sin saludo", 10_000),
        Noticed("mesa-1", "KEY_REVOKED", "llave vieja", 1),
    ]
    assert notices.take() == []


def test_every_knock_is_in_the_count(house: House) -> None:
    floor = house.floor()
    end = house.linked(floor)
    host, _, port = floor.host.partition(":")
    for _ in range(50):
        socket.create_connection((host, int(port))).close()
    eventually(lambda: house.alarms().get(("?", "HANDSHAKE_FAILED")) == 50, house.alarms)
    place = end.value().place
    assert end.value(lambda value: value.place == place)


class Tap:
    """A listener between a table and the floor that keeps every byte the table says."""

    def __init__(self, host: str, port: int) -> None:
        self.said = bytearray()
        self._floor = (host, port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.host = f"127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        table, _ = self._listener.accept()
        floor = socket.create_connection(self._floor)
        threading.Thread(target=_carry, args=(floor, table), daemon=True).start()
        _carry(table, floor, self.said)

    def close(self) -> None:
        self._listener.close()


def _carry(source: socket.socket, sink: socket.socket, kept: bytearray | None = None) -> None:
    with source, sink, contextlib.suppress(OSError):
        while data := source.recv(65536):
            if kept is not None:
                kept += data
            sink.sendall(data)


@pytest.mark.requirement("R83", "R84")
def test_traffic_that_was_recorded_and_is_played_again_changes_nothing_and_is_recorded(house: House) -> None:
    """The greeting of each connection is its own: yesterday's does not open today's."""
    floor = house.floor()
    host, _, port = floor.host.partition(":")
    tap = Tap(host, int(port))
    end = house.end_at(tap.host, floor)
    end.greet()
    cloth = Cloth("mesa-1")
    (answer,) = end.decided(cloth.contribute())
    recorded = bytes(tap.said)
    assert b"contrib" not in recorded, "it is not to be read on the way"
    end.close()
    tap.close()
    for _ in range(2):
        with socket.create_connection((host, int(port))) as again:
            again.sendall(recorded)
    house.recorded("?", "HANDSHAKE_FAILED")
    newer = house.linked(floor)
    assert newer.value().place == answer.place
    assert newer.decided(cloth.contribute())[0].seq == 2
    assert {code for _, code in house.alarms()} <= {"HANDSHAKE_FAILED", "CLOCK_WRONG"}, "late is all it may be"
