"""What the pages know of the past: results of the shoe, passes step by step, the shift."""

from typing import Any

import pytest

from daemon.console.chronicle import MOST_PASSES, Chronicle
from daemon.console.prizes import MOST_PRIZES
from daemon.messages import EntryPublished, PicturePublished


class Told:
    """A chronicle and somebody who tells it what was published."""

    def __init__(self) -> None:
        self.now = 0.0
        self.chronicle = Chronicle(lambda: self.now)
        self._seq = 0

    def entry(self, kind: str, **body: Any) -> None:
        self._seq += 1
        self.chronicle.take(EntryPublished("r", self._seq, self._seq, {"type": kind, **body}))

    def picture(self, **picture: Any) -> None:
        self.chronicle.take(PicturePublished("r", self._seq, self._seq, picture))

    def a_pass(self, number: int, result: str, *, pairs: tuple[str, ...] = (), took_s: float = 20) -> None:
        self.entry("PassOpened", number=number)
        self.now += took_s
        self.entry("baccarat.PassCompleted", punto=3, bank=7, result=result, pairs=list(pairs))
        self.picture(phase="complete", punto=["2C", "AS"], bank=["7D", "TS"])
        self.entry("baccarat.PassSettled", result=result, payments=[])
        self.entry("PassEnded", number=number)


def told_results(told: Told) -> list[tuple[int, str, tuple[str, ...]]]:
    return [(one.number, one.result, one.pairs) for one in told.chronicle.results]


def test_the_plates_hold_the_results_of_the_shoe_in_play_and_no_other() -> None:
    told = Told()
    told.a_pass(1, "bank")
    assert not told.chronicle.results_whole
    told.entry("baccarat.ShoePrepared", decks=6)
    told.a_pass(2, "tie", pairs=("punto",))
    told.a_pass(3, "punto")
    assert told_results(told) == [(2, "tie", ("punto",)), (3, "punto", ())]
    assert told.chronicle.results_whole


def test_the_last_pass_stays_to_be_seen_with_its_open_cards_until_the_next() -> None:
    told = Told()
    told.a_pass(1, "bank")
    told.picture(phase="betting", punto=[], bank=[])
    assert told.chronicle.last is not None
    assert (told.chronicle.last["result"], told.chronicle.last["bank"]) == ("bank", ["7D", "TS"])


def test_a_pass_can_be_seen_again_with_the_pictures_it_was_shown_with() -> None:
    told = Told()
    told.entry("TableOpened", jornada="J-1")
    told.entry("DeviceLinked", device="shoe", state="up")
    told.a_pass(1, "bank")
    [listed] = told.chronicle.listed()
    assert (listed["number"], listed["jornada"], listed["result"], listed["ended"]) == (1, "J-1", "bank", True)
    steps = told.chronicle.steps(listed["seq"])
    assert steps is not None
    assert "DeviceLinked" not in [step.body["type"] for step in steps]
    [complete] = [step for step in steps if step.body["type"] == "baccarat.PassCompleted"]
    assert complete.picture is not None
    assert complete.picture["bank"] == ["7D", "TS"]


def test_old_passes_are_let_go_and_a_pass_that_is_gone_is_not_found() -> None:
    told = Told()
    for number in range(1, MOST_PASSES + 3):
        told.a_pass(number, "bank")
    kept = told.chronicle.listed()
    assert (len(kept), kept[0]["number"], kept[-1]["number"]) == (MOST_PASSES, MOST_PASSES + 2, 3)
    assert told.chronicle.steps(1) is None


def test_the_shift_counts_passes_results_incidents_and_how_long_passes_took() -> None:
    told = Told()
    told.a_pass(1, "tie")
    told.entry("TableOpened", jornada="J-2")
    told.a_pass(1, "bank", took_s=31)
    told.entry("IncidentOpened", incident={"code": "shoe.link_lost"})
    told.a_pass(2, "bank", took_s=0)
    shift = told.chronicle.shift
    assert (shift.jornada, shift.passes, shift.results, shift.paces) == ("J-2", 2, {"bank": 2}, [31])
    assert shift.incidents == {"shoe.link_lost": 1}


@pytest.mark.requirement("R20")
def test_prizes_are_recalled_once_they_are_paid_the_newest_last_and_no_more_than_the_rule_asks_for() -> None:
    told = Told()
    prizes = told.chronicle.prizes

    def confirmed(number: int) -> None:
        payment = {"seat": number % 6 + 1, "prize": "quads", "amount": 100_000 + number, "article": "4.2"}
        told.entry("progressive.PrizeConfirmed", due={"id": number, "payment": payment})

    confirmed(1)
    confirmed(2)
    assert not prizes.newest
    told.entry("progressive.PrizePaid", id=2, means="chips", by="Ana")
    told.entry("progressive.PrizePaid", id=2, means="chips", by="Ana")
    assert [(paid.seat, paid.amount) for paid in prizes.newest] == [(3, 100_002)]
    for number in range(3, 3 + MOST_PRIZES):
        confirmed(number)
        told.entry("progressive.PrizePaid", id=number, means="chips", by="Ana")
    assert [paid.amount for paid in prizes.newest] == [100_000 + number for number in range(3, 3 + MOST_PRIZES)]
