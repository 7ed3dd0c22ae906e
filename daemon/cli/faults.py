"""`sabot faults [CODE]`: what a fault means, who decides, what to do."""

import click

from daemon.cli.main import UserError
from daemon.i18n import _


@click.command(help="Explica un código de falla, o los enumera.")
@click.argument("code", required=False)
def faults(code: str | None) -> None:
    from table_core.faults import FAULTS
    from table_core.people import ROLE_NAMES

    if code is None:
        for fault in FAULTS.values():
            click.echo(f"{fault.code:28} {_(fault.meaning)}")
        return
    found = FAULTS.get(code)
    if found is None:
        raise UserError(_("{code}: no es un código de falla. Véalos con: sabot faults").format(code=code))
    click.echo(_(found.meaning))
    click.echo(_("Qué hacer: {text}").format(text=_(found.what_to_do)))
    click.echo(_("Detiene la mesa: {yes}").format(yes=_("sí") if found.hold else _("no")))
    click.echo(_("Decide: {role}").format(role=_(ROLE_NAMES[found.role])))
    click.echo(_("Opciones: {choices}").format(choices=", ".join(found.choices)))
