"""Real processes for the system tests: the command `sabot`, a running daemon on ptys, and waiting with a deadline."""

import contextlib
import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from daemon.people import People
from daemon.run import PEOPLE
from hw_sims.leash import leashed
from hw_sims.parts import LAMPS, angel_eye
from hw_sims.stacked import naturals
from hw_sims.stage import PtyStage, table_config
from hw_sims.terminal import OrderRefused, TableAway, Terminal

SABOT = (sys.executable, "-m", "daemon.cli")
DEALER, SUPERVISOR, TECHNICIAN = "Ana Rojas", "Luis Soto", "Tito Paz"
PINS = {DEALER: ("dealer", "1111"), SUPERVISOR: ("jefe_de_sala", "2222"), TECHNICIAN: ("technician", "3333")}
NATURAL = ("4S", "3H", "5D", "4C")  # Punto 9 with two cards: nobody draws
WITHIN_S = 40.0
_POLL_S = 0.01
_PR_CAPBSET_DROP, _CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH = 24, 1, 2


def sabot(
    *arguments: object,
    pin: str | None = None,
    data: Path | None = None,
    cwd: Path | None = None,
    everything_may_be_opened: bool = True,
) -> "subprocess.CompletedProcess[str]":
    """Run `sabot` to its end, under LANG=C as a script would."""
    environment = {**os.environ, "LANG": "C", "COLUMNS": "200"}
    environment |= {"SABOT_PIN": pin} if pin else {}
    environment |= {"SABOT_DATA": str(data)} if data else {}
    command = [*SABOT, *map(str, arguments)]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=60,
        env=environment,
        check=False,
        input="",
        cwd=cwd,
        preexec_fn=None if everything_may_be_opened else _let_permissions_bind_root,
    )


def _let_permissions_bind_root() -> None:
    """Drop what lets root pass over the owner and mode of a file, for the program about to be run."""
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in (_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH):
        if libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "prctl")


def eventually(
    happened: Callable[[], object], what: Callable[[], object] = lambda: "", within_s: float = WITHIN_S
) -> None:
    deadline = time.monotonic() + within_s
    while not happened():
        assert time.monotonic() < deadline, f"did not happen within {within_s} s: {what()}"
        time.sleep(_POLL_S)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def listening_ports(pid: int) -> set[int]:
    """The TCP ports on which that process listens."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    listening = {f"socket:[{row[9]}]": int(row[1].split(":")[1], 16) for row in rows if row[3] == "0A"}
    held = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed since it was listed
            held.add(str(link.readlink()))
    return {port for name, port in listening.items() if name in held}


class Daemon:
    """`sabot run` as a process of its own, over and over on the same data."""

    def __init__(
        self,
        directory: Path,
        stage: PtyStage,
        *,
        game: str = "mini-baccarat",
        rulebook: str = "",
        more_config: str = "",
    ) -> None:
        self.stage = stage
        self.shoe = stage.hardware.shoe
        self.data = directory / "data"
        self.config = directory / "table.toml"
        self.log = directory / "daemon.log"
        self.data.mkdir(mode=0o700)
        people = People(self.data / PEOPLE)
        for name, (role, pin) in PINS.items():
            people.add(name, role, pin)
        text = table_config(stage.ports(), self.data, game=game, stakes="none", rulebook=rulebook) + more_config
        self.config.write_text(text, encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start and wait until every device is connected."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(leashed(*SABOT, "run", str(self.config)), stdout=log, stderr=log)
        eventually(self.is_ready, lambda: self.log.read_text(encoding="utf-8")[-2000:])

    def is_ready(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.log.read_text(encoding="utf-8")[-2000:]
        if not (self.data / "control.ipc").exists():
            return False
        try:
            with Terminal(self.data) as terminal:
                return all(device["link"] == "up" for device in terminal.status()["devices"])
        except TableAway:
            return False

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def send(self, number: signal.Signals) -> int:
        """Signal the daemon and wait for its end; its exit code."""
        assert self._process is not None
        self._process.send_signal(number)
        code = self._process.wait(20)
        self._process = None
        return code

    def kill(self) -> None:
        assert self.send(signal.SIGKILL) == -signal.SIGKILL

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait(20)

    def export(self, *options: str) -> list[dict[str, Any]]:
        done = sabot("journal", "export", self.data, *options)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    def picture(self) -> dict[str, Any]:
        with Terminal(self.data) as terminal:
            return terminal.picture()

    def status(self) -> dict[str, Any]:
        with Terminal(self.data) as terminal:
            return terminal.status()

    def order(self, name: str, command: dict[str, Any]) -> str | None:
        """Sign in and give an order; why it was refused, or None."""
        with Terminal(self.data) as terminal:
            terminal.sign_in(name, PINS[name][1])
            try:
                terminal.order(name, command)
            except OrderRefused as refused:
                return str(refused)
        return None

    def begin(self, cards: str) -> None:
        """Open the table and burn: bets are open on *cards*."""
        self.shoe.power_on()
        assert self.order(SUPERVISOR, {"type": "OpenTable", "jornada": "J-1"}) is None
        assert self.order(DEALER, {"type": "PrepareShoe", "decks": 6, "cut_behind": 14}) is None
        self.shoe.load(["AS", "2C", *cards.split()])
        self.draw(2)
        assert self.picture()["phase"] == "betting"

    def draw(self, count: int) -> None:
        for _ in range(count):
            before = self.picture()["cards_out"]
            self.shoe.draw()
            eventually(lambda before=before: self.picture()["cards_out"] == before + 1)  # type: ignore[misc]

    def play_shoes(self, count: int) -> None:
        """Play whole shoes as fast as the line takes the cards; the table must be open and without a shoe."""
        for _ in range(count):
            assert self.order(DEALER, {"type": "PrepareShoe", "decks": 8}) is None
            cards = naturals(8)
            passes = len(cards) // len(NATURAL)
            self.shoe.load(cards, cut_card_from_end=0)
            self.shoe.draw()
            self.shoe.draw()
            for number in range(1, passes + 1):
                for _card in NATURAL:
                    self.shoe.draw()
                if number == passes:
                    self.shoe.draw()  # the cut card: this pass is the shoe's last
                self.shoe.close_round()
            eventually(lambda: self.picture()["phase"] == "no_shoe", self.picture)

    def lit(self) -> set[bool]:
        return set(self.stage.hardware.lit().values())


@contextmanager
def daemon_on_ptys(directory: Path, *, more_config: str = "", copies: int = 3) -> Iterator[Daemon]:
    with PtyStage(directory, (angel_eye(copies=copies), *LAMPS)) as stage:
        daemon = Daemon(directory, stage, more_config=more_config)
        try:
            daemon.start()
            yield daemon
        finally:
            daemon.close()
