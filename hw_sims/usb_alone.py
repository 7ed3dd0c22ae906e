"""One simulated USB device on a bus of its own, with its control channel. What opens it needs `backend=simulated`."""

import struct
from pathlib import Path
from types import TracebackType
from typing import Self

from hw_sims.alone import LINE
from hw_sims.control import Actions, ControlServer
from hw_sims.simulators import USB_SIMULATORS
from hw_sims.usb_bus import UsbBus

_IDS = struct.Struct("<8xHH")
"""Where a device descriptor names vendor and product."""


class RunningUsbSimulator:
    """Plugged in from `__enter__` to `__exit__`; *socket* is where the bus is served."""

    def __init__(self, kind: str, control: Path, socket: Path) -> None:
        self.kind = kind
        self._bus = UsbBus(socket)
        self._device = USB_SIMULATORS[kind].load()(self._bus.wake)
        vendor, product = _IDS.unpack_from(self._device.model.device_descriptor)
        self.url = f"usb://{vendor:04x}:{product:04x}?backend=simulated&at={socket}"
        self._control = ControlServer(control, {kind: self._device.actions, LINE: self._cable_actions()})

    def __enter__(self) -> Self:
        self._bus.start()
        self._plug()
        self._control.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._control.close()
        self._bus.close()

    def _plug(self) -> None:
        self._bus.plug(self.kind, self._device.model)

    def _cable_actions(self) -> Actions:
        return {"plug": self._plug, "unplug": lambda: self._bus.unplug(self.kind)}
