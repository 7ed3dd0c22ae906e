"""The bus of a running daemon: nothing published is lost to a subscriber who cares, and nobody can harm the table."""

import json
import os
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
import zmq
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from daemon.bus_client import BusClient, RequestRefused, Subscription, local_address
from daemon.messages import (
    MAX_REQUEST,
    AskSignIn,
    AskSignOut,
    AskStatus,
    Done,
    EntryPublished,
    GiveOrder,
    PicturePublished,
    Publication,
    SignedIn,
    StatusTold,
)
from table_core.record import NOT_FOLDED
from tests.system.processes import SABOT, SUPERVISOR, Daemon, daemon_on_ptys, eventually, listening_ports, sabot

OPEN = {"type": "OpenTable", "jornada": "J-1"}
SHOES_FOR_50_000 = 44


def heard(news: Subscription, quiet_ms: int = 300) -> list[Publication]:
    """Everything until the table is quiet."""
    found = []
    while (one := news.next(quiet_ms)) is not None:
        found.append(one)
    return found


def entries_of(publications: list[Publication]) -> list[tuple[int, dict[str, Any]]]:
    return [(one.seq, one.body) for one in publications if isinstance(one, EntryPublished)]


def journalled(daemon: Daemon) -> list[tuple[int, dict[str, Any]]]:
    """What the journal says was published: every entry that changed the table, as anybody may see it."""
    silent = {kind.__name__ for kind in NOT_FOLDED}
    lines = daemon.export("--as", "dealer")
    return [(line["seq"], line["entry"]) for line in lines if line["entry"]["type"] not in silent]


@pytest.mark.timeout(300)
def test_a_subscriber_that_pauses_for_50_000_publications_recovers_every_one_in_order(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path, copies=1) as daemon, BusClient(local_address(daemon.data)) as client:
        news = client.follow(1)
        before = heard(news)
        daemon.shoe.power_on()
        assert daemon.order(SUPERVISOR, OPEN) is None
        daemon.play_shoes(SHOES_FOR_50_000)  # the subscriber does not read meanwhile
        missed = heard(news)
        assert len(missed) > 50_000
        assert news.reread > 40_000, "the socket cannot have kept them: they were had again"
        both = before + missed
        assert [one.n for one in both] == list(range(1, len(both) + 1))
        assert len({one.run for one in both}) == 1
        assert entries_of(both) == journalled(daemon)
        assert all(one.body is not None for one in missed[-20_000:] if isinstance(one, PicturePublished))
        assert daemon.status()["state"] == "ready"


