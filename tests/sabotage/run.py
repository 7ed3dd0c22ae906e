"""Breaks the code on purpose, one patch at a time in a copy, and reports whether the test each patch names goes red."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from pathlib import Path

from msgspec import Struct

PROJECT = Path(__file__).resolve().parents[2]
PATCHES = Path(__file__).parent
CORES = 2
_HEADER = "# test: "
_SECONDS_PER_RUN = 300
# What pytest exits with: anything else than these two says nothing about the test.
_GREEN, _RED = 0, 1


class Sabotage(Struct, frozen=True):
    """One patch and the tests that must notice it."""

    patch: Path
    tests: tuple[str, ...]


class Finding(Struct, frozen=True):
    """*problem* is why the answer is no answer: the patch did not apply, the test did not run."""

    patch: str
    test: str
    caught: bool
    problem: str = ""


class SabotageError(Exception):
    """The run cannot begin: what is wrong, in the message."""


def main(arguments: list[str] | None = None) -> int:
    options = _options(arguments)
    try:
        findings = sabotage(read_patches(options.only))
    except SabotageError as error:
        print(error, file=sys.stderr)  # noqa: T201 - a command speaks
        return 1
    rows = [{"patch": found.patch, "test": found.test, "caught": found.caught} for found in findings]
    print(json.dumps(rows, indent=None if options.json else 1))  # noqa: T201
    return 0 if findings and all(found.caught for found in findings) else 1


def read_patches(only: str = "*") -> list[Sabotage]:
    """Every patch whose name matches *only*, in the order of their names."""
    files = [file for file in sorted(PATCHES.glob("*.patch")) if fnmatch(file.stem, only)]
    return [Sabotage(file, _named_tests(file)) for file in files]


def sabotage(patches: list[Sabotage]) -> list[Finding]:
    """Check that the named tests are green as things are, then break the code patch by patch."""
    with tempfile.TemporaryDirectory(prefix="sabotage-") as room:
        _check_green(Path(room) / "clean", patches)
        with ThreadPoolExecutor(CORES) as workers:
            answers = workers.map(lambda one: _try(Path(room) / one.patch.stem, one), patches)
            return [finding for answer in answers for finding in answer]


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.sabotage.run", description=__doc__)
    parser.add_argument("--only", default="*", metavar="GLOB", help="patches by name, without .patch")
    parser.add_argument("--json", action="store_true", help="on one line")
    return parser.parse_args(arguments)


def _named_tests(file: Path) -> tuple[str, ...]:
    lines = file.read_text(encoding="utf-8").splitlines()
    tests = tuple(line.removeprefix(_HEADER).strip() for line in lines if line.startswith(_HEADER))
    if not tests:
        raise SabotageError(f"{file.name} names no test: it must begin with a line '{_HEADER}tests/...::test_...'")
    return tests


def _check_green(copy: Path, patches: list[Sabotage]) -> None:
    _copy_project(copy)
    _check_imports(copy)
    tests = sorted({test for one in patches for test in one.tests})
    _say(f"{len(patches)} patches, {len(tests)} named tests: first as things are")
    ran = _pytest(copy, tests)
    if ran.returncode != _GREEN:
        raise SabotageError(f"the named tests are not green without any patch:\n{ran.stdout}")


def _try(copy: Path, one: Sabotage) -> list[Finding]:
    _copy_project(copy)
    applied = _run(copy, "git", "apply", "-C1", str(one.patch))
    if applied.returncode != 0:
        problem = f"does not apply: {applied.stderr.strip()}"
        findings = [Finding(one.patch.name, test, caught=False, problem=problem) for test in one.tests]
    else:
        findings = [_judge(copy, one.patch.name, test) for test in one.tests]
    shutil.rmtree(copy)
    for found in findings:
        _say(f"{'caught' if found.caught else 'NOT CAUGHT'}  {found.patch}  {found.test}  {found.problem}".rstrip())
    return findings


def _judge(copy: Path, patch: str, test: str) -> Finding:
    ran = _pytest(copy, [test])
    problem = "" if ran.returncode in (_GREEN, _RED) else f"the test did not run: {ran.stdout.strip()[-500:]}"
    return Finding(patch, test, ran.returncode == _RED, problem)


def _copy_project(copy: Path) -> None:
    """What git knows or would add: no environment, no caches."""
    listed = _run(PROJECT, "git", "ls-files", "-co", "--exclude-standard", "-z").stdout.split("\0")
    for name in filter(None, listed):
        source = PROJECT / name
        if source.is_file():  # a file deleted but not committed is still listed
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy / name)


def _check_imports(copy: Path) -> None:
    """The editable install points at the original; a run that imported that would prove nothing."""
    found = _run(copy, sys.executable, "-c", "import daemon, table_core; print(daemon.__file__, table_core.__file__)")
    paths = [Path(path).resolve() for path in found.stdout.split()]
    if not paths or not all(path.is_relative_to(copy.resolve()) for path in paths):
        raise SabotageError(f"the copy's packages are not the ones imported: {found.stdout}{found.stderr}")


def _pytest(copy: Path, tests: list[str]) -> subprocess.CompletedProcess[str]:
    return _run(copy, sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests)


def _run(directory: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(directory), "GIT_CEILING_DIRECTORIES": str(directory.parent)}
    if directory == PROJECT:
        del environment["GIT_CEILING_DIRECTORIES"]
    return subprocess.run(
        command,
        cwd=directory,
        env=environment,
        capture_output=True,
        text=True,
        timeout=_SECONDS_PER_RUN,
        check=False,
    )


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
