"""The technician's rehearsal, typed from its page: each command as printed there, and below it what must be seen."""

import os
import re
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hw_sims.leash import leashed
from tests.system.processes import SABOT, eventually, sabot

PAGE = Path(__file__).parents[2] / "docs" / "rehearsal.md"
TECHNICIAN = "Tomás Vidal"
BEFORE_ASKING_AGAIN_S = 1.0
_STEP = re.compile(r"^ {4}(?P<typed>sabot .+)$|^> (?P<seen>.+)$", re.MULTILINE)
_CHANGES_SOMETHING = ("sim", "bundle")


def test_every_command_of_the_rehearsal_shows_what_its_page_says(tmp_path: Path) -> None:
    (demo, _nothing), *steps = steps_of_the_page()
    with demonstration(demo, tmp_path) as (simulators, pin):
        for typed, seen in steps:
            words = shlex.split(typed.replace("$SIMS", simulators))[1:]
            shows(words, seen, tmp_path, pin)


def steps_of_the_page() -> list[tuple[str, str]]:
    """Each command with the words that must be seen after it; none where the page says none."""
    steps: list[tuple[str, str]] = []
    for found in _STEP.finditer(PAGE.read_text(encoding="utf-8").partition("\n---\n")[0]):
        if found["typed"]:
            steps.append((found["typed"], ""))
        else:
            steps[-1] = (steps[-1][0], found["seen"])
    assert len(steps) > 15
    return steps


def shows(words: list[str], seen: str, directory: Path, pin: str) -> None:
    """Type it; what only asks may be asked again until it shows what it should."""
    said: list[str] = []

    def typed() -> bool:
        done = sabot(*words, pin=pin, data=directory / "ensayo", cwd=directory)
        said.append(done.stdout + done.stderr)
        as_printed = done.returncode == 0 and seen in done.stdout
        time.sleep(0 if as_printed else BEFORE_ASKING_AGAIN_S)
        return as_printed

    if words[0] in _CHANGES_SOMETHING or "replace" in words:
        assert typed(), (words, said)
    else:
        eventually(typed, lambda: (words, seen, said[-1]))


@contextmanager
def demonstration(typed: str, directory: Path) -> Iterator[tuple[str, str]]:
    """The demonstration of the page, without its web pages: where its simulators are, and the technician's PIN."""
    command = leashed(*SABOT, *shlex.split(typed)[1:], "--no-web")
    out = directory / "demo.txt"
    with (
        out.open("w", encoding="utf-8") as log,
        subprocess.Popen(
            command, stdout=log, stderr=log, cwd=directory, env={**os.environ, "LANG": "C", "COLUMNS": "200"}
        ) as demo,
    ):
        try:
            told = re.compile(rf"--at (\S+) .*^{TECHNICIAN} \(\S+\)  PIN (\d+)$", re.DOTALL | re.MULTILINE)
            eventually(lambda: told.search(out.read_text(encoding="utf-8")), lambda: out.read_text(encoding="utf-8"))
            found = told.search(out.read_text(encoding="utf-8"))
            assert found is not None
            eventually(lambda: sabot("status", data=directory / "ensayo").returncode == 0)
            yield found[1], found[2]
        finally:
            demo.send_signal(signal.SIGINT)
            demo.wait(20)
