"""Seats and places: devices are wired from the dealer's right, a rulebook counts as it likes, the edge converts."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daemon.config import Config
from daemon.kernel import Kernel
from daemon.rulebooks import all_rulebooks
from daemon.table import build_kernel_from, start_of
from drivers.base import Counters, Observation
from drivers.line_watch import LineWatch
from firmware_bridge.traffic import LinkUp
from table_core.events import CreditAccepted, LinkRestored
from table_core.record import Observed
from table_core.seats import SeatNumbers, other_number
from table_core.table import NEW_GAMES, TableState

RIGHT, LEFT = "iquique-2000/mini-baccarat", "coquimbo-2020"


@given(st.integers(1, 9), st.data())
def test_turning_the_numbers_round_twice_leaves_them_as_they_were(seats: int, data: st.DataObject) -> None:
    number = data.draw(st.integers(1, seats))
    turned = other_number(number, seats, "left")
    assert 1 <= turned <= seats
    assert other_number(turned, seats, "left") == number
    assert other_number(number, seats, "right") == number


def test_box_one_of_blackjack_lies_at_the_last_place_from_the_dealers_right() -> None:
    seats = SeatNumbers(7, "left")
    assert [seats.lamp(name) for name in ("seat.1", "seat.4", "seat.7", "hold")] == [
        "seat.7", "seat.4", "seat.1", "hold",
    ]  # fmt: skip
    assert seats.by_place((True, False, False)) == (False, False, True)
    assert SeatNumbers(7, "right").by_place((True, False, False)) == (True, False, False)


@pytest.mark.parametrize("book", sorted(all_rulebooks()))
def test_every_rulebook_says_where_its_seat_one_lies(book: str) -> None:
    setting = all_rulebooks()[book].settings["seat_one"]
    assert setting.value in ("right", "left")
    assert setting.article


def table(rulebook: str, directory: Path) -> Config:
    lamps: dict[str, Any] = {"name": "lamps", "driver": "lcus", "port": "memory://l", "lamps": ["seat.1", "seat.2"]}
    shoe: dict[str, Any] = {"name": "shoe", "driver": "angel-eye", "port": "memory://s"}
    section = {"name": "mesa", "rulebook": rulebook, "data": str(directory), "seats": 7}
    return Config.model_validate({"table": section, "devices": [shoe, lamps]})


class _Acceptors:
    """An acceptor line that tells of one chip at place 2 as soon as it is up."""

    def receive(self, given: object) -> tuple[Observation, ...]:
        return (Observation(CreditAccepted("chips", 2, 1, 1000, 7), b""), Observation(LinkRestored("chips", "-"), b""))

    def take_sends(self) -> list[Any]:
        return []

    def next_deadline(self) -> None:
        return None


def kernel(rulebook: str, directory: Path) -> Kernel:
    config = table(rulebook, directory)
    book = all_rulebooks()[rulebook]
    return build_kernel_from(config, start_of(config, clean=True), TableState(game=NEW_GAMES[book.family]))


@pytest.mark.parametrize(("rulebook", "lamps", "seat"), [(RIGHT, (1, 2), 2), (LEFT, (7, 6), 6)])
def test_the_same_wiring_serves_both_numberings(
    rulebook: str, lamps: tuple[int, ...], seat: int, tmp_path: Path
) -> None:
    built = kernel(rulebook, tmp_path)
    assert built._boards[0].names == tuple(f"seat.{number}" for number in lamps)
    built.sessions["chips"] = _Acceptors()  # type: ignore[assignment]
    built._watches["chips"] = LineWatch("chips", Counters())
    observed = [entry for entry in built.step([LinkUp("chips", "-", 1, 1)]).entries if isinstance(entry, Observed)]
    chip = observed[0].event
    assert isinstance(chip, CreditAccepted)
    assert chip.seat == seat
