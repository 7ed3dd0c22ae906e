"""The table on a terminal screen: cards, lamps, what is said, what is open. Only what everybody may see."""

from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from daemon.i18n import _, sentence
from hw_sims.felts.cards import Felt
from hw_sims.games import Game
from table_core.incidents import CHOICE_NAMES
from table_core.people import ROLE_NAMES

WIDTH = 78
_FELT_WIDTH = 72
_INCIDENT_LINES = 3


class LiveTable:
    """Draws the newest picture while it is entered; lamps are looked at all the time. With *show* off: nothing."""

    def __init__(self, lamps: Callable[[], dict[str, bool]], game: Game, *, show: bool) -> None:
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


def draw(picture: dict[str, Any], lamps: dict[str, bool], game: Game) -> Panel:
    """The felt, always the same height, so that nothing jumps while people look."""
    held = picture["state"] == "held"
    felt: Felt = game.load_felt()
    lines: list[RenderableType] = [
        _facts(picture, felt, held=held),
        Text(),
        felt.hands(picture),
        Text(),
        _lamp_row(lamps),
        _words(picture, felt),
        Text(),
        *_incident_lines(picture["incidents"]),
    ]
    title = f"[bold]{game.title}[/bold] · [bold yellow]{_('MESA SIMULADA')}[/bold yellow]"
    people = _("crupier {dealer} · supervisa {supervisor}").format(
        dealer=picture["dealer"] or "—", supervisor=picture["supervisor"] or "—"
    )
    border = "red" if held else "green"
    return Panel(Group(*lines), title=title, subtitle=people, border_style=border, width=WIDTH, padding=(1, 2))


def _facts(picture: dict[str, Any], felt: Felt, *, held: bool) -> Table:
    """One line: state and phase at the left, pass and cards at the right."""
    word = _("DETENIDA") if held else _("EN JUEGO")
    state = Text().append(f" {word} ", style="bold white on red" if held else "bold black on green")
    phase = _(felt.phases[picture["phase"]]) if picture["day"] == "open" else _("mesa cerrada")
    counts = _("pase {number}   cartas {cards}").format(number=picture["pass"], cards=picture["cards_out"])
    if picture["passes_left"] is not None:
        counts = _("quedan {left}   ").format(left=picture["passes_left"]) + counts
    row = Table.grid(expand=True)
    row.add_column()
    row.add_column(justify="right")
    row.add_row(state.append(f"  {phase}", style="bold"), Text(counts))
    return row


def _lamp_row(lamps: dict[str, bool]) -> Text:
    row = Text(f"{_('Lámparas')}   ")
    for name, lit in lamps.items():
        if name == "hold":
            row.append(f"   {'●' if lit else '○'} {_('alto')}", style="bold red" if lit else "dim")
        else:
            row.append(f"{'●' if lit else '○'} {name.removeprefix('seat.')}  ", style="bold yellow" if lit else "dim")
    return row


def _words(picture: dict[str, Any], felt: Felt) -> Text:
    """What was said last, and where the next card must go."""
    text = Text(f"{_('Anuncio')}    ")
    text.append(f"«{picture['announced']}»" if picture["announced"] else "—", style="italic yellow")
    expected = f" {_('o')} ".join(felt.place(place) for place in picture["next_card"])
    if expected and picture["state"] != "held":
        text.append("   " + _("próxima carta: {place}").format(place=expected), style="dim")
    return text


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
    return Text(f"{sentence(incident['detail'])}{device}")


def _choices(incident: dict[str, Any]) -> Text:
    choices = incident["choices"]
    roles = dict.fromkeys(_(ROLE_NAMES[choice["role"]]) for choice in choices)
    text = Text(_("Decide {roles}: ").format(roles=", ".join(roles)), style="dim")
    return text.append("; ".join(_(CHOICE_NAMES[choice["code"]]) for choice in choices), style="default")
