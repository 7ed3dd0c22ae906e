"""The control channel: steers named simulators over a unix socket, one JSON object per line. Never a data line.

Question `{"device": "shoe", "do": "unplug", "with": {}}`, answer `{"ok": true, "result": null}` or
`{"ok": false, "error": "..."}`. Actions run one at a time. Device `*` can `offer`: every action there is, by device,
with the arguments it wants.
"""

import inspect
import socket
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self, get_args

import msgspec
from msgspec import Struct, field

from hw_sims.unix_server import UnixServer

Actions = Mapping[str, Callable[..., object]]

EVERYTHING = "*"
_DEFAULT_TIMEOUT_S = 10.0


class Order(Struct, frozen=True):
    device: str
    do: str
    arguments: dict[str, Any] = field(default_factory=dict, name="with")


class Report(Struct, frozen=True):
    ok: bool
    result: Any = None
    error: str | None = None


class OrderRefused(Exception):
    """The control channel did not carry out an order; the message says why."""


class ControlServer:
    """Carries out orders for *devices*: name -> action -> function called with the order's arguments."""

    def __init__(self, at: Path, devices: Mapping[str, Actions]) -> None:
        self._devices = {**devices, EVERYTHING: {"offer": lambda: _offered(devices)}}
        self._server = UnixServer(at, self._serve)
        self._one_at_a_time = threading.Lock()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        self._server.start()

    def close(self) -> None:
        self._server.close()

    def _serve(self, client: socket.socket) -> None:
        with client.makefile("rb") as lines:
            for line in lines:
                client.sendall(self._report(line) + b"\n")

    def _report(self, line: bytes) -> bytes:
        try:
            order = msgspec.json.decode(line, type=Order)
            action = self._find(order)
            with self._one_at_a_time:
                return msgspec.json.encode(Report(ok=True, result=action(**order.arguments)))
        except (msgspec.MsgspecError, LookupError, TypeError, ValueError, RuntimeError, OSError) as error:
            return msgspec.json.encode(Report(ok=False, error=f"{type(error).__name__}: {error}"))

    def _find(self, order: Order) -> Callable[..., object]:
        if order.device not in self._devices:
            known = ", ".join(sorted(set(self._devices) - {EVERYTHING}))
            raise ValueError(f"no device {order.device!r}, only {known}")
        actions = self._devices[order.device]
        if order.do not in actions:
            raise ValueError(f"{order.device} cannot {order.do!r}, only {', '.join(sorted(actions))}")
        return actions[order.do]


def _offered(devices: Mapping[str, Actions]) -> dict[str, dict[str, dict[str, list[str]]]]:
    return {device: {do: _wanted(action) for do, action in actions.items()} for device, actions in devices.items()}


def _wanted(action: Callable[..., object]) -> dict[str, list[str]]:
    """The arguments *action* cannot do without, each with the words it may be, where only some words may be."""
    parameters = inspect.signature(action).parameters.values()
    return {one.name: list(get_args(one.annotation)) for one in parameters if one.default is inspect.Parameter.empty}


class ControlClient:
    """One connection to a `ControlServer`."""

    def __init__(self, at: Path, *, timeout_s: float = _DEFAULT_TIMEOUT_S) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(timeout_s)
        try:
            self._socket.connect(str(at))
        except OSError:
            self._socket.close()
            raise
        self._lines = self._socket.makefile("rb")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._lines.close()
        self._socket.close()

    def order(self, device: str, do: str, /, **arguments: object) -> Any:
        """What the action returned, as JSON values; raises `OrderRefused`."""
        self._socket.sendall(msgspec.json.encode(Order(device, do, arguments)) + b"\n")
        line = self._lines.readline()
        if not line:
            raise OrderRefused("the simulators closed the control channel")
        report = msgspec.json.decode(line, type=Report)
        if not report.ok:
            raise OrderRefused(report.error or "no reason given")
        return report.result
