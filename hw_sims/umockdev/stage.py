"""A mocked machine: USB devices and USB serial adapters plugged and pulled under programs that know nothing of it."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from msgspec import Struct

from hw_sims.devices.usb import UsbModel
from hw_sims.pty_port import PtyPort
from hw_sims.umockdev.usbfs import UsbfsNode

WRAPPER, SYSTEM_PYTHON = "umockdev-wrapper", "/usr/bin/python3"
PRELOAD = "libumockdev-preload.so.0"
_HUB = "/devices/pci0000:00/usb1"
Names = tuple[str, str]
"""Maker and product, as a device tells them."""


def missing() -> str:
    """Why umockdev cannot be used here; empty when it can."""
    if shutil.which(WRAPPER) is None:
        return "umockdev is not installed (Debian: umockdev)"
    probe = "import gi; gi.require_version('UMockdev', '1.0')"
    found = subprocess.run([SYSTEM_PYTHON, "-c", probe], capture_output=True, check=False)  # noqa: S603 - fixed
    return "" if found.returncode == 0 else "the GObject binding is missing (Debian: gir1.2-umockdev-1.0 python3-gi)"


class Adapter(Struct, frozen=True):
    """A USB serial adapter: what is printed in its memory, and so the name that survives a replug."""

    ids: tuple[int, int]
    maker: str
    product: str
    serial: str

    @property
    def stable_path(self) -> str:
        return f"/dev/serial/by-id/usb-{self.maker}_{self.product}_{self.serial}-if00-port0"


class MockedMachine:
    """Stays from `__enter__` to `__exit__`. Programs started with `environment` see it instead of the real one."""

    def __init__(self) -> None:
        self._usb: dict[str, tuple[str, UsbfsNode]] = {}
        self._serial: dict[str, tuple[str, str, Path]] = {}
        self._served: list[UsbfsNode] = []
        self._last_number = 1

    def __enter__(self) -> Self:
        command = [WRAPPER, SYSTEM_PYTHON, "-m", "hw_sims.umockdev.testbed"]
        self._process = subprocess.Popen(  # noqa: S603 - our own module
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
        )
        self.root = Path(self._answer()["root"])
        self._order(do="add", text=_usb_device(_HUB, 1, 0x1D6B, 0x0002, b"", serial="hub"))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for served in self._served:
            served.close()
        self._process.communicate()

    @property
    def environment(self) -> dict[str, str]:
        """What a program must be started with to live on this machine."""
        return {**os.environ, "LD_PRELOAD": PRELOAD, "UMOCKDEV_DIR": str(self.root)}

    def plug_usb(self, name: str, model: UsbModel, *, port: str, serial: str = "") -> UsbfsNode:
        """Put *model* into the socket *port* ("2", "2.1"): a new address, as a kernel gives it."""
        self._last_number += 1
        number = self._last_number
        node = f"/dev/bus/usb/001/{number:03d}"
        served = UsbfsNode(model, self.root / node[1:], self.root / "ioctl" / node[1:])
        syspath = f"{_HUB}/1-{port}"
        descriptors = model.device_descriptor + model.configuration_descriptor
        vendor, product = _ids(model.device_descriptor)
        self._order(do="add", text=_usb_device(syspath, number, vendor, product, descriptors, serial=serial))
        self._usb[name] = syspath, served
        self._served.append(served)
        return served

    def unplug_usb(self, name: str) -> None:
        """Pull it. Not plugged: nothing happens."""
        if name not in self._usb:
            return
        syspath, served = self._usb.pop(name)
        served.unplug()
        self._order(do="remove", syspath=f"/sys{syspath}")

    def plug_serial(self, adapter: Adapter, cable: PtyPort, cable_end: Path, *, tty: str, port: str) -> None:
        """Plug *adapter* with *cable* behind it into *port*; the system calls it *tty*, as it pleases."""
        self._last_number += 1
        cable.plug()
        device = f"{_HUB}/1-{port}"
        names = (adapter.maker, adapter.product)
        text = _usb_device(device, self._last_number, *adapter.ids, b"", serial=adapter.serial, names=names)
        self._order(do="add", text=text)
        self._order(do="add", text=_serial_port(device, tty, adapter))
        self._link(f"dev/{tty}", cable_end)  # as on a real machine: /sys knows a port before /dev has it
        self._link(adapter.stable_path[1:], Path("../..") / tty)
        self._serial[tty] = device, adapter.stable_path, cable_end

    def unplug_serial(self, tty: str, cable: PtyPort) -> None:
        device, stable_path, _cable_end = self._serial.pop(tty)
        (self.root / stable_path[1:]).unlink(missing_ok=True)
        (self.root / "dev" / tty).unlink(missing_ok=True)
        cable.unplug()
        interface = _interface(device)
        for syspath in (f"{interface}/{tty}/tty/{tty}", f"{interface}/{tty}", interface, device):
            self._order(do="remove", syspath=f"/sys{syspath}")
        (self.root / f"sys/dev/char/188:{_minor(tty)}").unlink(missing_ok=True)  # umockdev leaves it behind

    def _link(self, name: str, target: Path) -> None:
        link = self.root / name
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(target)

    def _order(self, **order: str) -> None:
        assert self._process.stdin is not None  # noqa: S101 - it was opened as a pipe
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        answer = self._answer()
        if not answer["ok"]:
            raise RuntimeError(f"umockdev: {answer['error']}")

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None  # noqa: S101 - it was opened as a pipe
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the mocked machine ended")
        answer: dict[str, Any] = json.loads(line)
        return answer


def _ids(device_descriptor: bytes) -> tuple[int, int]:
    return int.from_bytes(device_descriptor[8:10], "little"), int.from_bytes(device_descriptor[10:12], "little")


def _usb_device(
    syspath: str, number: int, vendor: int, product: int, descriptors: bytes, *, serial: str, names: Names = ("", "")
) -> str:
    """The description umockdev takes, without the node: that one is ours."""
    lines = [
        f"P: {syspath}",
        "E: DEVTYPE=usb_device",
        "E: SUBSYSTEM=usb",
        f"E: DEVNAME=/dev/bus/usb/001/{number:03d}",
        "E: BUSNUM=001",
        f"E: DEVNUM={number:03d}",
        f"E: PRODUCT={vendor:x}/{product:x}/100",
        f"E: ID_VENDOR_ID={vendor:04x}",
        f"E: ID_MODEL_ID={product:04x}",
        f"E: ID_SERIAL_SHORT={serial}",
        r"A: busnum=1\n",
        rf"A: devnum={number}\n",
        r"A: speed=12\n",
        r"A: bConfigurationValue=1\n",
        rf"A: idVendor={vendor:04x}\n",
        rf"A: idProduct={product:04x}\n",
        r"A: bNumInterfaces= 1\n",
        *(
            rf"A: {attribute}={text}\n"
            for attribute, text in zip(("serial", "manufacturer", "product"), (serial, *names), strict=True)
            if text
        ),
    ]
    if descriptors:
        lines.append(f"H: descriptors={descriptors.hex().upper()}")
    return "\n".join(lines) + "\n\n"


def _interface(device: str) -> str:
    """The one interface of a serial adapter, as the kernel names it: after the socket."""
    return f"{device}/{device.rpartition('/')[2]}:1.0"


def _minor(tty: str) -> int:
    return int(tty.removeprefix("ttyUSB"))


def _serial_port(device: str, tty: str, adapter: Adapter) -> str:
    """The interface, the serial port and the tty below a USB adapter."""
    interface = _interface(device)
    tty_lines = [
        f"P: {interface}/{tty}/tty/{tty}",
        "E: SUBSYSTEM=tty",
        f"E: DEVNAME=/dev/{tty}",
        f"E: DEVLINKS={adapter.stable_path}",
        f"E: ID_SERIAL_SHORT={adapter.serial}",
        rf"A: dev=188:{_minor(tty)}\n",
        f"L: device=../../../{tty}",
    ]
    return (
        "\n\n".join(
            (
                f"P: {interface}\nE: DEVTYPE=usb_interface\nE: SUBSYSTEM=usb\nA: interface={adapter.product}\\n",
                f"P: {interface}/{tty}\nE: SUBSYSTEM=usb-serial",
                "\n".join(tty_lines),
            )
        )
        + "\n\n"
    )
