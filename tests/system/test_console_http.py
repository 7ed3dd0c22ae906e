"""The console's HTTP surface under bad, foreign and oversized requests: refused in words, and nothing changed."""

import asyncio
import socket
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.types import ASGIApp

from daemon.bus_client import local_address
from daemon.console.app import build_app
from daemon.console.guard import MAX_BODY
from daemon.console.hub import Hub
from daemon.console.sessions import Sessions
from daemon.console.settings import make_settings
from daemon.console.window import Window
from hw_sims.stage import PtyStage
from tests.browser.house import House
from tests.system.processes import DEALER, PINS, SUPERVISOR, Daemon

BASE = "http://127.0.0.1:8470"
OWN = {"origin": BASE, "content-type": "application/json"}
POSTS = ("/api/sign-in", "/api/sign-out", "/api/order", "/api/order-as", "/api/tech/rehearse")
GETS = (
    "/",
    "/dealer",
    "/supervisor",
    "/tech",
    "/api/tech/devices",
    "/api/tech/traffic",
    "/api/tech/rehearsals",
    "/api/tech/search",
    "/display/jackpot",
    "/api/session",
    "/api/passes",
    "/api/shoes",
    "/api/report",
    "/api/words/es",
)
_GARBAGE = (b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"A" * 200_000, b"POST /api/order HTTP/1.1\r\n\r\n")
OPEN = {"type": "OpenTable", "jornada": "J-9"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    directory = tmp_path_factory.mktemp("console")
    with PtyStage(directory) as stage:
        house = House(directory, Daemon(directory, stage))
        try:
            house.daemon.start()
            _until_quiet(house)
            yield house
        finally:
            house.close()


def _until_quiet(house: House) -> None:
    """Boards that have just come up tell their lamps: what a stranger changed can be told only after that."""
    before = None
    while before != (before := head(house)):
        time.sleep(0.5)


def ask(house: House, *requests: httpx.Request) -> list[httpx.Response]:
    """Send *requests* as one browser would, cookies kept, to the console's application itself."""

    async def exchange() -> list[httpx.Response]:
        address = local_address(house.daemon.data)
        hub, sessions = Hub(), Sessions(address)
        app: ASGIApp = build_app(
            make_settings(address, "127.0.0.1:8470"), hub, Window(hub, asyncio.get_running_loop()), sessions
        )
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=BASE) as client:
            answers = []
            for request in requests:
                client.cookies.set_cookie_header(request)
                answers.append(await client.send(request))
        await sessions.close()
        return answers

    return asyncio.run(exchange())


def post(path: str, body: Any, **headers: str) -> httpx.Request:
    given_headers = {**OWN, **headers}
    if isinstance(body, bytes):
        return httpx.Request("POST", BASE + path, content=body, headers=given_headers)
    return httpx.Request("POST", BASE + path, json=body, headers=given_headers)


def head(house: House) -> Any:
    return house.daemon.status()["head"]


