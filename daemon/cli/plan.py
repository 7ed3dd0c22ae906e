"""`sabot plan`: makes the signer's key, signs the papers of a progressive, checks them against a table."""

from pathlib import Path

import click
import msgspec

from daemon.cli.main import FINDING, UserError
from daemon.cli.signer import keygen, private_key
from daemon.i18n import _


@click.group(help="Plan de apuestas del progresivo: llave, firma y comprobación.")
def plan() -> None:
    pass


plan.add_command(keygen)


@plan.command(help="Firma los papeles de PAPERS (JSON) con la llave KEY; el plan firmado sale por la salida.")
@click.argument("papers", type=click.Path(path_type=Path))
@click.option("--key", required=True, type=click.Path(path_type=Path), help="Llave de sabot plan keygen.")
def sign(papers: Path, key: Path) -> None:
    from daemon.papers import Papers
    from daemon.papers import sign as signed

    try:
        body = msgspec.json.decode(papers.read_bytes(), type=Papers)
    except (OSError, msgspec.MsgspecError) as error:
        raise UserError(_("{file}: no se puede leer ({error}).").format(file=papers, error=error)) from error
    click.echo(signed(body, private_key(key)), nl=False)


@plan.command(help="Comprueba que el progresivo de TABLE.toml corre como dice su plan firmado.")
@click.argument("table", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
def check(table: Path, as_json: bool) -> None:
    from daemon.config import ConfigError, load_config
    from daemon.progressive import side_setup

    try:
        setup = side_setup(load_config(table))
    except ConfigError as error:
        raise UserError(str(error)) from error
    if setup is None:
        raise UserError(_("{table}: la mesa no tiene sección [progressive].").format(table=table))
    if as_json:
        found = {"ok": not setup.faults, "plan": setup.plan, "digest": setup.plan_digest, "errors": list(setup.faults)}
        click.echo(msgspec.json.encode(found))
    elif setup.faults:
        for fault in setup.faults:
            click.echo(f"{fault}: {_(FAULT_NAMES[fault])}")
    else:
        click.echo(_("El progresivo corre como dice el plan {version}.").format(version=setup.plan))
    if setup.faults:
        raise SystemExit(FINDING)


FAULT_NAMES = {
    "ALLOC_NOT_100": "Los porcentajes de los pozos no suman 100.",
    "BASE_GAME_UNDEFINED": "El decreto no da las reglas del juego base de esta mesa.",
    "COMPLEMENTARY_NOT_NOTIFIED": "Falta informar los premios complementarios a la municipalidad.",
    "FREQUENCY_DIFFERS": "El juego de la mesa no gana el pozo tan a menudo como dice el plan (grand_one_in).",
    "GAME_DIFFERS": "La mesa juega a otra cosa, o con otros mazos, que lo que dice el plan (base_game, decks).",
    "INTER_CASINO_NOT_REGISTERED": "El pozo entre casinos no está registrado.",
    "LIMIT_UNDER_BASE": "El tope del pozo es menor que su base.",
    "LIMITS_DIFFER": "Las mesas del pozo no tienen los mismos mínimos y máximos.",
    "NOT_HOMOLOGATED": "Un dispositivo del progresivo no está homologado con esta versión.",
    "NO_MAIN_POT": "No hay pozo principal.",
    "PLAN_MISMATCH": "Los parámetros en uso no son los del plan aprobado.",
    "PLAN_NOT_APPROVED": "El plan no está aprobado.",
    "PLAN_NOT_SIGNED": "El plan no se puede leer o su firma no vale.",
    "PROMO_NOT_AUTHORISED": "Los créditos promocionales no están autorizados.",
    "PROMO_NOT_WHOLE": "Los premios complementarios no son un número entero de créditos promocionales.",
    "TABLES_NOT_NOTIFIED": "Falta informar a la municipalidad que esta mesa participa del pozo.",
}
