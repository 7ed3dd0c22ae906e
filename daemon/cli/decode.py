"""`sabot decode PROTOCOL FILE`: recorded traffic as events, the same events however the bytes are cut."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from msgspec import Struct

from daemon.cli.games import GameWitness
from daemon.cli.main import FINDING, UserError
from daemon.cli.recordings import cut, form_of, read_hex, read_text, with_noise
from daemon.i18n import _
from drivers.base import Counters
from firmware_bridge.traffic import RxChunk
from firmware_bridge.wire.decoders import LANGUAGES
from firmware_bridge.wire.noise import LineNoise

if TYPE_CHECKING:
    from firmware_bridge.wire import cctalk

Lines = Iterator[dict[str, Any]]
_ENQ, _STAR, _TEXT, _ZERO = frozenset({0x05}), frozenset(b"*\r\n"), frozenset(range(0x80)), frozenset({0})


class Reader(Struct, frozen=True):
    """How one protocol's recordings are read. *noisy* damages them without changing an event."""

    decode: Callable[[Iterator[bytes]], Lines]
    forms: tuple[str, ...] = ("hex",)
    noisy: Callable[[list[bytes], int], list[bytes]] | None = None


@click.command(help="Muestra como eventos el tráfico grabado de un dispositivo.")
@click.argument("protocol")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--input", "form", type=click.Choice(["hex", "text", "recording"]), help="Forma de FILE; si falta, se reconoce."
)
@click.option("--chunk", default="read", metavar="read|1|whole|random:SEED", help="Cómo se cortan los bytes.")
@click.option("--noise", type=int, metavar="SEED", help="Agrega ruido de línea entre y dentro de las copias.")
@click.option("--json", is_flag=True, expose_value=False, help="Líneas JSON (es siempre la salida).")
def decode(protocol: str, file: Path, form: str | None, chunk: str, noise: int | None) -> None:
    reader = READERS.get(protocol)
    if reader is None:
        text = _("{protocol}: este programa aún no lee ese protocolo. Lee: {known}.")
        raise UserError(text.format(protocol=protocol, known=", ".join(READERS)))
    form = form or form_of(file, reader.forms)
    if form not in (*reader.forms, "recording"):
        text = _("{protocol} se graba de otra forma: use --input {forms}.")
        raise UserError(text.format(protocol=protocol, forms="|".join(reader.forms)))
    reads = _READ_AS[form](file, protocol)
    if noise is not None:
        if reader.noisy is None:
            text = _("{protocol} no se puede repetir con ruido: sus mensajes no llevan copia ni se repiten.")
            raise UserError(text.format(protocol=protocol))
        reads = reader.noisy(reads, noise)
    agree = True
    for line in reader.decode(cut(reads, chunk)):
        click.echo(msgspec.json.encode(line))
        agree = line.get("agree", True) is not False and agree
    if not agree:
        raise SystemExit(FINDING)


def decoded(protocol: str, file: Path, chunk: str = "read") -> list[dict[str, Any]]:
    """The same lines, of a capture in hexadecimal: what a test made of it compares."""
    return list(READERS[protocol].decode(cut(read_hex(file), chunk)))


def _read_recording(file: Path, protocol: str) -> list[bytes]:
    """What the device of that protocol said in a recording, or was told when it never speaks."""
    from daemon.recorded_traffic import traffic_of
    from daemon.recording import RecordingError

    try:
        return traffic_of(file, protocol)
    except (OSError, RecordingError) as error:
        raise UserError(_("{file}: no se puede leer ({error}).").format(file=file, error=error)) from error


_READ_AS: dict[str, Callable[[Path, str], list[bytes]]] = {
    "hex": lambda file, _protocol: read_hex(file),
    "text": lambda file, _protocol: read_text(file),
    "recording": _read_recording,
}


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


def _noisy_shoe(reads: list[bytes], seed: int) -> list[bytes]:
    """A copy may be damaged when another good one of the same message stands before it."""
    from firmware_bridge.wire.angel_eye import Deframer, Frame

    deframer = Deframer()
    deframer.receive_data(b"".join(reads))
    frames = [item.raw for item in iter(deframer.next_item, None) if isinstance(item, Frame)]
    return with_noise(frames, seed, _ENQ, lambda place: place > 0 and frames[place - 1] == frames[place])


def _bare_shoe(protocol: str) -> Callable[[Iterator[bytes]], Lines]:
    """A shoe that only names cards, with the settings it has by default."""

    def lines(chunks: Iterator[bytes]) -> Lines:
        from drivers.registry import DRIVERS, open_session
        from drivers.shoe.listening import ListeningSession

        session = open_session(DRIVERS[protocol], "shoe")
        assert isinstance(session, ListeningSession)  # noqa: S101 - the registry says so
        for data in chunks:
            yield from (_event(seen.event) for seen in session.receive(RxChunk("shoe", data, 0, 0)))
        yield from (_event(seen.event) for seen in session.end_of_stream())
        yield _summary(session.counters)

    return lines


def _noisy_records(reads: list[bytes], seed: int) -> list[bytes]:
    """Records stand between brackets: rubbish that is no text costs nothing between them."""
    return with_noise(reads, seed, _TEXT, lambda _place: False)


