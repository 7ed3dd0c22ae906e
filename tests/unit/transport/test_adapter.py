"""Which USB adapter a serial port is, by the files of a system laid out in a directory."""

from pathlib import Path

import pytest

from firmware_bridge.transport.adapter import adapter_of


def machine_with_an_adapter(root: Path, *, serial: str | None) -> Path:
    """A by-id name for ttyUSB3 in *root*/dev, and its adapter in socket 1-2.3 of *root*/sys."""
    device = root / "sys" / "devices" / "pci0" / "usb1" / "1-2.3"
    port = device / "1-2.3:1.0" / "ttyUSB3"
    port.mkdir(parents=True)
    (device / "idVendor").write_text("0403\n")
    (device / "idProduct").write_text("6001\n")
    if serial is not None:
        (device / "serial").write_text(f"{serial}\n")
    of_class = root / "sys" / "class" / "tty" / "ttyUSB3"
    of_class.mkdir(parents=True)
    (of_class / "device").symlink_to(port)
    name = root / "dev" / "serial" / "by-id" / "usb-FTDI"
    name.parent.mkdir(parents=True)
    (root / "dev" / "ttyUSB3").touch()
    name.symlink_to(Path("../../ttyUSB3"))
    return name


@pytest.mark.requirement("R57")
@pytest.mark.parametrize(("serial", "told"), [("A1B2", "A1B2"), (None, "")])
def test_a_stable_name_leads_to_the_adapter_and_its_socket(tmp_path: Path, serial: str | None, told: str) -> None:
    name = machine_with_an_adapter(tmp_path, serial=serial)
    assert adapter_of(str(name), tmp_path / "sys/class/tty") == (f"usb:0403:6001:{told}@1-2.3",)


def test_a_port_that_is_no_usb_adapter_has_none(tmp_path: Path) -> None:
    machine_with_an_adapter(tmp_path, serial="A1B2")
    (tmp_path / "dev" / "ttyS0").touch()
    for name in ("ttyS0", "ttyUSB9", "ring"):
        (tmp_path / "dev" / "ring").unlink(missing_ok=True)
        (tmp_path / "dev" / "ring").symlink_to("ring")
        assert adapter_of(str(tmp_path / "dev" / name), tmp_path / "sys/class/tty") == ()
