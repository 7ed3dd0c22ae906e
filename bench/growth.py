"""Row `growth`: a restart of the whole process with a million journal entries, against one with a thousand.

From the start of the interpreter until the start is recorded and the table takes inputs in. The state it comes back to
must be the fold of the whole journal, or there is no row.
"""

import itertools
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bench.restart_process import state_digest
from bench.rows import Row, measured
from bench.wires import BenchStuck
from daemon.journal import Journal, open_reader, read_rows
from daemon.kernel import fold
from daemon.opening import open_checked
from daemon.snapshots import Sealer
from hw_sims.stage import table_config
from table_core.record import Entry, Stopped
from table_core.table import TableState
from tests.unit.core.rig import Rig

NAME = "growth"
MANY, FEW = 1_000_000, 1_000
AGAINST = f"the same restart with {FEW} entries"
GOAL, READY_WITHIN_NS = 1.5, 2_000_000_000
RESTARTS = 9
PASS = "4S 3H 5D 4C"
_PORTS = ("memory://shoe", "memory://lamps-a", "memory://lamps-b")


def measure() -> Row:
    with tempfile.TemporaryDirectory(prefix="sabot-bench-") as room:
        many, few = (_table(Path(room) / str(count), count) for count in (MANY, FEW))
        times: dict[Path, list[int]] = {many: [], few: []}
        for config in (many, few) * RESTARTS:
            times[config].append(_restart(config))
    row = measured(NAME, times[many], against=AGAINST, against_ns=times[few], goal=GOAL)
    in_time = sorted(times[many])[RESTARTS // 2] <= READY_WITHIN_NS
    return msgspec.structs.replace(row, met=bool(row.met) and in_time)


def _table(directory: Path, entries: int) -> Path:
    """The configuration of a table whose journal holds *entries* entries."""
    data = directory / "data"
    data.mkdir(parents=True)
    config = directory / "table.toml"
    config.write_text(table_config(_PORTS, data, game="mini-baccarat", stakes="none"), encoding="utf-8")
    journal = open_checked(data)
    _fill(journal, entries)
    journal.close()
    return config


def _fill(journal: Journal, entries: int) -> None:
    """The same pass over and over, written and sealed as the daemon does, in larger batches."""
    opening, one_pass = _story()
    if journal.signer is None:
        raise BenchStuck("a journal without a key is never sealed")
    sealer, state = Sealer(journal, journal.signer), TableState()
    batches: Iterator[list[Entry]] = itertools.chain([opening], itertools.repeat(one_pass * 40))
    while journal.head.seq < entries - 1:
        batch = next(batches)[: entries - 1 - journal.head.seq]
        state = fold(batch, state)
        journal.append(batch, journal.head.seq, journal.head.seq)
        sealer.committed(batch, state, journal.head.seq, journal.head.seq, busy=False)
    journal.append((Stopped("end"),), journal.head.seq, journal.head.seq)


def _story() -> tuple[list[Entry], list[Entry]]:
    """What opens a table, and what one pass adds."""
    rig = Rig(PASS)
    rig.open()
    opened = len(rig.entries)
    rig.draw(4)
    rig.close_round()
    return rig.entries[:opened], rig.entries[opened:]


def _restart(config: Path) -> int:
    data = config.parent / "data"
    began = time.monotonic_ns()
    with subprocess.Popen(
        [sys.executable, "-m", "bench.restart_process", str(config)], stdout=subprocess.PIPE, text=True
    ) as process:
        if process.stdout is None:
            raise BenchStuck("no output")
        said = process.stdout.readline().split()
        took = time.monotonic_ns() - began
    if len(said) != 2 or process.returncode != 0:
        raise BenchStuck(f"the restart said {said}")
    _must_be_the_fold(data, said[1])
    return took


def _must_be_the_fold(data: Path, digest: str) -> None:
    """Once per journal: folding a million entries takes longer than all restarts together."""
    checked = data / "checked"
    if checked.exists():
        return
    db = open_reader(data)
    stopped = next(row.seq for row in read_rows(db) if isinstance(row.entry(), Stopped))
    rows = itertools.takewhile(lambda row: row.seq <= stopped, read_rows(db))
    whole = state_digest(fold(row.entry() for row in rows))
    db.close()
    if whole != digest:
        raise BenchStuck("a restart came back to another table than the fold of its journal")
    checked.touch()
