"""The ccTalk acceptor driver: turns on the line, counters, resets, locks read back, and what no acceptor can tell."""

from collections.abc import Iterable
from itertools import pairwise
from random import Random

import pytest

from drivers.acceptor.cctalk.session import CcTalkSession
from drivers.registry import DRIVERS, OptionsError, open_session
from firmware_bridge.traffic import SerialWrite
from firmware_bridge.wire import cctalk_messages as cc
from hw_sims.devices.cctalk.bus import Bus
from hw_sims.devices.cctalk.slot import ChipSlot
from hw_sims.lines import BitFlipped
from table_core.device_tests import LOCKED, STEP_NS
from table_core.events import (
    AcceptorBack,
    AcceptorFault,
    AcceptorIdentified,
    AcceptorReset,
    AcceptorSilent,
    CreditAccepted,
    CreditsLost,
    LinkLost,
    LockShown,
    SendLost,
)
from table_core.outputs import Acceptors, Lamps
from tests.contract.cctalk_line import DEVICE, MS, SECOND_NS, PacedLine, one_seat, options, table_of_seven, told
from tests.contract.driver_contract import DriverContract
from tests.contract.exchange import Exchange, Peer
from tests.contract.line_contract import LineContract

CREDITS = CreditAccepted | AcceptorFault | CreditsLost | AcceptorReset


class TestCcTalkDriver(DriverContract):
    def new_session(self) -> CcTalkSession:
        return CcTalkSession(DEVICE, options(2, 3))


class Wire(Peer):
    """A bus of slots behind the two lines of the kit; a pulled cable takes no power from the slots."""

    def __init__(self, slots: list[ChipSlot]) -> None:
        self.slots = slots
        self._bus = Bus(slots)

    def hear(self, data: bytes, at_ns: int) -> Iterable[bytes]:
        heard = self._bus.receive(data, at_ns)
        return [part for part in (heard[: len(data)], heard[len(data) :]) if part]

    def power_lost(self) -> None:
        self._bus.unplugged()


class TestCcTalkOverBadLines(LineContract):
    """Two seats; each story is a chip at either and one refused. Damage is made good by asking again."""

    # One question at a time: nothing to join it with. What a hopeless line holds back comes late: it has its own test.
    not_here = frozenset({"joined", "hopeless"})

    def new_exchange(self) -> Exchange:
        exchange = Exchange(CcTalkSession(DEVICE, options(2, 3)), Wire([ChipSlot(2), ChipSlot(3)]))
        exchange.connect()
        exchange.want(Acceptors((True, True)))
        exchange.run(3 * SECOND_NS)
        return exchange

    def tell(self, exchange: Exchange) -> None:
        """Bad lines take time: the chips fall only when a slot is polled, as players find out by themselves."""
        assert isinstance(exchange.peer, Wire)
        for slot, coin in ((0, 1), (1, 4), (0, 3)):
            for _patience in range(100):
                before = exchange.peer.slots[slot].counter
                exchange.peer.slots[slot].insert(coin, exchange.now_ns)
                exchange.run(SECOND_NS)
                if exchange.peer.slots[slot].counter != before:
                    break
        exchange.run(9 * SECOND_NS)

    def outcome(self, exchange: Exchange) -> list[object]:
        """Chips and refusals in the order of each seat; between seats the line decides who is heard first."""
        told = [event for event in exchange.events if isinstance(event, CREDITS)]
        return [event for event in sorted(told, key=lambda one: one.seat) if not isinstance(event, AcceptorReset)]

    def noticed(self, exchange: Exchange) -> bool:
        return any(isinstance(event, LinkLost | SendLost | AcceptorSilent) for event in exchange.events)


@pytest.mark.parametrize("direction", ["to_host", "to_device"])
def test_a_hopeless_line_is_told_and_once_it_is_good_every_chip_is_told(direction: str) -> None:
    story = TestCcTalkOverBadLines()
    exchange = story.new_exchange()
    bad = BitFlipped(Random(5), some=1)
    setattr(exchange, direction, bad)
    story.tell(exchange)
    assert bad.injected.total() > 0
    assert {event.seat for event in exchange.events if isinstance(event, AcceptorSilent)} == {1, 2}
    exchange.heal()
    exchange.run(5 * SECOND_NS)
    assert isinstance(exchange.peer, Wire)
    for seat, slot in enumerate(exchange.peer.slots, start=1):
        accepted = [event for event in exchange.events if isinstance(event, CreditAccepted)]
        assert [event.coin for event in accepted if event.seat == seat] == slot.kept


