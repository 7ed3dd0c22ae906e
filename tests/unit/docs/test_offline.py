"""Installing without a network: every step that installs something asks the carried wheels and no index."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(("wheels", "asks_an_index"), [("WHEELHOUSE=ruedas", False), ("WHEELHOUSE=", True)])
def test_with_a_wheelhouse_nothing_is_installed_from_an_index(wheels: str, asks_an_index: bool) -> None:
    done = subprocess.run(
        ["make", "--no-print-directory", "-n", "-B", "env", wheels],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    installs = [line for line in done.stdout.splitlines() if "pip install" in line]
    assert len(installs) == 2
    for line in installs:
        assert ("--no-index" not in line) == asks_an_index, line
        assert (f"--find-links {ROOT / 'ruedas'}" not in line) == asks_an_index, line
    assert "--require-hashes" in installs[0], "an altered wheel is not installed"
