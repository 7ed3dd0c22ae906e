"""The bus over TCP: enrolled keys reach the table, everybody else gets nothing."""

import json
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
import zmq

from daemon.bus_client import Address, BusClient, RequestRefused, TableAway, remote_address
from daemon.keys import KeyRing, Link, Pair, new_pair, read_link
from daemon.messages import AskSignIn, AskStatus, Done, GiveOrder, SignedIn, StatusTold
from tests.system.processes import (
    DEALER,
    SUPERVISOR,
    Daemon,
    daemon_on_ptys,
    eventually,
    free_port,
    listening_ports,
    sabot,
)

SHORT_MS = 700
OPEN = GiveOrder("", msgspec.Raw(b'{"type":"OpenTable","jornada":"J-1"}'))


class Door:
    """A daemon that listens on TCP, and the keys of its clients."""

    def __init__(self, daemon: Daemon, keys: Path, ports: tuple[int, int]) -> None:
        self.daemon = daemon
        self.keys = keys
        self.ports = ports
        self.control, self.publications = (f"tcp://127.0.0.1:{port}" for port in ports)

    def add(self, name: str, *options: str) -> Link:
        """Enrol *name* by command; what its file says."""
        file = self.keys.parent / f"{name}.toml"
        where = ("--control", self.control, "--publications", self.publications, "--keys", self.keys)
        done = sabot("keys", "add", name, "--to", file, *options, *where)
        assert done.returncode == 0, done.stderr
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        return read_link(file)

    def link(self, pair: Pair, server: str | None = None) -> Link:
        known = server or KeyRing(self.keys).server().public
        return Link(self.control, self.publications, known, pair.public, pair.secret)


@contextmanager
def table_with_a_door(directory: Path) -> Iterator[Door]:
    keys, ports = directory / "keys", (free_port(), free_port())
    assert sabot("keys", "init", "--keys", keys).returncode == 0
    section = (
        f'\n[bus]\nlisten = "tcp://127.0.0.1:{ports[0]}"\npublish = "tcp://127.0.0.1:{ports[1]}"\nkeys = "{keys}"\n'
    )
    with daemon_on_ptys(directory, more_config=section) as daemon:
        yield Door(daemon, keys, ports)


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    with table_with_a_door(tmp_path_factory.mktemp("door")) as door:
        yield door


def is_served(address: Address) -> bool:
    with BusClient(address, timeout_ms=SHORT_MS) as client:
        try:
            return client.ask(AskStatus(), StatusTold).ok
        except TableAway:
            return False


def hears_anything(door: Door, link: Link | None) -> bool:
    """Whether a subscriber with those keys gets a publication while the table publishes."""
    context = zmq.Context()
    news = context.socket(zmq.SUB)
    news.setsockopt(zmq.SUBSCRIBE, b"")
    if link is not None:
        news.setsockopt(zmq.CURVE_SERVERKEY, link.server.encode())
        news.setsockopt(zmq.CURVE_PUBLICKEY, link.public.encode())
        news.setsockopt(zmq.CURVE_SECRETKEY, link.secret.encode())
    news.connect(door.publications)
    try:
        for _ in range(8):
            if news.poll(100):
                return True
            door.daemon.order(DEALER, {"type": "CloseTable"})  # refused, journalled, and so published
        return False
    finally:
        context.destroy(linger=0)


@pytest.mark.requirement("R84")
def test_an_enrolled_client_asks_and_follows_over_tcp(door: Door) -> None:
    link = door.add("pantalla-1")
    with BusClient(remote_address(link)) as client:
        assert client.ask(AskStatus(), StatusTold).status.state == "ready"
        news = client.follow(1)
        first = news.next()
        assert first is not None
        assert first.n == 1
    assert hears_anything(door, link)
    assert listening_ports(door.daemon.pid) == set(door.ports)


@pytest.mark.requirement("R84")
def test_a_key_nobody_enrolled_gets_nothing(door: Door) -> None:
    stranger = door.link(new_pair())
    assert not is_served(remote_address(stranger))
    assert not hears_anything(door, stranger)


@pytest.mark.requirement("R84")
def test_a_stolen_public_key_without_its_secret_gets_nothing(door: Door) -> None:
    enrolled = door.add("pantalla-2")
    thief = door.link(Pair(enrolled.public, new_pair().secret))
    assert not is_served(remote_address(thief))


