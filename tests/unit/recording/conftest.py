"""One recorded run of a real table, shared by the tests of this folder."""

from pathlib import Path

import pytest

from daemon.recording import RECORDINGS
from tests.scenario.stories import PUNTO_NATURAL
from tests.scenario.table import LiveTable, play


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data directory of a table that played three passes, lost its lamps once and recorded it all."""

    async def story(table: LiveTable) -> Path:
        await table.begin(f"{PUNTO_NATURAL} " * 3)
        await table.round(4)
        await table.unplug("lamps-b")
        await table.plug("lamps-b")
        await table.round(4)
        await table.draw(2)
        return table.data

    return play(story, tmp_path_factory.mktemp("recorded"), settings="[recorder]\non = true\n")


@pytest.fixture(scope="session")
def recording(data: Path) -> Path:
    (found,) = (data / RECORDINGS).iterdir()
    return found
