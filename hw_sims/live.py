"""The table on a terminal screen: cards, lamps, what is said, what is open. Only what everybody may see."""

from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from daemon.i18n import _
from hw_sims.devices.angel_eye.chart import total
from table_core.incidents import CHOICE_NAMES
from table_core.people import ROLE_NAMES

WIDTH = 78
_HIDDEN = "??"
_PLACES = 3
_CARD_WIDTH = 5
_FELT_WIDTH = 72
_INCIDENT_LINES = 3
_RED = "DH"
_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_GAMES = {"punto-y-banca": "PUNTO Y BANCA", "mini-baccarat": "MINI BACCARAT"}
_SIDES = {"punto": "Punto", "bank": "Banca"}
PHASES = {
    "no_shoe": "preparación del sabot",
    "burn_first": "primera carta del sabot",
    "burning": "quema de cartas",
    "betting": "hagan sus apuestas",
    "dealing": "reparto",
    "complete": "pase completo",
}


class LiveTable:
    """Draws the newest picture while it is entered; lamps are looked at all the time. With *show* off: nothing."""

    def __init__(self, lamps: Callable[[], dict[str, bool]], game: str, *, show: bool) -> None:
        self._lamps = lamps
        self._game = game
        self._picture: dict[str, Any] | None = None
        console = Console(stderr=True)
        self._live = Live(console=console, get_renderable=self._drawn, refresh_per_second=10) if show else None

    def __enter__(self) -> Self:
        if self._live:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.stop()

    def refresh(self, picture: dict[str, Any]) -> None:
        self._picture = picture

    def _drawn(self) -> RenderableType:
        return draw(self._picture, self._lamps(), self._game) if self._picture else Text()


def draw(picture: dict[str, Any], lamps: dict[str, bool], game: str) -> Panel:
    """The felt, always the same height, so that nothing jumps while people look."""
    held = picture["state"] == "held"
    lines: list[RenderableType] = [
        _facts(picture, held=held),
        Text(),
        _hands(picture),
        Text(),
        _lamp_row(lamps),
        _words(picture),
        Text(),
        *_incident_lines(picture["incidents"]),
    ]
    title = f"[bold]{_GAMES.get(game, game)}[/bold] · [bold yellow]{_('MESA SIMULADA')}[/bold yellow]"
    people = _("crupier {dealer} · supervisa {supervisor}").format(
        dealer=picture["dealer"] or "—", supervisor=picture["supervisor"] or "—"
    )
    border = "red" if held else "green"
    return Panel(Group(*lines), title=title, subtitle=people, border_style=border, width=WIDTH, padding=(1, 2))


def _facts(picture: dict[str, Any], *, held: bool) -> Table:
    """One line: state and phase at the left, pass and cards at the right."""
    word = _("DETENIDA") if held else _("EN JUEGO")
    state = Text().append(f" {word} ", style="bold white on red" if held else "bold black on green")
    phase = _(PHASES[picture["phase"]]) if picture["day"] == "open" else _("mesa cerrada")
    counts = _("pase {number}   cartas {cards}").format(number=picture["pass"], cards=picture["cards_out"])
    if picture["passes_left"] is not None:
        counts = _("quedan {left}   ").format(left=picture["passes_left"]) + counts
    row = Table.grid(expand=True)
    row.add_column()
    row.add_column(justify="right")
    row.add_row(state.append(f"  {phase}", style="bold"), Text(counts))
    return row


def _hands(picture: dict[str, Any]) -> Table:
    felt = Table.grid(expand=True)
    felt.add_column(justify="center", ratio=1)
    felt.add_column(justify="center", ratio=1)
    felt.add_row(_hand("PUNTO", picture["punto"]), _hand("BANCA", picture["bank"]))
    return felt


def _hand(name: str, cards: list[str]) -> Group:
    """Three places, with the points once every card of the hand lies open."""
    points = f"  {total(cards)}" if len(cards) > 1 and _HIDDEN not in cards else ""
    places = [*cards, *[""] * (_PLACES - len(cards))]
    rows = [_row_of_cards(places, row) for row in range(_PLACES)]
    return Group(Text(name + points, style="bold", justify="center"), *rows)


def _row_of_cards(places: list[str], row: int) -> Text:
    text = Text(justify="center")
    for number, card in enumerate(places):
        text.append(" " if number else "")
        text.append(*_slice(card, row))
    return text


def _slice(card: str, row: int) -> tuple[str, str]:
    """One of the three lines a card is drawn with, and its colours."""
    if not card:
        return ("╭╌╌╌╮", "┆   ┆", "╰╌╌╌╯")[row], "dim"
    if card == _HIDDEN:
        return "░" * _CARD_WIDTH, "white on blue"
    face = card[0].replace("T", "10") + _SUITS[card[1]]
    ink = "red3" if card[1] in _RED else "grey7"
    return (f" {face}" if row == 1 else "").ljust(_CARD_WIDTH), f"bold {ink} on grey93"


def _lamp_row(lamps: dict[str, bool]) -> Text:
    row = Text(f"{_('Lámparas')}   ")
    for name, lit in lamps.items():
        if name == "hold":
            row.append(f"   {'●' if lit else '○'} {_('alto')}", style="bold red" if lit else "dim")
        else:
            row.append(f"{'●' if lit else '○'} {name.removeprefix('seat.')}  ", style="bold yellow" if lit else "dim")
    return row


def _words(picture: dict[str, Any]) -> Text:
    """What was said last, and where the next card must go."""
    text = Text(f"{_('Anuncio')}    ")
    text.append(f"«{picture['announced']}»" if picture["announced"] else "—", style="italic yellow")
    expected = f" {_('o')} ".join(_place(place) for place in picture["next_card"])
    if expected and picture["state"] != "held":
        text.append("   " + _("próxima carta: {place}").format(place=expected), style="dim")
    return text


def _place(place: str) -> str:
    side, _space, position = place.partition(" ")
    return f"{_SIDES.get(side, side)} {position}"


def _incident_lines(incidents: list[dict[str, Any]]) -> list[Text]:
    """The first open incident in full, how many wait behind it, and blank lines up to the fixed height."""
    if incidents:
        lines = [_headline(incidents[0]), _detail(incidents[0]), _choices(incidents[0])]
    else:
        lines = [Text(_("Sin incidentes abiertos."), style="dim")]
    if len(incidents) > 1:
        lines[0].append("   " + _("y {count} más").format(count=len(incidents) - 1))
    for line in lines:
        line.truncate(_FELT_WIDTH, overflow="ellipsis")
    return [*lines, *(Text() for _line in range(_INCIDENT_LINES - len(lines)))]


def _headline(incident: dict[str, Any]) -> Text:
    word = _("Detiene la mesa") if incident["hold"] else _("Aviso")
    articles = f" · art. {', '.join(incident['articles'])}" if incident["articles"] else ""
    style = "bold red" if incident["hold"] else "bold yellow"
    return Text(f"{word} · {_('incidente {id}').format(id=incident['id'])}{articles}", style=style)


def _detail(incident: dict[str, Any]) -> Text:
    device = f" ({incident['device']})" if incident["device"] else ""
    return Text(f"{_(incident['detail'])}{device}")


def _choices(incident: dict[str, Any]) -> Text:
    choices = incident["choices"]
    roles = dict.fromkeys(_(ROLE_NAMES[choice["role"]]) for choice in choices)
    text = Text(_("Decide {roles}: ").format(roles=", ".join(roles)), style="dim")
    return text.append("; ".join(_(CHOICE_NAMES[choice["code"]]) for choice in choices), style="default")
