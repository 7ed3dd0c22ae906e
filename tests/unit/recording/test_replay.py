"""A recording, played to a fresh kernel, decides the same; cut anywhere, it plays up to the cut."""

import random
import stat
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from daemon.capture_test import CaptureTestError, write_test
from daemon.decisions import DecisionsDigest
from daemon.journal import open_reader, read_rows
from daemon.kernel import Kernel
from daemon.recorded_traffic import traffic_of
from daemon.recording import MAGIC, Begun, Ended, Opened, Record, Recording, RecordingError, Sent, Stepped, pack
from daemon.replay import Played, replay
from firmware_bridge.traffic import RxChunk, SerialWrite
from table_core.record import Observed
from tests.unit.core.rig import BURN

CUTS = 120
SEED = 20261118


def write(path: Path, records: list[Record]) -> Path:
    path.write_bytes(MAGIC + b"".join(map(pack, records)))
    return path


@pytest.fixture(scope="session")
def played(recording: Path) -> Played:
    return replay(recording)


def test_a_recorded_run_is_decided_the_same_again(data: Path, played: Played) -> None:
    journal = DecisionsDigest()
    journal.add(*(row.entry() for row in read_rows(open_reader(data))))
    assert played.parted is None
    assert not played.cut
    assert played.ended == "fin del escenario"
    assert played.digest == journal.hex()


def test_the_recording_holds_every_event_of_the_journal(data: Path, played: Played) -> None:
    entries = [row.entry() for row in read_rows(open_reader(data))]
    assert sum(played.events.values()) == sum(isinstance(entry, Observed) for entry in entries)
    assert played.events["CardDrawn"] == 10 + len(BURN)


def test_both_directions_are_recorded_with_a_clock_that_never_goes_back(recording: Path) -> None:
    records = list(Recording(recording).records())
    given = [one for record in records if isinstance(record, Stepped) for one in record.inputs]
    sent = [record for record in records if isinstance(record, Sent)]
    assert any(isinstance(one, RxChunk) for one in given)
    assert any(isinstance(record.send, SerialWrite) for record in sent)
    for times in ([one.mono_ns for one in given], [record.mono_ns for record in sent]):
        assert times == sorted(times)
    assert isinstance(records[0], Opened)
    assert isinstance(records[1], Begun)
    assert isinstance(records[-1], Ended)


def test_it_is_evidence_and_nobody_else_may_read_it(recording: Path) -> None:
    assert stat.S_IMODE(recording.stat().st_mode) == 0o600
    assert stat.S_IMODE(recording.parent.stat().st_mode) == 0o700


def test_a_recording_cut_anywhere_plays_up_to_the_cut(recording: Path, played: Played, tmp_path: Path) -> None:
    whole = recording.read_bytes()
    opened = len(MAGIC) + len(pack(next(Recording(recording).records())))
    cuts = sorted(random.Random(SEED).sample(range(opened, len(whole)), CUTS))
    steps = 0
    for cut in cuts:
        short = tmp_path / "cut.rec"
        short.write_bytes(whole[:cut])
        again = replay(short)
        assert again.parted is None, cut
        assert again.ended is None, cut
        assert steps <= again.steps <= played.steps, cut
        steps = again.steps
    assert steps >= played.steps - 3


@pytest.mark.parametrize("cut", [0, 4, len(MAGIC), len(MAGIC) + 3, len(MAGIC) + 300])
def test_a_recording_cut_before_its_beginning_is_refused_in_words(recording: Path, tmp_path: Path, cut: int) -> None:
    short = tmp_path / "cut.rec"
    short.write_bytes(recording.read_bytes()[:cut])
    with pytest.raises(RecordingError, match=r"comienzo|no es una grabación"):
        replay(short)


def test_a_flipped_bit_ends_the_recording_there(recording: Path, played: Played, tmp_path: Path) -> None:
    whole = bytearray(recording.read_bytes())
    whole[len(whole) // 2] ^= 4
    damaged = tmp_path / "damaged.rec"
    damaged.write_bytes(whole)
    again = replay(damaged)
    assert again.parted is None
    assert again.cut
    assert 0 < again.steps < played.steps


def test_where_decisions_part_the_first_entry_that_differs_is_named(recording: Path, tmp_path: Path) -> None:
    records = list(Recording(recording).records())
    numbered = [(number, record) for number, record in enumerate(records) if isinstance(record, Stepped)]
    place, step = next((number, record) for number, record in numbered if len(record.entries) > 2)
    changed = step.entries[1].replace(b"}", b',"x":1}')
    entries = (step.entries[0], changed, *step.entries[2:])
    records[place] = msgspec.structs.replace(step, entries=entries)
    parted = replay(write(tmp_path / "other.rec", records)).parted
    assert parted is not None
    assert (parted.step, parted.entry) == ([number for number, _ in numbered].index(place) + 1, 2)
    assert (parted.recorded, parted.replayed) == (changed, step.entries[1])


def test_an_entry_that_is_not_made_again_is_named_too(recording: Path, tmp_path: Path) -> None:
    records = list(Recording(recording).records())
    place = next(number for number, record in enumerate(records) if isinstance(record, Stepped) and record.entries)
    step = records[place]
    assert isinstance(step, Stepped)
    records[place] = msgspec.structs.replace(step, entries=(*step.entries, b"{}"))
    parted = replay(write(tmp_path / "other.rec", records)).parted
    assert parted is not None
    assert (parted.entry, parted.recorded, parted.replayed) == (len(step.entries) + 1, b"{}", None)


def test_a_fault_of_the_program_is_met_again(recording: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = list(Recording(recording).records())[:6]
    last = next(record for record in reversed(records) if isinstance(record, Stepped))
    faulty = msgspec.structs.replace(last, entries=(), fault="ZeroDivisionError('a defect')")
    path = write(tmp_path / "fault.rec", [*records[: records.index(last)], faulty])
    real = Kernel.step

    def broken(kernel: Kernel, inputs: object) -> object:
        if inputs == last.inputs:
            raise ZeroDivisionError("a defect")
        return real(kernel, inputs)  # type: ignore[arg-type]

    monkeypatch.setattr(Kernel, "step", broken)
    assert replay(path).parted is None
    monkeypatch.undo()
    assert (replay(path).parted is None) == (not last.entries), "a defect that was mended shows as a difference"


def test_the_bytes_of_a_device_come_out_as_they_went_in(recording: Path) -> None:
    said = traffic_of(recording, "angel-eye")
    assert b"".join(said).count(b"\x05") >= 3 * 14
    told = traffic_of(recording, "lcus")
    assert b"".join(told).startswith(b"\xa0"), "an LCUS board says nothing: what it was told"
    with pytest.raises(RecordingError, match="hay: angel-eye, hid-relay, lcus"):
        traffic_of(recording, "cammegh")


def test_a_capture_becomes_a_test_that_passes_and_can_fail(recording: Path, played: Played, tmp_path: Path) -> None:
    module = write_test(recording, "three_passes", tmp_path, played)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(module)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    module.write_text(module.read_text().replace(played.digest, "0" * 64), encoding="utf-8")
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1
    with pytest.raises(CaptureTestError, match="ya existe"):
        write_test(recording, "three_passes", tmp_path, played)
    with pytest.raises(CaptureTestError, match="no sirve de nombre"):
        write_test(recording, "three passes", tmp_path, played)
