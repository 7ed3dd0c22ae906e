"""Row `many_clients`: card to lamp at a table whose pages fifty browsers follow, against one without a console.

The console is the process `sabot console`; the fifty streams are read by another process, which stands for machines
elsewhere and therefore runs at the lowest priority.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.beside import beside_one_alone
from bench.rows import Row
from bench.wires import BenchStuck

NAME = "many_clients"
AGAINST = "the same table without a console"
GOAL = 1.3
CLIENTS = 50
PASSES, WARM_UP = 240, 40
FEWEST_TOLD = PASSES // 10
_PROJECT = Path(__file__).resolve().parents[1]


def measure(passes: int = PASSES) -> Row:
    return beside_one_alone(
        _browsers, _check_they_saw_it, name=NAME, against=AGAINST, goal=GOAL, passes=passes, warm_up=WARM_UP
    )


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


def _check_they_saw_it(browsers: "subprocess.Popen[str]", journal: Path) -> None:
    """Pages that were told nothing would have measured nothing. Pictures that follow at once are told as one."""
    told, _errors = browsers.communicate("", timeout=30)
    fewest = int(told)
    if fewest < FEWEST_TOLD:
        raise BenchStuck(f"a page was told only {fewest} pictures of {journal}")
