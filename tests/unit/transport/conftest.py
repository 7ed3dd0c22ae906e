"""Fixtures of the transport tests."""

from pathlib import Path

import pytest

from tests.unit.transport.boards import Board, Bus

ENTRY_POINTS = """\
[sabot.usb_backends]
test-boards = tests.unit.transport.boards:open_backend
simulated = hw_sims.usb_backend:open_backend
"""


@pytest.fixture
def board() -> Board:
    return Board("HURTM")


@pytest.fixture
def backends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """USB backends found as those of an installed distribution are."""
    metadata = tmp_path / "test_boards-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: test-boards\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.fixture
def bus(board: Board, backends: None, monkeypatch: pytest.MonkeyPatch) -> Bus:
    """A bus in this process, with *board* on it."""
    bus = Bus(board)
    monkeypatch.setitem(Bus.named, "bus", bus)
    return bus
