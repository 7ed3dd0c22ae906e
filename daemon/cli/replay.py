"""`sabot replay|capture-to-test`: plays a recording to a fresh kernel, or makes a test of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from daemon.cli.main import FINDING, UserError
from daemon.i18n import _, in_words

if TYPE_CHECKING:
    from daemon.replay import Parting, Played

_recording = click.argument("file", metavar="RECORDING", type=click.Path(path_type=Path))


@click.command(help="Repite una grabación y dice si se decide lo mismo, o dónde deja de coincidir.")
@_recording
@click.option("--json", "as_json", is_flag=True, help="Salida JSON.")
def replay(file: Path, as_json: bool) -> None:
    played = _play(file)
    if as_json:
        click.echo(msgspec.json.encode(_summary(played)))
    else:
        _tell(played)
    if played.parted is not None:
        raise SystemExit(FINDING)


@click.command("capture-to-test", help="Hace de una grabación o de una captura una prueba de pytest con sus datos.")
@_recording
@click.argument("name", metavar="NAME")
@click.option(
    "--into", type=click.Path(path_type=Path), default=Path("tests/captures"), show_default=True, help="Dónde."
)
def capture_to_test(file: Path, name: str, into: Path) -> None:
    from daemon.capture import read_about
    from daemon.capture_test import CaptureTestError, write_test

    try:
        about = read_about(file)
    except OSError as error:
        raise UserError(_("{file}: no se puede leer ({error}).").format(file=file, error=error)) from error
    if about is not None:
        make_test(file, name, into)
        return
    played = _play(file)
    if played.parted is not None:
        raise UserError(_("La grabación no se repite igual con este programa: vea sabot replay."))
    try:
        test = write_test(file, name, into, played)
    except CaptureTestError as error:
        raise UserError(in_words(error)) from error
    click.echo(_("Prueba escrita: {test}. Contiene cartas cubiertas: trátela como prueba.").format(test=test))


def make_test(file: Path, name: str, into: Path) -> None:
    """Make a test of what one device said, and say where it is."""
    from daemon.capture import read_about
    from daemon.capture_test import CaptureTestError, write_capture_test
    from daemon.cli.decode import decoded

    about = read_about(file)
    if about is None or about.protocol is None:
        raise UserError(_("{file}: ese dispositivo no habla un idioma que decode lea.").format(file=file))
    if about.covered:
        raise UserError(_("{file}: la captura está tapada y no tiene bytes; repítala con --uncover.").format(file=file))
    try:
        test = write_capture_test(file, name, into, about.protocol, decoded(about.protocol, file))
    except CaptureTestError as error:
        raise UserError(in_words(error)) from error
    click.echo(_("Prueba escrita: {test}").format(test=test))


def _play(file: Path) -> "Played":
    from daemon.recording import RecordingError
    from daemon.replay import replay as play

    try:
        return play(file)
    except RecordingError as error:
        raise UserError(in_words(error)) from error
    except OSError as error:
        raise UserError(_("{file}: no se puede leer ({error}).").format(file=file, error=error)) from error


def _summary(played: "Played") -> dict[str, Any]:
    return {
        "schema": "sabot-replay/1",
        "same": played.parted is None,
        "steps": played.steps,
        "inputs": played.inputs,
        "entries": played.entries,
        "events": played.events,
        "decisions_digest": played.digest,
        "cut": played.cut,
        "ended": played.ended,
        "parted": _parting(played.parted) if played.parted is not None else None,
    }


def _parting(parted: "Parting") -> dict[str, Any]:
    """Where they part, as anybody may see it: a recording holds covered cards."""
    return {
        "step": parted.step,
        "entry": parted.entry,
        "recorded": _shown(parted.recorded),
        "replayed": _shown(parted.replayed),
    }


def _shown(body: bytes | None) -> dict[str, Any] | None:
    from table_core.record import Entry
    from table_core.views import visible

    if body is None:
        return None
    try:
        entry = msgspec.json.decode(body, type=Entry)
    except msgspec.MsgspecError:
        return {"type": msgspec.json.decode(body, type=dict[str, Any]).get("type")}
    return visible(entry, None)


def _tell(played: "Played") -> None:
    text = _("{steps} pasos, {inputs} entradas del núcleo, {entries} asientos. Huella de las decisiones: {digest}")
    click.echo(text.format(steps=played.steps, inputs=played.inputs, entries=played.entries, digest=played.digest))
    if played.cut:
        click.echo(_("La grabación está cortada; se repitió hasta el corte."))
    if played.parted is None:
        click.echo(_("Se decide lo mismo."))
        return
    found = _parting(played.parted)
    click.echo(_("Deja de coincidir en el paso {step}, asiento {entry}:").format(**found))
    for words, side in ((_("grabado"), "recorded"), (_("repetido"), "replayed")):
        click.echo(f"  {words}: {msgspec.json.encode(found[side]).decode()}")
