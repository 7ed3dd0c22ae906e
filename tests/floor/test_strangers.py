"""What comes to the floor's port and is no table: recorded, and the tables notice nothing of it."""

import socket

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
