"""A simulated TableBus board that a person touches while its host orders something: no event takes another's place."""

import threading

from firmware_bridge.wire import tablebus_messages as tb
from hw_sims.devices.tablebus.link import DeviceLink
from hw_sims.parts import Part
from hw_sims.stage import Hardware


class MeanwhilePressed:
    """One credit; while it is written down, somebody presses at seat 2."""

    def __init__(self, link: DeviceLink) -> None:
        self.other = threading.Thread(target=link.note, args=(tb.Pressed(2, 1),))

    def __index__(self) -> int:
        self.other.start()
        self.other.join(0.1)  # it has to wait until this one is written
        return 1


def test_two_events_of_the_same_moment_have_two_counters_and_both_are_kept() -> None:
    part = Part("bets", "tablebus-acceptor", keyed=True)
    link = Hardware([part], lambda name, said: None)["bets"].link
    credits_ = MeanwhilePressed(link)
    link.note(tb.Pressed(1, credits_))  # type: ignore[arg-type]
    credits_.other.join()
    assert link.newest == 2
    told = [tb.parse_event(bytes(4) + event).said for event in link.kept.values()]
    assert list(link.kept) == [1, 2]
    assert told == [tb.Pressed(1, 1), tb.Pressed(2, 1)]
