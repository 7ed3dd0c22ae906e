"""`sabot schema`: the shapes of what the program says, for people who write programs against it."""

import click
import msgspec


@click.group(help="Esquemas JSON para quien programe un cliente.")
def schema() -> None:
    pass


@schema.command(help="Publicaciones, pedidos y respuestas del bus.")
def bus() -> None:
    from daemon import messages

    click.echo(msgspec.json.format(msgspec.json.encode(messages.schema(), order="sorted"), indent=1))


@schema.command(help="Configuración de una mesa, para editores que completan y revisan.")
def config() -> None:
    from daemon.config.schema import config_schema

    click.echo(msgspec.json.format(msgspec.json.encode(config_schema(), order="sorted"), indent=1))
