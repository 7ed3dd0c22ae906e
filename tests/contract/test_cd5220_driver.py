"""The CD5220 driver: open loop, so everything is sent again from time to time."""

from collections.abc import Iterable

from drivers.display.cd5220.session import Cd5220Session
from firmware_bridge.traffic import SerialWrite
from hw_sims.devices.cd5220.model import PoleDisplay
from table_core.outputs import Texts
from tests.contract.display_contract import DisplayContract
from tests.contract.driver_contract import DEVICE, link_up, observe
from tests.contract.exchange import Peer


class Pole(Peer):
    def __init__(self, display: PoleDisplay) -> None:
        self._display = display

    def hear(self, data: bytes, at_ns: int) -> Iterable[bytes]:
        self._display.receive(data)
        return ()

    def power_lost(self) -> None:
        self._display.power_lost()


class TestCd5220Driver(DisplayContract):
    """No check: a flipped bit may show a wrong letter until the next refresh, and nobody can know."""

    directions = ("to_device",)
    not_here = frozenset({"joined"})  # one write at a time
    cannot_tell = frozenset({"hopeless", "bit flipped", "byte repeated", "byte lost"})

    def setup_method(self) -> None:
        self.display = PoleDisplay()

    def new_session(self) -> Cd5220Session:
        return Cd5220Session(DEVICE)

    def peer(self) -> Peer:
        return Pole(self.display)

    def shown(self) -> tuple[str, str]:
        upper, lower = self.display.shown
        return upper.rstrip(), lower.rstrip()

    def forget(self) -> None:
        self.display.power_lost()

    def test_a_line_is_exactly_twenty_characters(self) -> None:
        session = self.new_session()
        observe(session, link_up())
        session.take_sends()
        session.want(Texts(("JACKPOT", 30 * "x")), 0)
        assert session.take_sends() == [
            SerialWrite(DEVICE, b"\x1bQAJACKPOT             \r\x1bQB" + 20 * b"x" + b"\r"),
        ]

    def test_a_refresh_leaves_string_mode_first(self) -> None:
        session = self.new_session()
        observe(session, link_up())
        (send,) = session.take_sends()
        assert isinstance(send, SerialWrite)
        assert send.data.startswith(b"\x0c\x1bQA")
