"""What the pages know of the past: results of the shoe, passes step by step, the shift."""

from typing import Any

import pytest

from daemon.console.chronicle import MOST_PASSES, Chronicle
from daemon.console.prizes import MOST_PRIZES
from daemon.messages import EntryPublished, PicturePublished


class Told:
    """A chronicle and somebody who tells it what was published."""

    def __init__(self) -> None:
        self.now_s = 1_700_000_000
        self.chronicle = Chronicle()
        self.sent: list[EntryPublished] = []

    def entry(self, kind: str, **body: Any) -> None:
        seq = len(self.sent) + 1
        self.sent.append(EntryPublished("r", seq, seq, {"type": kind, **body}, self.now_s * 1_000_000_000))
        self.chronicle.take(self.sent[-1])

    def picture(self, **picture: Any) -> None:
        self.chronicle.take(PicturePublished("r", len(self.sent), len(self.sent), picture))

    def a_pass(self, number: int, result: str, *, pairs: tuple[str, ...] = (), took_s: int = 20) -> None:
        self.entry("PassOpened", number=number)
        self.now_s += took_s
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
    told.entry("TableOpened", jornada="J-1", by="Luis")
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
    told.entry("TableOpened", jornada="J-2", by="Luis")
    told.a_pass(1, "bank", took_s=31)
    told.entry("IncidentOpened", incident={"id": 1, "code": "shoe.link_lost", "detail": "el sabot no responde"})
    told.a_pass(2, "bank", took_s=7)
    shift = told.chronicle.shift
    assert (shift.jornada, shift.passes, shift.results, shift.paces) == ("J-2", 2, {"bank": 2}, [31, 7])
    assert shift.incidents == {"shoe.link_lost": 1}


def test_the_report_names_who_worked_what_was_decided_and_what_was_paid() -> None:
    told = Told()
    told.entry("TableOpened", jornada="J-1", by="Luis")
    told.entry("PersonSeated", position="dealer", person="Ana")
    told.entry("IncidentOpened", incident={"id": 4, "code": "shoe.link_lost", "detail": "el sabot no responde"})
    told.entry("IncidentResolved", id=4, choice="CONTINUE", by="Luis", role="jefe_de_mesa")
    told.entry("progressive.PrizeConfirmed", due={"id": 2, "payment": {"seat": 1, "prize": "quads", "amount": 900}})
    told.entry("progressive.PrizePaid", id=2, means="chips", by="Luis")
    told.entry("PassFrozen", number=3, by="Luis", reason="reclamo")
    told.now_s += 60
    told.entry("TableClosed", jornada="J-1", by="Luis")
    shift = told.chronicle.shift
    assert [(one.position, one.person) for one in shift.seated] == [("dealer", "Ana")]
    assert [(one.code, one.choice, one.by) for one in shift.decided] == [("shoe.link_lost", "CONTINUE", "Luis")]
    assert (shift.prizes, shift.prizes_amount, shift.frozen) == (1, 900, [3])
    assert (shift.opened_by, shift.closed_by) == ("Luis", "Luis")
    assert shift.closed_utc_ns - shift.opened_utc_ns == 60_000_000_000


def test_hands_won_and_lost_are_counted_where_the_table_has_no_one_result() -> None:
    told = Told()
    told.entry("PassOpened", number=1)
    for hand, kind, result in (("1", "Paid", "win"), ("2", "Collected", "lose"), ("3", "StakeReturned", "push")):
        told.entry(f"blackjack.{kind}", hand=hand, result=result, amount=None, article="1")
    told.entry("blackjack.HandUnsettled", hand="1", article="1")
    told.entry("blackjack.Collected", hand="1", result="lose", amount=None, article="1")
    told.entry("PassEnded", number=1)
    [listed] = told.chronicle.listed()
    assert listed["hands"] == {"1": "lose", "2": "lose", "3": "push"}
    assert told.chronicle.shift.results == {"hands_lost": 2}


def test_a_past_that_is_told_again_after_a_loss_counts_once() -> None:
    told = Told()
    told.entry("TableOpened", jornada="J-1", by="Luis")
    told.a_pass(1, "bank")
    for again in told.sent:
        told.chronicle.take(again)
        told.chronicle.take(EntryPublished("", 0, again.seq, again.body, again.utc_ns))
    assert (len(told.chronicle.listed()), told.chronicle.shift.passes, len(told.chronicle.results)) == (1, 1, 1)
    told.a_pass(2, "tie")
    assert told.chronicle.shift.passes == 2


def test_steps_have_the_hours_of_the_journal_and_share_the_picture_of_their_commit() -> None:
    told = Told()
    told.entry("PassOpened", number=1)
    told.entry("Announced", text="no va más")
    told.picture(phase="dealing")
    told.now_s += 3
    told.entry("baccarat.BetsClosed", article="1")
    told.picture(phase="closed")
    told.picture(phase="lamps out")
    steps = told.chronicle.steps(1) or []
    assert [step.utc_ns // 1_000_000_000 - 1_700_000_000 for step in steps] == [0, 0, 3]
    assert [(step.picture or {}).get("phase") for step in steps] == ["dealing", "dealing", "lamps out"]


def test_the_end_of_a_pass_is_shown_with_its_cards_and_not_with_the_cleared_cloth() -> None:
    told = Told()
    told.entry("PassOpened", number=1)
    told.picture(phase="complete", punto=["9H", "KD"], bets_open=False)
    told.entry("baccarat.PassSettled", result="punto", payments=[])
    told.entry("PassEnded", number=1)
    told.picture(phase="betting", punto=[], bets_open=True)
    assert phases(told) == ["complete", None, None]


def test_a_result_that_lies_there_until_the_next_deck_is_shown_with_the_end() -> None:
    told = Told()
    told.entry("PassOpened", number=1)
    told.entry("PassEnded", number=1)
    told.picture(phase="settled", bets_open=False)
    assert phases(told) == [None, "settled"]


def phases(told: Told) -> list[str | None]:
    return [step.picture["phase"] if step.picture else None for step in told.chronicle.steps(1) or []]


def test_a_step_read_from_the_past_is_never_shown_with_a_later_picture() -> None:
    told = Told()
    told.chronicle.take(EntryPublished("", 0, 1, {"type": "PassOpened", "number": 1}, 5))
    told.chronicle.take(EntryPublished("r", 1, 2, {"type": "Announced", "text": "no va más"}, 6))
    told.chronicle.take(PicturePublished("r", 2, 2, None))
    told.chronicle.take(EntryPublished("r", 3, 3, {"type": "Announced", "text": "Punto 9"}, 7))
    told.chronicle.take(PicturePublished("r", 4, 3, {"phase": "complete"}))
    steps = told.chronicle.steps(1) or []
    assert [step.picture for step in steps] == [None, None, {"phase": "complete"}]


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
