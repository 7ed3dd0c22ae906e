"""The table on a terminal screen: cards, lamps, what is said. Only what everybody may see."""

from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from rich.columns import Columns
from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

_RED = "DH"
_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_PHASES = {
    "no_shoe": "preparación del sabot",
    "burn_first": "primera carta del sabot",
    "burning": "quema de cartas",
    "betting": "hagan sus apuestas",
    "dealing": "reparto",
    "complete": "pase completo",
}


class LiveTable:
    """Draws pictures while it is entered; with *show* off it does nothing."""

    def __init__(self, lamps: Callable[[], dict[str, bool]], game: str, *, show: bool) -> None:
        self._lamps = lamps
        self._game = game
        self._live = Live(console=Console(stderr=True), auto_refresh=False) if show else None

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
        if self._live:
            self._live.update(draw(picture, self._lamps(), self._game), refresh=True)


def draw(picture: dict[str, Any], lamps: dict[str, bool], game: str) -> Panel:
    """The felt in a dozen lines."""
    held = picture["state"] == "held"
    hands = Columns([_hand("PUNTO", picture["punto"]), _hand("BANCA", picture["bank"])], padding=(0, 4))
    lines: list[Any] = [
        Text(f"Pase {picture['pass']}   {_PHASES[picture['phase']]}   cartas {picture['cards_out']}", style="bold"),
        hands,
        _lamp_row(lamps),
        Text(f"«{picture['announced']}»" if picture["announced"] else "", style="italic yellow"),
    ]
    lines += [
        Text(
            f"DETENIDA {incident['id']}: {incident['detail']}  art. {', '.join(incident['articles'])}", style="bold red"
        )
        for incident in picture["incidents"]
    ]
    title = f"{game} · MESA SIMULADA · crupier {picture['dealer'] or '-'}"
    return Panel(Group(*lines), title=title, border_style="red" if held else "green", width=78)


def _incident(incident: dict[str, Any]) -> Text:
    articles = f" (art. {', '.join(incident['articles'])})" if incident["articles"] else ""
    return Text(f"{'DETENIDA' if incident['hold'] else 'Aviso'}: {incident['detail']}{articles}", style="bold red")


def _hand(name: str, cards: list[str]) -> Panel:
    text = Text(" ")
    for card in cards:
        text.append(_face(card), style="bold red" if card[1] in _RED else "bold white")
        text.append("  ")
    return Panel(text, title=name, width=26)


def _face(card: str) -> str:
    return "▒▒" if card == "??" else card[0].replace("T", "10") + _SUITS[card[1]]


def _lamp_row(lamps: dict[str, bool]) -> Text:
    row = Text("Lámparas  ")
    for name, lit in lamps.items():
        label = "alto" if name == "hold" else name.removeprefix("seat.")
        row.append(f"{'●' if lit else '○'} {label}  ", style="yellow" if lit else "dim")
    return row
