"""Snapshots and signatures: starting from a snapshot is starting from the beginning, and only the key makes one."""

import shutil
import stat
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from daemon import journal_check, snapshots
from daemon.journal import DATABASE, JournalError, open_reader, read_rows
from daemon.journal_check import BadEntry, verify, verify_after
from daemon.kernel import fold
from daemon.opening import open_checked
from daemon.signing import KEY, make_key
from daemon.snapshots import BODIES_KEPT, SEAL_AT_LATEST, SEAL_AT_PASS_END, latest_snapshot, restored_state
from table_core.record import CheckpointSigned, KeyIntroduced, SnapshotTaken, Stopped
from table_core.session import PassEnded, PassOpened
from table_core.table import Announced, TableState
from tests.unit.journal.stories import Story, forge, reopened, sealed_story, tamper


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, TableState]:
    directory = tmp_path_factory.mktemp("sealed")
    return directory, sealed_story(directory)


@pytest.fixture
def sealed(original: tuple[Path, TableState], tmp_path: Path) -> Path:
    return Path(shutil.copytree(original[0], tmp_path / "copy"))


def seal_seq(directory: Path, kind: type) -> int:
    rows = read_rows(open_reader(directory))
    return next(row.seq for row in rows if isinstance(row.entry(), kind))


def uses_snapshot(directory: Path) -> bool:
    journal = reopened(directory)
    assert journal.signer is not None
    found = latest_snapshot(journal.reader, journal.signer.key.public)
    journal.close()
    return found is not None


def restored(directory: Path) -> TableState:
    journal = reopened(directory)
    state = restored_state(journal)
    journal.close()
    return state


@pytest.mark.requirement("R1")
def test_a_start_from_a_snapshot_gives_the_table_that_the_whole_journal_gives(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.begin()
    for number in range(6):
        story.rig.draw(number % 5)
        story.write()
        story.seal()
        whole = fold(row.entry() for row in read_rows(story.journal.reader))
        assert restored_state(story.journal) == whole == story.state
        story.rig.draw(4 - number % 5)
        story.rig.close_round()
        story.write()
        assert restored_state(story.journal) == story.state
    story.close()
    assert uses_snapshot(tmp_path)
    assert restored(tmp_path) == story.state


def test_a_start_folds_only_what_was_written_after_the_snapshot(sealed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    after = seal_seq(sealed, CheckpointSigned)
    folded: list[object] = []

    def counting(entries: Iterable[object], state: object = None) -> object:
        folded.extend(entries)
        return state

    journal = reopened(sealed)
    monkeypatch.setattr(snapshots, "fold", counting)
    restored_state(journal)
    assert len(folded) == journal.head.seq - after
    journal.close()


@pytest.mark.requirement("R7")
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE snapshots SET body = zeroblob(length(body))",
        "UPDATE snapshots SET body = CAST(body || x'00' AS BLOB)",
        "UPDATE snapshots SET seq = seq + 1",
        "UPDATE snapshots SET seq = 900000",
        "DELETE FROM snapshots",
    ],
)
def test_a_body_that_is_not_the_one_vouched_for_is_ignored(
    original: tuple[Path, TableState], sealed: Path, damage: str
) -> None:
    tamper(sealed, damage)
    assert not uses_snapshot(sealed)
    assert restored(sealed) == original[1]
    assert verify(sealed).first_bad is None, "bodies are no evidence"


@pytest.mark.requirement("R7")
def test_a_body_that_is_another_table_is_ignored(original: tuple[Path, TableState], sealed: Path) -> None:
    another = msgspec.msgpack.encode(TableState(next_incident=77))
    tamper(sealed, f"UPDATE snapshots SET body = x'{another.hex()}'")
    assert restored(sealed) == original[1]


