"""The record of an incident: its window in time and in entries, each camera's own clock, who asked, answered, noted."""

import asyncio
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from daemon.cli.entries import table_entry
from daemon.config import CameraSection
from daemon.incident_record import all_records, read_records
from daemon.journal import open_reader, row_at
from daemon.messages import IncidentsTold
from table_core.commands import AnswerCctv, AskCctv, NoteObservation, ReportIrregularity
from table_core.rules.baccarat.entries import KeyBets
from tests.scenario.stories import BANK_NATURAL, PUNTO_NATURAL
from tests.scenario.table import LiveTable, play
from tests.scenario.test_irregularities import BETS, PYB

CAMERAS = """[[cameras]]
name = "cenital"
covers = "paño"
clock_offset_ms = -1500
margin_s = 0
"""
FAST = CameraSection(name="fast", clock_offset_ms=60_000, margin_s=5)


async def told(table: LiveTable, *, everything: bool = False) -> list[dict[str, Any]]:
    answer = await table.table.desk._incidents(all_of_them=everything)
    assert isinstance(answer, IncidentsTold)
    return answer.incidents


async def dropped_card(table: LiveTable) -> None:
    """A card falls in the middle of a pass."""
    await table.begin(f"{PUNTO_NATURAL} {BANK_NATURAL}")
    assert await table.order(KeyBets(BETS), "dealer") is None
    await table.draw(3)
    assert await table.order(ReportIrregularity("card_dropped"), "dealer") is None


