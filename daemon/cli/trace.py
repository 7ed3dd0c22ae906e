"""`sabot trace`: what passes between a running table and its devices, as it happens."""

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from daemon.cli.reach import reaches_a_table, table_at
from daemon.i18n import _

if TYPE_CHECKING:
    from daemon.messages import TrafficPage

POLL_S = 0.2
_ARROWS = {"in": "←", "out": "→", "event": "·", "link": "≈"}
_MS = 1_000_000


@click.command(help="Muestra el tráfico de un dispositivo, o de todos, en ambos sentidos. Las cartas van tapadas.")
@click.argument("device", required=False)
@click.option("--seconds", type=click.FloatRange(min=0), help="Cuánto tiempo; sin esto, hasta Ctrl-C.")
@click.option("--json", "as_json", is_flag=True, help="Líneas JSON.")
@reaches_a_table
def trace(device: str | None, seconds: float | None, as_json: bool, data: Path | None, link: Path | None) -> None:
    from daemon.messages import AskTraffic, TrafficPage

    until = None if seconds is None else time.monotonic() + seconds
    after = 0
    with table_at(data, link) as table:
        while True:
            page = table.ask(AskTraffic(after, device), TrafficPage)
            _show(page, as_json=as_json)
            after = page.last
            if page.more:
                continue
            if until is not None and time.monotonic() >= until:
                return
            time.sleep(POLL_S)


def _show(page: "TrafficPage", *, as_json: bool) -> None:
    for line in page.lines:
        if as_json:
            click.echo(msgspec.json.encode(line))
            continue
        moment = datetime.fromtimestamp(line.utc_ns / 1e9, UTC).strftime("%H:%M:%S")
        data = line.data or (_("({count} bytes tapados)").format(count=line.size) if line.size else "")
        millis = line.utc_ns // _MS % 1000
        click.echo(f"{moment}.{millis:03d} {line.device:12} {_ARROWS[line.way]} {data} {line.words}".rstrip())
