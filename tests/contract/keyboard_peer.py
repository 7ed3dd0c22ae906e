"""A simulated keyboard at the far end of an exchange: its control transfers, and the reports it has waiting."""

from firmware_bridge.traffic import UsbTransfer
from firmware_bridge.wire.hid_keyboard import REPORT_SIZE
from hw_sims.devices.hid_keyboard.model import HidKeyboard
from hw_sims.devices.usb import Setup
from tests.contract.exchange import Peer


class UsbPeer(Peer):
    def __init__(self, keyboard: HidKeyboard) -> None:
        self._keyboard = keyboard

    def transfer(self, send: UsbTransfer, at_ns: int) -> bytes | str:
        size = send.length or len(send.data)
        return self._keyboard.control(Setup(send.request_type, send.request, send.value, send.index, size), send.data)

    def power_lost(self) -> None:
        self._keyboard.power_lost()


def waiting_reports(keyboard: HidKeyboard) -> list[bytes]:
    return [raw for raw in iter(lambda: keyboard.read(0x81, REPORT_SIZE), None) if isinstance(raw, bytes)]
