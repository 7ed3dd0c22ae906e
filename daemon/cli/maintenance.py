"""`sabot maintenance start|end`: a device goes into a technician's hands and comes back signed off (R85)."""

from pathlib import Path

import click

from daemon.cli.control import _as, _order
from daemon.cli.reach import reaches_a_table
from daemon.i18n import _


@click.group(help="Registra el mantenimiento de un dispositivo: quién, por qué, qué se tocó y quién lo aprueba.")
def maintenance() -> None:
    pass


@maintenance.command(help="Empieza el trabajo en DEVICE; hasta que termine, puede ser otro aparato.")
@click.argument("device")
@click.option("--licence", required=True, help="Número de licencia del técnico.")
@click.option("--reason", required=True, help="Motivo del trabajo.")
@click.option("--asset", required=True, help="Número de activo del aparato.")
@_as
@reaches_a_table
def start(device: str, licence: str, reason: str, asset: str, name: str, data: Path | None, link: Path | None) -> None:
    order = {"type": "BeginMaintenance", "device": device, "licence": licence, "reason": reason, "asset": asset}
    _order(data, link, name, order)
    click.echo(_("{device} queda en mantenimiento.").format(device=device))


@maintenance.command(help="Termina el trabajo en DEVICE; el que responde ahora es el de esta mesa.")
@click.argument("device")
@click.option("--parts", required=True, help="Partes que se tocaron o cambiaron.")
@click.option("--approver", required=True, help="Quién aprueba el trabajo: otra persona que el técnico.")
@_as
@reaches_a_table
def end(device: str, parts: str, approver: str, name: str, data: Path | None, link: Path | None) -> None:
    _order(data, link, name, {"type": "EndMaintenance", "device": device, "parts": parts, "approver": approver})
    click.echo(_("{device} vuelve a servicio.").format(device=device))
