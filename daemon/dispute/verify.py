"""Comprueba la evidencia de un pase en disputa y cuenta lo que pasó. Solo usa la biblioteca estándar de Python.

    python3 verificar.py [ARCHIVO.zip | DIRECTORIO] [--cabeza ASIENTO:HASH]

Sale con 0 si todo coincide, 1 si algo fue alterado o falta, 2 si no se puede leer. La firma Ed25519 no se comprueba
aquí: la biblioteca estándar no la tiene; use `sabot dispute verify`.
"""

import base64
import hashlib
import json
import struct
import sys
import zipfile
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

GOOD, ALTERED, UNREADABLE = 0, 1, 2
_STAMP = struct.Struct(">QQQQ")
_CARDS = {"S": "pica", "H": "corazón", "D": "diamante", "C": "trébol"}
_FIGURES = {"A": "as", "T": "diez", "J": "jota", "Q": "reina", "K": "rey"}
_SILENT = (
    "SnapshotTaken", "CheckpointSigned", "KeyIntroduced", "LampsNoted", "EntryKeyed", "CardLeftShoe", "VerdictHeard",
    "Planned", "RoundOpened", "PhaseEntered", "CardAsked",
)  # fmt: skip
_WORDS = {
    "Announced": "se anuncia «{text}» (art. {article})",
    "BetsClosed": "se cierran las apuestas (art. {article})",
    "BetsCalled": "se cierran las apuestas (art. {article})",
    "BetsOpened": "se abren las apuestas (art. {article})",
    "BetsKeyed": "apuestas: {bets}",
    "BetPlaced": "apuesta en {box}: {stake}",
    "BurnOrdered": "se queman {count} cartas más (art. {article})",
    "Collected": "se cobra la mano {hand}: {amount} (art. {article})",
    "Doubled": "dobla la mano {hand} (art. {article})",
    "HandClosed": "la mano {hand} queda definida: {reason} (art. {article})",
    "HandSplit": "la mano {hand} se abre en {first} y {second} (art. {article})",
    "CardBurned": "se quema {card} (art. {article})",
    "KeyRefused": "TECLA {key}: {detail}",
    "CommandRefused": "NO SE PUEDE: {detail} (art. {article})",
    "CctvAsked": "incidente {id}: {by} pregunta a las cámaras: {question}",
    "CctvAnswered": "incidente {id}: {by} ingresa la respuesta de las cámaras: {answer} {reference}",
    "IncidentResolved": "incidente {id} resuelto: {choice}, por {by} {also_by}: {reason}",
    "ObservationNoted": "observación de {by} al asiento {seq}: {text}",
    "Paid": "se paga la mano {hand}: {ratio}, {amount} (art. {article})",
    "PassCompleted": "puntos: Punto {punto}, Banca {bank}",
    "PassEnded": "TERMINA EL PASE {number}",
    "PassFrozen": "{by} congela el pase {number}: {reason}",
    "PassOpened": "COMIENZA EL PASE {number}",
    "PassSettled": "resultado {result}; pagos: {payments}",
    "PassVoided": "PASE ANULADO ({reason}); se devuelve {returned}",
    "PreparationClosed": "sabot preparado; firma {by}, presentes {present}",
    "ShoePrepared": "sabot de {decks} mazos, corte a {cut_behind} del final",
    "StakeReturned": "se devuelve la apuesta de {hand}: {amount} (art. {article})",
    "Started": "comienza la marcha: programa {version}, reglamento {rulebook} ({rulebook_digest})",
}


def main(arguments: list[str]) -> int:
    head = arguments[arguments.index("--cabeza") + 1] if "--cabeza" in arguments else ""
    given = [one for one in arguments if one not in ("--cabeza", head)]
    place = Path(given[0]) if given else Path(__file__).resolve().parent
    try:
        files = read(place)
        problems = check(files, head)
        story = tell(files)
    except (OSError, KeyError, ValueError, TypeError, zipfile.BadZipFile) as error:
        sys.stderr.write(f"No se puede leer {place}: {error!r}\n")
        return UNREADABLE
    result = "La evidencia NO coincide." if problems else "La evidencia está entera: archivos y cadena coinciden."
    altered = [f"ALTERADO: {problem}" for problem in problems]
    sys.stdout.write("\n".join([*story, *altered, result]) + "\n")
    return ALTERED if problems else GOOD


def read(place: Path) -> dict[str, bytes]:
    """Every file of the archive, or of the directory it was unpacked into."""
    if place.is_file():
        with zipfile.ZipFile(place) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    found = (path for path in place.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in found}


def check(files: dict[str, bytes], head: str = "") -> list[str]:
    """Everything that is not as it was when the archive was made."""
    manifest = json.loads(files["manifiesto.json"])
    problems = [f"falta {name}" for name in manifest["archivos"] if name not in files]
    for name, digest in manifest["archivos"].items():
        if name in files and hashlib.sha256(files[name]).hexdigest() != digest:
            problems.append(f"{name} no es el que se exportó")
    return problems + check_chain(rows(files), manifest["cadena"], head)


