"""The recorder never makes the table wait: it keeps to its bounds, or ends with a note."""

from pathlib import Path

import pytest

from daemon import recorder as recorder_module
from daemon.config import Config, load_config
from daemon.recorder import Recorder
from daemon.recording import RECORDINGS, Ended, Record, Recording, RecordingError, Stepped, file_name
from firmware_bridge.traffic import RxChunk
from hw_sims.stage import table_config
from table_core.table import TableState

MB = 1 << 20
CHUNK = 100_000
PORTS = ("memory://shoe", "memory://lamps-a", "memory://lamps-b")


def config(directory: Path, *, total_mb: int = 3) -> Config:
    text = table_config(PORTS, directory, game="mini-baccarat", stakes="none")
    path = directory / "table.toml"
    path.write_text(f"{text}\n[recorder]\non = true\nsegment_mb = 1\ntotal_mb = {total_mb}\n", encoding="utf-8")
    return load_config(path)


def record(directory: Path, chunks: int, utc_ns: int, *, total_mb: int = 3) -> Recorder:
    """A run that recorded *chunks* steps of a tenth of a megabyte each."""
    recorder = Recorder(config(directory, total_mb=total_mb), TableState(), 1, utc_ns)
    recorder.start()
    for number in range(chunks):
        recorder.stepped([RxChunk("shoe", bytes(CHUNK), number, number)], ())
    recorder.stop("fin")
    return recorder


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in (directory / RECORDINGS).iterdir())


def records(recorder: Recorder) -> list[Record]:
    return list(Recording(recorder.file).records())


def test_a_long_run_goes_on_in_further_files_and_reads_as_one(tmp_path: Path) -> None:
    recorder = record(tmp_path, 15, 10**18)
    assert len(names(tmp_path)) == 2
    assert all(path.stat().st_size <= MB for path in (tmp_path / RECORDINGS).iterdir())
    given = [one.inputs[0].mono_ns for one in records(recorder) if isinstance(one, Stepped)]
    assert given == list(range(15))
    with pytest.raises(RecordingError, match="001"):
        list(Recording(tmp_path / RECORDINGS / names(tmp_path)[1]).records())


def test_a_gap_between_files_ends_the_run_there(tmp_path: Path) -> None:
    recorder = record(tmp_path, 25, 10**18, total_mb=9)
    assert len(names(tmp_path)) == 3
    (tmp_path / RECORDINGS / names(tmp_path)[1]).unlink()
    given = [one for one in records(recorder) if isinstance(one, Stepped)]
    assert 0 < len(given) < 15


def test_the_oldest_runs_make_room_for_the_newest(tmp_path: Path) -> None:
    first, second = (record(tmp_path, 8, second * 10**18) for second in (1, 2))
    third = record(tmp_path, 8, 3 * 10**18)
    kept = names(tmp_path)
    assert third.file.name in kept
    assert second.file.name in kept
    record(tmp_path, 8, 4 * 10**18)
    assert first.file.name not in names(tmp_path)
    assert sum(path.stat().st_size for path in (tmp_path / RECORDINGS).iterdir()) <= 3 * MB


def test_a_run_that_fills_the_bound_alone_ends_with_a_note(tmp_path: Path) -> None:
    recorder = record(tmp_path, 60, 10**18)
    assert "llegó a su límite de 3 MB" in recorder.stopped_because
    assert sum(path.stat().st_size for path in (tmp_path / RECORDINGS).iterdir()) <= 3 * MB
    assert any(isinstance(one, Stepped) for one in records(recorder))


def test_a_recorder_that_cannot_keep_up_stops_recording_and_blocks_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder_module, "QUEUE_LIMIT", 10)
    recorder = Recorder(config(tmp_path), TableState(), 1, 10**18)
    for number in range(50):  # its thread does not run: nothing is taken out
        recorder.stepped([RxChunk("shoe", b"x", number, number)], ())
    assert recorder.stopped_because == "la grabación no da abasto"
    recorder.start()
    recorder.stop("fin")
    kept = records(recorder)
    assert sum(isinstance(one, Stepped) for one in kept) == 9, "what was taken in is written"
    assert kept[-1] == Ended("la grabación no da abasto")


def test_a_directory_that_cannot_be_written_ends_the_recording_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / RECORDINGS).write_text("a file where a directory should be")
    recorder = record(tmp_path, 3, 10**18)
    assert "no se puede grabar" in recorder.stopped_because


def test_files_of_a_run_are_numbered_from_one() -> None:
    assert file_name("20261118T113542.000001Z", 1) == "20261118T113542.000001Z-001.rec"