@pytest.mark.requirement("R84")
def test_a_client_that_expects_another_server_or_speaks_without_keys_gets_nothing(door: Door) -> None:
    enrolled = door.add("pantalla-3")
    wrong_server = door.link(Pair(enrolled.public, enrolled.secret), new_pair().public)
    assert not is_served(remote_address(wrong_server))
    assert not is_served(Address(door.control, door.publications))
    assert not hears_anything(door, None)


@pytest.mark.requirement("R84")
def test_a_revoked_client_is_cut_off_while_it_is_connected_and_others_stay(tmp_path: Path) -> None:
    with table_with_a_door(tmp_path) as door:
        gone, stays = remote_address(door.add("gone")), remote_address(door.add("stays"))
        with BusClient(gone, timeout_ms=SHORT_MS) as client, BusClient(stays) as other:
            news, others = client.follow(), other.follow()
            assert client.ask(AskStatus(), StatusTold).ok
            assert sabot("keys", "revoke", "gone", "--keys", door.keys).returncode == 0
            with pytest.raises(TableAway):
                client.ask(AskStatus(), StatusTold)
            eventually(lambda: "bus_opened_anew" in door.daemon.log.read_text(encoding="utf-8"))
            eventually(lambda: is_served(stays))
            while news._news.poll(0):
                news._news.recv_multipart()
            assert door.daemon.order(SUPERVISOR, {"type": "OpenTable", "jornada": "J-1"}) is None
            assert not news._news.poll(SHORT_MS), "its subscription is over too"
            assert others.next() is not None, "others miss nothing"
        assert not is_served(gone)


@pytest.mark.requirement("R78")
def test_people_sign_in_over_tcp_only_in_the_roles_of_that_client(door: Door) -> None:
    link = door.add("panel-crupier", "--role", "dealer")
    with BusClient(remote_address(link)) as client:
        badge = client.ask(AskSignIn(DEALER, "1111"), SignedIn).badge
        with pytest.raises(RequestRefused, match="WRONG_ROLE"):
            client.ask(msgspec.structs.replace(OPEN, badge=badge), Done)
        with pytest.raises(RequestRefused, match="con su rol no puede"):
            client.ask(AskSignIn(SUPERVISOR, "2222"), SignedIn)
    onlooker = remote_address(door.add("solo-mira"))
    with BusClient(onlooker) as client, pytest.raises(RequestRefused, match="con su rol no puede"):
        client.ask(AskSignIn(DEALER, "1111"), SignedIn)


def test_the_commands_work_over_tcp_with_a_clients_file(door: Door) -> None:
    door.add("oficina", "--role", "jefe_de_sala")
    link = door.keys.parent / "oficina.toml"
    assert json.loads(sabot("status", "--json", "--link", link).stdout)["state"] == "ready"
    assert sabot("tail", "--from", 1, "--no-follow", "--link", link).returncode == 0
    assert sabot("enter", "last", 1, "--as", SUPERVISOR, "--link", link, pin="2222").returncode in (0, 1)
    listed = json.loads(sabot("keys", "list", "--json", "--keys", door.keys).stdout)
    assert {"name": "oficina", "public": read_link(link).public, "roles": ["jefe_de_sala"]} in listed
    assert read_link(link).secret not in (door.keys / "clients.toml").read_text(encoding="utf-8")


def test_a_client_may_keep_its_secret_to_itself(door: Door) -> None:
    pair = new_pair()
    done = sabot("keys", "add", "propio", "--public", pair.public, "--keys", door.keys)
    assert (done.returncode, KeyRing(door.keys).server().public in done.stdout) == (0, True)
    assert is_served(remote_address(door.link(pair)))


def test_a_door_without_keys_or_on_a_taken_port_does_not_open_and_says_so(tmp_path: Path) -> None:
    with table_with_a_door(tmp_path) as door:
        daemon = door.daemon
        text = daemon.config.read_text(encoding="utf-8")
        other = tmp_path / "other.toml"
        other.write_text(text.replace(str(daemon.data), str(tmp_path / "other")), encoding="utf-8")
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "people.toml").write_bytes((daemon.data / "people.toml").read_bytes())
        taken = sabot("run", other)
        assert (taken.returncode, "No se puede escuchar en tcp://" in taken.stderr) == (2, True), taken.stderr
        other.write_text(other.read_text(encoding="utf-8").replace(str(door.keys), str(tmp_path / "none")), "utf-8")
        without = sabot("run", other)
        assert (without.returncode, "sabot keys init" in without.stderr) == (2, True), without.stderr
