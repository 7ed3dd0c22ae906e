"""What only a network shows: names, time-outs, a server that vanishes without a word."""

import asyncio
import socket

import pytest

from daemon.ports import Port
from firmware_bridge.traffic import LinkDown, LinkUp, PortInput, RxChunk
from firmware_bridge.transport import tcp
from firmware_bridge.transport.base import LinkError
from firmware_bridge.transport.open import open_link
from firmware_bridge.transport.url import TcpUrl
from tests.unit.transport.wires import Heard, TcpLine, until, write

TCP_REPAIR = 19
"""Linux: a socket under repair is closed without a word to its peer. Needs CAP_NET_ADMIN."""


def failure_of(url: TcpUrl) -> LinkError:
    with pytest.raises(LinkError) as caught:
        asyncio.run(open_link(url, Heard()))
    return caught.value


def test_a_server_that_refuses_is_gone_and_is_named() -> None:
    line = TcpLine()
    failure = failure_of(TcpUrl("127.0.0.1", line.server.port))
    assert failure.kind == "gone"
    assert f"tcp://{line.name}" in failure.detail


def test_a_name_nobody_knows_is_gone_and_is_named() -> None:
    failure = failure_of(TcpUrl("sabot.invalid", 4001))
    assert failure.kind == "gone"
    assert "tcp://sabot.invalid:4001" in failure.detail


def test_a_server_that_does_not_answer_is_a_time_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp, "CONNECT_S", 0.1)
    with socket.socket() as deaf, socket.socket() as first, socket.socket() as second:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        for caller in (first, second):  # the queue of a server that accepts nobody is full
            caller.setblocking(False)
            caller.connect_ex(deaf.getsockname())
        assert failure_of(TcpUrl(*deaf.getsockname())).kind == "timeout"


def test_the_identity_is_where_the_server_is() -> None:
    async def scenario() -> None:
        line = TcpLine()
        line.plug()
        link = await open_link(line.url, Heard())
        assert link.identity == f"tcp:{line.name}"
        await link.close()
        line.unplug()

    asyncio.run(scenario())


def test_the_kernel_is_told_to_look_for_a_peer_that_vanished() -> None:
    ours, theirs = socket.create_server(("127.0.0.1", 0)), socket.socket()
    theirs.connect(ours.getsockname())
    tcp._watch(theirs)
    probes = [theirs.getsockopt(socket.IPPROTO_TCP, option) for option in (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL)]
    count = theirs.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT)
    assert theirs.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
    assert probes[0] + probes[1] * count <= tcp.SILENCE_S
    assert theirs.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == tcp.SILENCE_S * 1000
    ours.close()
    theirs.close()


def test_a_server_that_lost_its_memory_is_found_by_the_next_word() -> None:
    async def scenario() -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            heard = Heard()
            link = await open_link(TcpUrl(*server.getsockname()), heard)
            link.resume_reading()
            caller, _ = server.accept()
            _vanish(caller)
            link.send(write(b"are you there?"))
            await until(lambda: heard.order == ["lost"])
            assert heard.lost_reasons[0].startswith("gone: ")
            await link.close()

    asyncio.run(scenario())


def _vanish(connection: socket.socket) -> None:
    try:
        connection.setsockopt(socket.IPPROTO_TCP, TCP_REPAIR, 1)
    except PermissionError:
        connection.close()
        pytest.skip("needs CAP_NET_ADMIN to close without a word")
    connection.close()


@pytest.mark.requirement("R54")
def test_a_device_behind_a_server_is_connected_again_when_the_server_is_back() -> None:
    async def scenario() -> list[type[PortInput]]:
        line, fed = TcpLine(), list[PortInput]()
        line.plug()
        port = Port("shoe", line.url, fed.append)
        port.start()
        await until(lambda: port.is_up)
        line.unplug()
        await until(lambda: not port.is_up)
        line.plug()
        await until(lambda: port.is_up)
        line.device_sends(b"back")
        await until(lambda: isinstance(fed[-1], RxChunk))
        await port.stop()
        line.unplug()
        return [type(item) for item in fed]

    assert asyncio.run(scenario()) == [LinkUp, LinkDown, LinkUp, RxChunk]
