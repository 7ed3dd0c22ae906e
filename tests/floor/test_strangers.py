"""What comes to the floor's port and is no table: recorded, and the tables notice nothing of it."""

import socket

from daemon.floor.mail import Noticed
from daemon.floor.notices import Notices
from tests.floor.ends import eventually
from tests.floor.test_server import House, house

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
