"""A held table: every open question has its own answer, by the role that decides it, and nothing else releases it."""

import itertools
from pathlib import Path

import pytest

from table_core.commands import CloseTable, Command, LastPasses, OpenTable, ReportIrregularity, Resolve
from table_core.record import CommandRefused
from table_core.rulebook import Role
from table_core.rules.baccarat.entries import ClosePass, KeyBets, PrepareShoe, SpeakFive
from table_core.rules.baccarat.state import CardBurned, CardDealt, PassVoided
from table_core.table import CardUnreconciled
from tests.scenario.staging import LCUS, OVER, SHOE, Over
from tests.scenario.stories import BANK_NATURAL, PUNTO_NATURAL, results
from tests.scenario.table import LiveTable, play, until

HANDS = (("4S", "5D"), ("3H", "4C"))  # of PUNTO_NATURAL


async def lose_the_shoe(table: LiveTable) -> None:
    await table.begin(f"{PUNTO_NATURAL} {BANK_NATURAL}")
    await table.draw(2)
    await table.unplug(SHOE)
    await table.plug(SHOE)
    assert table.open_codes() == ["shoe.link_lost"]


@pytest.mark.requirement("R56", "R58")
@pytest.mark.parametrize("over", OVER)
def test_a_lost_shoe_reopens_by_itself_and_the_game_only_by_a_decision(tmp_path: Path, over: Over) -> None:
    async def story(table: LiveTable) -> None:
        await lose_the_shoe(table)
        assert table.lit()["hold"]
        assert table.seats_lit() == {False}
        assert await table.resolve("shoe.link_lost", "LAYOUT_MATCHES", "jefe_de_mesa") is None
        assert not table.held
        assert not table.lit()["hold"]
        await table.round(2)
        await table.round(4)
        assert results(table) == ["punto", "bank"]

    play(story, tmp_path, over=over)


