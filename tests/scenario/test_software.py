"""A table that names its approved release finds out when the installation becomes another."""

from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from daemon import software_watch
from daemon.release import Change, Release, installed, sign_release
from daemon.version import digests
from hw_sims.parts import RELAY
from table_core.commands import BeginMaintenance, EndMaintenance
from table_core.rules.baccarat.state import PassSettled
from tests.scenario.stories import PUNTO_NATURAL
from tests.scenario.table import LiveTable, play, until

KEY = Ed25519PrivateKey.generate()
CHANGE = Change("2026-11-19", "lámparas", "se apagaban tarde", "escenarios y mesa de prueba")


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small installation, in the place of the one we run in."""
    root = tmp_path / "program"
    root.mkdir()
    (root / "kernel.py").write_text("LAMPS = 7\n", "utf-8")
    monkeypatch.setattr(software_watch, "installed", lambda: there(root))
    return root


def there(root: Path) -> dict[str, str]:
    return {name: digest.hex() for name, digest in digests(root)}


def settings(directory: Path, files: dict[str, str]) -> str:
    paper = directory / "release.json"
    paper.write_bytes(sign_release(Release("1", (CHANGE,), files), KEY))
    return f'[release]\npaper = "{paper}"\nsigner = "{KEY.public_key().public_bytes_raw().hex()}"\n'


async def repair(table: LiveTable) -> None:
    """A technician opens the lamps and closes them again."""
    assert await table.order(BeginMaintenance(RELAY, "LIC-1", "no enciende", "ACT-7"), role="technician") is None
    assert await table.order(EndMaintenance(RELAY, "fusible", "Ana Rojas"), role="technician") is None


def alter(root: Path) -> None:
    (root / "kernel.py").write_text("LAMPS = 6\n", "utf-8")


def plant(root: Path) -> None:
    (root / "helper.pth").write_text("import os\n", "utf-8")


def lose(root: Path) -> None:
    (root / "kernel.py").unlink()


@pytest.mark.requirement("R76", "R77")
@pytest.mark.parametrize("change", [alter, plant, lose])
def test_a_program_changed_while_a_device_was_open_stops_the_table(
    tmp_path: Path, program: Path, change: Callable[[Path], None]
) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await repair(table)
        await table.round(4)
        change(program)
        await repair(table)
        reason = await table.table.shell.over
        assert "dejó de ser el aprobado" in reason
        assert ("helper.pth" if change is plant else "kernel.py") in reason
        await until(lambda: set(table.lit().values()) == {False}, table.lit)

    play(story, tmp_path, settings=settings(tmp_path, there(program)))


@pytest.mark.requirement("R77")
def test_a_pass_under_way_is_played_to_its_end_first(tmp_path: Path, program: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await repair(table)
        await table.draw(2)
        alter(program)
        watch = table.table._custody._software
        assert watch is not None
        watch._closed.set()
        await until(lambda: watch._difference)
        await table.draw(2)
        assert not table.table.shell.over.done()
        await table.close_round()
        assert "dejó de ser el aprobado" in await table.table.shell.over
        assert [one.result for one in table.all(PassSettled)] == ["punto"]

    play(story, tmp_path, settings=settings(tmp_path, there(program)))


def test_this_installation_is_its_own_release_and_no_compiled_file_is_in_it() -> None:
    files = installed()
    assert "daemon/kernel.py" in files
    assert any(name.startswith("zmq/") for name in files), "the libraries are part of it"
    assert not any("__pycache__" in name for name in files)
