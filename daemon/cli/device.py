"""`sabot device NAME`: one device of a table: how it is, what it has been through, what the record says of it.

`sabot device replace NAME` puts another in its place (`daemon.cli.device_replace`).
"""

from collections import deque
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from daemon.cli.device_replace import replace
from daemon.cli.main import UserError
from daemon.cli.reach import reaches_a_table, table_at
from daemon.i18n import _

if TYPE_CHECKING:
    from daemon.messages import DeviceStatus

SHOWN = 20
SHOW = "show"


class _NameOrOrder(click.Group):
    """`device NAME` shows that device, wherever its options stand."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {*self.commands, *ctx.help_option_names}
        return super().parse_args(ctx, [SHOW, *args] if args and args[0] not in known else args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, cmd_name) or self.commands[SHOW]


@click.group(cls=_NameOrOrder, help="Un dispositivo: estado, contadores de todas las marchas, última falla e historia.")
def device() -> None:
    pass


device.add_command(replace)


@device.command(SHOW, help="Lo mismo que sabot device NOMBRE.")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
@reaches_a_table
def show(name: str, as_json: bool, data: Path | None, link: Path | None) -> None:
    from daemon.messages import AskStatus, StatusTold

    with table_at(data, link) as table:
        devices = {one.name: one for one in table.ask(AskStatus(), StatusTold).status.devices}
    if name not in devices:
        text = _("{name}: no es un dispositivo de esta mesa. Hay: {known}.")
        raise UserError(text.format(name=name, known=", ".join(devices)))
    history = list(deque(_history(data, name), SHOWN)) if data is not None else []
    if as_json:
        click.echo(msgspec.json.encode({**msgspec.to_builtins(devices[name]), "history": history}))
    else:
        _show(devices[name], history)


def _history(data: Path, name: str) -> Iterator[dict[str, Any]]:
    """What the record says of the device: links, faults, incidents; nothing that names a card."""
    from daemon.publications import rows_from
    from table_core.views import visible

    for stored in rows_from(data, 1):
        shown = visible(stored.entry(), None)
        told = shown.get("event") or shown.get("incident") or shown
        if told.get("device") == name and shown["type"] in ("DeviceLinked", "IncidentOpened"):
            yield {"seq": stored.seq, "utc_ns": stored.utc_ns, **shown}


def _show(found: "DeviceStatus", history: list[dict[str, Any]]) -> None:
    connected = _("conectado") if found.link == "up" else _("SIN CONEXIÓN")
    click.echo(f"{found.name}  {found.driver} ({found.support})  {connected}  {found.identity or ''}".rstrip())
    if found.stranger is not None:
        text = _("RESPONDE OTRO APARATO: {identity}. Si lo cambió usted: sabot device replace {name}")
        click.echo(text.format(identity=found.stranger, name=found.name))
    if found.in_repair:
        click.echo(_("En mantenimiento."))
    click.echo(_("En todas las marchas: {figures}").format(figures=_figures(found.totals)))
    click.echo(_("En esta marcha:       {figures}").format(figures=_figures(found.counters)))
    if found.last_error is not None:
        text = _("Última falla: {moment}  {text}")
        click.echo(text.format(moment=_moment(found.last_error["utc_ns"]), text=found.last_error["text"]))
    for entry in history:
        click.echo(f"{entry['seq']:>8}  {_moment(entry['utc_ns'])}  {_told(entry)}")


def _told(entry: dict[str, Any]) -> str:
    if entry["type"] == "DeviceLinked":
        return _("conectado") if entry["state"] == "up" else _("SIN CONEXIÓN")
    return f"{entry['incident']['code']}: {_(entry['incident']['detail'])}"


def _figures(counts: dict[str, int]) -> str:
    from daemon.counter_names import counts_in_words

    return counts_in_words(counts) or "0"


def _moment(utc_ns: int) -> str:
    return datetime.fromtimestamp(utc_ns / 1e9, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
