"""Simulated devices as pytest fixtures, also for other people's projects: installed, they are found by themselves.

def test_my_host_program(simulator):
    board = simulator("lcus")              # behind a pty; simulator("lcus", tcp=True) behind a TCP port
    my_program(board.url)
    assert board.order("state")["lit"][0]
    board.order("unplug", device="line")
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from hw_sims.alone import RunningSimulator
from hw_sims.control import ControlClient


class Simulated:
    """A running simulator and its control channel."""

    def __init__(self, running: RunningSimulator, client: ControlClient) -> None:
        self.url = running.url
        self._kind = running.kind
        self._client = client

    def order(self, do: str, /, *, device: str | None = None, **arguments: object) -> Any:
        """Carry out an order of the device's control language; *device* "line" is the cable."""
        return self._client.order(device or self._kind, do, **arguments)


@pytest.fixture
def simulator(tmp_path: Path) -> Iterator[Callable[..., Simulated]]:
    """Starts simulators by kind; all are gone when the test is over."""
    with ExitStack() as running:

        def start(kind: str, *, tcp: bool = False) -> Simulated:
            place = tmp_path / f"{kind}-{len(list(tmp_path.iterdir()))}"
            control = place.with_suffix(".ctl")
            at: dict[str, Any] = {"tcp": 0} if tcp else {"pty": place}
            device = running.enter_context(RunningSimulator(kind, control, **at))
            return Simulated(device, running.enter_context(ControlClient(control)))

        yield start