@pytest.mark.requirement("R58")
def test_a_card_while_held_is_unreconciled_and_needs_its_own_resolution(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await lose_the_shoe(table)
        await table.draw()
        assert table.open_codes() == ["shoe.link_lost", "cards.while_held"]
        assert [entry.card for entry in table.all(CardUnreconciled)] == ["5D"]
        assert len(table.all(CardDealt)) == 2
        assert await table.resolve("shoe.link_lost", "LAYOUT_MATCHES") is None
        assert table.held
        drawn = table.state.baccarat.drawn
        assert await table.resolve("cards.while_held", "CARDS_BURNED") is None
        assert not table.held
        assert table.all(CardBurned)[-1].card == "5D"
        assert table.state.baccarat.drawn == drawn + 1

    play(story, tmp_path)


@pytest.mark.requirement("R58")
def test_every_card_drawn_while_held_is_accounted_for_when_they_are_burned(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await lose_the_shoe(table)
        drawn = table.state.baccarat.drawn
        await table.draw(2)
        assert await table.resolve("shoe.link_lost", "VOID_PASS") is None
        assert await table.resolve("cards.while_held", "CARDS_BURNED") is None
        assert table.state.baccarat.drawn == drawn + 2
        assert [entry.card for entry in table.all(CardBurned)][-2:] == ["5D", "4C"]

    play(story, tmp_path)


@pytest.mark.requirement("R62")
def test_there_is_no_plain_resume(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await lose_the_shoe(table)
        before = table.state
        for word in ("RESUME", "CONTINUE", "ACKNOWLEDGE", "OK", ""):
            assert await table.resolve("shoe.link_lost", word) == "NO_CHOICE"
        assert await table.order(Resolve(99, "VOID_PASS")) == "NO_INCIDENT"
        assert table.state == before

    play(story, tmp_path)


ORDERS: dict[str, Command] = {
    "bets": KeyBets(()),
    "five": SpeakFive("draw"),
    "shoe": PrepareShoe(6, 14),
    "close the pass": ClosePass(),
    "close the table": CloseTable(),
}


@pytest.mark.parametrize("name", ORDERS)
def test_nothing_is_played_or_closed_while_the_table_is_held(tmp_path: Path, name: str) -> None:
    async def story(table: LiveTable) -> None:
        await lose_the_shoe(table)
        before = table.state
        reply = await table.ask(ORDERS[name])
        assert reply.code in ("HELD", "PASS_UNDER_WAY")
        assert table.state == before
        assert table.all(CommandRefused)[-1].code == reply.code

    play(story, tmp_path)


@pytest.mark.requirement("R62")
def test_a_decision_by_the_wrong_role_is_refused_recorded_and_changes_nothing(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await lose_the_shoe(table)
        before = table.state
        others: tuple[Role, ...] = ("dealer", "inspector", "technician", "auditor")
        for role in others:
            assert await table.resolve("shoe.link_lost", "VOID_PASS", role) == "WRONG_ROLE"
            assert table.state == before
            refused = table.all(CommandRefused)[-1]
            assert (refused.person, refused.role, refused.code) == ("Luis Soto", role, "WRONG_ROLE")
        assert not table.all(PassVoided)
        assert await table.resolve("shoe.link_lost", "VOID_PASS", "jefe_de_sala") is None

    play(story, tmp_path)


IMPOSSIBLE = {
    "no cards": ((), ()),
    "one side only": (("4S", "5D"), ()),
    "four cards for one side": (("4S", "5D", "2C", "3C"), ("3H", "4C")),
    "a third card after a natural": (("4S", "5D", "2C"), ("3H", "4C")),
    "a third card for a bank that stands": (("4S", "2D"), ("3H", "4C", "2D")),
    "a bank ahead of Punto": (("4S",), ("3H", "4C")),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_hands_that_no_course_of_the_game_leads_to_are_refused(tmp_path: Path, name: str) -> None:
    punto, bank = IMPOSSIBLE[name]

    async def story(table: LiveTable) -> None:
        await lose_the_shoe(table)
        before = table.state
        reply = await table.ask(Resolve(before.incidents[0].id, "KEY_HANDS", punto=punto, bank=bank))
        assert reply.code in ("HANDS_DO_NOT_FIT", "third_card_wrong")
        assert reply.article not in (None, "", "mesa")
        assert table.state == before

    play(story, tmp_path)


def test_hands_keyed_before_the_pass_is_complete_let_it_go_on_with_the_shoe(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await lose_the_shoe(table)
        assert await table.resolve("shoe.link_lost", "KEY_HANDS", hands=(("4S",), ("3H",))) is None
        await table.round(2)
        assert results(table) == ["punto"]

    play(story, tmp_path)


def test_every_choice_on_a_lost_shoe_leads_to_a_table_that_can_go_on(tmp_path: Path) -> None:
    """No dead end: whatever the person of the right role picks, a new pass can be played afterwards."""
    choices = ["LAYOUT_MATCHES", "KEY_HANDS", "VOID_PASS", "CHANGE_CARDS"]

    async def story(table: LiveTable) -> None:
        for number, choice in enumerate(choices):
            if number == 0:
                await table.begin(f"{PUNTO_NATURAL} {PUNTO_NATURAL}")
            elif table.state.baccarat.phase == "no_shoe":
                await table.new_shoe(f"{PUNTO_NATURAL} {PUNTO_NATURAL}")
            else:
                table.load(f"{PUNTO_NATURAL} {PUNTO_NATURAL}".split())
            before = len(results(table))
            await table.draw(4)
            await table.unplug(SHOE)
            await table.plug(SHOE)
            hands = HANDS if choice == "KEY_HANDS" else ((), ())
            assert await table.resolve("shoe.link_lost", choice, hands=hands) is None
            assert not table.held
            if table.state.baccarat.in_pass:
                await table.close_round()
            settled = len(results(table)) - before
            assert settled == (choice in ("LAYOUT_MATCHES", "KEY_HANDS"))
            assert table.state.baccarat.phase in ("betting", "no_shoe")

    play(story, tmp_path)


def test_an_unknown_irregularity_is_refused_by_name(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        before = table.state
        reply = await table.ask(ReportIrregularity("dog_on_table"), "dealer")
        assert reply.code == "UNKNOWN_EVENT"
        assert "dog_on_table" in (reply.detail or "")
        assert table.state == before

    play(story, tmp_path)


@pytest.mark.parametrize("role", ["dealer", "inspector", "technician", "auditor"])
def test_the_table_is_opened_closed_and_ended_only_by_its_supervisors(tmp_path: Path, role: Role) -> None:
    orders = (OpenTable("J-2"), CloseTable(), LastPasses(1))

    async def story(table: LiveTable) -> None:
        for order in orders:
            assert await table.order(order, role) == "WRONG_ROLE"
        assert table.state.session.day == "closed"

    play(story, tmp_path)


@pytest.mark.requirement("R2")
def test_a_hold_survives_any_number_of_restarts_with_the_same_message(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await lose_the_shoe(table)
        first = table.incident("shoe.link_lost")
        for _ in range(2):
            await table.restart()
            assert table.incident("shoe.link_lost") == first
            assert table.held
            assert table.lit()["hold"]
        assert table.open_codes() == ["shoe.link_lost", "daemon.restarted_mid_pass"]
        for code in table.open_codes():
            assert await table.resolve(code, "LAYOUT_MATCHES") is None
        await table.round(2)
        assert results(table) == ["punto"]

    play(story, tmp_path)


@pytest.mark.requirement("R2")
def test_a_fault_of_the_controller_stops_it_with_dark_lamps_and_holds_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        assert table.seats_lit() == {True}
        session = table.table.shell.kernel.sessions[SHOE]
        monkeypatch.setattr(session, "receive", lambda _item: itertools.count() / 0)  # type: ignore[operator]
        table.shoe.draw()
        await until(table.table.shell.over.done)
        assert "TypeError" in table.table.shell.reason
        await until(lambda: table.seats_lit() == {False})
        monkeypatch.undo()
        await table.restart()
        assert table.open_codes() == ["daemon.kernel_fault"]
        assert len(table.all(CardDealt)) == 0, "the input that led to it is not fed again"
        assert await table.resolve("daemon.kernel_fault", "LAYOUT_MATCHES", "jefe_de_mesa") == "WRONG_ROLE"
        assert await table.resolve("daemon.kernel_fault", "LAYOUT_MATCHES", "technician") is None
        assert not table.held

    play(story, tmp_path)


def test_a_lamp_board_that_is_away_at_the_start_is_not_called_connected(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        assert {device.link for device in table.table.desk.status().devices} == {"up"}
        await table.stop()
        table.stage.unplug(LCUS)
        started = table.table.shell.kernel.state
        assert started.links[LCUS] == "up"
        await table.start(absent={LCUS})
        links = {device.name: device.link for device in table.table.desk.status().devices}
        assert links == {"shoe": "up", "lamps-a": "up", "lamps-b": "down"}

    play(story, tmp_path)
