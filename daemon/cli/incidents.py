"""`sabot incidents|resolve` and the entries about incidents: what is open, since when, where the cameras show it."""

from pathlib import Path
from typing import Any

import click
import msgspec

from daemon.cli.control import _as, _cards, _json, _order
from daemon.cli.reach import reaches_a_table, table_at
from daemon.i18n import _, sentence


@click.command(help="Incidentes abiertos: qué pasó, desde cuándo, en qué cámara y quién puede decidir.")
@click.option("--all", "all_of_them", is_flag=True, help="También los resueltos.")
@reaches_a_table
@_json
def incidents(data: Path | None, link: Path | None, all_of_them: bool, as_json: bool) -> None:
    from daemon.messages import AskIncidents, IncidentsTold

    with table_at(data, link) as table:
        found = table.ask(AskIncidents(all_of_them), IncidentsTold).incidents
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    if not found:
        click.echo(_("No hay incidentes abiertos."))
    for incident in found:
        _show_incident(incident)


def _show_incident(incident: dict[str, Any]) -> None:
    held = _("resuelto") if incident["resolution"] else _("detiene la mesa") if incident["hold"] else _("aviso")
    device = f" [{incident['device']}]" if incident["device"] else ""
    box = _(" casilla {box}").format(box=incident["box"]) if incident["box"] else ""
    articles = _(" Art. {articles}").format(articles=", ".join(incident["articles"])) if incident["articles"] else ""
    click.echo(f"{incident['id']}  {incident['code']}{device}{box} ({held}): {sentence(incident['detail'])}{articles}")
    if incident["announcement"]:
        click.echo(_("     diga: «{words}»").format(words=incident["announcement"]))
    _show_window(incident)
    _show_review(incident)
    if incident["resolution"]:
        _show_resolution(incident["resolution"])
    else:
        _show_choices(incident)


def _show_window(incident: dict[str, Any]) -> None:
    window = {"first": incident["first_seq"], "last": incident["last_seq"]}
    times = {"begins": _clock(incident["begins"]), "ends": _clock(incident["ends"])}
    click.echo(_("     asientos {first} a {last}, de {begins} a {ends} UTC").format(**window, **times))
    for camera in incident["cameras"]:
        text = _("     cámara {name} {covers}: de {begins} a {ends} en su reloj (UTC)")
        begins, ends = _clock(camera["begins"]), _clock(camera["ends"])
        click.echo(text.format(name=camera["camera"], covers=camera["covers"], begins=begins, ends=ends))
    for note in incident["observations"]:
        text = _("     observación al asiento {seq}, {by} ({role}): {text}")
        click.echo(text.format(**{**note, "role": _role(note["role"])}))


def _show_review(incident: dict[str, Any]) -> None:
    cctv = incident["cctv"]
    if cctv is not None:
        asked = _("     preguntó a las cámaras {asked_by}: {question}")
        click.echo(asked.format(**cctv))
        answered = _("     respondió {answered_by}: {answer} {reference}")
        click.echo(answered.format(**cctv) if cctv["answered_by"] else _("     ESPERA LA RESPUESTA DE LAS CÁMARAS"))
    for signature in incident["signatures"]:
        text = _("     firmó {by} ({role}): {choice}; falta la otra firma")
        click.echo(text.format(**{**signature, "role": _role(signature["role"])}))


def _show_resolution(resolution: dict[str, Any]) -> None:
    by = resolution["by"] or _("según el reglamento")
    also = _(" y {name}").format(name=resolution["also_by"]) if resolution["also_by"] else ""
    player = _(", eligió el jugador de {box}").format(box=resolution["player"]) if resolution["player"] else ""
    click.echo(f"     {_meaning(resolution['choice'])}: {by}{also}{player}")


def _show_choices(incident: dict[str, Any]) -> None:
    for choice in incident["choices"]:
        needs = "".join(f" --{name} {_(_NEEDED.get(name, 'CARTAS'))}" for name in choice["needs"])
        roles = _(" y {role}, los dos").format(role=_role(choice["jointly"])) if choice["jointly"] else ""
        decides = f"{_role(choice['role'])}{roles}"
        click.echo(f"     --choice {choice['code']}{needs}: {_meaning(choice['code'])} ({decides})")


_NEEDED = {"box": "CASILLA", "boxes": "CASILLAS"}


def _meaning(choice: str) -> str:
    from table_core.incidents import CHOICE_NAMES

    return _(CHOICE_NAMES.get(choice, choice))


def _role(role: Any) -> str:
    from table_core.people import ROLE_NAMES

    return _(ROLE_NAMES[role])


def _clock(moment: str) -> str:
    return moment[11:19]


@click.command(help="Resuelve un incidente en nombre de una persona. El PIN se pide o se lee de SABOT_PIN.")
@click.argument("number", metavar="ID", type=int)
@click.option("--choice", required=True, help="Una de las opciones del incidente.")
@_as
@click.option("--reason", default="", metavar="TEXT", help="Por qué.")
@click.option("--punto", default="", metavar="CARTAS", help="Mano de Punto, por ejemplo 2S,9S,QD.")
@click.option("--bank", default="", metavar="CARTAS", help="Mano de Banca.")
@click.option("--cards", default="", metavar="CARTAS", help="Cartas, en el orden en que salieron.")
@click.option("--box", default="", metavar="CASILLA", help="De qué casilla se trata.")
@click.option("--boxes", default="", metavar="CASILLAS", help="Casillas en orden, por ejemplo 1,2,bank,1.")
@reaches_a_table
def resolve(
    number: int,
    choice: str,
    name: str,
    reason: str,
    punto: str,
    bank: str,
    cards: str,
    box: str,
    boxes: str,
    data: Path | None,
    link: Path | None,
) -> None:
    command = {
        "type": "Resolve",
        "id": number,
        "choice": choice,
        "reason": reason,
        "punto": _cards(punto),
        "bank": _cards(bank),
        "cards": _cards(cards),
        "box": box,
        "boxes": boxes.replace(",", " ").split(),
    }
    _order(data, link, name, command)
    click.echo(_("Incidente {number}: {choice}.").format(number=number, choice=choice))
