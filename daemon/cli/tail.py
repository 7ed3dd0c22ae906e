"""`sabot tail`: what a table publishes, as it happens, without a gap."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from daemon.cli.reach import reaches_a_table, table_at
from daemon.i18n import _, sentence

if TYPE_CHECKING:
    from daemon.messages import Publication


@click.command(help="Muestra lo que la mesa publica, a medida que ocurre y sin saltos.")
@click.option("--from", "first", type=click.IntRange(min=1), metavar="N", help="Desde la publicación N.")
@click.option("--no-follow", is_flag=True, help="Termina cuando no hay más.")
@click.option("--json", "as_json", is_flag=True, help="Líneas JSON, como viajan.")
@reaches_a_table
def tail(first: int | None, no_follow: bool, as_json: bool, data: Path | None, link: Path | None) -> None:
    from daemon.messages import StoppedPublished

    teller, published = Teller(), None
    with table_at(data, link) as table:
        news = table.follow(first)
        while not isinstance(published, StoppedPublished):
            published = news.next()
            if published is not None:
                _echo(msgspec.json.encode(published).decode() if as_json else teller.line(published))
            elif no_follow:
                return


def _echo(line: str) -> None:
    if line:
        click.echo(line)


class Teller:
    """Publications in words. A picture is told only when the table's state changed with it."""

    def __init__(self) -> None:
        self._state = ""

    def line(self, published: "Publication") -> str:
        """One line, or none when there is nothing new to say."""
        from daemon.messages import EntryPublished, PicturePublished, StoppedPublished

        match published:
            case EntryPublished(body=body):
                text = _entry_text(body)
            case PicturePublished(body=body):
                text = self._picture_text(body or {})
            case StoppedPublished(body=told):
                text = _("La mesa paró: {reason}").format(reason=sentence(told.reason))
        return f"{published.n:>7} {published.seq:>8}  {text}" if text else ""

    def _picture_text(self, picture: dict[str, Any]) -> str:
        state = str(picture.get("state", self._state))
        if state == self._state:
            return ""
        self._state = state
        return _("Mesa DETENIDA.") if state == "held" else _("Mesa lista.")


def _entry_text(body: dict[str, Any]) -> str:
    """What one entry says; entries without words of their own show their fields."""
    match body:
        case {"type": "Announced", "text": text}:
            return f"«{text}»"
        case {"type": "IncidentOpened", "incident": {"id": number, "code": code, "detail": detail}}:
            return _("Incidente {number} {code}: {detail}").format(number=number, code=code, detail=sentence(detail))
        case {"type": "IncidentResolved", "id": number, "choice": choice}:
            return _("Incidente {number} resuelto: {choice}.").format(number=number, choice=choice)
        case {"type": "PassOpened", "number": number}:
            return _("Pase {number}.").format(number=number)
        case {"type": "TableOpened", "jornada": jornada}:
            return _("Mesa abierta, jornada {jornada}.").format(jornada=jornada)
        case {"type": "TableClosed"}:
            return _("Mesa cerrada.")
        case {"type": "DeviceLinked", "device": device, "state": link}:
            return f"{device}: " + (_("conectado") if link == "up" else _("SIN CONEXIÓN"))
        case _:
            fields = {key: value for key, value in body.items() if key != "type"}
            return f"{body.get('type', '')} {msgspec.json.encode(fields).decode()}"
