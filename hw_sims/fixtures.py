"""Simulated devices as pytest fixtures, also for other people's projects: installed, they are found by themselves.

def test_my_host_program(simulator):
    board = simulator("lcus")              # behind a pty; simulator("lcus", tcp=True) behind a TCP port; a
                                           # "hid-relay" on a USB bus of its own, for pyusb with our backend
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
from hw_sims.simulators import USB_SIMULATORS
from hw_sims.usb_alone import RunningUsbSimulator


class Simulated:
    """A running simulator and its control channel."""

    def __init__(self, running: RunningSimulator | RunningUsbSimulator, client: ControlClient) -> None:
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
            device = _running(kind, control, place, tcp=tcp)
            running.enter_context(device)
            return Simulated(device, running.enter_context(ControlClient(control)))

        yield start


def _running(kind: str, control: Path, place: Path, *, tcp: bool) -> RunningSimulator | RunningUsbSimulator:
    if kind in USB_SIMULATORS:
        return RunningUsbSimulator(kind, control, place)
    return RunningSimulator(kind, control, tcp=0) if tcp else RunningSimulator(kind, control, pty=place)
