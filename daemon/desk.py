"""The desk where people are served: signs them in, passes their orders to the kernel, tells them how things stand."""

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import apsw
import msgspec

from daemon.answer_times import AnswerTimes
from daemon.badges import IDLE_NS, Badges, Holder
from daemon.bus import Caller
from daemon.config import Config
from daemon.device_book import DeviceBook
from daemon.incident_record import all_records, as_json, read_records
from daemon.journal import JournalError
from daemon.journal_search import SEARCHERS, found_page
from daemon.kernel import PersonCommand, Reply, SignIn
from daemon.messages import (
    Answer,
    AskEntries,
    AskIncidents,
    AskPicture,
    AskPublications,
    AskSearch,
    AskSignIn,
    AskSignOut,
    AskStatus,
    AskTraffic,
    DeviceStatus,
    Done,
    GiveOrder,
    HeadTold,
    IncidentsTold,
    PictureTold,
    PublicationsPage,
    Refused,
    SignedIn,
    Status,
    StatusTold,
    TrafficPage,
    request_decoder,
)
from daemon.people import People, PeopleError
from daemon.ports import Port
from daemon.publications import Backlog, entries_page
from daemon.shell import WHAT_TO_DO, Shell
from daemon.tap import NAMES_CARDS, PAGE, WHOLE_PAGE, Tap
from drivers.registry import DRIVERS
from table_core.commands import Command, NoteObservation, OpenTable
from table_core.plugs import Plug
from table_core.progressive.orders import DrawComplementary
from table_core.rulebook import Role
from table_core.seats import SeatNumbers

MOST_SIGNING_IN = 8
CHANCE_BITS = 128
"""So many that what the number is divided by makes no card likelier than another by more than one in 10^36."""
_command_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