def test_after_the_link_comes_up_each_acceptor_is_asked_who_it_is_then_locked_or_opened_then_polled() -> None:
    line, slot = one_seat()
    assert told(line.events, AcceptorIdentified) == [
        AcceptorIdentified(DEVICE, 1, "SIM", "Coin Acceptor", "RANURA", "1.0", slot.serial)
    ]
    assert told(line.events, LockShown) == [LockShown(DEVICE, 1, locked=False, confirmed=True)]
    first_asked, _ = line.asked[0]
    assert first_asked >= 250 * MS, "an acceptor that was just switched on is not ready sooner"
    headers = [data[3] for _moment, data in line.asked]
    assert headers.index(cc.SERIAL_NUMBER) < headers.index(cc.MASTER_INHIBIT) < headers.index(cc.INHIBITS)
    assert slot.enabled == frozenset({1, 2, 4}), "a coin without a value stays inhibited"


def test_a_chip_is_told_once_with_its_value_its_counter_and_the_bytes() -> None:
    line, slot = one_seat()
    slot.insert(2, line.now)
    line.run(SECOND_NS)
    seen = [one for one in line.seen if isinstance(one.event, CreditAccepted)]
    assert [one.event for one in seen] == [CreditAccepted(DEVICE, 1, 2, 5000, 1)]
    assert seen[0].raw[4:6] == bytes((1, 2))


@pytest.mark.parametrize("start", [0, 3, 250, 254, 255])
def test_the_counter_comes_round_and_nothing_is_lost_or_told_twice(start: int) -> None:
    line, slot = one_seat()
    for number in range(start + 12):
        slot.insert(1 if number % 2 else 4, line.now)
        line.run(400 * MS)
    accepted = [event for event in line.events if isinstance(event, CreditAccepted)]
    assert [event.coin for event in accepted] == slot.kept
    assert [event.counter for event in accepted] == [number % 255 + 1 for number in range(start + 12)]
    assert not told(line.events, CreditsLost, AcceptorReset)


def test_five_chips_between_two_polls_are_told_in_the_order_they_fell() -> None:
    line, slot = one_seat()
    for coin in (1, 2, 4, 1, 2):
        slot.insert(coin, line.now)
    assert [event.coin for event in line.run(SECOND_NS) if isinstance(event, CreditAccepted)] == [1, 2, 4, 1, 2]


@pytest.mark.requirement("R52")
def test_more_than_five_between_two_polls_are_told_as_lost_and_counted() -> None:
    line, slot = one_seat()
    for coin in (4, 4, 1, 2, 4, 1, 2):
        slot.insert(coin, line.now)
    events = told(line.run(SECOND_NS), CreditsLost, CreditAccepted)
    assert events[0] == CreditsLost(DEVICE, 1, 2)
    assert [event.coin for event in events if isinstance(event, CreditAccepted)] == [1, 2, 4, 1, 2]


@pytest.mark.requirement("R15")
def test_a_reset_is_told_with_the_last_counter_and_lock_and_inhibits_are_sent_again() -> None:
    line, slot = one_seat()
    slot.insert(1, line.now)
    line.run(SECOND_NS)
    slot.reset(line.now)
    assert slot.enabled == frozenset()
    events = line.run(2 * SECOND_NS)
    assert told(events, AcceptorReset) == [AcceptorReset(DEVICE, 1, 1)]
    assert told(events, LockShown) == [LockShown(DEVICE, 1, locked=False, confirmed=True)]
    assert slot.enabled == frozenset({1, 2, 4})
    slot.insert(2, line.now)
    assert told(line.run(SECOND_NS), CreditAccepted) == [CreditAccepted(DEVICE, 1, 2, 5000, 1)]


def test_a_locked_seat_is_locked_again_after_a_reset_before_its_coins_are_let_in() -> None:
    line, slot = one_seat()
    slot.insert(1, line.now)
    line.want(False)
    line.run(SECOND_NS)
    slot.reset(line.now)
    before = len(line.asked)
    line.run(2 * SECOND_NS)
    headers = [data[3] for _moment, data in line.asked[before:]]
    assert headers.index(cc.MASTER_INHIBIT) < headers.index(cc.INHIBITS)
    assert slot.locked


