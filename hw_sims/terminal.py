"""A simulated person's terminal: signs in at a running table, gives orders, looks at the picture everybody sees."""

from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
import zmq

ANSWER_WITHIN_MS = 10_000
_PICTURE = b'"kind":"picture"'


class TableAway(Exception):
    """The table does not answer."""


class OrderRefused(Exception):
    """The table said no; the message says why."""


class Terminal:
    """One person at one table. *directory* is the table's data directory, where its sockets lie."""

    def __init__(self, directory: Path) -> None:
        self._context = zmq.Context()
        self._control = self._context.socket(zmq.REQ)
        self._control.setsockopt(zmq.LINGER, 0)
        self._control.connect(f"ipc://{directory / 'control.ipc'}")
        self._news = self._context.socket(zmq.SUB)
        self._news.setsockopt(zmq.LINGER, 0)
        self._news.setsockopt(zmq.SUBSCRIBE, b"")
        self._news.connect(f"ipc://{directory / 'publications.ipc'}")
        self._badges: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._context.destroy(linger=0)

    def sign_in(self, name: str, pin: str) -> None:
        self._badges[name] = self.ask({"do": "sign_in", "name": name, "pin": pin})["badge"]

    def order(self, name: str, command: dict[str, Any]) -> None:
        """Give *command* in the name of somebody who signed in here; raises OrderRefused."""
        self.ask({"do": "command", "badge": self._badges[name], "command": command})

    def picture(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask({"do": "picture"})["picture"]
        return found

    def status(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask({"do": "status"})["status"]
        return found

    def next_picture(self, within_ms: int) -> dict[str, Any] | None:
        """The newest picture published, waiting for one at most *within_ms*."""
        newest = None
        while self._news.poll(0 if newest else within_ms):
            body = self._news.recv_multipart()[1]
            if _PICTURE in body:
                newest = body
            elif newest is None:
                continue
        return msgspec.json.decode(newest)["body"] if newest else None

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self._control.send(msgspec.json.encode(request))
        if not self._control.poll(ANSWER_WITHIN_MS):
            raise TableAway(f"no answer to {request['do']} within {ANSWER_WITHIN_MS} ms")
        answer: dict[str, Any] = msgspec.json.decode(self._control.recv())
        if not answer["ok"]:
            raise OrderRefused(f"{answer['code']}: {answer['detail']}")
        return answer
