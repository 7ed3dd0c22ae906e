"""Row `card_to_lamp`: last byte of a card frame on a pty to the last byte of the serial lamp command on another.

The first card of a pass closes the bets, so every seat lamp goes dark: through the real daemon parts, with the journal
committed in between. Measured against a bare pty and a bare commit, turn by turn in the same run.
"""

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bench.bare_process import ANSWER
from bench.processes import PROJECT, Process, ask, hear, started
from bench.rows import Row, measured
from bench.wires import Wire
from hw_sims.devices.angel_eye.model import Shoe
from hw_sims.devices.lcus.model import LcusBoard
from hw_sims.stacked import BURNED, naturals

NAME = "card_to_lamp"
AGAINST = "pty round trip + bare apsw commit (synchronous=FULL) of one row"
GOAL = 1.6
PASSES, WARM_UP = 400, 40
PASSES_PER_SHOE = 100
SEATS = 7

_CARDS_PER_PASS = 4
_FRAME_BYTES = b"\x051D\x81\xb4\x0344"
_CONFIG = """
[table]
name = "bench"
rulebook = "iquique-2000/mini-baccarat"
data = "{data}"
simulated = true

[[devices]]
name = "shoe"
driver = "angel-eye"
port = "serial://{shoe}?baud=4800"

[[devices]]
name = "lamps"
driver = "lcus"
port = "serial://{lamps}?baud=9600"
lamps = [{names}]
"""


def measure(passes: int = PASSES) -> Row:
    ours, bare = [], []
    with ExitStack() as stack:
        room = stack.enter_context(bench_room())
        table = stack.enter_context(real_table(room))
        peer = stack.enter_context(_peer(room))
        for number in range(WARM_UP + passes):
            taken = (table.play_pass(number), peer.answer())
            if number >= WARM_UP:
                ours.append(taken[0])
                bare.append(taken[1])
    return measured(NAME, ours, against=AGAINST, against_ns=bare, goal=GOAL)


class DealtTable:
    """A dealer without pauses at a real table in another process."""

    def __init__(self, process: Process, shoe_wire: Wire, lamp_wire: Wire) -> None:
        self._process = process
        self._lamp_wire = lamp_wire
        self._shoe = Shoe(shoe_wire.write, copies=1)
        self._board = LcusBoard(SEATS + 1)
        self._shoe.power_on()

    def play_pass(self, number: int) -> int:
        """Play one pass; how long its first card took to darken the seat lamps."""
        if number % PASSES_PER_SHOE == 0:
            self._prepare()
        started = time.perf_counter_ns()
        self._shoe.draw()
        taken = self._wait(lit=False) - started
        for _ in range(_CARDS_PER_PASS - 1):
            self._shoe.draw()
        if (number + 1) % PASSES_PER_SHOE == 0:
            self._shoe.draw()  # the cut card: this pass is the shoe's last
            self._shoe.close_round()
        else:
            self._shoe.close_round()
            self._wait(lit=True)
        return taken

    def _prepare(self) -> None:
        cards = naturals(8)[: len(BURNED) + _CARDS_PER_PASS * PASSES_PER_SHOE]
        self._shoe.load(cards, cut_card_from_end=0)
        ask(self._process, "prepare")
        self._shoe.draw()
        self._shoe.draw()
        self._wait(lit=True)

    def _wait(self, *, lit: bool) -> int:
        """When the last byte came that made every seat lamp *lit*."""
        while True:
            data = self._lamp_wire.read()
            arrived = time.perf_counter_ns()
            self._board.receive(data)
            if set(self._board.lit[:SEATS]) == {lit}:
                return arrived


class _Peer:
    def __init__(self, source: Wire, target: Wire) -> None:
        self._source = source
        self._target = target

    def answer(self) -> int:
        started = time.perf_counter_ns()
        self._source.write(_FRAME_BYTES)
        missing = len(ANSWER)
        while missing > 0:
            missing -= len(self._target.read())
        return time.perf_counter_ns() - started


@contextmanager
def bench_room() -> Iterator[Path]:
    """A directory beside the code and not in the system's place for temporary files, which may be memory."""
    (PROJECT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=PROJECT / "build") as room:
        yield Path(room)


@contextmanager
def real_table(room: Path, *options: str) -> Iterator[DealtTable]:
    """A table in a process of its own, with its data in *room*/journal; *options* go to `bench.table_process`."""
    with Wire() as shoe, Wire() as lamps:
        names = ", ".join(f'"seat.{seat}"' for seat in range(1, SEATS + 1)) + ', "hold"'
        config = room / "table.toml"
        text = _CONFIG.format(data=room / "journal", shoe=shoe.path, lamps=lamps.path, names=names)
        config.write_text(text, encoding="utf-8")
        with started("bench.table_process", str(config), *options) as process:
            yield DealtTable(process, shoe, lamps)


@contextmanager
def _peer(room: Path) -> Iterator[_Peer]:
    database = str(room / "bare.db")
    with (
        Wire() as source,
        Wire() as target,
        started("bench.bare_process", database, source.path, target.path) as process,
    ):
        hear(process)
        yield _Peer(source, target)
        source.write(b"end")