def test_a_reset_nobody_saw_because_the_counter_was_zero_is_made_good_by_the_audit() -> None:
    line, slot = one_seat()
    slot.reset(line.now)
    line.run(7 * SECOND_NS)
    assert slot.enabled == frozenset({1, 2, 4})


@pytest.mark.requirement("ARI-3.4.1-f", "ARI-3.4.1-h")
def test_a_lock_is_told_only_when_it_was_read_back() -> None:
    line, slot = one_seat()
    before = len(line.asked)
    line.want(False)
    events = line.run(200 * MS)
    assert [data[3] for _moment, data in line.asked[before:]][:2] == [cc.MASTER_INHIBIT, cc.READ_MASTER_INHIBIT]
    assert told(events, LockShown) == [LockShown(DEVICE, 1, locked=True, confirmed=True)]
    assert slot.insert(1, line.now) == "returned"
    refused = AcceptorFault(DEVICE, 1, 2, "inhibited_coin", 1)
    assert told(line.run(SECOND_NS), CreditAccepted, AcceptorFault) == [refused]


def test_a_slot_that_does_not_lock_is_shown_open_and_commanded_again() -> None:
    line, slot = one_seat()
    slot.mischief.stuck_open = True
    line.want(False)
    assert not told(line.run(SECOND_NS), LockShown), "it is still shown open, as it is"
    slot.mischief.stuck_open = False
    assert told(line.run(SECOND_NS), LockShown) == [LockShown(DEVICE, 1, locked=True, confirmed=True)]


@pytest.mark.requirement("R50", "R51")
def test_a_dead_acceptor_is_given_up_shown_locked_without_confirmation_and_asked_once_a_second() -> None:
    line, slot = one_seat()
    slot.mischief.dead = True
    died = line.now
    events = line.run(SECOND_NS)
    assert told(events, AcceptorSilent, LockShown) == [
        AcceptorSilent(DEVICE, 1, "silent"),
        LockShown(DEVICE, 1, locked=True, confirmed=False),
    ]
    first = [moment for moment, _data in line.asked if moment > died][:3]
    assert all(100 * MS <= after - before <= 110 * MS for before, after in pairwise(first))
    before = len(line.asked)
    assert line.run(10 * SECOND_NS) == []
    assert 9 <= len(line.asked) - before <= 11


def test_an_acceptor_that_comes_back_is_identified_and_its_missed_chips_are_told() -> None:
    line, slot = one_seat()
    slot.insert(1, line.now)
    slot.insert(2, line.now)
    slot.mischief.dead = True
    line.run(3 * SECOND_NS)
    slot.mischief.dead = False
    events = line.run(3 * SECOND_NS)
    assert told(events, AcceptorBack) == [AcceptorBack(DEVICE, 1)]
    assert [event.coin for event in events if isinstance(event, CreditAccepted)] == [1, 2]
    assert told(events, LockShown) == [LockShown(DEVICE, 1, locked=False, confirmed=True)]


def test_an_acceptor_switched_off_for_a_reset_is_not_given_up() -> None:
    line, slot = one_seat()
    for pause in range(0, 220, 7):
        line.run(pause * MS)
        slot.reset(line.now)
        assert not told(line.run(3 * SECOND_NS), AcceptorSilent), pause


def test_two_acceptors_with_one_address_garble_each_other_and_the_seat_is_given_up() -> None:
    first, second = ChipSlot(2, serial=0x5A5A5A), ChipSlot(2, serial=0xA5A5A5)
    second.mischief.busy = True
    line = PacedLine(CcTalkSession(DEVICE, options(2)), Bus([first, second]))
    line.plug()
    assert told(line.run(10 * SECOND_NS), AcceptorSilent)


def test_an_acceptor_without_serial_number_is_used_all_the_same() -> None:
    slot = ChipSlot(2)
    slot.mischief.unknown_headers = frozenset({cc.SERIAL_NUMBER, cc.PRODUCT})
    line, _ = one_seat(slot)
    line.run(2 * SECOND_NS)
    known = AcceptorIdentified(DEVICE, 1, "SIM", "Coin Acceptor", "", "1.0", None)
    assert told(line.events, AcceptorIdentified) == [known]
    slot.insert(1, line.now)
    assert told(line.run(SECOND_NS), CreditAccepted)