@pytest.mark.requirement("PB-I08", "R86")
def test_an_incident_tells_its_window_in_entries_in_time_and_on_the_cameras_own_clock(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await dropped_card(table)
        (incident,) = await told(table)
        db = open_reader(table.data)
        first, last = row_at(db, incident["first_seq"]), row_at(db, incident["last_seq"])
        assert first is not None
        assert last is not None
        assert type(first.entry()).__name__ == "Observed", "the card that opened the pass"
        (camera,) = incident["cameras"]
        shift = _ms(camera["begins"]) - _ms(incident["begins"])
        assert (camera["camera"], camera["covers"], shift) == ("cenital", "paño", -1500)
        assert _ms(incident["begins"]) == first.utc_ns // 1_000_000
        assert _ms(incident["ends"]) == last.utc_ns // 1_000_000
        assert (incident["status"], incident["code"]) == ("open", "card_dropped")

    play(story, tmp_path, game=PYB, stakes="keyed", settings=CAMERAS)


@pytest.mark.requirement("PB-I08")
@pytest.mark.parametrize(("seen", "choice"), [(True, "CARD_KEEPS_VALUE"), (False, "BURN_AND_REPLACE")])
def test_what_the_cameras_saw_settles_what_may_be_done_with_a_fallen_card(
    tmp_path: Path, seen: bool, choice: str
) -> None:
    async def story(table: LiveTable) -> None:
        await dropped_card(table)
        number = table.incident("card_dropped").id
        assert await table.order(AnswerCctv(number, "sí"), "jefe_de_mesa") == "NOT_ASKED"
        assert await table.order(AskCctv(number, "¿qué carta cayó?"), "dealer") == "WRONG_ROLE"
        assert await table.order(AskCctv(number, "¿qué carta cayó?"), "jefe_de_sala", "Marta Gil") is None
        assert await table.order(AskCctv(number), "jefe_de_sala") == "AWAITS_CCTV"
        assert await table.resolve("card_dropped", choice) == "AWAITS_CCTV"
        (waiting,) = await told(table)
        assert (waiting["status"], waiting["cctv"]["asked_by"]) == ("awaits_cctv", "Marta Gil")
        answer = AnswerCctv(number, "se ve el as de pica", {"cctv_identified": seen}, "cenital 20:14:03")
        assert await table.order(answer, "inspector", "Inés Vera") is None
        (answered,) = await told(table)
        assert [one["code"] for one in answered["choices"]] == [choice]
        assert answered["cctv"]["answered_by"] == "Inés Vera"
        assert await table.resolve("card_dropped", choice) is None
        (record,) = await told(table, everything=True)
        assert (record["status"], record["resolution"]["choice"]) == ("resolved", choice)
        assert record["cctv"]["reference"] == "cenital 20:14:03"
        assert await told(table) == []

    play(story, tmp_path, game=PYB, stakes="keyed")


def test_waiting_for_the_cameras_survives_a_restart(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await dropped_card(table)
        number = table.incident("card_dropped").id
        assert await table.order(AskCctv(number, "¿cuál?")) is None
        await table.restart()
        assert table.incident("card_dropped").awaits_cctv
        assert await table.resolve("card_dropped", "CARD_KEEPS_VALUE") == "AWAITS_CCTV"

    play(story, tmp_path, game=PYB, stakes="keyed")


def test_an_inspectors_observation_is_tied_to_an_entry_and_shown_with_its_incident(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await dropped_card(table)
        (incident,) = await told(table)
        seq = incident["opened_seq"]
        assert await table.order(NoteObservation(seq, "la vi caer"), "jefe_de_sala") == "WRONG_ROLE"
        assert await table.order(NoteObservation(seq, "  "), "inspector") == "NOTHING_SAID"
        assert await table.order(NoteObservation(seq, "la vi caer"), "inspector", "Inés Vera") is None
        assert await table.order(NoteObservation(1, "antes de abrir"), "inspector", "Inés Vera") is None
        (incident,) = await told(table)
        (note,) = incident["observations"]
        assert note == {"seq": seq, "text": "la vi caer", "by": "Inés Vera", "role": "inspector"}

    play(story, tmp_path, game=PYB, stakes="keyed")


def test_an_incident_without_a_pass_begins_with_itself(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} CUT 4S")
        await table.round(4)
        assert await table.order(ReportIrregularity("shoe_fell"), "dealer") is None
        await asyncio.sleep(0)
        records = all_records(table.data, [FAST])
        record = next(one for one in records if one.incident["code"] == "shoe_fell")
        assert record.first_seq <= record.opened_seq <= record.last_seq
        assert record.opened_seq - record.first_seq <= 2, "the order that told of it, no earlier pass"
        (camera,) = record.cameras
        assert _ms(camera.begins) - _ms(record.begins) == 60_000 - 5_000
        assert _ms(camera.ends) - _ms(record.ends) == 60_000 + 5_000
        assert read_records(table.data, [], []) == []

    play(story, tmp_path)


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("cctv 3 ¿quién pidió?", {"type": "AskCctv", "id": 3, "question": "¿quién pidió?"}),
        (
            "cctv-answer 3 cctv_identified=1 se ve el as",
            {"type": "AnswerCctv", "id": 3, "facts": {"cctv_identified": True}, "answer": "se ve el as"},
        ),
        ("observe 120 la vi", {"type": "NoteObservation", "seq": 120, "text": "la vi"}),
        ("step", {"type": "PrepareStep", "step": "", "who": "", "count": None, "backs": []}),
        (
            "step cut who=crupier count=156",
            {"type": "PrepareStep", "step": "cut", "who": "crupier", "count": 156, "backs": []},
        ),
        ("undo", {"type": "Undo"}),
        ("count 72", {"type": "TellRemainder", "counted": 72}),
        ("feed-back 52 312", {"type": "FeedBack", "count": 52, "inside": 312}),
        ("open J-1", None),
    ],
)
def test_the_words_of_enter_become_one_command(words: str, command: dict[str, Any] | None) -> None:
    action, *values = words.split()
    assert table_entry(action, tuple(values)) == command


@pytest.mark.parametrize("words", ["step colour=red", "undo now", "count", "cctv x", "observe"])
def test_words_that_make_no_sense_are_refused(words: str) -> None:
    action, *values = words.split()
    with pytest.raises((ValueError, IndexError)):
        table_entry(action, tuple(values))


def _ms(moment: str) -> int:
    return round(datetime.fromisoformat(moment.replace("Z", "+00:00")).timestamp() * 1000)
