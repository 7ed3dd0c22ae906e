"""A disputed pass: frozen by one order, never pruned, handed over as one archive that anybody can check."""

import base64
import hashlib
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from daemon.dispute.archive import DisputeError, export
from daemon.dispute.freeze import FROZEN, notes, run_of
from daemon.dispute.signature import signed_up_to
from daemon.dispute.verify import check, read, rows
from daemon.recording import RECORDINGS
from table_core.commands import FreezePass
from table_core.rules.baccarat.entries import KeyBets
from tests.scenario.stories import BANK_NATURAL, PUNTO_NATURAL
from tests.scenario.table import LiveTable, play
from tests.scenario.test_irregularities import BETS

RECORDED = "[recorder]\non = true\n"
STANDS = Path("verificar.py")


async def two_passes(table: LiveTable) -> None:
    """The first pass pays Punto, then somebody complains about it; the second goes on."""
    await table.begin(f"{PUNTO_NATURAL} {BANK_NATURAL}")
    assert await table.order(KeyBets(BETS), "dealer") is None
    await table.round(4)
    assert await table.order(FreezePass(1, "el jugador 2 dice que apostó a Punto"), "inspector") is None
    assert await table.order(KeyBets(BETS), "dealer") is None
    await table.round(4)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The evidence of the first pass, taken after the table was stopped and sealed."""
    directory = tmp_path_factory.mktemp("dispute")
    play(two_passes, directory, stakes="keyed", settings=RECORDED)
    (note,) = notes(directory / "data")
    export(directory / "data", note, directory / "pase-1.zip")
    return directory / "pase-1.zip"


def verified(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What the archive's own verifier says, in a Python that knows nothing of this project."""
    command = [sys.executable, "-I", "-S", str(place / STANDS), str(place), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")


def unpacked(archive: Path, room: Path) -> Path:
    with zipfile.ZipFile(archive) as file:
        file.extractall(room)
    return room


@pytest.mark.requirement("R88")
def test_the_archive_holds_frames_events_versions_and_states_of_the_pass(archive: Path) -> None:
    files = read(archive)
    bodies = [
        json.loads(__import__("base64").b64decode(row["body"]))
        for row in map(json.loads, files["asientos.jsonl"].splitlines())
    ]
    kinds = {body["type"] for body in bodies}
    assert {"Observed", "Commanded", "baccarat.BetsKeyed", "baccarat.CardDealt", "baccarat.PassSettled"} <= kinds
    assert {"ShoeLoaded", "PreparationClosed"} <= kinds, "the shoe's preparation belongs to it"
    assert any(body["type"] == "Observed" and body["raw"] for body in bodies), "the very frames"
    versions, states = json.loads(files["versiones.json"]), json.loads(files["estados.json"])
    assert versions["al_jugar"]["rulebook"] == "iquique-2000/mini-baccarat"
    assert versions["al_exportar"]["sha256_programa"]
    assert states["al_comenzar"]["estado"]["session"]["passes"] == 0
    assert states["al_terminar"]["estado"]["session"]["passes"] == 1
    assert b"Ordenanza" in files["reglamento.toml"]
    assert [name for name in files if name.startswith("grabaciones/")]
    assert archive.stat().st_mode & 0o777 == 0o600


@pytest.mark.requirement("R88")
def test_its_own_verifier_needs_nothing_but_python_and_tells_what_happened(archive: Path, tmp_path: Path) -> None:
    done = verified(unpacked(archive, tmp_path / "room"))
    assert done.returncode == 0, done.stdout + done.stderr
    for words in ("COMIENZA EL PASE 1", "carta a punto 1", "resultado punto", "TERMINA EL PASE 1", "está entera"):
        assert words in done.stdout
    assert "COMIENZA EL PASE 2" not in done.stdout


@pytest.mark.parametrize("name", ["asientos.jsonl", "estados.json", "versiones.json", "reglamento.toml"])
def test_a_changed_byte_in_any_file_is_reported(archive: Path, tmp_path: Path, name: str) -> None:
    room = unpacked(archive, tmp_path / "room")
    content = bytearray((room / name).read_bytes())
    content[len(content) // 2] ^= 1
    (room / name).write_bytes(bytes(content))
    done = verified(room)
    assert done.returncode in (1, 2)
    assert "está entera" not in done.stdout


@pytest.mark.parametrize("forge", ["body", "utc_ns", "dropped", "swapped"])
def test_an_altered_entry_breaks_the_chain_even_if_the_manifest_is_made_anew(
    archive: Path, tmp_path: Path, forge: str
) -> None:
    room = unpacked(archive, tmp_path / "room")
    entries = rows(read(room))
    middle = len(entries) // 2
    match forge:
        case "dropped":
            del entries[middle]
        case "swapped":
            entries[middle], entries[middle + 1] = entries[middle + 1], entries[middle]
        case "utc_ns":
            entries[middle]["utc_ns"] += 1
        case _:
            entries[middle]["body"] = entries[middle + 1]["body"]
    forged = "\n".join(json.dumps(row) for row in entries).encode()
    (room / "asientos.jsonl").write_bytes(forged)
    manifest = json.loads((room / "manifiesto.json").read_bytes())
    manifest["archivos"]["asientos.jsonl"] = hashlib.sha256(forged).hexdigest()
    (room / "manifiesto.json").write_text(json.dumps(manifest))
    done = verified(room)
    assert done.returncode == 1
    assert "ALTERADO" in done.stdout


def test_a_head_known_from_elsewhere_is_compared(archive: Path, tmp_path: Path) -> None:
    room = unpacked(archive, tmp_path / "room")
    last = json.loads((room / "asientos.jsonl").read_bytes().splitlines()[-1])
    assert verified(room, "--cabeza", f"{last['seq']}:{last['hash']}").returncode == 0
    assert verified(room, "--cabeza", f"{last['seq']}:{'00' * 32}").returncode == 1


def test_the_tables_key_signs_what_the_archive_holds(archive: Path) -> None:
    files = read(archive)
    signed, key = signed_up_to(files)
    manifest = json.loads(files["manifiesto.json"])
    assert key is not None
    assert signed >= manifest["pase"]["ultimo"]
    context = [json.loads(line) for line in files["contexto.jsonl"].splitlines()]
    another = json.dumps({"type": "KeyIntroduced", "public_key": base64.b64encode(bytes(32)).decode()}).encode()
    context[-1]["body"] = base64.b64encode(another).decode()
    forged = b"\n".join(json.dumps(row).encode() for row in context)
    with pytest.raises(ValueError, match="firma"):
        signed_up_to({**files, "contexto.jsonl": forged})


def test_evidence_is_never_overwritten_and_a_pass_that_was_not_frozen_has_none(archive: Path) -> None:
    data = archive.parent / "data"
    (note,) = notes(data)
    with pytest.raises(DisputeError, match="ya existe"):
        export(data, note, archive)
    assert check(read(archive)) == []


@pytest.mark.requirement("R88")
def test_a_pass_still_in_play_is_frozen_at_once_but_shows_no_covered_card(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        assert await table.order(KeyBets(BETS), "dealer") is None
        await table.draw(2)
        assert await table.order(FreezePass(1, "reclamo"), "jefe_de_mesa") is None
        (note,) = notes(table.data)
        with pytest.raises(DisputeError, match="no ha terminado"):
            export(table.data, note, tmp_path / "early.zip")
        assert not (tmp_path / "early.zip").exists()
        await table.draw(2)
        await table.close_round()
        export(table.data, note, tmp_path / "whole.zip")
        assert check(read(tmp_path / "whole.zip")) == []

    play(story, tmp_path, stakes="keyed")


def test_who_may_freeze_and_what_there_is_to_freeze(tmp_path: Path) -> None:
    async def story(table: LiveTable) -> None:
        await table.begin(PUNTO_NATURAL)
        assert await table.order(FreezePass(1, "x"), "jefe_de_mesa") == "NO_SUCH_PASS"
        await table.draw(4)
        assert await table.order(FreezePass(1, "x"), "dealer") == "WRONG_ROLE"
        assert await table.order(FreezePass(1, " "), "auditor") == "NOTHING_SAID"
        assert notes(table.data) == []

    play(story, tmp_path)


@pytest.mark.requirement("R88")
def test_the_recording_of_a_frozen_pass_is_never_pruned(tmp_path: Path) -> None:
    """Later runs fill the room for recordings over and over; only the run of the frozen pass stays."""
    settings = "[recorder]\non = true\nsegment_mb = 1\ntotal_mb = 2\n"
    play(two_passes, tmp_path, stakes="keyed", settings=settings)
    recordings = tmp_path / "data" / RECORDINGS
    (kept,) = recordings.glob("*.rec")
    for number in range(4):
        later = recordings / f"20991231T00000{number}.000000Z-001.rec"
        later.write_bytes(b"SABOTR1\n" + bytes(1 << 20))
        os.utime(later)

    async def another_day(table: LiveTable) -> None:
        await table.quiet()

    play(another_day, tmp_path, stakes="keyed", settings=settings)
    left = {run_of(path) for path in recordings.glob("*.rec")}
    assert run_of(kept) in left
    assert len([run for run in left if run.startswith("2099")]) <= 2, "the others made room"
    assert len(list((tmp_path / "data" / FROZEN).iterdir())) == 1