def check_chain(entries: list[dict[str, Any]], chain: dict[str, Any], head: str = "") -> list[str]:
    """Recompute every link: SHA-256 over the link before, the four numbers, and the stored bytes of the entry."""
    before, expected = bytes.fromhex(chain["antes"]), chain["primero"]
    for row in entries:
        if row["seq"] != expected:
            return [f"falta el asiento {expected}"]
        link = hashlib.sha256(before + _STAMP.pack(row["seq"], row["batch"], row["mono_ns"], row["utc_ns"]) + body(row))
        if link.hexdigest() != row["hash"]:
            return [f"el asiento {row['seq']} fue alterado"]
        if head and head.partition(":")[0] == str(row["seq"]) and head.partition(":")[2] != row["hash"]:
            return [f"el asiento {row['seq']} no es el de la cabeza que usted conoce"]
        before, expected = link.digest(), expected + 1
    if before.hex() != chain["cabeza"] or expected != chain["ultimo"] + 1:
        return ["la cadena no termina donde dice el manifiesto"]
    return []


def rows(files: dict[str, bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in files["asientos.jsonl"].splitlines() if line]


def body(row: dict[str, Any]) -> bytes:
    return base64.b64decode(row["body"], validate=True)


def tell(files: dict[str, bytes]) -> list[str]:
    """The disputed pass, entry by entry, in words."""
    manifest = json.loads(files["manifiesto.json"])
    frozen, bounds = manifest["congelado"], manifest["pase"]
    last = bounds["ultimo"] or manifest["cadena"]["ultimo"]
    lines = [
        f"Mesa {manifest['mesa']}, pase {frozen['number']}: asientos {bounds['primero']} a {last}",
        f"Congelado por {frozen['by']}: {frozen['reason']}",
        "",
    ]
    for row in rows(files):
        if bounds["primero"] <= row["seq"] <= last:
            lines += [f"{row['seq']:>7}  {clock(row['utc_ns'])}  {words}" for words in spoken(json.loads(body(row)))]
    return [*lines, ""]


def spoken(entry: dict[str, Any]) -> list[str]:
    """What one entry says; nothing for what only the program needs."""
    kind = entry["type"].rpartition(".")[2]
    if kind in _SILENT:
        return []
    match kind:
        case "Observed":
            return [] if entry["event"]["type"] == "LampsShown" else [f"    dispositivo: {named(entry['event'])}"]
        case "PreparationNoted":
            done = _Told(entry["done"])
            return ["preparación: {step} {who} {count} (art. {article}), firma {by}".format_map(done)]
        case "Commanded":
            return [f"    {entry['person']} ({entry['role']}) ordena {named(entry['command'])}"]
        case "IncidentOpened":
            incident = entry["incident"]
            articles = ", ".join(incident["articles"]) or "-"
            return [f"INCIDENTE {incident['id']} {incident['code']}: {incident['detail']} (art. {articles})"]
        case "CardDealt":
            dealt = entry.get("dealt", entry)
            place = dealt.get("place")
            where = f"{place['side']} {place['position']}" if isinstance(place, dict) else place
            return [f"carta a {where}: {card(dealt.get('card'))} (art. {entry.get('article', '-')})"]
        case _ if kind in _WORDS:
            return [_WORDS[kind].format_map(_Told(entry))]
        case _:
            return [named(entry)]


class _Told(dict[str, Any]):
    """An entry's fields for a sentence: cards in words, and nothing where a field is missing."""

    def __init__(self, entry: dict[str, Any]) -> None:
        super().__init__({name: card(value) if name == "card" else listed(value) for name, value in entry.items()})

    def __missing__(self, name: str) -> str:
        return ""


def named(fields: dict[str, Any]) -> str:
    """A name and its fields, for what has no sentence of its own."""
    told = {name: value for name, value in fields.items() if name != "type" and value not in (None, "", [], {})}
    if "card" in told:
        told["card"] = card(told["card"])
    return f"{fields.get('type', '')} {json.dumps(told, ensure_ascii=False)}" if told else str(fields.get("type", ""))


def listed(value: Any) -> Any:
    """A list as people read it: `a punto 1000; b bank 2000`."""
    if value is None:
        return ""
    if not isinstance(value, list):
        return value
    return "; ".join(" ".join(map(str, one.values())) if isinstance(one, dict) else str(one) for one in value)


def card(code: Any) -> str:
    if not isinstance(code, str) or len(code) != 2 or code[1] not in _CARDS:
        return "carta sin leer" if code is None else str(code)
    return f"{_FIGURES.get(code[0], code[0])} de {_CARDS[code[1]]}"


def clock(utc_ns: int) -> str:
    moment = datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=utc_ns // 1000)  # noqa: UP017 - old Pythons
    return moment.strftime("%Y-%m-%d %H:%M:%S.%f")[:-3] + " UTC"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
