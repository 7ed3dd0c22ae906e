"""Chemin de Fer: Punto and banker side by side, below them the bank, what lies against it, and who sits where."""

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from daemon.i18n import _
from hw_sims.felts import baccarat
from hw_sims.felts.cards import Felt, Picture
from table_core.signals import pesos

_WIDTH = 72
PHASES = {
    "no_shoe": "preparación del sabot",
    "bank": "la banca busca banquero",
    "stakes": "hagan sus apuestas",
    "closed": "no van más apuestas",
    "dealing": "reparto",
    "punto": "habla el punto",
    "banker": "decide el banquero",
    "complete": "jugada completa",
}
MODES = {
    "banco": "banco",
    "banco_seguido": "banco seguido",
    "banco_con_mesa": "banco con la mesa",
    "table": "juega la mesa",
}
STAGES = {
    "rotation": "por turno",
    "standing": "a los que están de pie",
    "passer": "a quien la pasó",
    "auction": "en subasta",
    "forced": "por el mínimo, o deja la plaza",
}


def hands(picture: Picture) -> Group:
    return Group(_words(picture), baccarat.hands(picture), Text(), _bank(picture), _against(picture), _players(picture))


def _words(picture: Picture) -> RenderableType:
    """What Punto and banker said."""
    row = Table.grid(expand=True)
    row.add_column(justify="center", ratio=1)
    row.add_column(justify="center", ratio=1)
    said = picture["said"]
    row.add_row(*(Text(f"«{said[side]}»" if said[side] else " ", style="italic yellow") for side in ("punto", "bank")))
    return row


def _bank(picture: Picture) -> Text:
    bank, offer = picture["banker"], picture["offer"]
    line = Text(_("Banca") + "      ", overflow="ellipsis", no_wrap=True)
    if bank is not None:
        line.append(bank["player"], style="bold green")
        line.append(f"  {pesos(bank['amount'])}", style="bold")
        line.append("  " + _("garage {amount}").format(amount=pesos(bank["garage"])) if bank["garage"] else "")
    elif offer is not None:
        asked = next((one["name"] for one in picture["players"] if one["seat"] == offer["seat"]), "")
        words = _("se ofrece {how} {who} desde {amount}")
        line.append(words.format(how=_(STAGES[offer["stage"]]), who=asked, amount=pesos(offer["at_least"])))
    else:
        line.append("—", style="dim")
    return line


def _against(picture: Picture) -> Text:
    """Who plays the cards, and what each one risks."""
    stakes: dict[str, Any] | None = picture["stakes"]
    line = Text(_("En contra") + "  ", overflow="ellipsis", no_wrap=True)
    if stakes is None:
        return line.append("—", style="dim")
    line.append(_(MODES[stakes["mode"]]), style="bold")
    for one in stakes["accepted"]:
        style = "bold yellow" if one["player"] == stakes["cards_to"] else ""
        line.append(f"  {one['player']} {pesos(one['amount'])}", style=style)
    line.truncate(_WIDTH, overflow="ellipsis")
    return line


def _players(picture: Picture) -> Text:
    """The departments from the dealer's right; who stands is in brackets, who must salute has a star."""
    banker = picture["banker"]["player"] if picture["banker"] else None
    line = Text(_("Mesa") + "       ", overflow="ellipsis", no_wrap=True)
    for player in picture["players"]:
        name = player["name"] + ("*" if player["must_salute"] else "")
        shown = f"({name})" if player["standing"] else f"{player['seat']} {name}"
        line.append(f"{shown}  ", style="bold green" if player["name"] == banker else "")
    line.truncate(_WIDTH, overflow="ellipsis")
    return line


FELT = Felt(PHASES, hands, baccarat.place)