class Desk:
    def __init__(self, config: Config, people: People) -> None:
        self._config = config
        self._people = people
        self._badges = Badges()
        self._waiting: dict[str, asyncio.Future[Reply]] = {}
        # One thread: nobody can guess in parallel past the lock-out, and checks never crowd out other work.
        self._pin_thread = ThreadPoolExecutor(1, thread_name_prefix="pin")
        self._signing_in = 0
        self.shell: Shell | None = None
        self.book = DeviceBook(Path(config.table.data))
        self.tap = Tap(_covered(config))
        self.answer_times = AnswerTimes()
        self.record: Callable[[], dict[str, Any]] = dict
        self.ports: dict[str, Port] = {}
        self.backlog: Backlog | None = None

    async def handle(self, body: bytes, caller: Caller) -> Answer:
        """The answer to one request of the control socket; what makes no sense is refused and changes nothing."""
        try:
            request = request_decoder.decode(body)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
            return Refused("BAD_REQUEST", f"no se entiende el pedido: {error}")
        match request:
            case AskStatus():
                return StatusTold(self.status())
            case AskPicture():
                return PictureTold(self.picture())
            case AskIncidents(all=all_of_them):
                return await self._incidents(all_of_them=all_of_them)
            case AskPublications(first=first, last=last, run=run):
                return await self._publications(first, last, run)
            case AskEntries(after=after, to=to):
                return await self._entries(after, to)
            case AskTraffic():
                return self._traffic(request)
            case AskSearch():
                return await self._search(request, caller)
            case AskSignIn(name=name, pin=pin):
                return await self._sign_in(name, pin, caller)
            case AskSignOut(badge=badge):
                return self._sign_out(badge, caller)
            case GiveOrder(badge=badge, command=command):
                return await self._command(badge, bytes(command), caller)

    def answer(self, reply: Reply) -> None:
        """Give the kernel's answer to whoever waits for it."""
        waiting = self._waiting.pop(reply.token, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(reply)

    def picture(self) -> dict[str, Any]:
        return self._shell().kernel.picture(self._config.table.name)

    def status(self) -> Status:
        shell, state = self._shell(), self._shell().kernel.state
        held = next((incident.detail for incident in state.incidents if incident.hold), "")
        return Status(
            state=shell.lifecycle,
            reason=shell.reason or held,
            what_to_do=WHAT_TO_DO[shell.lifecycle],
            simulated=self._config.table.simulated,
            session=msgspec.to_builtins(state.session),
            passes=state.session.passes,
            devices=[self._device(device.name, device.driver) for device in self._config.devices],
            incidents=len(state.incidents),
            head=HeadTold(shell.head.seq, shell.head.hash.hex()),
            record=self.record(),
            table=facts(self._config),
        )

    def _device(self, name: str, driver: str) -> DeviceStatus:
        port, boards = self.ports.get(name), self._shell().kernel.state.boards
        met = boards.met.get(name)
        counters = msgspec.to_builtins(self._shell().kernel.sessions[name].counters)
        error = self.book.last_error(name)
        return DeviceStatus(
            name=name,
            role=DRIVERS[driver].role,
            driver=driver,
            support=DRIVERS[driver].support,
            link=self._shell().kernel.state.links.get(name, "down"),
            identity=f"{met.model} {met.serial}" if met else _plugged(port, boards.plugs.known.get(name)),
            counters=counters,
            totals=self.book.totals(name, counters),
            last_error=msgspec.to_builtins(error) if error is not None else None,
            since_utc_ns=self.book.linked_since(name),
            answers=msgspec.to_builtins(self.answer_times.of(name)),
            board=msgspec.to_builtins(met) if met else None,
            stranger=boards.stranger(name),
            in_repair=name in boards.repairs,
        )

    async def _publications(self, first: int, last: int | None, run: str | None) -> Answer:
        backlog = self.backlog
        if backlog is None:
            return Refused("NOT_PUBLISHED", "esta mesa no publica")
        if run not in (None, backlog.run):
            return Refused("OTHER_RUN", f"la mesa se reinició: su marcha es ahora {backlog.run}; pida desde 1")
        last = min(last or backlog.last, backlog.last)
        try:
            page = await _page(backlog, first, last)
        except (JournalError, apsw.Error) as error:
            return _not_held(error)
        following = first + len(page)
        return PublicationsPage(
            backlog.run, backlog.begins, backlog.last, page, following if following <= last else None
        )

    async def _entries(self, after: int, to: int | None) -> Answer:
        head = self._shell().head.seq
        try:
            return await asyncio.to_thread(entries_page, Path(self._config.table.data), after, min(to or head, head))
        except (JournalError, apsw.Error) as error:
            return _not_held(error)

    async def _search(self, asked: AskSearch, caller: Caller) -> Answer:
        holder = self._badges.holder(asked.badge, caller.connection, time.monotonic_ns())
        if holder is None or not self._still_holds(holder, caller):
            return _not_signed_in()
        if holder.role not in SEARCHERS:
            return Refused("WRONG_ROLE", "su rol no busca en el registro")
        before = min(asked.before or self._shell().head.seq + 1, self._shell().head.seq + 1)
        directory = Path(self._config.table.data)
        try:
            return await asyncio.to_thread(found_page, directory, before, asked.text, asked.device)
        except (JournalError, apsw.Error) as error:
            return _not_held(error)

    async def _incidents(self, *, all_of_them: bool) -> Answer:
        data, cameras = Path(self._config.table.data), self._config.cameras
        open_ids = [incident.id for incident in self._shell().kernel.state.incidents]
        try:
            if all_of_them:
                found = await asyncio.to_thread(all_records, data, cameras)
            else:
                found = await asyncio.to_thread(read_records, data, cameras, open_ids)
        except (JournalError, apsw.Error) as error:
            return _not_held(error)
        return IncidentsTold([as_json(record) for record in found])

    def _traffic(self, asked: AskTraffic) -> Answer:
        device = asked.device
        if device is not None and device not in self.ports:
            return Refused("NO_DEVICE", f"{device}: no es un dispositivo de esta mesa; hay {', '.join(self.ports)}")
        lines = self.tap.lines(asked.after, device, whole=asked.whole)
        more = len(lines) == (WHOLE_PAGE if asked.whole else PAGE)
        return TrafficPage(lines, lines[-1].n if more else self.tap.last, more, oldest=self.tap.oldest)

    async def _sign_in(self, name: str, pin: str, caller: Caller) -> Answer:
        """Check the PIN off the loop and record the attempt, whatever its result (R78)."""
        if self._signing_in >= MOST_SIGNING_IN:
            return Refused("BUSY", "hay demasiadas identificaciones a la vez; espere y repita")
        self._signing_in += 1
        try:
            role = await self._checked_role(name, pin, caller)
        except PeopleError as refused:
            self._shell().feed(SignIn(name, "refused", time.monotonic_ns(), time.time_ns()))
            return Refused("SIGN_IN", str(refused))
        finally:
            self._signing_in -= 1
        self._shell().feed(SignIn(name, "accepted", time.monotonic_ns(), time.time_ns()))
        badge = self._badges.issue(Holder(name, role, caller.connection), time.monotonic_ns())
        return SignedIn(badge, role, IDLE_NS // 1_000_000_000, self._people.pin_is_old(name))

    async def _checked_role(self, name: str, pin: str, caller: Caller) -> Role:
        loop = asyncio.get_running_loop()
        role = await loop.run_in_executor(self._pin_thread, self._people.check, name, pin, time.monotonic_ns())
        if caller.roles is not None and role not in caller.roles:
            raise PeopleError(
                "{name}: con su rol no puede identificarse desde {client}.", name=name, client=str(caller.client)
            )
        return role

    def _sign_out(self, badge: str, caller: Caller) -> Answer:
        if self._badges.holder(badge, caller.connection, time.monotonic_ns()) is None:
            return _not_signed_in()
        self._badges.revoke(badge)
        return Done()

    async def _command(self, badge: str, body: bytes, caller: Caller) -> Answer:
        holder = self._badges.holder(badge, caller.connection, time.monotonic_ns())
        if holder is None:
            return _not_signed_in()
        if not self._still_holds(holder, caller):
            self._badges.revoke(badge)
            return _not_signed_in()
        try:
            command = self._complete(_command_decoder.decode(body))
        except (msgspec.MsgspecError, RecursionError) as error:
            return Refused("BAD_REQUEST", f"la orden no se entiende: {error}")
        if self._shell().over.done():
            return Refused("STOPPED", self._shell().reason)
        if isinstance(command, NoteObservation) and not 1 <= command.seq <= self._shell().head.seq:
            return Refused("NO_SUCH_ENTRY", f"no hay asiento {command.seq}; el último es {self._shell().head.seq}")
        reply = await self._ask_kernel(holder, command)
        return Done() if reply.code is None else Refused(reply.code, reply.detail or "", reply.article)

    def _still_holds(self, holder: Holder, caller: Caller) -> bool:
        """A person who was removed or got another role, or whose terminal lost it, must sign in again."""
        try:
            role = self._people.role_of(holder.person)
        except PeopleError:
            return False
        return role == holder.role and (caller.roles is None or role in caller.roles)

    async def _ask_kernel(self, holder: Holder, command: Command) -> Reply:
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
        """An opening learns its legal closing hour here, a draw its number: the kernel knows no calendar, no chance."""
        if isinstance(command, DrawComplementary):
            return msgspec.structs.replace(command, chance=secrets.randbits(CHANCE_BITS))
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


def facts(config: Config) -> dict[str, Any]:
    """What does not change while the table runs: whoever shows it need not know the configuration."""
    rules = config.rulebook()
    seats = SeatNumbers(config.table.seats, rules["seat_one"])
    return {
        "name": config.table.name,
        "rulebook": rules.id,
        "switches": dict(config.switches),
        "family": rules.family,
        "game": rules.title,
        "seats": config.table.seats,
        "seat_one": rules["seat_one"],
        "stakes": config.table.stakes,
        "limits": config.limits,
        "timezone": config.table.timezone,
        "lamps": {
            device.name: [seats.lamp(lamp) for lamp in device.lamps] for device in config.devices if device.lamps
        },
    }


def _covered(config: Config) -> frozenset[str]:
    """Devices whose bytes would name a card."""
    return frozenset(device.name for device in config.devices if DRIVERS[device.driver].role in NAMES_CARDS)


def _plugged(port: Port | None, plug: Plug | None) -> str | None:
    """What is connected now as the machine knows it, with the name it gives itself where it has one."""
    if port is None or port.identity is None:
        return None
    return " ".join(filter(None, (port.identity, plug.own if plug else "")))


async def _page(backlog: Backlog, first: int, last: int) -> list[msgspec.Raw]:
    if backlog.is_held(first):
        return backlog.held_page(first, last)
    page = await asyncio.to_thread(backlog.journal_page, first, last)
    if not page:
        raise JournalError("falta la publicación {first}", first=str(first))
    return page


def _not_held(error: Exception) -> Refused:
    return Refused("NOT_HELD", f"no se puede leer del registro: {error}")


def _not_signed_in() -> Refused:
    return Refused("NOT_SIGNED_IN", "identifíquese primero")
