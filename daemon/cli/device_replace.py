"""`sabot device replace NAME`: one device goes, another takes its name: recorded, waited for, accepted (R85)."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daemon.cli.control import _as, _order, asked_pin, give_up, ordered
from daemon.cli.main import FINDING, Unreachable, UserError
from daemon.cli.reach import reaches_a_table, table_at
from daemon.i18n import _

if TYPE_CHECKING:
    from daemon.messages import DeviceStatus

POLL_S, PASS_POLL_S = 0.5, 1.0
WAIT_S = 900.0


@click.command("replace", help="Cambia DEVICE por otro: lo registra, espera al nuevo y desde ahí es el de la mesa.")
@click.argument("device")
@click.option("--licence", required=True, help="Número de licencia del técnico.")
@click.option("--reason", required=True, help="Motivo del trabajo.")
@click.option("--asset", required=True, help="Número de activo del aparato.")
@click.option("--parts", required=True, help="Partes que se tocaron o cambiaron.")
@click.option("--approver", required=True, help="Quién aprueba el trabajo: otra persona que el técnico.")
@click.option("--port", help="Puerto del aparato nuevo, si es otro; se escribe en --config.")
@click.option("--config", type=click.Path(path_type=Path, exists=True), help="Configuración de la mesa.")
@click.option("--wait", type=click.FloatRange(min=0), default=WAIT_S, show_default=True, help="Segundos que lo espera.")
@_as
@reaches_a_table
def replace(
    device: str,
    licence: str,
    reason: str,
    asset: str,
    parts: str,
    approver: str,
    port: str | None,
    config: Path | None,
    wait: float,
    name: str,
    data: Path | None,
    link: Path | None,
) -> None:
    if (port is None) != (config is None):
        raise UserError(_("--port y --config van juntos: el puerto nuevo se escribe en la configuración."))
    before = _device(device, data, link)
    pin = asked_pin(name)
    if not before.in_repair:
        begin = {"type": "BeginMaintenance", "device": device, "licence": licence, "reason": reason, "asset": asset}
        _between_passes(data, link, name, begin, pin, within_s=wait)
    click.echo(_("{device} queda en mantenimiento.").format(device=device) + f" {before.identity or ''}".rstrip())
    if port is not None and config is not None:
        _write_port(config, device, port)
    click.echo(_("Cambie ahora el aparato y conéctelo. Se lo espera {seconds:g} s.").format(seconds=wait))
    now = _arrived(before, data, link, other_port=port is not None, within_s=wait)
    end = {"type": "EndMaintenance", "device": device, "parts": parts, "approver": approver}
    _order(data, link, name, end, pin)
    click.echo(_("{device} vuelve a servicio.").format(device=device) + " " + _who(before, now))
    _tell_what_is_open(data, link)


def _between_passes(
    data: Path | None, link: Path | None, name: str, order: dict[str, str], pin: str, *, within_s: float
) -> None:
    """Give *order* as soon as no pass is under way."""
    until, told = time.monotonic() + within_s, False
    while (refused := ordered(data, link, name, order, pin)) is not None:
        if refused.code != "PASS_UNDER_WAY" or time.monotonic() >= until:
            give_up(refused)
        if not told:
            click.echo(_("Hay un pase en curso: se empieza cuando termine."))
            told = True
        time.sleep(PASS_POLL_S)


def _device(name: str, data: Path | None, link: Path | None) -> "DeviceStatus":
    from daemon.messages import AskStatus, StatusTold

    with table_at(data, link) as table:
        devices = {one.name: one for one in table.ask(AskStatus(), StatusTold).status.devices}
    if name not in devices:
        text = _("{name}: no es un dispositivo de esta mesa. Hay: {known}.")
        raise UserError(text.format(name=name, known=", ".join(devices)))
    return devices[name]


def _write_port(config: Path, device: str, port: str) -> None:
    from daemon.cli.config import told_problems
    from daemon.config import ConfigError
    from daemon.config.repin import repin

    try:
        line = repin(config, device, port)
    except ConfigError as error:
        raise told_problems(error) from error
    click.echo(_("{config}, línea {line}: {text}").format(config=config, line=line, text=f'port = "{port}"'))
    click.echo(_("Reinicie la mesa para que lea su configuración: sudo systemctl restart sabot@MESA"))


def _arrived(
    before: "DeviceStatus", data: Path | None, link: Path | None, *, other_port: bool, within_s: float
) -> "DeviceStatus":
    """The device, once it answers again; the table may be restarted meanwhile."""
    until = time.monotonic() + within_s
    while True:
        now = _device_or_nothing(before.name, data, link)
        if now is not None and now.link == "up" and _is_another_meeting(before, now, other_port=other_port):
            return now
        if time.monotonic() >= until:
            click.echo(_("{device} no llegó y sigue en mantenimiento. Repita esta orden.").format(device=before.name))
            raise SystemExit(FINDING)
        time.sleep(POLL_S)


def _device_or_nothing(name: str, data: Path | None, link: Path | None) -> "DeviceStatus | None":
    try:
        return _device(name, data, link)
    except Unreachable:
        return None


def _is_another_meeting(before: "DeviceStatus", now: "DeviceStatus", *, other_port: bool) -> bool:
    """Whether somebody was plugged in since; a swap that was noticed before is one already."""
    if now.stranger is not None or now.identity != before.identity:
        return True
    return not other_port and now.since_utc_ns != before.since_utc_ns


def _who(before: "DeviceStatus", now: "DeviceStatus") -> str:
    came = now.stranger or now.identity
    if came == before.identity:
        return _("Responde el mismo de antes: {identity}").format(identity=came)
    return f"{before.identity} → {came}"


def _tell_what_is_open(data: Path | None, link: Path | None) -> None:
    from daemon.messages import AskStatus, StatusTold

    with table_at(data, link) as table:
        status = table.ask(AskStatus(), StatusTold).status
    if status.incidents:
        click.echo(_("Quedan {count} incidente(s) por decidir: sabot incidents").format(count=status.incidents))
