"""The way to a floor over real ZeroMQ and CURVE: let in or not, silent, cut, and the next process when one fails."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import zmq
import zmq.asyncio
from zmq.auth.asyncio import AsyncioAuthenticator

from daemon.private_files import write_private
from firmware_bridge.transport.base import Link, LinkError
from firmware_bridge.transport.floor_keys import FloorKeys, keys_text, read_floor_keys
from firmware_bridge.transport.open import open_link
from firmware_bridge.transport.url import FloorUrl, PortUrlError, parse_port_url
from tests.unit.transport.wires import Heard, until, write

SERVER, TABLE = zmq.curve_keypair(), zmq.curve_keypair()
DOMAIN = "sabot"


class Process:
    """One floor process: a ROUTER that lets in the keys it knows."""

    def __init__(self, *, knows: bytes) -> None:
        self._context = zmq.asyncio.Context()
        self._door = AsyncioAuthenticator(self._context)
        self._door.start()
        self._door.configure_curve_callback(DOMAIN, credentials_provider=_Known(knows))
        self.socket = self._context.socket(zmq.ROUTER)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.setsockopt_string(zmq.ZAP_DOMAIN, DOMAIN)
        self.socket.curve_server = True
        self.socket.curve_publickey, self.socket.curve_secretkey = SERVER
        self.port = self.socket.bind_to_random_port("tcp://127.0.0.1")
        self.heard: list[bytes] = []
        self.peers: list[bytes] = []
        self._task = asyncio.get_running_loop().create_task(self._serve())

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def say(self, frame: bytes) -> None:
        self.socket.send_multipart((self.peers[-1], frame))

    async def kill(self) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])
        self.socket.close(0)
        self._door.stop()
        self._context.term()

    async def _serve(self) -> None:
        while True:
            peer, frame = await self.socket.recv_multipart()
            self.heard.append(frame)
            if peer not in self.peers:
                self.peers.append(peer)


class _Known:
    def __init__(self, public: bytes) -> None:
        self._public = public

    def callback(self, domain: str, key: bytes) -> bool:
        return key == self._public


@asynccontextmanager
async def process(*, knows: bytes = TABLE[0]) -> AsyncIterator[Process]:
    one = Process(knows=knows)
    try:
        yield one
    finally:
        if not one.socket.closed:
            await one.kill()


@asynccontextmanager
async def opened(folder: Path, *hosts: str, turn: int = 0) -> AsyncIterator[tuple[Link, Heard]]:
    heard = Heard()
    link = await open_link(url(folder, *hosts), heard, turn=turn)
    link.resume_reading()
    try:
        yield link, heard
    finally:
        await link.close()


def url(folder: Path, *hosts: str, server: bytes = SERVER[0]) -> FloorUrl:
    path = folder / "piso.toml"
    write_private(path, keys_text(FloorKeys(server.decode(), TABLE[0].decode(), TABLE[1].decode())))
    return FloorUrl(hosts, str(path))


def test_a_line_is_a_message_both_ways_and_in_order(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with process() as floor, opened(tmp_path, floor.host) as (link, heard):
            link.send(write(b'{"a":1}\n{"b":2}\n'))
            link.send(write(b'{"c":3}\n'))
            await until(lambda: floor.heard == [b'{"a":1}', b'{"b":2}', b'{"c":3}'])
            floor.say(b"one")
            floor.say(b"two")
            await until(lambda: heard.data == b"one\ntwo\n")
            assert link.identity == f"floor:{floor.host}"

    asyncio.run(scenario())


def test_what_arrives_while_paused_waits(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with process() as floor, opened(tmp_path, floor.host) as (link, heard):
            link.send(write(b"hello\n"))
            await until(lambda: floor.peers != [])
            link.pause_reading()
            floor.say(b"early")
            link.send(write(b"and on\n"))
            await until(lambda: len(floor.heard) == 2)
            assert heard.data == b""
            link.resume_reading()
            await until(lambda: heard.data == b"early\n")

    asyncio.run(scenario())


def test_a_key_that_is_not_enrolled_is_not_let_in(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with process(knows=zmq.curve_keypair()[0]) as floor:
            with pytest.raises(LinkError) as caught:
                await open_link(url(tmp_path, floor.host), Heard())
            assert caught.value.kind == "denied"

    asyncio.run(scenario())


def test_a_floor_with_another_key_than_ours_knows_is_no_floor(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with process() as floor:
            wrong = url(tmp_path, floor.host, server=zmq.curve_keypair()[0])
            with pytest.raises(LinkError):
                await open_link(wrong, Heard())
            assert floor.heard == []

    asyncio.run(scenario())


def test_nobody_there_names_every_address_tried(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with process() as one, process() as two:
            hosts = one.host, two.host
        with pytest.raises(LinkError) as caught:
            await open_link(url(tmp_path, *hosts), Heard())
        assert caught.value.kind in ("gone", "timeout")
        assert all(host in caught.value.detail for host in hosts)

    asyncio.run(scenario())


def test_a_process_that_is_gone_gives_way_to_the_next(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with process() as dead, process() as alive:
            await dead.kill()
            async with opened(tmp_path, dead.host, alive.host) as (link, _):
                assert link.identity == f"floor:{alive.host}"

    asyncio.run(scenario())


def test_each_try_begins_with_the_next_process(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with process() as one, process() as two:
            for turn in range(4):
                async with opened(tmp_path, one.host, two.host, turn=turn) as (link, _):
                    assert link.identity == f"floor:{(one, two)[turn % 2].host}"

    asyncio.run(scenario())


def test_a_killed_process_is_told_at_once_and_a_silent_one_after_a_second(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with process() as floor, opened(tmp_path, floor.host) as (link, heard):
            link.send(write(b"hello\n"))
            await until(lambda: floor.peers != [])
            floor.say(b"beat")
            await until(lambda: heard.data == b"beat\n")
            await floor.kill()
            await until(lambda: heard.order == ["received", "lost"])
            assert heard.lost_reasons[0].startswith("gone: ")
        async with process() as floor, opened(tmp_path, floor.host) as (_, heard):
            await until(lambda: heard.order == ["lost"])
            assert heard.lost_reasons[0].startswith("timeout: ")

    asyncio.run(scenario())


def test_a_floor_that_stops_reading_neither_stops_the_loop_nor_goes_unreported(tmp_path: Path) -> None:
    async def scenario() -> None:
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        deaf = context.socket(zmq.ROUTER)
        for option, value in ((zmq.LINGER, 0), (zmq.RCVHWM, 1), (zmq.RCVBUF, 4096)):
            deaf.setsockopt(option, value)
        deaf.curve_server = True
        deaf.curve_publickey, deaf.curve_secretkey = SERVER
        port = deaf.bind_to_random_port("tcp://127.0.0.1")
        async with opened(tmp_path, f"127.0.0.1:{port}") as (link, heard):
            for _ in range(2000):
                link.send(write(b"x" * 60_000 + b"\n"))
            await until(lambda: "send_failed" in heard.order)
        deaf.close(0)
        context.term()

    asyncio.run(scenario())


@pytest.mark.parametrize("text", ["", "server = 'x'\n", "\xff", "server = 1\npublic = 2\nsecret = 3\n"])
def test_a_file_that_holds_no_keys_says_so(tmp_path: Path, text: str) -> None:
    path = tmp_path / "piso.toml"
    write_private(path, text)
    with pytest.raises(LinkError, match=r"piso\.toml") as caught:
        read_floor_keys(path)
    assert caught.value.kind == "broken"


def test_keys_others_may_read_are_not_used(tmp_path: Path) -> None:
    path = Path(url(tmp_path, "h:1").keys)
    path.chmod(0o640)
    with pytest.raises(LinkError, match="chmod 600"):
        read_floor_keys(path)
    path.unlink()
    with pytest.raises(LinkError) as caught:
        read_floor_keys(path)
    assert caught.value.kind == "gone"


def test_a_floor_has_addresses_and_a_file_of_keys() -> None:
    url = parse_port_url("floor://10.0.0.1:7411,piso-2:7411?keys=/etc/sabot/piso.toml")
    assert url == FloorUrl(("10.0.0.1:7411", "piso-2:7411"), "/etc/sabot/piso.toml")


@pytest.mark.parametrize(
    "text",
    [
        "floor://",
        "floor://h:1",
        "floor://h?keys=/k",
        "floor://h:0?keys=/k",
        "floor://h:70000?keys=/k",
        "floor://h:1,?keys=/k",
        "floor://h:1/x?keys=/k",
        "floor://h:1?keys=",
        "floor://h:1?key=/k",
    ],
)
def test_a_floor_without_them_is_refused_in_words(text: str) -> None:
    with pytest.raises(PortUrlError):
        parse_port_url(text)
