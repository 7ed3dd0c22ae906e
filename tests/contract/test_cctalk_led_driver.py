"""The ccTalk LED board driver: acknowledged, never read back; on is 0 and off is 1."""

from collections.abc import Iterable

import pytest

from drivers.base import Session
from drivers.lamps.cctalk_led.session import CcTalkLedSession, LedOptions
from drivers.registry import DRIVERS, OptionsError, open_session
from firmware_bridge.traffic import PortInput, SerialWrite
from hw_sims.devices.cctalk.bus import Bus
from hw_sims.devices.cctalk.led_board import LedBoard
from table_core.events import LampsShown, SendLost
from table_core.outputs import Acceptors, Lamps
from tests.contract.cctalk_line import MS, SECOND_NS, PacedLine
from tests.contract.driver_contract import DEVICE, rx
from tests.contract.exchange import Peer
from tests.contract.lamp_contract import CHANNELS, SOME, LampContract


class Board(Peer):
    def __init__(self, board: LedBoard) -> None:
        self._board = board
        self._bus = Bus([board])

    def hear(self, data: bytes, at_ns: int) -> Iterable[bytes]:
        heard = self._bus.receive(data, at_ns)
        return [part for part in (heard[: len(data)], heard[len(data) :]) if part]

    def power_lost(self) -> None:
        self._board.power_lost()
        self._bus.unplugged()


class TestCcTalkLedDriver(LampContract):
    """Whatever is not acknowledged is commanded again, so that a bad line only takes longer."""

    not_here = frozenset({"joined"})  # one command at a time, nothing to join it with
    loses = frozenset({"hopeless"})

    def setup_method(self) -> None:
        self.board = LedBoard()
        self.bus = Bus([self.board])

    def new_session(self) -> CcTalkLedSession:
        return CcTalkLedSession(DEVICE, CHANNELS, LedOptions())

    def deliver(self, session: Session, at_ns: int) -> Iterable[PortInput]:
        for send in session.take_sends():
            assert isinstance(send, SerialWrite)
            yield rx(self.bus.receive(send.data, at_ns), at_ns)

    def peer(self) -> Peer:
        return Board(self.board)

    def lit(self) -> tuple[bool, ...]:
        return self.board.lit[:CHANNELS]

    def power_lost(self) -> None:
        self.board.power_lost()

    def test_a_lamp_switched_on_is_one_command_of_the_published_bytes(self) -> None:
        session = self.connected()
        session.want(Lamps((False, False, False, True)), 0)
        assert session.take_sends() == [SerialWrite(DEVICE, bytes.fromhex("50 02 01 6b 03 00 3f"))]

    def test_it_never_claims_that_a_lamp_is_confirmed(self) -> None:
        session = self.connected()
        session.want(Lamps(SOME), 0)
        assert [(one.lit, one.confirmed) for one in self.shown(self.carry(session))] == [(SOME, False)]


def _line(options: LedOptions) -> tuple[PacedLine, LedBoard]:
    board = LedBoard(options.address, crc=options.check == "crc")
    session = CcTalkLedSession(DEVICE, CHANNELS, options)
    line = PacedLine(session, Bus([board], crc=options.check == "crc"))
    line.plug()
    session.want(Lamps(SOME), line.now)
    line.run(SECOND_NS)
    return line, board


@pytest.mark.parametrize("check", ["sum", "crc"])
def test_a_lamp_with_a_period_blinks_when_lit(check: str) -> None:
    options = LedOptions(blink_ms=(0, 0, 500), check=check)  # type: ignore[arg-type]
    _, board = _line(options)
    assert board.lit[:CHANNELS] == SOME
    assert board.blinks_ms[:CHANNELS] == (0, 0, 500, 0)


@pytest.mark.requirement("R51")
def test_a_board_that_does_not_answer_is_told_once_and_gets_its_lamps_when_it_comes_back() -> None:
    line, board = _line(LedOptions())
    board.dead = True
    board.power_lost()
    events = line.run(30 * SECOND_NS)
    assert events == [SendLost(DEVICE, "silent")]
    board.dead = False
    assert line.run(2 * SECOND_NS) == [LampsShown(DEVICE, SOME, confirmed=False)]
    assert board.lit[:CHANNELS] == SOME


@pytest.mark.requirement("R50")
def test_a_silent_board_is_tried_three_times_then_once_a_second() -> None:
    line, board = _line(LedOptions())
    board.dead = True
    line.run(15 * SECOND_NS)
    before = len(line.asked)
    line.run(10 * SECOND_NS)
    assert 8 <= len(line.asked) - before <= 11
    assert all(
        after - before >= 100 * MS for (before, _), (after, _) in zip(line.asked[-9:], line.asked[-8:], strict=False)
    )


def test_acceptors_are_not_for_a_lamp_board() -> None:
    with pytest.raises(TypeError, match="a lamp board cannot show"):
        CcTalkLedSession(DEVICE, CHANNELS, LedOptions()).want(Acceptors((True,)), 0)


@pytest.mark.parametrize("settings", [{"blink_ms": [70]}, {"address": 1}, {"check": "des"}, {"colour": 1}])
def test_settings_that_cannot_work_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(OptionsError):
        open_session(DRIVERS["cctalk-led"], DEVICE, CHANNELS, settings)