def test_the_first_entry_after_a_seal_is_not_passed_over(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.begin()
    story.seal()
    story.journal.append((Announced("hagan juego", "1"),), 50, 50)
    assert restored_state(story.journal).announced == "hagan juego"
    story.close()


def test_a_snapshot_made_by_other_code_is_ignored(
    original: tuple[Path, TableState], sealed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "snapshot_format", lambda: "1:another")
    assert not uses_snapshot(sealed)
    assert restored(sealed) == original[1]


@pytest.mark.requirement("R79")
def test_a_forged_snapshot_is_not_believed_without_the_tables_key(sealed: Path) -> None:
    """Body, digest, chain and head are all made to fit; only the signature cannot be."""
    seq = seal_seq(sealed, SnapshotTaken)
    body = msgspec.msgpack.encode(TableState(next_incident=77))
    digest = sha256(body).digest()
    entry = msgspec.json.encode(SnapshotTaken(seq - 2, snapshots.snapshot_format(), digest), order="deterministic")
    tamper(
        sealed,
        f"UPDATE snapshots SET body = x'{body.hex()}'",
        f"UPDATE entries SET body = x'{entry.hex()}' WHERE seq = {seq}",
    )
    forge(sealed)
    assert verify(sealed).first_bad == BadEntry(seq + 1, "signature")
    with pytest.raises(JournalError, match=f"entrada {seq + 1} .*signature"):
        open_checked(sealed)


@pytest.mark.requirement("R79")
def test_a_start_refuses_what_was_changed_after_the_last_seal(sealed: Path) -> None:
    seq = seal_seq(sealed, CheckpointSigned) + 2
    tamper(sealed, f"UPDATE entries SET utc_ns = 7 WHERE seq = {seq}")
    with pytest.raises(JournalError, match=f"entrada {seq} "):
        open_checked(sealed)


@pytest.mark.requirement("R79")
def test_what_was_changed_before_the_last_seal_is_named_by_verify_and_leads_the_start_nowhere_else(
    original: tuple[Path, TableState], sealed: Path
) -> None:
    tamper(sealed, "UPDATE entries SET utc_ns = 7 WHERE seq = 3")
    assert verify(sealed).first_bad == BadEntry(3, "altered")
    assert restored(sealed) == original[1]


@pytest.mark.requirement("R79")
def test_a_journal_rewritten_without_the_key_is_named_at_its_first_signature(sealed: Path) -> None:
    signed = seal_seq(sealed, CheckpointSigned)
    tamper(sealed, "UPDATE entries SET utc_ns = 7 WHERE seq = 3")
    forge(sealed)
    assert verify(sealed).first_bad == BadEntry(signed, "signature")


@pytest.mark.requirement("R79")
def test_signatures_taken_out_of_a_journal_are_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    story = Story(tmp_path)
    story.begin()
    story.seal()
    story.play(2)
    story.close()
    assert verify(tmp_path).first_bad is None
    signed = seal_seq(tmp_path, CheckpointSigned)
    monkeypatch.setattr(journal_check, "UNSIGNED_MOST", 10)
    assert verify(tmp_path).first_bad == BadEntry(signed + 11, "signature")


@pytest.mark.requirement("R79")
def test_a_second_key_in_a_journal_is_named(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.begin()
    story.seal()
    head = story.journal.append((KeyIntroduced(bytes(32)),), 50, 50)
    story.close()
    assert verify(tmp_path).first_bad == BadEntry(head.seq, "signature")


@pytest.mark.parametrize("lost", ["missing", "another", "cut"])
def test_a_journal_whose_key_is_gone_is_not_continued(sealed: Path, lost: str) -> None:
    (sealed / KEY).unlink()
    if lost == "another":
        make_key(sealed)
    elif lost == "cut":
        (sealed / KEY).write_bytes(b"\x01" * 31)
    with pytest.raises(JournalError, match="llave"):
        open_checked(sealed)


def test_the_key_is_for_the_tables_user_only_and_never_made_twice(tmp_path: Path) -> None:
    key = make_key(tmp_path)
    assert stat.S_IMODE((tmp_path / KEY).stat().st_mode) == 0o600
    with pytest.raises(FileExistsError):
        make_key(tmp_path)
    assert open_checked(tmp_path).signer.key.public == key.public  # type: ignore[union-attr]


def test_only_the_newest_bodies_are_kept_and_no_entry_is_removed(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.begin()
    for _ in range(BODIES_KEPT + 3):
        story.seal()
    rows = [row.entry() for row in read_rows(story.journal.reader)]
    assert sum(isinstance(entry, SnapshotTaken) for entry in rows) == BODIES_KEPT + 3
    assert len(list(story.journal.reader.execute("SELECT seq FROM snapshots"))) == BODIES_KEPT
    story.close()
    assert verify(tmp_path).first_bad is None


def test_an_older_body_serves_when_the_newest_is_spoilt(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.begin()
    story.seal()
    story.play()
    story.seal()
    story.close()
    tamper(tmp_path, "UPDATE snapshots SET body = x'00' WHERE seq = (SELECT max(seq) FROM snapshots)")
    assert uses_snapshot(tmp_path)
    assert restored(tmp_path) == story.state


def test_the_journal_is_sealed_at_the_end_of_a_pass_once_enough_was_written(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.begin()
    story.seal()
    notes = tuple(PassOpened(number) for number in range(SEAL_AT_PASS_END))

    def seals(*entries: object, busy: bool = False) -> bool:
        before = story.journal.head.seq
        story.sealer.committed(entries, story.state, 60, 60, busy=busy)  # type: ignore[arg-type]
        return story.journal.head.seq > before

    assert not seals(PassEnded(1)), "a pass alone is too little"
    assert not seals(*notes), "enough, but in the middle of a pass"
    assert not seals(PassEnded(2), busy=True), "a batch that waits goes first"
    assert seals(PassEnded(3))
    assert not seals(*notes)
    assert seals(*(notes * (SEAL_AT_LATEST // SEAL_AT_PASS_END)), busy=True), "never put off for ever"
    story.close()


def test_a_table_whose_state_is_not_known_is_signed_without_a_snapshot(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.begin()
    story.sealer.seal(None, 50, 50)
    kinds = [type(row.entry()) for row in read_rows(story.journal.reader)][-2:]
    assert kinds == [KeyIntroduced, CheckpointSigned]
    story.close()
    assert verify(tmp_path).first_bad is None


@pytest.mark.requirement("R79")
def test_a_head_that_lags_behind_the_seal_is_no_fault_and_one_that_differs_is(sealed: Path) -> None:
    journal = reopened(sealed)
    assert journal.signer is not None
    found = latest_snapshot(journal.reader, journal.signer.key.public)
    assert found is not None
    rows = list(read_rows(journal.reader))
    journal.close()
    (sealed / "head").write_text(f"{rows[2].seq}:{rows[2].hash.hex()}\n", encoding="ascii")
    assert verify_after(sealed, found.trusted).first_bad is None
    (sealed / "head").write_text(f"{rows[2].seq}:{rows[3].hash.hex()}\n", encoding="ascii")
    assert verify_after(sealed, found.trusted).first_bad == BadEntry(3, "altered")


def test_the_last_entry_is_found_behind_the_seals(tmp_path: Path) -> None:
    story = Story(tmp_path)
    story.begin()
    story.journal.append((Stopped("fin"),), 40, 40)
    story.seal()
    assert story.journal.last() == Stopped("fin")
    story.close()


def test_a_damaged_database_is_refused_in_words(sealed: Path) -> None:
    whole = (sealed / DATABASE).read_bytes()
    (sealed / DATABASE).write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    with pytest.raises(JournalError, match="dañado"):
        open_checked(sealed)
