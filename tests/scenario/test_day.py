"""The table's day: who opens and closes it, what is announced at its end, who may sign in."""

import asyncio
import time
from pathlib import Path
from typing import Any

import argon2
import msgspec
import pytest

from daemon.bus import Caller
from daemon.people import LOCKED_AFTER, LOCKED_FOR_NS, People, PeopleError
from daemon.run import PEOPLE
from table_core.commands import CloseTable, LastPasses, OpenTable, TakePosition
from table_core.record import Commanded, CommandRefused, SignInTried
from table_core.rules.baccarat.state import CardDealt
from table_core.session import LastPassesAnnounced
from table_core.table import Announced, CardUnreconciled
from tests.scenario.stories import BANK_NATURAL, PUNTO_NATURAL, results
from tests.scenario.table import LiveTable, play, until

QUICK = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Slow hashing is for guessers, not for tests of what a wrong PIN leads to."""
MINUTE_NS = 60 * 1_000_000_000


def words(table: LiveTable) -> list[str]:
    """What the dealer had to say about the end of the table."""
    return [said.text for said in table.all(Announced) if said.article == "cierre"]


def test_a_table_announces_its_last_game_and_refuses_a_pass_after_it(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} {BANK_NATURAL}")
        assert await table.order(LastPasses(1), "jefe_de_mesa") is None
        assert words(table) == ["último juego de la mesa"]
        await table.round(4)
        assert table.seats_lit() == {False}, "nobody may bet any more"
        await table.draw()
        assert table.open_codes() == ["pass.after_last"]
        assert len(table.all(CardDealt)) == 4
        assert [entry.card for entry in table.all(CardUnreconciled)] == ["3H"]
        assert await table.resolve("pass.after_last", "CARDS_BURNED", "jefe_de_mesa") is None
        assert await table.order(CloseTable(), "jefe_de_mesa") is None
        assert results(table) == ["punto"]

    play(story, tmp_path)


def test_three_last_hands_are_counted_down_aloud(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} {BANK_NATURAL} {PUNTO_NATURAL}")
        assert await table.order(LastPasses(3)) is None
        for _ in range(3):
            await table.round(4)
        assert words(table) == [
            "últimas tres manos de la mesa",
            "últimas dos manos de la mesa",
            "última mano de la mesa",
        ]
        assert not table.state.session.may_deal

    play(story, tmp_path)


@pytest.mark.parametrize("count", [0, 4, -1])
def test_only_one_to_three_last_hands_can_be_ordered(tmp_path: Path, count: int) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        assert await table.order(LastPasses(count)) == "BAD_COUNT"
        assert not words(table)

    play(story, tmp_path)


def test_the_closing_hour_announces_three_last_hands_by_itself(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        assert await table.order(OpenTable("J-1", time.time_ns() + 5 * MINUTE_NS)) is None
        assert words(table) == ["últimas tres manos de la mesa"]
        assert table.all(LastPassesAnnounced) == [LastPassesAnnounced(3, "closing_hour")]

    play(story, tmp_path)


def test_a_closing_hour_still_far_away_announces_itself_when_its_time_comes_and_only_once(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        closes_at = time.time_ns() + 6 * MINUTE_NS + 200_000_000
        assert await table.order(OpenTable("J-1", closes_at)) is None
        assert not words(table)
        await until(lambda: words(table))
        assert time.time_ns() >= closes_at - 6 * MINUTE_NS
        table.shoe.power_on()
        await table.quiet()
        await table.new_shoe(PUNTO_NATURAL)
        assert words(table) == ["últimas tres manos de la mesa"]

    play(story, tmp_path)


def test_a_table_cannot_close_in_mid_pass(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        await table.draw()
        assert await table.order(CloseTable()) == "PASS_UNDER_WAY"
        assert table.picture["day"] == "open"
        await table.round(3)
        assert await table.order(CloseTable()) is None
        assert table.picture["day"] == "closed"

    play(story, tmp_path)


def test_a_card_at_a_closed_table_holds_it_and_belongs_to_no_pass(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(f"{PUNTO_NATURAL} {BANK_NATURAL}")
        await table.round(4)
        assert await table.order(CloseTable()) is None
        await table.draw()
        assert table.open_codes() == ["pass.after_last"]
        assert len(table.all(CardDealt)) == 4

    play(story, tmp_path)


def test_a_jornada_has_an_id_of_its_own_and_opens_once(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        assert await table.order(OpenTable("  ")) == "NO_JORNADA"
        assert await table.order(OpenTable("2026-11-18/2")) is None
        assert await table.order(OpenTable("2026-11-18/3")) == "ALREADY_OPEN"
        assert table.state.session.jornada == "2026-11-18/2"
        assert await table.order(CloseTable()) is None
        assert await table.order(CloseTable()) == "ALREADY_CLOSED"
        assert await table.order(OpenTable("2026-11-18/3")) is None
        assert table.state.session.jornada == "2026-11-18/3"

    play(story, tmp_path)


def test_the_table_knows_who_deals_and_who_supervises(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        assert await table.order(TakePosition("dealer"), "dealer", "Ana Rojas") is None
        assert await table.order(TakePosition("supervisor"), "dealer", "Ana Rojas") == "WRONG_ROLE"
        assert await table.order(TakePosition("supervisor"), "jefe_de_mesa", "Luis Soto") is None
        assert (table.picture["dealer"], table.picture["supervisor"]) == ("Ana Rojas", "Luis Soto")
        assert [(entry.person, entry.role) for entry in table.all(Commanded)] == [
            ("Ana Rojas", "dealer"),
            ("Luis Soto", "jefe_de_mesa"),
        ]

    play(story, tmp_path)


async def handle(table: LiveTable, **request: Any) -> dict[str, Any]:
    """What the control socket would answer to *request* on one connection."""
    answer = await table.table.desk.handle(msgspec.json.encode(request), Caller(b"terminal"))
    await table.quiet()
    told: dict[str, Any] = msgspec.to_builtins(answer)
    return told


def with_people(table: LiveTable) -> None:
    """Ana deals, Luis is jefe de sala."""
    people = table.table.desk._people
    people._hasher = QUICK
    people.add("Ana Rojas", "dealer", "1111")
    people.add("Luis Soto", "jefe_de_sala", "2222")


@pytest.mark.requirement("R78")
def test_an_order_needs_a_name_and_a_pin_and_bears_them_in_the_journal(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        with_people(table)
        order = {"type": "OpenTable", "jornada": "J-1"}
        refused = await handle(table, do="command", badge="made up", command=order)
        assert (refused["ok"], refused["code"]) == (False, "NOT_SIGNED_IN")
        signed = await handle(table, do="sign_in", name="Luis Soto", pin="2222")
        assert signed["role"] == "jefe_de_sala"
        assert (await handle(table, do="command", badge=signed["badge"], command=order))["ok"]
        assert table.all(SignInTried) == [SignInTried("Luis Soto", "accepted")]
        assert table.all(Commanded) == [Commanded("Luis Soto", "jefe_de_sala", OpenTable("J-1"))]

    play(story, tmp_path)


@pytest.mark.requirement("R78")
def test_a_signed_in_dealer_cannot_give_a_supervisors_order(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        with_people(table)
        signed = await handle(table, do="sign_in", name="Ana Rojas", pin="1111")
        answer = await handle(table, do="command", badge=signed["badge"], command={"type": "OpenTable", "jornada": "J"})
        assert answer["code"] == "WRONG_ROLE"
        assert table.all(CommandRefused)[-1].person == "Ana Rojas"
        assert table.state.session.day == "closed"

    play(story, tmp_path)


@pytest.mark.requirement("R78")
def test_five_wrong_pins_lock_the_name_out_and_every_attempt_is_recorded(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        with_people(table)
        for _ in range(LOCKED_AFTER):
            answer = await handle(table, do="sign_in", name="Luis Soto", pin="9999")
            assert answer["detail"] == "Nombre o PIN incorrecto."
        right = await handle(table, do="sign_in", name="Luis Soto", pin="2222")
        assert not right["ok"]
        assert "demasiados intentos" in right["detail"]
        assert table.all(SignInTried) == [SignInTried("Luis Soto", "refused")] * (LOCKED_AFTER + 1)
        assert (await handle(table, do="sign_in", name="Ana Rojas", pin="1111"))["ok"], "others are not locked out"

    play(story, tmp_path)


def test_a_lock_out_ends_after_its_time_and_an_unknown_name_is_not_betrayed(tmp_path: Path) -> None:
    people = People(tmp_path / PEOPLE)
    people._hasher = QUICK
    people.add("Ana Rojas", "dealer", "1111")
    for _ in range(LOCKED_AFTER):
        with pytest.raises(PeopleError, match="incorrecto"):
            people.check("Ana Rojas", "0000", 1)
    with pytest.raises(PeopleError, match="demasiados"):
        people.check("Ana Rojas", "1111", LOCKED_FOR_NS)
    assert people.check("Ana Rojas", "1111", 1 + LOCKED_FOR_NS) == "dealer"
    with pytest.raises(PeopleError, match="Nombre o PIN incorrecto"):
        people.check("Nobody", "1111", 1)


@pytest.mark.parametrize(
    "request_", [{}, {"do": "dance"}, {"do": "sign_in", "name": 5}, {"do": "command", "badge": "x"}]
)
def test_a_request_that_makes_no_sense_is_refused_in_words(tmp_path: Path, request_: dict[str, Any]) -> None:
    async def story(table: LiveTable) -> None:
        answer = await handle(table, **request_)
        assert (answer["ok"], answer["code"]) == (False, "BAD_REQUEST")

    play(story, tmp_path)


def test_an_order_that_makes_no_sense_is_refused_and_leaves_no_entry(tmp_path: Path) -> None:
    wrong_type = {"type": "LastPasses", "count": "3"}
    nonsense: tuple[object, ...] = (None, [], {"type": "Dance"}, {"type": "OpenTable"}, wrong_type)

    async def story(table: LiveTable) -> None:
        with_people(table)
        signed = await handle(table, do="sign_in", name="Luis Soto", pin="2222")
        before = len(table.entries)
        for command in nonsense:
            answer = await handle(table, do="command", badge=signed["badge"], command=command)
            assert (answer["ok"], answer["code"]) == (False, "BAD_REQUEST")
        assert len(table.entries) == before

    play(story, tmp_path)


def test_an_order_to_a_table_that_stopped_is_answered(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        with_people(table)
        signed = await handle(table, do="sign_in", name="Luis Soto", pin="2222")
        table.table.shell.stop("fin")
        async with asyncio.timeout(5):
            answer = await handle(table, do="command", badge=signed["badge"], command={"type": "CloseTable"})
        assert (answer["code"], answer["detail"]) == ("STOPPED", "fin")

    play(story, tmp_path)
