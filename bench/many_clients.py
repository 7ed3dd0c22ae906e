"""Row `many_clients`: card to lamp at a table whose pages fifty browsers follow, against one without a console.

The console is the process `sabot console`; the fifty streams are read by another process, which stands for machines
elsewhere and therefore runs at the lowest priority.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bench.card_to_lamp import bench_room, real_table
from bench.rows import Row, measured
from bench.wires import BenchStuck

NAME = "many_clients"
AGAINST = "the same table without a console"
GOAL = 1.3
CLIENTS = 50
PASSES, WARM_UP = 240, 40
_PUBLISHED = "published"
_PROJECT = Path(__file__).resolve().parents[1]


def measure(passes: int = PASSES) -> Row:
    ours: list[int] = []
    alone: list[int] = []
    with ExitStack() as stack:
        room = stack.enter_context(bench_room())
        (room / "watched").mkdir()
        (room / "alone").mkdir()
        watched = stack.enter_context(real_table(room / "watched", _PUBLISHED))
        unwatched = stack.enter_context(real_table(room / "alone", _PUBLISHED))
        browsers = stack.enter_context(_browsers(room / "watched" / "journal"))
        sides = [(watched, ours), (unwatched, alone)]
        for number in range(WARM_UP + passes):
            for table, times in sides if number % 2 else reversed(sides):
                taken = table.play_pass(number)
                if number >= WARM_UP:
                    times.append(taken)
        _check_they_saw_it(browsers, passes)
    return measured(NAME, ours, against=AGAINST, against_ns=alone, goal=GOAL)


@contextmanager
def _browsers(data: Path) -> Iterator["subprocess.Popen[str]"]:
    """A console on *data* and the process that reads its streams, once all of them are open."""
    command = [sys.executable, "-m", "bench.clients_process", str(data), str(CLIENTS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=_PROJECT) as browsers:
        try:
            if browsers.stdout is None or browsers.stdout.readline() != "open\n":
                raise BenchStuck("the console did not open its streams")
            yield browsers
        finally:
            browsers.kill()


def _check_they_saw_it(browsers: "subprocess.Popen[str]", passes: int) -> None:
    """Pages that were told nothing would have measured nothing. Pictures that follow at once are told as one."""
    told, _errors = browsers.communicate("", timeout=30)
    fewest = int(told)
    if fewest < passes // 10:
        raise BenchStuck(f"a page was told only {fewest} pictures in {passes} passes")
