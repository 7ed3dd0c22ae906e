"""`sabot status|incidents|resolve|enter`: asks a running table, or gives it an order in somebody's name."""

import os
from pathlib import Path
from typing import Any

import click
import msgspec

from daemon.cli.main import FINDING, UserError
from daemon.cli.reach import reaches_a_table, table_at
from daemon.i18n import _

_json = click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
_as = click.option("--as", "name", required=True, metavar="NAME", help="Quién da la orden.")


@click.command(help="Estado de la mesa y de sus dispositivos.")
@reaches_a_table
@_json
def status(data: Path | None, link: Path | None, as_json: bool) -> None:
    from daemon.messages import AskStatus, StatusTold

    with table_at(data, link) as table:
        found = table.ask(AskStatus(), StatusTold).status
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    click.echo(f"{_(_STATES[found.state])}: {_(found.reason or found.what_to_do)}")
    if found.simulated:
        click.echo(_("MESA SIMULADA: ningún dispositivo es real."))
    copy_lost = (found.record.get("second_copy") or {}).get("lost")
    if copy_lost:
        click.echo(_("SIN SEGUNDA COPIA del registro: {why}").format(why=copy_lost))
    for device in found.devices:
        connected = _("conectado") if device.link == "up" else _("SIN CONEXIÓN")
        click.echo(f"  {device.name:12} {device.driver:12} {connected:14} {device.identity or ''}")
    click.echo(_("Pase {number}, {count} incidente(s) abierto(s).").format(number=found.passes, count=found.incidents))


_STATES = {"startup": "Arrancando", "ready": "Lista", "held": "DETENIDA", "stopped": "Parada"}


@click.command(help="Incidentes abiertos y sus opciones.")
@reaches_a_table
@_json
def incidents(data: Path | None, link: Path | None, as_json: bool) -> None:
    from daemon.messages import AskPicture, PictureTold

    with table_at(data, link) as table:
        found = table.ask(AskPicture(), PictureTold).picture["incidents"]
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    if not found:
        click.echo(_("No hay incidentes abiertos."))
    for incident in found:
        _show_incident(incident)


def _show_incident(incident: dict[str, Any]) -> None:
    from table_core.incidents import CHOICE_NAMES
    from table_core.people import ROLE_NAMES

    held = _("detiene la mesa") if incident["hold"] else _("aviso")
    device = f" [{incident['device']}]" if incident["device"] else ""
    articles = _(" Art. {articles}").format(articles=", ".join(incident["articles"])) if incident["articles"] else ""
    click.echo(f"{incident['id']}  {incident['code']}{device} ({held}): {_(incident['detail'])}{articles}")
    for choice in incident["choices"]:
        needs = "".join(f" --{name} {_('CARTAS')}" for name in choice["needs"])
        meaning = _(CHOICE_NAMES[choice["code"]])
        click.echo(f"     --choice {choice['code']}{needs}: {meaning} ({_(ROLE_NAMES[choice['role']])})")


@click.command(help="Resuelve un incidente en nombre de una persona. El PIN se pide o se lee de SABOT_PIN.")
@click.argument("number", metavar="ID", type=int)
@click.option("--choice", required=True, help="Una de las opciones del incidente.")
@_as
@click.option("--reason", default="", metavar="TEXT", help="Por qué.")
@click.option("--punto", default="", metavar="CARTAS", help="Mano de Punto, por ejemplo 2S,9S,QD.")
@click.option("--bank", default="", metavar="CARTAS", help="Mano de Banca.")
@reaches_a_table
def resolve(
    number: int, choice: str, name: str, reason: str, punto: str, bank: str, data: Path | None, link: Path | None
) -> None:
    command = {
        "type": "Resolve",
        "id": number,
        "choice": choice,
        "reason": reason,
        "punto": _cards(punto),
        "bank": _cards(bank),
    }
    _order(data, link, name, command)
    click.echo(_("Incidente {number} resuelto: {choice}.").format(number=number, choice=choice))


@click.command(help="Ingresa una orden: open, close, last, dealer, supervisor, shoe, five, cut-card, irregularity.")
@click.argument("action")
@click.argument("values", nargs=-1)
@_as
@reaches_a_table
def enter(action: str, values: tuple[str, ...], name: str, data: Path | None, link: Path | None) -> None:
    _order(data, link, name, _entry(action, values))
    click.echo(_("Hecho."))


def _entry(action: str, values: tuple[str, ...]) -> dict[str, Any]:
    """The command that *action* and its values spell."""
    try:
        match action, values:
            case "open", (jornada,):
                return {"type": "OpenTable", "jornada": jornada}
            case "close", ():
                return {"type": "CloseTable"}
            case "last", (count,):
                return {"type": "LastPasses", "count": int(count)}
            case (("dealer" | "supervisor"), ()):
                return {"type": "TakePosition", "position": action}
            case "shoe", (decks, behind):
                return {"type": "PrepareShoe", "decks": int(decks), "cut_behind": int(behind)}
            case "five", (("draw" | "stand") as choice,):
                return {"type": "SpeakFive", "choice": choice}
            case "cut-card", ():
                return {"type": "CutCard"}
            case "irregularity", (event, *facts):
                seen = {fact.partition("=")[0]: fact.partition("=")[2] in ("1", "si", "sí", "true") for fact in facts}
                return {"type": "ReportIrregularity", "event": event, "facts": seen}
    except ValueError as error:
        raise UserError(_("{action}: {error}").format(action=action, error=error)) from error
    text = _(
        "{entry}: no se entiende. Use: open JORNADA | close | last 1..3 | dealer | supervisor | "
        "shoe MAZOS CARTAS_TRAS_EL_CORTE | five draw|stand | cut-card | irregularity EVENTO [hecho=1]"
    )
    raise UserError(text.format(entry=" ".join((action, *values))))


def _order(data: Path | None, link: Path | None, name: str, command: dict[str, Any]) -> None:
    from daemon.bus_client import RequestRefused
    from daemon.messages import AskSignIn, AskSignOut, Done, GiveOrder, SignedIn

    with table_at(data, link) as table:
        pin = os.environ.get("SABOT_PIN") or click.prompt(_("PIN de {name}").format(name=name), hide_input=True)
        badge = table.ask(AskSignIn(name, pin), SignedIn).badge
        try:
            table.ask(GiveOrder(badge, msgspec.Raw(msgspec.json.encode(command))), Done)
        except RequestRefused as refused:
            answer = refused.answer
            article = f" (art. {answer.article})" if answer.article else ""
            click.echo(_("No se puede: {detail}{article}").format(detail=answer.detail, article=article), err=True)
            raise SystemExit(FINDING) from refused
        table.ask(AskSignOut(badge), Done)


def _cards(text: str) -> list[str]:
    from table_core.cards import parse_card

    try:
        return [parse_card(card) for card in text.replace(",", " ").split()]
    except ValueError as error:
        raise UserError(str(error)) from error