_CROSS_SITE = st.sampled_from(["http://casino.example", "null", "http://127.0.0.1:9999", "https://127.0.0.1:8470", ""])
_HOSTS = st.sampled_from(["evil.example", "127.0.0.1.evil.example", "", "169.254.1.1:8470", "localhost.evil"])
_BODIES = st.one_of(
    st.binary(max_size=400),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=10,
    ),
    st.fixed_dictionaries({"command": st.just(OPEN)}, optional={"name": st.none() | st.integers()}),
)


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(path=st.sampled_from(POSTS), body=_BODIES)
def test_no_body_of_a_stranger_is_obeyed(running: House, path: str, body: Any) -> None:
    before = head(running)
    [answer] = ask(running, post(path, body))
    refused = answer.status_code in (400, 401, 413)
    assert refused or (path == "/api/sign-out" and answer.status_code == 200)
    assert not refused or answer.json()["ok"] is False
    assert head(running) == before


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=st.sampled_from(POSTS), origin=_CROSS_SITE, host=st.none() | _HOSTS)
def test_a_page_of_somebody_else_reaches_nothing(running: House, path: str, origin: str, host: str | None) -> None:
    before = head(running)
    name, (_role, pin) = SUPERVISOR, PINS[SUPERVISOR]
    request = post(
        path,
        {"name": name, "pin": pin, "command": OPEN},
        origin=origin,
        host="127.0.0.1:8470" if host is None else host,
    )
    [answer] = ask(running, request)
    assert answer.status_code == (403 if host is None else 421)
    assert head(running) == before


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(method=st.sampled_from(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"]), path=st.sampled_from(POSTS + GETS))
def test_other_methods_are_not_answered(running: House, method: str, path: str) -> None:
    [answer] = ask(running, httpx.Request(method, BASE + path, headers=OWN))
    assert answer.status_code == 405


@pytest.mark.parametrize("path", GETS)
def test_every_answer_forbids_whatever_is_not_ours(running: House, path: str) -> None:
    [answer] = ask(running, httpx.Request("GET", BASE + path))
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self' 'sha256-")
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("body", [b"x" * (MAX_BODY + 1), b'{"name":"' + b"a" * MAX_BODY + b'","pin":"1"}'])
@pytest.mark.parametrize("path", POSTS)
def test_a_body_that_is_too_long_is_not_read(running: House, path: str, body: bytes) -> None:
    [answer] = ask(running, post(path, body))
    assert (answer.status_code, answer.json()["code"]) == (413, "TOO_LARGE")


def test_a_body_that_hides_its_length_is_cut_off(running: House) -> None:
    async def endless() -> Any:
        for _ in range(100):
            yield b"[" * 1024

    request = httpx.Request("POST", BASE + "/api/order-as", content=endless(), headers=OWN)
    [answer] = ask(running, request)
    assert answer.status_code == 413


def test_what_is_not_json_is_refused_before_anything_is_read(running: House) -> None:
    forms = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "")
    answers = ask(running, *(post("/api/sign-in", b"name=a", **{"content-type": form}) for form in forms))
    assert [answer.status_code for answer in answers] == [415] * len(forms)


def test_nothing_is_ordered_without_signing_in_or_with_an_invented_cookie(running: House) -> None:
    before = head(running)
    orders = (post("/api/order", {"command": OPEN}), post("/api/order", {"command": OPEN}, cookie="sabot_session=x"))
    assert [answer.status_code for answer in ask(running, *orders)] == [401, 401]
    assert head(running) == before


def test_a_refusal_is_told_in_the_language_of_the_page(running: House) -> None:
    orders = [post("/api/order", {"command": OPEN}, **{"accept-language": tongue}) for tongue in ("en", "es-CL", "fr")]
    elsewhere = post("/api/order", {"command": OPEN}, origin="http://casino.example", **{"accept-language": "en"})
    wrong = {"name": DEALER, "pin": "0000"}
    answers = ask(running, *orders, elsewhere, post("/api/sign-in", wrong, **{"accept-language": "en-GB,en;q=0.9"}))
    assert [answer.json()["detail"] for answer in answers] == [
        "sign in first",
        "identifíquese primero",
        "identifíquese primero",
        "the request does not come from a page of this console",
        "Wrong name or PIN.",
    ]


def test_limits_are_changed_in_a_supervisors_name_and_by_nobody_less(running: House) -> None:
    names = [{"name": name, "pin": PINS[name][1]} for name in (DEALER, SUPERVISOR)]
    change = {"type": "ChangeLimits", "minimum": 5000, "maximum": 200_000}
    wrong = ({**change, "minimum": "5000"}, {**change, "minimum": 5000.5}, {"type": "ChangeLimits", "minimum": 1})
    opened, denied, done, backwards, *garbled, closed = ask(
        running,
        post("/api/order-as", {**names[1], "command": OPEN}),
        post("/api/order-as", {**names[0], "command": change}),
        post("/api/order-as", {**names[1], "command": change}),
        post("/api/order-as", {**names[1], "command": {**change, "maximum": 1}}),
        *(post("/api/order-as", {**names[1], "command": command}) for command in wrong),
        post("/api/order-as", {**names[1], "command": {"type": "CloseTable"}}),
    )
    assert [opened.status_code, done.status_code, closed.status_code] == [200, 200, 200]
    assert (denied.status_code, denied.json()["code"]) == (409, "WRONG_ROLE")
    assert (backwards.json()["code"], backwards.json()["article"]) == ("BAD_LIMITS", "128")
    assert [answer.status_code for answer in garbled] == [400] * len(wrong)
    [changed] = running.recorded("LimitsChanged")
    assert (changed["minimum"], changed["maximum"], changed["by"]) == (5000, 200_000, SUPERVISOR)


def test_a_cookie_is_of_no_use_outside_our_pages_nor_after_signing_out(running: House) -> None:
    dealer = {"name": DEALER, "pin": PINS[DEALER][1]}
    take = {"command": {"type": "TakePosition", "position": "dealer"}}
    signed_in, taken, signed_out, late = ask(
        running,
        post("/api/sign-in", dealer),
        post("/api/order", take),
        post("/api/sign-out", {}),
        post("/api/order", take),
    )
    flags = signed_in.headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=strict" in flags
    assert signed_in.json() == {"person": DEALER, "role": "dealer"}
    assert [taken.status_code, signed_out.status_code, late.status_code] == [200, 200, 401]


def test_the_real_server_survives_garbage_on_its_port(running: House) -> None:
    if running.closed:
        running.open_console()
    for garbage in (
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET\r\n\r\n",
        b"A" * 200_000,
        b"POST /api/order HTTP/1.1\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", running.port), timeout=5) as stranger:
            stranger.settimeout(5)
            try:
                stranger.sendall(garbage)
                stranger.shutdown(socket.SHUT_WR)
                answer = stranger.recv(4096)
            except ConnectionError:
                answer = b""
            assert not answer.startswith(b"HTTP/1.1 2")
    assert httpx.get(running.url, trust_env=False).status_code == 200


def test_no_file_outside_is_served(running: House) -> None:
    if running.closed:
        running.open_console()
    for path in ("/static/../api.py", "/static/..%2fapi.py", "/vendor/%2e%2e/api.py", "/static//etc/passwd"):
        with socket.create_connection(("127.0.0.1", running.port), timeout=5) as stranger:
            stranger.sendall(
                f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nConnection: close\r\n\r\n".encode()
            )
            assert b" 404 " in stranger.recv(64)
