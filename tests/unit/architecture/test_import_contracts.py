"""The import contracts hold, and each of them fails on a deliberate violation."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PACKAGES = ("table_core", "firmware_bridge", "drivers", "daemon", "hw_sims")

VIOLATIONS = {
    "the rules ask for the time": ("table_core/rules/baccarat/chart.py", "import time\n"),
    "a codec opens a port": ("firmware_bridge/wire/lcus.py", "import serial\n"),
    "a driver reaches into the daemon": ("drivers/registry.py", "import daemon.journal\n"),
    "the kernel starts a thread": ("daemon/kernel.py", "import threading\n"),
    "the product imports a simulator": ("daemon/shell.py", "import hw_sims.stage\n"),
    "a simulator borrows the product's driver": ("hw_sims/pty_port.py", "import drivers.registry\n"),
    "a device model throws dice": ("hw_sims/devices/lcus/model.py", "import random\n"),
}


def lint(directory: Path) -> "subprocess.CompletedProcess[str]":
    """Run import-linter on a tree; its own packages are found through the working directory."""
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, ''); {code}"]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_tree_keeps_every_import_contract(tree: Path) -> None:
    result = lint(tree)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("violation", VIOLATIONS)
def test_a_deliberate_violation_breaks_a_contract(tree: Path, violation: str) -> None:
    file, line = VIOLATIONS[violation]
    source = (tree / file).read_text(encoding="utf-8")
    (tree / file).write_text(source + "\n" + line, encoding="utf-8")
    result = lint(tree)
    assert result.returncode != 0, result.stdout
    assert "BROKEN" in result.stdout
