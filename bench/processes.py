"""The other processes of a measurement: started here, asked and heard by lines, over with their input."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.wires import BenchStuck

PROJECT = Path(__file__).resolve().parents[1]
Process = subprocess.Popen[str]


@contextmanager
def started(module: str, *arguments: str) -> Iterator[Process]:
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(
        command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        try:
            yield process
        except BaseException:
            process.kill()
            raise
        if process.stdin is not None:
            process.stdin.close()


def tell(process: Process, order: str) -> None:
    if process.stdin is not None:
        process.stdin.write(order + "\n")


def hear(process: Process) -> str:
    """The next line it says, without its end."""
    said = process.stdout.readline() if process.stdout is not None else ""
    if not said:
        raise BenchStuck("the measured process ended")
    return said.removesuffix("\n")


def ask(process: Process, order: str) -> str:
    tell(process, order)
    return hear(process)
