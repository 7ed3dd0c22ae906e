"""The simulated hardware of a scenario, behind memory ports or behind ptys and a USB bus, with one set of handles."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, Protocol

from firmware_bridge.transport.memory import MemoryHub
from hw_sims.stage import LCUS, RELAY, SHOE, Hardware, MemoryStage, PtyStage

Over = Literal["memory", "pty"]
OVER: tuple[Over, ...] = ("memory", "pty")


class Stage(Protocol):
    """What a scenario does to its hardware besides dealing from the shoe."""

    hub: MemoryHub | None
    hardware: Hardware

    def ports(self) -> tuple[str, ...]: ...
    def say(self, data: bytes) -> None: ...
    def plug(self, device: str) -> None: ...
    def unplug(self, device: str) -> None: ...
    def stop_reading(self, device: str) -> None: ...
    def resume_reading(self, device: str) -> None: ...


class InMemory:
    def __init__(self) -> None:
        self._stage = MemoryStage()
        self.hub: MemoryHub | None = self._stage.hub
        self.hardware = self._stage.hardware
        self.ports = self._stage.ports
        self._out: set[str] = set()

    def say(self, data: bytes) -> None:
        if SHOE not in self._out:
            self._stage.say(SHOE, data)

    def plug(self, device: str) -> None:
        self._out.discard(device)
        self._stage.plug(device)

    def unplug(self, device: str) -> None:
        self._out.add(device)
        self._stage.unplug(device)

    def stop_reading(self, device: str) -> None:
        self._stage.hub.stop_reading(device)

    def resume_reading(self, device: str) -> None:
        self._stage.hub.start_reading(device)


class OnPtys:
    def __init__(self, stage: PtyStage) -> None:
        self.hub: MemoryHub | None = None
        self.hardware = stage.hardware
        self.ports = stage.ports
        self._stage = stage

    def say(self, data: bytes) -> None:
        self._stage.say(SHOE, data)

    def plug(self, device: str) -> None:
        self._stage.plug(device)

    def unplug(self, device: str) -> None:
        self._stage.unplug(device)

    def stop_reading(self, device: str) -> None:
        assert device == LCUS, "only the serial board can be deaf here"
        self._stage.stop_reading(device)

    def resume_reading(self, device: str) -> None:
        assert device == LCUS, "only the serial board can be deaf here"
        self._stage.resume_reading(device)


@contextmanager
def staged(over: Over, directory: Path) -> Iterator[Stage]:
    """The hardware of one table, plugged in."""
    if over == "memory":
        yield InMemory()
        return
    directory.mkdir(parents=True, exist_ok=True)
    with PtyStage(directory) as stage:
        yield OnPtys(stage)


__all__ = ["LCUS", "OVER", "RELAY", "SHOE", "Over", "Stage", "staged"]
