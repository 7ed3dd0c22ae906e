"""What a picture says may be keyed now at a blackjack table: what the table would take and what changes something."""

from typing import Any

import pytest

from daemon.rulebooks import all_rulebooks
from table_core.commands import Command, OpenTable
from table_core.events import CardDrawn
from table_core.orders import Orders
from table_core.reconciler.families import Setup, reconciler_for
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.blackjack.entries import Act, Button, PlaceBet
from table_core.table import NEW_GAMES, TableState

MOVES = {"players_left", "players_sat", "cut_card"}


class Table:
    """A blackjack table without devices."""

    def __init__(self, rulebook: str) -> None:
        self._reconciler = reconciler_for(all_rulebooks()[rulebook], Setup("none", None, "shoe"))
        self._orders = Orders(self._reconciler)
        self._state = TableState(game=NEW_GAMES["blackjack"])

    def order(self, *commands: Command) -> None:
        for command in commands:
            self._state = self._orders.obey(self._state, command, "Ana Rojas", "jefe_de_sala").state

    def draw(self, cards: str) -> None:
        for card in cards.split():
            self._state = self._reconciler.observe(self._state, CardDrawn("shoe", card)).state

    @property
    def picture(self) -> dict[str, Any]:
        return self._reconciler.picture(self._state)

    @property
    def entries(self) -> set[str]:
        return set(self.picture["entries"]) - MOVES


def test_a_pass_without_a_covered_card_asks_for_nothing_the_cards_tell_themselves() -> None:
    table = Table("coquimbo-2020")
    table.order(OpenTable("J-1"))
    assert table.entries == {"prepare_shoe"}
    table.order(PrepareShoe(6, 60, 156))
    assert table.entries == set()
    table.draw("2C")
    assert table.entries == {"place_bet"}
    table.order(PlaceBet("1"), PlaceBet("3"))
    assert table.entries == {"place_bet", "no_more_bets"}
    table.order(Button("no_more_bets"))
    assert table.entries == set()
    table.draw("TH 9C 6D 9S 7D")
    assert table.entries == set()
    table.order(Act("stand", "1"), Act("stand", "3"))
    table.draw("TC 5H")
    assert table.entries == {"end_round", "place_bet"}


def test_a_covered_card_and_an_ace_open_the_buttons_that_end_what_they_opened() -> None:
    table = Table("mendoza-2016")
    table.order(OpenTable("J-1"), PrepareShoe(6, 60, 156))
    while table.picture["phase"] == "shoe.burn":
        table.draw("2C")
    table.order(PlaceBet("1"), PlaceBet("2"), PlaceBet("3"), Button("no_more_bets"))
    table.draw("TH 9C 5S AD 9S 7D 5C 9D")
    assert table.entries == {"no_more_surrender", "no_more_insurance"}
    table.order(Button("no_more_surrender"))
    assert table.entries == {"no_more_insurance"}
    table.order(Button("no_more_insurance"), *(Act("stand", box) for box in "123"))
    assert table.entries == {"reveal_hole"}
    assert table.picture["bank"] == ["AD", "??"]
    table.order(Button("reveal_hole"))
    assert table.picture["bank"] == ["AD", "9D"]


@pytest.mark.parametrize("rulebook", ["coquimbo-2020", "mendoza-2016", "bj8-ar", "iquique-2000"])
def test_a_table_that_was_just_built_offers_a_shoe_and_nothing_else(rulebook: str) -> None:
    assert Table(rulebook).entries == {"prepare_shoe"}