def _cammegh(chunks: Iterator[bytes]) -> Lines:
    from drivers.wheel.cammegh.rounds import WheelRounds
    from table_core.wheel import WheelEvent, WheelNumber

    wheel = WheelRounds("wheel")
    rounds, agree = 0, True

    def told(event: WheelEvent) -> Lines:
        nonlocal rounds, agree
        yield _event(event)
        if isinstance(event, WheelNumber):
            rounds, agree = rounds + 1, agree and event.agrees is not False
            yield {"kind": "round", "spin": event.spin, "number": event.number}

    for data in chunks:
        for event in wheel.receive(data):
            yield from told(event)
    for event in wheel.end_of_stream():
        yield from told(event)
    yield _summary(wheel.counters, rounds=rounds, agree=agree)


def _noisy_wheel(reads: list[bytes], seed: int) -> list[bytes]:
    """The wheel repeats its state every half second: rubbish on a line of its own costs nothing."""
    return with_noise([b"\r\n" + read for read in reads], seed, _STAR, lambda _place: False)


def _plain(protocol: str) -> Callable[[Iterator[bytes]], Lines]:
    """Messages as they are, for a device that only listens."""

    def lines(chunks: Iterator[bytes]) -> Lines:
        decoder, counters = LANGUAGES[protocol].new_decoder(), Counters()

        def items() -> Iterator[Any]:
            for data in chunks:
                decoder.receive_data(data)
                yield from iter(decoder.next_item, None)
            yield from filter(None, (decoder.flush(),))

        for item in items():
            if isinstance(item, LineNoise):
                counters.noise_bytes += len(item.raw)
            else:
                counters.frames += 1
                yield _event(item)
        yield _summary(counters)

    return lines


def _cctalk(chunks: Iterator[bytes]) -> Lines:
    """Questions and answers as a listener on the line names them; the 8-bit sum is the check."""
    from firmware_bridge.wire.cctalk import OVERHEAD, Deframer, Frame
    from firmware_bridge.wire.cctalk_messages import Listener

    deframer, listener, counters, unframed = Deframer(), Listener(), Counters(), 0
    for item in _until_silence(deframer, chunks):
        if isinstance(item, Frame):
            _count_unframed(counters, unframed, shortest_frame=OVERHEAD)
            counters.frames, unframed = counters.frames + 1, 0
            yield _event(listener.heard(item))
        else:
            unframed += len(item.raw)
    _count_unframed(counters, unframed, shortest_frame=OVERHEAD)
    yield _summary(counters)


def _tablebus(chunks: Iterator[bytes]) -> Lines:
    """Frames of either direction by name; tags are not checked, for the key is not here."""
    from firmware_bridge.wire.noise import BLANK
    from firmware_bridge.wire.tablebus import Deframer, Frame
    from firmware_bridge.wire.tablebus_listener import heard

    deframer, counters = Deframer(), Counters()

    def read(item: Frame | LineNoise) -> Lines:
        if isinstance(item, Frame):
            counters.frames += 1
            yield _event(heard(item))
        elif item.reason in ("bad_check", "unknown_kind"):
            counters.bad += 1
        elif item.reason != BLANK:
            counters.noise_bytes += len(item.raw)

    for data in chunks:
        deframer.receive_data(data)
        while (item := deframer.next_item()) is not None:
            yield from read(item)
    if (rest := deframer.flush()) is not None:
        yield from read(rest)
    yield _summary(counters)


def _noisy_frames(reads: list[bytes], seed: int) -> list[bytes]:
    """A zero ends whatever stood before it: rubbish between frames costs nothing."""
    from firmware_bridge.wire.tablebus import Deframer, Frame

    deframer = Deframer()
    deframer.receive_data(b"".join(reads))
    frames = [b"\0" + item.raw for item in iter(deframer.next_item, None) if isinstance(item, Frame)]
    return with_noise(frames, seed, _ZERO, lambda _place: False)


def _until_silence(deframer: "cctalk.Deframer", chunks: Iterator[bytes]) -> "Iterator[cctalk.Frame | LineNoise]":
    """Every item of the stream; at its end nothing more is waited for."""
    for data in chunks:
        deframer.receive_data(data)
        while (item := deframer.next_item()) is not None:
            yield item
    deframer.gap()
    while (item := deframer.next_item()) is not None:
        yield item


def _count_unframed(counters: Counters, length: int, *, shortest_frame: int) -> None:
    """A run of bytes no frame was found in: a refused frame if one fits, else noise."""
    if length >= shortest_frame:
        counters.bad += 1
    else:
        counters.noise_bytes += length


def _event(event: Any) -> dict[str, Any]:
    data = msgspec.to_builtins(event)
    data.pop("type", None)
    data.pop("device", None)
    return {"kind": "event", "event": type(event).__name__, "data": data}


def _summary(counters: Counters, *, games: int = 0, rounds: int = 0, agree: bool = True) -> dict[str, Any]:
    return {
        "kind": "summary",
        "frames": counters.frames,
        "duplicates": counters.duplicates,
        "bad": counters.bad,
        "noise_bytes": counters.noise_bytes,
        "gaps": counters.gaps,
        "games": games,
        "rounds": rounds,
        "agree": agree,
    }


READERS: dict[str, Reader] = {
    "alpha": Reader(_plain("alpha")),
    "angel-eye": Reader(_angel_eye, noisy=_noisy_shoe),
    "barcode": Reader(_bare_shoe("barcode"), ("hex", "text")),
    "bee-tek": Reader(_bare_shoe("bee-tek"), ("hex", "text"), _noisy_records),
    "cammegh": Reader(_cammegh, ("text", "hex"), _noisy_wheel),
    "cctalk": Reader(_cctalk),
    "cd5220": Reader(_plain("cd5220")),
    "lcus": Reader(_plain("lcus")),
    "tablebus": Reader(_tablebus, noisy=_noisy_frames),
}
