"""The desk where people are served: signs them in, passes their orders to the kernel, tells them how things stand."""

import asyncio
import secrets
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec import Struct

from daemon.config import Config
from daemon.kernel import PersonCommand, Reply, SignIn
from daemon.people import People, PeopleError
from daemon.ports import Port
from daemon.shell import WHAT_TO_DO, Shell
from drivers.registry import DRIVERS
from table_core.commands import Command, OpenTable
from table_core.rulebook import Role
from table_core.views import picture

_command_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


class Badge(Struct, frozen=True):
    """A person who signed in at one terminal."""

    person: str
    role: Role


class Desk:
    def __init__(self, config: Config, people: People) -> None:
        self._config = config
        self._people = people
        self._badges: dict[str, Badge] = {}
        self._waiting: dict[str, asyncio.Future[Reply]] = {}
        self.shell: Shell | None = None
        self.record: Callable[[], dict[str, Any]] = dict
        self.ports: dict[str, Port] = {}

    async def handle(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to one request of the control socket; always has `ok`."""
        match request:
            case {"do": "status"}:
                return {"ok": True, "status": self.status()}
            case {"do": "picture"}:
                return {"ok": True, "picture": self.picture()}
            case {"do": "sign_in", "name": str(name), "pin": str(pin)}:
                return await self._sign_in(name, pin)
            case {"do": "command", "badge": str(badge), "command": command}:
                return await self._command(badge, command)
            case _:
                return _refusal("BAD_REQUEST", "no se entiende el pedido")

    def answer(self, reply: Reply) -> None:
        """Give the kernel's answer to whoever waits for it."""
        waiting = self._waiting.pop(reply.token, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(reply)

    def picture(self) -> dict[str, Any]:
        kernel = self._shell().kernel
        return picture(kernel.state, kernel.expected(), self._config.table.name)

    def status(self) -> dict[str, Any]:
        shell, state = self._shell(), self._shell().kernel.state
        held = next((incident.detail for incident in state.incidents if incident.hold), "")
        return {
            "state": shell.lifecycle,
            "reason": shell.reason or held,
            "what_to_do": WHAT_TO_DO[shell.lifecycle],
            "simulated": self._config.table.simulated,
            "session": msgspec.to_builtins(state.session),
            "pass": state.session.passes,
            "devices": [self._device(device.name, device.driver) for device in self._config.devices],
            "incidents": len(state.incidents),
            "head": {"seq": shell.head.seq, "hash": shell.head.hash.hex()},
            "record": self.record(),
        }

    def _device(self, name: str, driver: str) -> dict[str, Any]:
        port = self.ports.get(name)
        return {
            "name": name,
            "role": DRIVERS[driver].role,
            "driver": driver,
            "support": DRIVERS[driver].support,
            "link": self._shell().kernel.state.links.get(name, "down"),
            "identity": port.identity if port else None,
            "counters": msgspec.to_builtins(self._shell().kernel.sessions[name].counters),
        }

    async def _sign_in(self, name: str, pin: str) -> dict[str, Any]:
        """Check the PIN off the loop and record the attempt, whatever its result (R78)."""
        try:
            role = await asyncio.to_thread(self._people.check, name, pin, time.monotonic_ns())
        except PeopleError as refused:
            self._shell().feed(SignIn(name, "refused", time.monotonic_ns(), time.time_ns()))
            return _refusal("SIGN_IN", str(refused))
        self._shell().feed(SignIn(name, "accepted", time.monotonic_ns(), time.time_ns()))
        badge = secrets.token_urlsafe(16)
        self._badges[badge] = Badge(name, role)
        return {"ok": True, "badge": badge, "role": role}

    async def _command(self, badge: str, body: Any) -> dict[str, Any]:
        holder = self._badges.get(badge)
        if holder is None:
            return _refusal("NOT_SIGNED_IN", "identifíquese primero")
        try:
            command = self._complete(_command_decoder.decode(msgspec.json.encode(body)))
        except msgspec.MsgspecError as error:
            return _refusal("BAD_REQUEST", f"la orden no se entiende: {error}")
        if self._shell().over.done():
            return _refusal("STOPPED", self._shell().reason)
        reply = await self._ask_kernel(holder, command)
        if reply.code is None:
            return {"ok": True}
        return {"ok": False, "code": reply.code, "article": reply.article, "detail": reply.detail}

    async def _ask_kernel(self, holder: Badge, command: Command) -> Reply:
        token = secrets.token_hex(8)
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting[token] = answer
        shell = self._shell()
        shell.feed(PersonCommand(token, holder.person, holder.role, command, time.monotonic_ns(), time.time_ns()))
        await asyncio.wait((answer, shell.over), return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            return answer.result()
        return Reply(token, "STOPPED", None, shell.reason)

    def _complete(self, command: Command) -> Command:
        """An opening learns its legal closing hour here: the kernel knows no calendar."""
        if not isinstance(command, OpenTable) or self._config.table.closing is None:
            return command
        hour, minute = map(int, self._config.table.closing.split(":"))
        now = datetime.now(self._config.zone)
        closes = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
        closes += timedelta(days=1) if closes <= now else timedelta()
        return OpenTable(command.jornada, int(closes.timestamp()) * 1_000_000_000)

    def _shell(self) -> Shell:
        if self.shell is None:
            raise RuntimeError("the desk opened before the shell")
        return self.shell


def _refusal(code: str, detail: str) -> dict[str, Any]:
    return {"ok": False, "code": code, "article": None, "detail": detail}