@pytest.mark.parametrize(("maker", "fault"), [("azkoyen", "coin_not_in_tables"), ("generic", "unknown")])
def test_error_codes_are_named_as_the_maker_does(maker: str, fault: str) -> None:
    line, slot = one_seat(maker=maker)
    slot.note_error(23)
    slot.note_error(20)
    events = told(line.run(SECOND_NS), AcceptorFault)
    assert events == [AcceptorFault(DEVICE, 1, 23, fault, 1), AcceptorFault(DEVICE, 1, 20, "coin_on_string", 2)]


def test_the_crc_variant_and_a_line_without_echo_work_alike() -> None:
    slot = ChipSlot(40, crc=True)
    line = PacedLine(CcTalkSession(DEVICE, options(40, check="crc", echo=False)), Bus([slot], crc=True, echo=False))
    line.plug()
    line.want(True)
    line.run(2 * SECOND_NS)
    slot.insert(4, line.now)
    assert told(line.run(SECOND_NS), CreditAccepted) == [CreditAccepted(DEVICE, 1, 4, 20000, 1)]


def test_an_acceptor_that_is_not_polled_for_a_second_takes_no_chips() -> None:
    line, slot = one_seat()
    line.pull()
    line.run(700 * MS)
    assert slot.insert(1, line.now) == "kept"
    line.run(400 * MS)
    assert slot.insert(1, line.now) == "returned"


@pytest.mark.requirement("R50")
def test_seven_seats_are_each_polled_several_times_a_second_and_locked_within_half_a_second() -> None:
    line, seats = table_of_seven()
    line.want(*[True] * 7)
    line.run(5 * SECOND_NS)
    polls = {seat: len(slot.polled_at) for seat, slot in seats.items()}
    line.run(SECOND_NS)
    assert all(len(slot.polled_at) - polls[seat] >= 3 for seat, slot in seats.items())
    line.want(*[False] * 7)
    shown = told(line.run(500 * MS), LockShown)
    assert {event.seat for event in shown if isinstance(event, LockShown) and event.confirmed} == set(seats)


def test_only_one_question_is_on_the_wire_at_a_time() -> None:
    session = CcTalkSession(DEVICE, options(2, 3))
    line = PacedLine(session, Bus([]))
    line.plug()
    list(session.on_time(250 * MS))
    session.want(Acceptors((True, True)), 250 * MS)
    session.reassert(251 * MS)
    assert [type(send) for send in session.take_sends()] == [SerialWrite]


def test_a_seat_without_acceptor_is_left_out() -> None:
    line = PacedLine(CcTalkSession(DEVICE, options(2, 0, 4)), Bus([ChipSlot(2), ChipSlot(4)]))
    line.plug()
    line.want(True, True, False)
    events = told(line.run(3 * SECOND_NS), LockShown)
    assert events == [LockShown(DEVICE, 1, False, True), LockShown(DEVICE, 3, True, True)]


def test_lamps_are_not_for_acceptors() -> None:
    with pytest.raises(TypeError, match="acceptors cannot show"):
        CcTalkSession(DEVICE, options(2)).want(Lamps((True,)), 0)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"addresses": [2, 2], "coins": [1]},
        {"addresses": [1], "coins": [1]},
        {"addresses": [0], "coins": [1]},
        {"addresses": [2], "coins": [0]},
        {"addresses": [2], "coins": [1], "maker": "nadie"},
        {"addresses": [2], "coins": [1], "poll_ms": 900},
        {"addresses": [2], "coins": [1], "colour": "red"},
    ],
)
def test_settings_that_cannot_work_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(OptionsError):
        open_session(DRIVERS["cctalk"], DEVICE, options=settings)


def test_every_step_of_a_lock_test_is_read_back_within_its_time_at_seven_seats() -> None:
    line, seats = table_of_seven()
    line.want(*[False] * len(seats))
    line.run(5 * SECOND_NS)
    for locked in LOCKED:
        line.want(*[not locked] * len(seats))
        shown = [event for event in line.run(STEP_NS["locks"]) if isinstance(event, LockShown)]
        read = {event.seat: event.locked for event in shown}
        assert read in ({}, dict.fromkeys(seats, locked)), "told when it changed"
        assert [slot._locked for slot in seats.values()] == [locked] * len(seats)
