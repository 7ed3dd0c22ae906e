"""Settings for every test: how hard property tests try, by day and by night (`--hypothesis-profile nightly`)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from daemon.i18n import speak
from tests.floor.fixtures import connected, database, postgres

__all__ = ["connected", "database", "postgres"]

# By day the same examples every time: a red run is about the change. New ones are looked for at night.
settings.register_profile("day", deadline=None, derandomize=True)
settings.register_profile("nightly", deadline=None, max_examples=20_000)
settings.load_profile("day")

_LONGEST = Path(__file__).parent / "worlds"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Worlds are long and come first, so that no worker is left alone with one at the end."""
    items.sort(key=lambda item: not item.path.is_relative_to(_LONGEST))


@pytest.fixture(autouse=True)
def _spanish_again() -> Iterator[None]:
    """A command run in English within a test leaves the process as it was."""
    yield
    speak("es")
