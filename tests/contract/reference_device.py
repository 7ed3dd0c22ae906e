"""The reference device in C, compiled with the system's compiler, with whatever checks of its own it has."""

import shutil
import subprocess
from pathlib import Path
from typing import IO

import pytest

SOURCES = Path(__file__).parents[2] / "firmware_bridge" / "reference"
PARTS = ("device.c", "frames.c", "sha256.c")
STRICT = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror")
SANITIZED = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="no C compiler (cc, gcc or clang) on this machine")


def build(program: str, into: Path) -> Path:
    """*program* of the reference, strict; with address and undefined-behaviour checks where the compiler has them."""
    into.mkdir(parents=True, exist_ok=True)
    return _compiled(program, into, SANITIZED if _has_sanitizers(into) else ("-O2",))


def build_plain(program: str, into: Path) -> Path:
    """*program* as a maker would build it."""
    return _compiled(program, into, ("-O2",))


def _compiled(program: str, into: Path, options: tuple[str, ...]) -> Path:
    assert COMPILER is not None
    into.mkdir(parents=True, exist_ok=True)
    made = into / program
    sources = [SOURCES / name for name in (f"{program}.c", *PARTS)]
    command: list[str | Path] = [COMPILER, *STRICT, *options, "-o", made, *sources]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return made


def _has_sanitizers(into: Path) -> bool:
    assert COMPILER is not None
    probe = into / "probe.c"
    probe.write_text("int main(void) { return 0; }\n")
    command: list[str | Path] = [COMPILER, *SANITIZED, "-o", into / "probe", probe]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


class Questions:
    """The program `vectors`: a question a line, an answer a line."""

    def __init__(self, program: Path) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([program], stdin=pipe, stdout=pipe, stderr=pipe, text=True)

    def ask(self, *words: str) -> str:
        stdin, stdout = _ends(self._process)
        stdin.write(" ".join(word or "-" for word in words) + "\n")
        stdin.flush()
        return stdout.readline().strip()

    def close(self) -> None:
        _, complaints = self._process.communicate(timeout=10)
        assert (self._process.returncode, complaints) == (0, "")


class AcceptorOnALine:
    """The reference device as a board of acceptors on the port *line*, steered through its standard input."""

    def __init__(self, program: Path, line: Path, *, key: bytes, serial: str = "C99-1", seats: int = 3) -> None:
        pipe = subprocess.PIPE
        command: list[str | Path] = [program, line, key.hex(), serial, str(seats)]
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)

    def activate(self, seat: int, credits_: int) -> None:
        self._order(f"a {seat} {credits_}")

    def press(self, seat: int, credits_: int) -> None:
        self._order(f"p {seat} {credits_}")

    def restart(self) -> None:
        self._order("r")

    def made_and_held(self) -> tuple[int, int]:
        """How many events it made so far, and how many nobody acknowledged."""
        self._order("?")
        made, held = _ends(self._process)[1].readline().split()
        return int(made), int(held)

    def close(self) -> None:
        _, complaints = self._process.communicate(timeout=10)
        assert (self._process.returncode, complaints) == (0, "")

    def _order(self, text: str) -> None:
        stdin, _ = _ends(self._process)
        stdin.write(text + "\n")
        stdin.flush()


def _ends(process: "subprocess.Popen[str]") -> tuple[IO[str], IO[str]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout
