"""Every way to reach a running table, in one place: local sockets, TCP behind keys, publications, figures."""

import asyncio
import secrets
from pathlib import Path

import structlog
import zmq
import zmq.asyncio

from daemon.bus import (
    CONTROL,
    LINGER_MS,
    PUBLICATIONS,
    Control,
    Publisher,
    bind_private,
    control_socket,
    control_url,
    local_caller,
    publications_url,
    publishing_socket,
)
from daemon.config import Config
from daemon.desk import Desk
from daemon.journal import Head
from daemon.keys import KeyRing
from daemon.metrics import Metrics, MetricsServer
from daemon.publications import Backlog
from daemon.remote import RemoteDoor
from daemon.shell import Shell
from table_core.record import Entry
from table_core.session import PassOpened


class Publications:
    """Publishes what was committed, as anybody may see it, and the picture it leads to."""

    def __init__(self, desk: Desk, shell: Shell, backlog: Backlog, publisher: Publisher) -> None:
        self._desk = desk
        self._shell = shell
        self._backlog = backlog
        self._publisher = publisher

    def committed(self, entries: tuple[Entry, ...], head: Head) -> None:
        for entry in entries:
            if isinstance(entry, PassOpened):
                structlog.contextvars.bind_contextvars(pass_number=entry.number)
        first_seq, hour = head.seq - len(entries) + 1, self._shell.committed_utc_ns
        for message in self._backlog.batch(entries, first_seq, self._desk.picture(), hour):
            self._publisher.publish(message)

    def stopped(self, reason: str) -> None:
        self._publisher.publish(self._backlog.stopped(reason, self._shell.head.seq))


class Switchboard:
    """Opened before the table starts, so that its first publication is number 1; closed after its last."""

    def __init__(self, config: Config, desk: Desk, shell: Shell) -> None:
        self._directory = Path(config.table.data)
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._publications = publishing_socket(self._context)
        self._publisher = Publisher(config.table.name)
        control = control_socket(zmq.asyncio.Context.shadow(self._context.underlying))
        self._control_socket = control
        self._control = Control(control, desk.handle, local_caller)
        self._serving: asyncio.Task[None] | None = None
        begins = shell.head.seq + 1
        # The random half tells runs apart that began at the same entry, on a journal restored from a copy.
        desk.backlog = Backlog(self._directory, f"{begins}-{secrets.token_hex(4)}", begins)
        shell.listeners.append(Publications(desk, shell, desk.backlog, self._publisher))
        self._door: RemoteDoor | None = None
        if config.bus is not None:
            self._door = RemoteDoor(config.bus, KeyRing(Path(config.bus.keys)), self._publisher, desk.handle)
        self._metrics: MetricsServer | None = None
        if config.metrics is not None:
            self._metrics = MetricsServer(config.metrics.listen, Metrics(desk, shell, desk.backlog, self._publisher))

    async def open(self) -> None:
        """Raises KeysError or BusError when [bus] or [metrics] cannot be used."""
        if self._door is not None:
            await self._door.open()
        if self._metrics is not None:
            self._metrics.start()
        bind_private(self._publications, publications_url(self._directory))
        bind_private(self._control_socket, control_url(self._directory))
        self._publisher.attach(self._publications)
        self._serving = asyncio.create_task(self._control.serve())

    async def stop_answering(self) -> None:
        """No request is taken any more; those under way are answered."""
        if self._serving is not None:
            self._serving.cancel()
        await self._control.close()
        (self._directory / CONTROL).unlink(missing_ok=True)

    async def close(self) -> None:
        if self._door is not None:
            await self._door.close()
        if self._metrics is not None:
            self._metrics.close()
        self._publisher.detach(self._publications)
        self._publications.close()
        self._context.destroy(linger=LINGER_MS)
        (self._directory / PUBLICATIONS).unlink(missing_ok=True)
