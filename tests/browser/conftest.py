"""One browser for the tests of a module, gone with it: its event loop would be in the way of others."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import EXECUTABLE, Visitor, chromium
from tests.browser.house import House, house


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if EXECUTABLE is None:
        for item in items:
            if Path(__file__).parent in Path(item.path).parents:
                item.add_marker(pytest.mark.skip(reason="no chromium on this machine"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def open_house(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[House]:
    """A house where mini-baccarat is played, or the game of the mark `game`."""
    mark = request.node.get_closest_marker("game")
    with house(tmp_path, *(mark.args if mark else ()), **(mark.kwargs if mark else {})) as opened:
        yield opened


@pytest.fixture
def visitor(browser: Browser, open_house: House) -> Iterator[Visitor]:
    """Somebody who looks; whoever complained or reached outside fails the test."""
    somebody = Visitor(browser, open_house.url)
    yield somebody
    somebody.close()
    assert somebody.complaints == []
    assert somebody.left == []
