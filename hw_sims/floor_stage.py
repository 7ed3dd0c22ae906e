"""A whole floor for simulated tables: a PostgreSQL of its own, one pot, its enrolled tables, processes that may die.

The processes are `sabot floor run`, each at a port of its own. What people would type at a floor is done here for them.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

from daemon.floor.database import connect, migrate
from daemon.floor.embedded import EmbeddedPostgres
from daemon.floor.enrolment import enrol, make_pot
from daemon.floor.settings import floor_keys
from daemon.floor.store import Store
from daemon.keys import new_pair
from daemon.private_files import write_private
from firmware_bridge.transport.floor_keys import FloorKeys, keys_text
from hw_sims.leash import leashed
from hw_sims.people.croupier import INSPECTOR, SUPERVISOR
from hw_sims.postgres_keeper import HERE
from hw_sims.side_papers import PLAN, POT, SignedPlan
from table_core.progressive.ledger import Key, PotSeeded

FIRST_POT = 4_200_000
DEVICE = "piso"
_WITHIN_S = 30.0
_LOOK_S = 0.02
_DEVICE = """
[[devices]]
name = "{name}"
driver = "floor"
port = "floor://{hosts}?keys={keys}"
"""


class FloorProcess:
    """`sabot floor run` over and over at the same port; on a *leash* it ends with the thread that started it."""

    def __init__(self, config: Path, port: int, *, leash: bool = False) -> None:
        self.config = config
        self.port = port
        self._leash = leash
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.poll() is None else None

    def start(self) -> None:
        command = (sys.executable, "-m", "daemon.cli", "floor", "run", "--config", str(self.config))
        with self.config.with_suffix(".log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own
                leashed(*command) if self._leash else command,
                stdout=log,
                stderr=log,
                env=os.environ,
                process_group=0 if self._leash else None,  # Ctrl-C is for who holds the leash
            )

    def wait_until_open(self) -> None:
        deadline = time.monotonic() + _WITHIN_S
        while socket_is_shut(self.port):
            if self.pid is None or time.monotonic() > deadline:
                words = self.config.with_suffix(".log").read_text(encoding="utf-8", errors="replace")
                raise RuntimeError(f"el piso no arrancó:\n{words[-2000:]}")
            time.sleep(_LOOK_S)

    def send(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)

    def end(self, number: signal.Signals = signal.SIGTERM) -> None:
        if self._process is not None:
            self.send(signal.SIGCONT)
            self.send(number)
            self._process.wait(_WITHIN_S)

    def kill(self) -> None:
        self.end(signal.SIGKILL)


class FloorStage:
    """Everything of one floor, in *directory*. On a *leash* nothing of it outlives the thread that entered it."""

    def __init__(
        self,
        directory: Path,
        plan: SignedPlan,
        tables: Sequence[str],
        *,
        processes: int = 1,
        durable: bool = True,
        leash: bool = False,
    ) -> None:
        self.directory = directory
        self.plan = plan
        self.postgres = EmbeddedPostgres(directory, durable=durable)
        self._durable = durable
        self._leash = leash
        self._keeper: subprocess.Popen[str] | None = None
        self.processes = [self._process(number + 1) for number in range(processes)]
        self._tables = tuple(tables)

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        for process in self.processes:
            process.end()
        if self._keeper is None:
            self.postgres.stop()
        else:
            self._keeper.terminate()
            self._keeper.communicate()

    def _start(self) -> None:
        if self._leash:
            self._keep()
        self.postgres.start()
        self._prepare()
        for process in self.processes:
            process.start()
        for process in self.processes:
            process.wait_until_open()

    @property
    def url(self) -> str:
        return self.postgres.url

    def device(self, table: str, hosts: Sequence[str] = ()) -> str:
        """What *table*'s configuration says of this floor; *hosts*: by another way than straight to its processes."""
        reached = hosts or [process.host for process in self.processes]
        return _DEVICE.format(name=DEVICE, hosts=",".join(reached), keys=self._keys_of(table))

    def _keep(self) -> None:
        """The server is started by a process on the leash, which stops it when its end comes."""
        how = ("durable",) if self._durable else ()
        command = leashed(sys.executable, "-m", "hw_sims.postgres_keeper", str(self.directory), *how)
        self._keeper = subprocess.Popen(  # noqa: S603 - our own
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ, process_group=0
        )
        said = self._keeper.stdout.readline() if self._keeper.stdout else ""
        if said.strip() != HERE:
            _, words = self._keeper.communicate()
            raise RuntimeError(f"PostgreSQL no arrancó:\n{words[-2000:]}")

    def _process(self, number: int) -> FloorProcess:
        port = free_port()
        config = self.directory / f"piso-{number}.toml"
        settings = {
            "name": f"piso-{number}",
            "database": self.url,
            "data": str(self.directory),
            "listen": f"tcp://127.0.0.1:{port}",
        }
        lines = (f'{name} = "{value}"\n' for name, value in settings.items())
        config.write_text("[floor]\n" + "".join(lines), encoding="utf-8")
        return FloorProcess(config, port, leash=self._leash)

    def _prepare(self) -> None:
        """The schema, the floor's keys, the pot with its first money, and every table with a key of its own."""
        server = floor_keys(self.directory, make=True).public
        papers = (PLAN, self.plan.digest, self.plan.terms)
        with closing(connect(self.url)) as db, db.transaction():
            migrate(db)
            pot = make_pot(db, POT, *papers)
            Store(db, "demo").post_own(pot, POT, PotSeeded(Key(POT, 1), PLAN, FIRST_POT, 0))
            for table in self._tables:
                pair = new_pair()
                enrol(db, POT, table, pair.public, papers, (SUPERVISOR, INSPECTOR))
                write_private(self._keys_of(table), keys_text(FloorKeys(server, pair.public, pair.secret)))

    def _keys_of(self, table: str) -> Path:
        return self.directory / f"{table}.llaves.toml"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def socket_is_shut(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0
