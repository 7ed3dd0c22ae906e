"""`sabot lamp-test|display-test|lock-test DEVICE`: a technician sees a device work; the record says test."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from daemon.cli.control import _as, _json, _order
from daemon.cli.main import FINDING
from daemon.cli.reach import reaches_a_table, table_at
from daemon.i18n import _, sentence

if TYPE_CHECKING:
    from daemon.bus_client import BusClient

POLL_S = 0.1
_RESULTS = {
    "passed": "Bien: el dispositivo confirmó cada paso.",
    "shown": "Mostrado: este dispositivo no confirma nada; usted debió verlo.",
    "failed": "FALLA",
    "interrupted": "INTERRUMPIDA",
}


@click.command(
    "lamp-test", help="Enciende cada lámpara de DEVICE, luego todas y ninguna, y compara con lo que informa."
)
@click.argument("device")
@_as
@_json
@reaches_a_table
def lamp_test(device: str, name: str, as_json: bool, data: Path | None, link: Path | None) -> None:
    _test(device, "lamps", name, data, link, as_json=as_json)


@click.command("display-test", help="Muestra dos textos de prueba en la pantalla DEVICE y compara con lo que informa.")
@click.argument("device")
@_as
@_json
@reaches_a_table
def display_test(device: str, name: str, as_json: bool, data: Path | None, link: Path | None) -> None:
    _test(device, "display", name, data, link, as_json=as_json)


@click.command("lock-test", help="Traba, abre y vuelve a trabar cada puesto de DEVICE y compara con lo que informa.")
@click.argument("device")
@_as
@_json
@reaches_a_table
def lock_test(device: str, name: str, as_json: bool, data: Path | None, link: Path | None) -> None:
    _test(device, "locks", name, data, link, as_json=as_json)


def _test(device: str, part: str, name: str, data: Path | None, link: Path | None, *, as_json: bool) -> None:
    """Order the test and follow it to its end; exit 1 unless it ended well."""
    _order(data, link, name, {"type": "BeginDeviceTest", "device": device, "part": part})
    with table_at(data, link) as table:
        ended = _follow(table, quiet=as_json)
    if as_json:
        click.echo(msgspec.json.encode({"schema": "sabot-device-test/1", **ended}))
    else:
        click.echo(_verdict(ended))
    if ended["result"] not in ("passed", "shown"):
        raise SystemExit(FINDING)


def _follow(table: "BusClient", *, quiet: bool) -> dict[str, Any]:
    """The test just ordered, once it is over; each step is told as it begins."""
    from daemon.messages import AskPicture, PictureTold

    told: tuple[int, int] | None = None
    while True:
        test: dict[str, Any] = table.ask(AskPicture(), PictureTold).picture["device_test"]
        if test["result"] is not None:
            return test
        if told != (test["number"], test["step"]) and not quiet:
            told = (test["number"], test["step"])
            click.echo(f"{test['step'] + 1}/{test['steps']}  {_step(test)}")
        time.sleep(POLL_S)


def _step(test: dict[str, Any]) -> str:
    """What is to be seen now."""
    from table_core.device_tests import LOCKED, TEXTS

    names, step = test["names"], test["step"]
    match test["part"]:
        case "lamps" if step < len(names):
            return _("encendida solo {lamp}").format(lamp=names[step])
        case "lamps":
            return _("todas encendidas") if step == len(names) else _("todas apagadas")
        case "display":
            return " | ".join(TEXTS[step])
        case _:
            return _("trabados") if LOCKED[step] else _("abiertos")


def _verdict(test: dict[str, Any]) -> str:
    said = f"{test['device']}: {_(_RESULTS[test['result']])}"
    if test["reason"]:
        said += f" ({sentence(test['reason'])})"
    if test["wrong"]:
        said += ". " + _("No mostró lo ordenado: {names}").format(names=", ".join(test["wrong"]))
    return said
