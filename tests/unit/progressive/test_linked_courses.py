"""Tables on one pot in any course of things: bets, cuts, restarts and answers in whatever order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_core.commands import Resolve
from table_core.floor_events import FloorDecided, PotHeard
from table_core.progressive import orders
from table_core.progressive.claims import PotValue
from table_core.progressive.ledger import PrizesAwarded
from table_core.progressive.orders import OpenSideBets
from table_core.rules.blackjack.entries import PlaceBet
from tests.unit.progressive.linked_tables import CLUBS, FLOOR, NOTHING, LinkedTable, books, linked_table

MOVES = ["open", "chip 2", "chip 5", "lock", "deal", "review", "end", "void", "release", "pay"]
LINKS = ["cut", "link", "deliver", "restart", "again", "old value"]


@given(st.lists(st.sampled_from(MOVES + LINKS + LINKS[:3]), max_size=60))
def test_in_any_course_the_books_agree_and_no_lamp_shines_without_its_entry(course: list[str]) -> None:
    """`LinkedTable.check` states after every step that each lit lamp after the lock is backed by a claim."""
    table = linked_table()
    old = table.shared.value
    for step in course:
        _do(table, step, old)
    table.link()
    table.deliver()
    assert books(table) == table.shared.pot.sums
    assert table.side.linked.pending == ()
    awarded = [one for one in table.shared.movements if isinstance(one, PrizesAwarded)]
    assert sum(one.sums.paid for one in awarded) == table.side.linked.books.paid
    assert "side.floor_contradicts" not in table.codes()


PASS = ["open", "chip 2", "chip 5", "lock", "deliver", "deal", "review", "deliver", "release", "pay", "end"]


@pytest.mark.parametrize("cut", range(len(PASS) + 1))
def test_wherever_in_a_pass_the_link_is_cut_and_healed_the_next_one_is_whole(cut: int) -> None:
    """The link comes back after any number of steps, with a restart or without; the second pass has no trouble."""
    for healed in range(cut, len(PASS) + 1):
        for restart in (False, True):
            table = linked_table()
            for at, step in enumerate([*PASS, ""]):
                if at == cut:
                    _do(table, "cut", None)
                if at == healed:
                    _do(table, "restart" if restart else "", None)
                    _do(table, "link", None)
                    _do(table, "deliver", None)
                _do(table, step, None)
            for step in ("release", "pay", "end", *PASS):
                _do(table, step, None)
            paid = [one.sums.paid for one in table.shared.movements if isinstance(one, PrizesAwarded)]
            where = f"cut at {cut}, healed at {healed}, restart {restart}"
            assert paid[-1] > 1_000_000, where
            assert len(paid) == (2 if healed == 0 or cut > PASS.index("lock") else 1), where
            assert (table.side.phase, table.side.linked.pending) == ("idle", ()), where
            assert books(table) == table.shared.pot.sums, where


def _do(table: LinkedTable, step: str, old: PotValue | None) -> None:
    if step in LINKS:
        _link(table, step, old)
    else:
        _play(table, step)


def _link(table: LinkedTable, step: str, old: PotValue | None) -> None:
    match step:
        case "cut":
            table.cut()
            assert table.side.phase not in ("open", "locking")
        case "link":
            table.link()
        case "deliver" if table.state.links[FLOOR] == "up":
            table.deliver()
        case "restart":
            table.restart()
            for incident in table.state.incidents:
                if incident.hold:
                    table.order(Resolve(incident.id, "LAYOUT_MATCHES"), "jefe_de_sala")
        case "again" if table.side.linked.answers:
            assert table.see(FloorDecided(FLOOR, table.side.linked.answers[0])) == []
        case "old value" if old is not None:
            table.see(PotHeard(FLOOR, old))


def _play(table: LinkedTable, step: str) -> None:
    match step.split():
        case ["open"]:
            ready = table.state.links[FLOOR] == "up" and not table.side.linked.pending
            for seat in ("2", "5"):
                table.refused(PlaceBet(seat))
            if table.refused(OpenSideBets(), "dealer") == "(obeyed)":
                assert ready
        case ["chip", seat]:
            table.chip(int(seat))
        case ["lock"]:
            table.refused(orders.LockSideBets(), "dealer")
        case ["deal"] if table.side.phase == "locked" and not table.side.hands and table.state.session.passes < 6:
            table.finish(CLUBS if table.state.session.passes < 2 else NOTHING)
        case ["review"]:
            wanted = table.reconciler.side().picture(table.state)["to_review"]
            cards = {hand.seat: hand.cards for hand in table.side.hands}
            clubs = {seat: "three_sevens_clubs" if set(cards[seat]) == {"7C"} else None for seat in wanted}
            seen = tuple(orders.SeenHand(seat, prize) for seat, prize in clubs.items())
            table.refused(orders.ReviewHands(seen), "dealer")
        case ["end"] if table.state.game.in_pass:
            table.end_base_pass()
        case ["void"]:
            table.refused(orders.VoidSideBets((5,)), "jefe_de_mesa")
        case ["release"] if table.side.unpaid:
            table.release(table.side.unpaid[0].id)
        case ["pay"] if table.side.unpaid:
            table.refused(orders.PayPrize(table.side.unpaid[0].id), "dealer")
