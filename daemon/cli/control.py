"""`sabot status|enter`: asks a running table, or gives it an order in somebody's name."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
import msgspec

from daemon.cli.main import FINDING, UserError
from daemon.cli.reach import reaches_a_table, table_at
from daemon.i18n import _, in_words, sentence

if TYPE_CHECKING:
    from daemon.messages import Refused

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
    click.echo(f"{_(_STATES[found.state])}: {sentence(found.reason or found.what_to_do)}")
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


@click.command(help="Ingresa una orden: open, close, last, dealer, supervisor, shoe, five, cut-card, irregularity.")
@click.argument("action")
@click.argument("values", nargs=-1)
@_as
@reaches_a_table
def enter(action: str, values: tuple[str, ...], name: str, data: Path | None, link: Path | None) -> None:
    command = _entry(action, values)
    _order(data, link, name, command)
    click.echo(_("Hecho."))
    if command["type"] == "PrepareStep":
        _tell_next_step(data, link)


def _tell_next_step(data: Path | None, link: Path | None) -> None:
    """Which step of the shoe's preparation comes next, and what must be told with it."""
    from daemon.messages import AskPicture, PictureTold

    with table_at(data, link) as table:
        record = table.ask(AskPicture(), PictureTold).picture["preparation"]
    step = record["next"]
    if step is None:
        click.echo(_("El sabot está preparado; firma {name}.").format(name=record["signed_by"]))
        return
    needs = "".join(f" {_(_STEP_NEEDS[fact])}" for fact in step["needs"])
    text = _("Sigue {step}{needs}: {text} (art. {article})")
    click.echo(text.format(step=step["step"], needs=needs, text=step["text"], article=step["article"]))


_STEP_NEEDS = {"who": "who=QUIEN", "count": "count=CANTIDAD"}


def _entry(action: str, values: tuple[str, ...]) -> dict[str, Any]:
    """The command that *action* and its values spell."""
    from daemon.cli.entries import HELP, facts_told, table_entry
    from daemon.cli.poker_entries import HELP as POKER_HELP
    from daemon.cli.poker_entries import poker_entry
    from daemon.cli.side_entries import SIDE_HELP, side_entry

    try:
        told = table_entry(action, values) or poker_entry(action, values) or side_entry(action, values)
        if told is not None:
            return told
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
            case "irregularity", (event, *told_of):
                return {"type": "ReportIrregularity", "event": event, **facts_told(told_of)}
    except (ValueError, IndexError, KeyError) as error:
        raise UserError(_("{action}: {error}").format(action=action, error=error)) from error
    text = _(
        "{entry}: no se entiende. Use: open JORNADA | close | last 1..3 | dealer | supervisor | "
        "shoe MAZOS CARTAS_TRAS_EL_CORTE | five draw|stand | cut-card | irregularity EVENTO [hecho=si|2] [puesto=3]"
    )
    raise UserError(f"{text.format(entry=' '.join((action, *values)))} | {HELP} | {POKER_HELP} | {SIDE_HELP}")


def asked_pin(name: str, variable: str = "SABOT_PIN") -> str:
    """The PIN of whoever gives the order: from the environment, or typed unseen."""
    pin: str = os.environ.get(variable) or click.prompt(_("PIN de {name}").format(name=name), hide_input=True)
    return pin


def _order(data: Path | None, link: Path | None, name: str, command: dict[str, Any], pin: str = "") -> None:
    refused = ordered(data, link, name, command, pin)
    if refused is not None:
        give_up(refused)


def give_up(refused: "Refused") -> NoReturn:
    """End the command with what the table said to the order."""
    article = f" (art. {refused.article})" if refused.article else ""
    text = _("No se puede: {detail}{article}")
    click.echo(text.format(detail=sentence(refused.detail), article=article), err=True)
    raise SystemExit(FINDING)


def ordered(
    data: Path | None, link: Path | None, name: str, command: dict[str, Any], pin: str = ""
) -> "Refused | None":
    """Give an order in somebody's name; why it was refused, or None."""
    from daemon.bus_client import RequestRefused
    from daemon.messages import AskSignIn, AskSignOut, Done, GiveOrder, SignedIn

    with table_at(data, link) as table:
        signed_in = table.ask(AskSignIn(name, pin or asked_pin(name)), SignedIn)
        badge = signed_in.badge
        if signed_in.change_pin:
            text = _('{name}: su PIN tiene más de tres meses; pida que lo cambien con sabot people add "{name}".')
            click.echo(text.format(name=name), err=True)
        try:
            table.ask(GiveOrder(badge, msgspec.Raw(msgspec.json.encode(command))), Done)
        except RequestRefused as refused:
            return refused.answer
        table.ask(AskSignOut(badge), Done)
        return None


def _cards(text: str) -> list[str]:
    from table_core.cards import parse_card

    try:
        return [parse_card(card) for card in text.replace(",", " ").split()]
    except ValueError as error:
        raise UserError(in_words(error)) from error
