"""What a ccTalk session remembers of its acceptors: restarts, strangers at a seat, counters that contradict it."""

import pytest

from drivers.acceptor.cctalk.session import CcTalkSession
from hw_sims.devices.cctalk.bus import Bus
from hw_sims.devices.cctalk.slot import ChipSlot
from table_core.events import AcceptorReplaced, AcceptorReset, CounterRead, CreditAccepted, CreditsLost
from tests.contract.cctalk_line import DEVICE, SECOND_NS, PacedLine, one_seat, options, told


@pytest.mark.requirement("R15")
def test_a_restarted_session_goes_on_where_the_last_recorded_reading_was() -> None:
    line, slot = one_seat()
    slot.insert(1, line.now)
    line.run(SECOND_NS)
    recorded = [event for event in line.events if isinstance(event, CounterRead)]
    slot.insert(2, line.now)
    again = PacedLine(CcTalkSession(DEVICE, options(2)), Bus([slot]))
    assert isinstance(again.session, CcTalkSession)
    again.now = line.now
    again.session.resume(recorded)
    again.plug()
    again.want(True)
    accepted = [event for event in again.run(2 * SECOND_NS) if isinstance(event, CreditAccepted)]
    assert [(event.coin, event.counter) for event in accepted] == [(2, 2)]


def test_a_session_that_knows_nothing_tells_no_old_chips() -> None:
    line, slot = one_seat()
    slot.insert(1, line.now)
    again = PacedLine(CcTalkSession(DEVICE, options(2)), Bus([slot]))
    again.now = line.now
    again.plug()
    events = again.run(2 * SECOND_NS)
    assert not told(events, CreditAccepted)
    assert [event.counter for event in events if isinstance(event, CounterRead)] == [1]


def test_another_acceptor_at_the_same_seat_is_told_and_its_counter_is_not_the_old_ones() -> None:
    line, slot = one_seat()
    slot.insert(1, line.now)
    line.run(SECOND_NS)
    other = ChipSlot(2, serial=77)
    line.pull()
    line.bus.devices[:] = [other]
    line.plug()
    events = line.run(2 * SECOND_NS)
    assert told(events, AcceptorReplaced) == [AcceptorReplaced(DEVICE, 1, slot.serial, 77)]
    assert not told(events, AcceptorReset, CreditsLost, CreditAccepted)


@pytest.mark.parametrize("lie", [100, 200, 2])
def test_a_counter_that_contradicts_the_memory_is_named_and_no_credit_is_guessed(lie: int) -> None:
    line, slot = one_seat()
    for coin in (1, 2, 4, 1, 2, 4):
        slot.insert(coin, line.now)
        line.run(SECOND_NS)
    slot.lie(lie)
    events = line.run(SECOND_NS)
    assert told(events, CreditsLost)
    assert told(events, CreditsLost)[0] in (CreditsLost(DEVICE, 1, (lie - 6) % 255 - 5), CreditsLost(DEVICE, 1, None))