def test_publications_lost_on_the_way_are_noticed_by_the_next_and_come_before_it(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon, BusClient(local_address(daemon.data)) as client:
        news = client.follow(1)
        before = heard(news)
        asked_again_before, lost = news.reread, 0
        assert daemon.order(SUPERVISOR, OPEN) is None
        assert news._news.poll(5000)
        while news._news.poll(200):
            news._news.recv_multipart()
            lost += 1
        daemon.shoe.power_on()
        rest = heard(news, 1000)
        assert news.reread - asked_again_before >= lost
        assert [one.n for one in before + rest] == list(range(1, len(before + rest) + 1))
        assert entries_of(before + rest) == journalled(daemon)


def test_after_a_restart_a_subscriber_gets_what_the_old_run_still_wrote_and_the_new_run_from_one(
    tmp_path: Path,
) -> None:
    with daemon_on_ptys(tmp_path) as daemon, BusClient(local_address(daemon.data)) as client:
        news = client.follow(1)
        first = heard(news)
        assert daemon.order(SUPERVISOR, OPEN) is None  # not read before the end of this run
        daemon.kill()
        daemon.start()
        rest = heard(news)
        assert {one.run for one in first} != {rest[-1].run}
        new_run = [one for one in rest if one.run == rest[-1].run]
        assert [one.n for one in new_run] == list(range(1, len(new_run) + 1))
        assert entries_of(first + rest) == journalled(daemon)


def test_a_badge_is_of_no_use_on_another_connection_and_none_after_signing_out(tmp_path: Path) -> None:
    with (
        daemon_on_ptys(tmp_path) as daemon,
        BusClient(local_address(daemon.data)) as mine,
        BusClient(local_address(daemon.data)) as theirs,
    ):
        badge = mine.ask(AskSignIn(SUPERVISOR, "2222"), SignedIn).badge
        order = GiveOrder(badge, msgspec.Raw(msgspec.json.encode(OPEN)))
        for client, request in ((theirs, order), (theirs, AskSignOut(badge))):
            with pytest.raises(RequestRefused, match="NOT_SIGNED_IN"):
                client.ask(request, Done)
        assert mine.ask(order, Done).ok
        assert mine.ask(AskSignOut(badge), Done).ok
        with pytest.raises(RequestRefused, match="NOT_SIGNED_IN"):
            mine.ask(order, Done)


def test_a_person_who_was_removed_loses_the_badge_at_once(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon, BusClient(local_address(daemon.data)) as client:
        badge = client.ask(AskSignIn(SUPERVISOR, "2222"), SignedIn).badge
        assert sabot("people", "remove", SUPERVISOR, data=daemon.data).returncode == 0
        with pytest.raises(RequestRefused, match="NOT_SIGNED_IN"):
            client.ask(GiveOrder(badge, msgspec.Raw(msgspec.json.encode(OPEN))), Done)
        assert daemon.picture()["day"] == "closed"


class Stranger:
    """Sends whatever it likes on the control socket, as any program could."""

    def __init__(self, daemon: Daemon) -> None:
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.connect(f"ipc://{daemon.data / 'control.ipc'}")

    def ask(self, *frames: bytes) -> dict[str, Any]:
        self._socket.send_multipart(frames)
        assert self._socket.poll(10_000), f"no answer to {frames!r:.200}"
        answer: dict[str, Any] = json.loads(self._socket.recv_multipart()[-1])
        return answer

    def flood(self, count: int, request: bytes) -> list[dict[str, Any]]:
        """Send without reading, then read what came of it."""
        for _ in range(count):
            if self._socket.poll(1000, zmq.POLLOUT):
                self._socket.send_multipart((b"", request), zmq.NOBLOCK)
        answers = []
        while self._socket.poll(1000):
            answers.append(json.loads(self._socket.recv_multipart()[-1]))
        return answers

    def close(self) -> None:
        self._context.destroy(linger=0)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A table whose devices have said all they say at the start."""
    with daemon_on_ptys(tmp_path_factory.mktemp("running")) as daemon:
        with BusClient(local_address(daemon.data)) as client:
            heard(client.follow(1), quiet_ms=2000)
        yield daemon


REQUESTS = st.one_of(
    st.binary(max_size=200),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    ).map(lambda value: json.dumps(value).encode("utf-8", "surrogatepass")),
    st.fixed_dictionaries(
        {"do": st.sampled_from(["sign_out", "command", "dance", "publications", "entries", "sign_in", "status"])},
        optional={
            "badge": st.text(max_size=70) | st.none(),
            "command": st.just(OPEN) | st.integers() | st.none(),
            "from": st.integers(max_value=0) | st.just(10**30) | st.text(max_size=3),
            "after": st.integers(max_value=-1) | st.just("x"),
            "name": st.integers() | st.just(""),
            "extra": st.just(1),
        },
    )
    .filter(lambda request: request != {"do": "status"})
    .map(lambda request: json.dumps(request).encode()),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=300)
@given(request=REQUESTS)
def test_whatever_is_sent_is_refused_in_words_and_nothing_changes(running: Daemon, request: bytes) -> None:
    before = running.status()["head"]
    stranger = Stranger(running)
    try:
        answer = stranger.ask(b"", request)
    finally:
        stranger.close()
    assert (answer["ok"], bool(answer["code"]), bool(answer["detail"])) == (False, True, True)
    assert running.status()["head"] == before


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ((b"", b"[" * 60_000), "BAD_REQUEST"),
        ((b"", b'{"do":"command","badge":"x","command":' + b"[" * 60_000), "BAD_REQUEST"),
        ((b"", b'{"do":"status","x":' + b"9" * 5000 + b"}"), "BAD_REQUEST"),
        ((b"", b" " * (MAX_REQUEST + 1)), "TOO_LARGE"),
        ((b"", b"x" * (8 * MAX_REQUEST)), "TOO_LARGE"),
        ((b"", b"", b"", b"", b'{"do":"status"}'), "BAD_REQUEST"),
        ((b"",), "BAD_REQUEST"),
    ],
    ids=["deep", "deep order", "long number", "large", "very large", "many frames", "empty"],
)
def test_monstrous_requests_are_refused_by_name(running: Daemon, frames: tuple[bytes, ...], code: str) -> None:
    stranger = Stranger(running)
    try:
        assert stranger.ask(*frames)["code"] == code
    finally:
        stranger.close()
    assert running.status()["state"] == "ready"


def test_a_request_past_every_limit_costs_its_sender_the_connection_and_nobody_else(running: Daemon) -> None:
    stranger = Stranger(running)
    try:
        stranger._socket.send_multipart((b"", b"x" * (64 * MAX_REQUEST)))
        assert not stranger._socket.poll(500)
    finally:
        stranger.close()
    assert running.status()["state"] == "ready"


def test_many_requests_at_once_are_answered_or_refused_and_others_are_served_meanwhile(running: Daemon) -> None:
    with ThreadPoolExecutor(1) as elsewhere, BusClient(local_address(running.data)) as client:
        stranger = Stranger(running)
        flood = elsewhere.submit(stranger.flood, 3000, b'{"do":"status"}')
        served = 0
        while not flood.done():
            assert client.ask(AskStatus(), StatusTold).status.state == "ready"
            served += 1
        stranger.close()
    answers = flood.result()
    assert served > 10
    assert answers
    assert {answer.get("code", "answered") for answer in answers} <= {"answered", "BUSY"}


def test_guesses_in_parallel_are_locked_out_like_guesses_one_by_one(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon:
        stranger = Stranger(daemon)
        guess = json.dumps({"do": "sign_in", "name": SUPERVISOR, "pin": "0000"}).encode()
        answers = stranger.flood(40, guess)
        stranger.close()
        details = [answer["detail"] for answer in answers]
        assert sum("incorrecto" in detail for detail in details) == 5
        assert {answer["code"] for answer in answers} <= {"SIGN_IN", "BUSY"}
        assert any("demasiad" in detail for detail in details)


def test_a_subscriber_that_never_reads_takes_nothing_from_another(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path, copies=1) as daemon:
        context = zmq.Context()
        dead = context.socket(zmq.SUB)
        dead.setsockopt(zmq.RCVHWM, 1)
        dead.setsockopt(zmq.SUBSCRIBE, b"")
        dead.connect(f"ipc://{daemon.data / 'publications.ipc'}")
        daemon.shoe.power_on()
        assert daemon.order(SUPERVISOR, OPEN) is None
        with BusClient(local_address(daemon.data)) as client:
            news = client.follow(1)
            daemon.play_shoes(1)
            everything = heard(news)
        assert [one.n for one in everything] == list(range(1, len(everything) + 1))
        assert len(everything) > 800
        context.destroy(linger=0)


def tail(daemon: Daemon, *options: str) -> "subprocess.Popen[str]":
    environment = {**os.environ, "LANG": "C", "SABOT_DATA": str(daemon.data), "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen([*SABOT, "tail", *options], stdout=subprocess.PIPE, text=True, env=environment)


def test_tail_tells_in_words_and_in_json_and_ends_with_the_table(tmp_path: Path) -> None:
    with daemon_on_ptys(tmp_path) as daemon, tail(daemon, "--from", "1") as words, tail(daemon, "--json") as lines:
        eventually(lambda: daemon.order(SUPERVISOR, OPEN) is None or daemon.picture()["day"] == "open")
        daemon.shoe.power_on()
        again = sabot("tail", "--from", 1, "--json", "--no-follow", data=daemon.data)
        assert again.returncode == 0
        told = [json.loads(line) for line in again.stdout.splitlines()]
        assert [one["n"] for one in told] == list(range(1, len(told) + 1))
        assert daemon.send(signal.SIGTERM) == 0
        text, json_lines = words.communicate(timeout=20)[0], lines.communicate(timeout=20)[0]
        assert (words.returncode, lines.returncode) == (0, 0)
        assert "Mesa abierta, jornada J-1." in text
        assert "La mesa paró: orden del sistema (SIGTERM)" in text
        assert json.loads(json_lines.splitlines()[-1])["kind"] == "stopped"


def test_tail_of_a_table_that_is_away_or_goes_away_ends_with_three(tmp_path: Path) -> None:
    assert sabot("tail", data=tmp_path).returncode == 3
    with daemon_on_ptys(tmp_path) as daemon, tail(daemon, "--from", "1") as words:
        assert words.stdout is not None
        assert words.stdout.readline()
        daemon.kill()
        assert words.wait(20) == 3


@pytest.mark.requirement("R84")
def test_without_being_told_to_the_daemon_listens_on_no_port(running: Daemon) -> None:
    assert listening_ports(running.pid) == set()
