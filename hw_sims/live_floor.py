"""A whole floor on a terminal screen: the pot, and a line for each table. Only what everybody may see."""

from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from daemon.i18n import _
from hw_sims.felts.cards import Felt
from hw_sims.games import Game
from table_core.money import pesos

WIDTH = 100
_WINS_SHOWN = 4

Picture = dict[str, Any]


class LiveFloor:
    """Draws the newest picture of each of *tables* while it is entered. *lamps*: what a person sees lit at a table."""

    def __init__(self, tables: list[str], lamps: Callable[[str], list[bool]], game: Game, *, show: bool) -> None:
        self._pictures: dict[str, Picture | None] = dict.fromkeys(tables)
        self._wins: list[Text] = []
        self._lamps = lamps
        self._game = game
        console = Console(stderr=True)
        self._live = Live(console=console, get_renderable=self._drawn, refresh_per_second=5) if show else None

    def __enter__(self) -> Self:
        if self._live:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.stop()

    def refresh(self, table: str, picture: Picture) -> None:
        """What *table* shows now."""
        before = self._pictures[table]
        known = {one["id"] for one in before["progressive"]["prizes_due"]} if before else set()
        for due in picture["progressive"]["prizes_due"]:
            if due["id"] not in known:
                self._wins = [*self._wins, _won(table, due)][-_WINS_SHOWN:]
        self._pictures[table] = picture

    def _drawn(self) -> RenderableType:
        rows = {name: (picture, self._lamps(name) if picture else []) for name, picture in self._pictures.items()}
        return draw(rows, list(self._wins), self._game)


def draw(rows: dict[str, tuple[Picture | None, list[bool]]], wins: list[Text], game: Game) -> Panel:
    """Always the same height, so that nothing jumps while people look."""
    felt: Felt = game.load_felt()
    table = Table(expand=True, box=None, pad_edge=False)
    table.add_column(_("mesa"))
    table.add_column("")
    table.add_column(_("pase"), justify="right")
    table.add_column(_("pozo que muestra"), justify="right")
    table.add_column(_("lámparas"))
    table.add_column("", ratio=1, no_wrap=True, overflow="ellipsis")
    for name, (picture, lamps) in rows.items():
        table.add_row(*_row(name, picture, lamps, felt))
    blank = [Text() for _line in range(_WINS_SHOWN - len(wins))]
    last = Text(_("Últimos premios"), style="bold")
    title = f"[bold]{game.title} · {_('UN POZO')}[/bold] · [bold yellow]{_('MESAS SIMULADAS')}[/bold yellow]"
    return Panel(Group(table, Text(), last, *wins, *blank), title=title, width=WIDTH, padding=(1, 2))


def _row(name: str, picture: Picture | None, lamps: list[bool], felt: Felt) -> list[RenderableType]:
    if picture is None:
        return [name, Text(_("empieza"), style="dim"), "", "", "", ""]
    held, side = picture["state"] == "held", picture["progressive"]
    word = Text(f" {_('DETENIDA')} ", style="bold white on red") if held else Text(f" {_('EN JUEGO')} ", style="green")
    lit = Text("".join("●" if on else "○" for on in lamps), style="bold yellow")
    pot = Text(pesos(side["pot"]), style="dim" if side["stale"] else "bold")
    return [name, word, str(picture["pass"]), pot, lit, _words(picture, side, felt)]


def _words(picture: Picture, side: Picture, felt: Felt) -> Text:
    """The most important thing at this table now."""
    unpaid = [due for due in side["prizes_due"] if due["status"] != "paid"]
    if picture["incidents"]:
        return Text(picture["incidents"][0]["detail"], style="yellow")
    if side["stale"]:
        return Text(_("sin piso: no se apuesta al pozo"), style="bold red")
    if side["award_pending"]:
        return Text(_("pago pendiente de confirmación"), style="bold magenta")
    if unpaid:
        return Text(_("gana el puesto {n}: pago pendiente").format(n=unpaid[0]["seat"]), style="bold magenta")
    if side["news"]:
        return Text(_("ganó {table}").format(table=side["news"]["table"]), style="magenta")
    return Text(_(felt.phases[picture["phase"]]) if picture["day"] == "open" else _("mesa cerrada"), style="dim")


def _won(table: str, due: Picture) -> Text:
    where = _("{table}, puesto {n}").format(table=table, n=due["seat"])
    return Text(f"{where} · {_(due['name'])} · ").append(pesos(due["amount"]), style="bold")
