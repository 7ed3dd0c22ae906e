"""The control channel: orders carried out, refused and answered."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hw_sims.control import Actions, ControlClient, ControlServer, OrderRefused
from hw_sims.devices.angel_eye.model import Shoe


@pytest.fixture
def at(tmp_path: Path) -> Path:
    return tmp_path / "control"


@pytest.fixture
def shoe() -> Shoe:
    filled = Shoe(lambda data: None)
    filled.load(["4C", "5D"], burn=False)
    return filled


@pytest.fixture
def client(at: Path, shoe: Shoe) -> Iterator[ControlClient]:
    actions: Actions = {"draw": shoe.draw, "lock": shoe.lock, "stack": lambda: shoe.stack, "stuck": object}
    with ControlServer(at, {"shoe": actions}), ControlClient(at) as connected:
        yield connected


def test_an_order_is_carried_out_and_its_result_comes_back(client: ControlClient) -> None:
    assert client.order("shoe", "draw") == "4C"
    assert client.order("shoe", "draw", to="bank") == "5D"
    assert client.order("shoe", "lock", on=True) is None


@pytest.mark.parametrize(
    ("device", "do", "arguments", "reason"),
    [
        ("wheel", "spin", {}, r"no device 'wheel', only shoe"),
        ("shoe", "dance", {}, r"shoe cannot 'dance', only draw, lock, stack, stuck"),
        ("shoe", "draw", {"card": "AS"}, r"unexpected keyword argument 'card'"),
        ("shoe", "stuck", {}, r"TypeError"),
    ],
)
def test_an_order_that_cannot_be_carried_out_says_why_and_the_next_one_works(
    client: ControlClient, device: str, do: str, arguments: dict[str, str], reason: str
) -> None:
    with pytest.raises(OrderRefused, match=reason):
        client.order(device, do, **arguments)
    assert client.order("shoe", "stack") == ["4C", "5D"]


def test_a_fault_of_the_simulator_is_a_refusal(client: ControlClient) -> None:
    client.order("shoe", "draw")
    client.order("shoe", "draw")
    with pytest.raises(OrderRefused, match="no more cards"):
        client.order("shoe", "draw")


def test_the_channel_speaks_one_json_object_per_line(at: Path, client: ControlClient) -> None:
    with socket.socket(socket.AF_UNIX) as plain, plain.makefile("rb") as lines:
        plain.connect(str(at))
        plain.sendall(b'{"device": "shoe", "do": "stack"}\nnonsense\n{"device": "shoe", "do": "draw", "with": {}}\n')
        assert lines.readline() == b'{"ok":true,"result":["4C","5D"],"error":null}\n'
        assert lines.readline().startswith(b'{"ok":false,"result":null,"error":"')
        assert lines.readline() == b'{"ok":true,"result":"4C","error":null}\n'


def test_a_channel_that_closes_tells_its_clients(at: Path) -> None:
    server = ControlServer(at, {})
    server.start()
    with ControlClient(at) as client:
        server.close()
        with pytest.raises((OrderRefused, ConnectionError)):
            client.order("shoe", "draw")
    assert not at.exists()
    with pytest.raises(OSError, match="No such file"):
        ControlClient(at)


def test_everything_that_can_be_ordered_is_offered_with_the_values_it_wants(at: Path, shoe: Shoe) -> None:
    actions: Actions = {"draw": shoe.draw, "fault": shoe.raise_fault, "misread": lambda card: card}
    with ControlServer(at, {"shoe": actions}), ControlClient(at) as client:
        offered = client.order("*", "offer")
    assert set(offered) == {"shoe"}
    assert offered["shoe"]["draw"] == {}
    assert offered["shoe"]["misread"] == {"card": []}
    assert "cannot_read" in offered["shoe"]["fault"]["fault"]
