"""The pole display by itself: `state`."""

from collections.abc import Iterable

from hw_sims.devices.alone import Alone, Now, Say
from hw_sims.devices.cd5220.model import PoleDisplay


def build(_say: Say, _now: Now) -> Alone:
    display = PoleDisplay()

    def hear(data: bytes) -> Iterable[bytes]:
        display.receive(data)
        return ()

    def state() -> object:
        return {"shown": display.shown, "refused": len(display.refused), "noise_bytes": display.noise_bytes}

    return Alone(hear, display.power_lost, {"cd5220": {"state": state}}, display)
