"""`sabot decode PROTOCOL FILE`: recorded traffic as events, the same events however the bytes are cut."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from daemon.cli.games import GameWitness
from daemon.cli.main import FINDING, UserError
from daemon.i18n import _
from drivers.base import Counters
from firmware_bridge.traffic import RxChunk

Lines = Iterator[dict[str, Any]]
_NOISE_MOST = 6


@click.command(help="Muestra como eventos el tráfico grabado de un dispositivo.")
@click.argument("protocol")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--input", "form", type=click.Choice(["hex", "text", "recording"]), default="hex", help="Forma de FILE.")
@click.option("--chunk", default="read", metavar="read|1|whole|random:SEED", help="Cómo se cortan los bytes.")
@click.option("--noise", type=int, metavar="SEED", help="Agrega ruido de línea entre y dentro de las copias.")
@click.option("--json", is_flag=True, expose_value=False, help="Líneas JSON (es siempre la salida).")
def decode(protocol: str, file: Path, form: str, chunk: str, noise: int | None) -> None:
    decoder = _DECODERS.get(protocol)
    if decoder is None:
        text = _("{protocol}: este programa aún no lee ese protocolo. Lee: {known}.")
        raise UserError(text.format(protocol=protocol, known=", ".join(_DECODERS)))
    if form == "text":
        raise UserError(_("{protocol} se graba en hexadecimal: use --input hex.").format(protocol=protocol))
    reads = _read_recording(file, protocol) if form == "recording" else _read_hex(file)
    if noise is not None:
        reads = _with_noise(reads, random.Random(noise))  # noqa: S311 - reproducible noise is the point
    agree = True
    for line in decoder(_cut(reads, chunk)):
        click.echo(msgspec.json.encode(line))
        agree = line.get("agree", True) is not False and agree
    if not agree:
        raise SystemExit(FINDING)


def _read_hex(file: Path) -> list[bytes]:
    """One read per line, `#` starts a comment."""
    try:
        lines = file.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(_("{file}: no se puede leer ({error}).").format(file=file, error=error)) from error
    reads = []
    for number, line in enumerate(lines, start=1):
        try:
            data = bytes.fromhex(line.partition("#")[0])
        except ValueError as error:
            text = _("{file}, línea {number}: no es hexadecimal. Una lectura por línea, # para comentarios.")
            raise UserError(text.format(file=file, number=number)) from error
        if data:
            reads.append(data)
    return reads


def _read_recording(file: Path, protocol: str) -> list[bytes]:
    """What the device of that protocol said in a recording, or was told when it never speaks."""
    from daemon.recorded_traffic import traffic_of
    from daemon.recording import RecordingError

    try:
        return traffic_of(file, protocol)
    except (OSError, RecordingError) as error:
        raise UserError(_("{file}: no se puede leer ({error}).").format(file=file, error=error)) from error


def _cut(reads: list[bytes], how: str) -> Iterator[bytes]:
    stream = b"".join(reads)
    kind, _colon, seed = how.partition(":")
    if kind == "random" and seed.lstrip("-").isdigit():
        yield from _random_cuts(stream, random.Random(int(seed)))  # noqa: S311 - reproducible cuts are the point
    elif how == "read":
        yield from reads
    elif how == "whole":
        yield stream
    elif how == "1":
        yield from (stream[place : place + 1] for place in range(len(stream)))
    else:
        raise UserError(_("--chunk {how}: use read, 1, whole o random:SEED.").format(how=how))


def _random_cuts(stream: bytes, chance: random.Random) -> Iterator[bytes]:
    place = 0
    while place < len(stream):
        size = chance.randint(1, 24)
        yield stream[place : place + size]
        place += size


def _with_noise(reads: list[bytes], chance: random.Random) -> list[bytes]:
    """Rubbish before each frame, and one damaged bit in some copies of a message that has another good copy."""
    from firmware_bridge.wire.angel_eye import ENQ, Deframer, Frame

    deframer = Deframer()
    deframer.receive_data(b"".join(reads))
    frames = [item.raw for item in iter(deframer.next_item, None) if isinstance(item, Frame)]
    noisy = []
    for place, raw in enumerate(frames):
        rubbish = bytes(byte for byte in chance.randbytes(chance.randint(0, _NOISE_MOST)) if byte != ENQ)
        repeated = place > 0 and frames[place - 1] == raw
        noisy.append(rubbish + (_damaged(raw, chance) if repeated and chance.random() < 0.5 else raw))
    return noisy


def _damaged(raw: bytes, chance: random.Random) -> bytes:
    bit = chance.randrange(8, len(raw) * 8)
    return bytes(byte ^ (1 << bit % 8 if place == bit // 8 else 0) for place, byte in enumerate(raw))


def _angel_eye(chunks: Iterator[bytes]) -> Lines:
    from drivers.shoe.angel_eye.session import AngelEyeSession

    session, witness = AngelEyeSession("shoe"), GameWitness()
    for data in chunks:
        for observation in session.receive(RxChunk("shoe", data, 0, 0)):
            yield _event(observation.event)
            game = witness.observe(observation.event)
            if game is not None:
                yield game
    session.end_of_stream()
    yield _summary(session.counters, games=witness.games, agree=witness.agree)


def _lcus(chunks: Iterator[bytes]) -> Lines:
    from firmware_bridge.wire.lcus import Deframer, RelayCommand
    from firmware_bridge.wire.noise import LineNoise

    deframer, counters = Deframer(), Counters()
    for data in chunks:
        deframer.receive_data(data)
        for item in iter(deframer.next_item, None):
            if isinstance(item, RelayCommand):
                counters.frames += 1
                yield _event(item)
            elif isinstance(item, LineNoise):
                counters.noise_bytes += len(item.raw)
    rest = deframer.flush()
    counters.noise_bytes += len(rest.raw) if rest is not None else 0
    yield _summary(counters)


def _event(event: Any) -> dict[str, Any]:
    data = msgspec.to_builtins(event)
    data.pop("type", None)
    data.pop("device", None)
    return {"kind": "event", "event": type(event).__name__, "data": data}


def _summary(counters: Counters, *, games: int = 0, agree: bool = True) -> dict[str, Any]:
    return {
        "kind": "summary",
        "frames": counters.frames,
        "duplicates": counters.duplicates,
        "bad": counters.bad,
        "noise_bytes": counters.noise_bytes,
        "gaps": counters.gaps,
        "games": games,
        "rounds": 0,
        "agree": agree,
    }


_DECODERS: dict[str, Callable[[Iterator[bytes]], Lines]] = {"angel-eye": _angel_eye, "lcus": _lcus}
