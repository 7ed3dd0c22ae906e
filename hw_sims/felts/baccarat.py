"""Punto and Banca side by side, three places each."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from hw_sims.devices.angel_eye.chart import total
from hw_sims.felts.cards import HIDDEN, Felt, Picture, row_of_cards

_PLACES = 3
_SIDES = {"punto": "Punto", "bank": "Banca"}
PHASES = {
    "no_shoe": "preparación del sabot",
    "burn_first": "primera carta del sabot",
    "burning": "quema de cartas",
    "betting": "hagan sus apuestas",
    "dealing": "reparto",
    "complete": "pase completo",
}


def hands(picture: Picture) -> Table:
    felt = Table.grid(expand=True)
    felt.add_column(justify="center", ratio=1)
    felt.add_column(justify="center", ratio=1)
    felt.add_row(_hand("PUNTO", picture["punto"]), _hand("BANCA", picture["bank"]))
    return felt


def place(name: str) -> str:
    side, _space, position = name.partition(" ")
    return f"{_SIDES.get(side, side)} {position}"


def _hand(name: str, cards: list[str]) -> Group:
    """Three places, with the points once every card of the hand lies open."""
    points = f"  {total(cards)}" if len(cards) > 1 and HIDDEN not in cards else ""
    places = [*cards, *[""] * (_PLACES - len(cards))]
    rows = [row_of_cards(places, row) for row in range(3)]
    return Group(Text(name + points, style="bold", justify="center"), *rows)


FELT = Felt(PHASES, hands, place)
