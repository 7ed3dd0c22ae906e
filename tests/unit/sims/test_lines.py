"""Line faults: seeded, and each does what its name says and nothing else."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from hw_sims import lines

DATA = bytes(range(256)) * 4
chunk_lists = st.lists(st.binary(max_size=20), max_size=10)


def test_a_good_line_changes_nothing() -> None:
    assert lines.damaged(DATA, lines.LineFaults(), Random(1)) == DATA


def test_the_same_seed_does_the_same_damage() -> None:
    faults = lines.LineFaults(lost=0.1, repeated=0.1, corrupted=0.1)
    once, again, other = (lines.damaged(DATA, faults, Random(seed)) for seed in (7, 7, 8))
    assert once == again != other


def test_certain_faults_hit_every_byte() -> None:
    assert lines.damaged(DATA, lines.LineFaults(lost=1.0), Random(1)) == b""
    assert lines.damaged(b"ab", lines.LineFaults(repeated=1.0), Random(1)) == b"aabb"
    flipped = lines.damaged(DATA, lines.LineFaults(corrupted=1.0), Random(1))
    assert all((sent ^ got).bit_count() == 1 for sent, got in zip(DATA, flipped, strict=True))


@given(chunk_lists, st.integers())
def test_recutting_and_joining_keep_every_byte(chunks: list[bytes], seed: int) -> None:
    recut = list(lines.recut(chunks, Random(seed), longest=5))
    assert b"".join(recut) == b"".join(lines.joined(chunks)) == b"".join(chunks)
    assert all(1 <= len(chunk) <= 5 for chunk in recut)


@given(st.binary(min_size=1, max_size=40), st.integers())
def test_a_line_cut_short_never_brings_all(data: bytes, seed: int) -> None:
    arrived = lines.cut_short(data, Random(seed))
    assert data.startswith(arrived)
    assert len(arrived) < len(data)


def test_one_by_one_gives_single_bytes() -> None:
    assert lines.one_by_one(b"abc") == [b"a", b"b", b"c"]


def test_noise_comes_between_chunks_and_leaves_them_whole() -> None:
    noisy = list(lines.with_noise([b"first", b"second"], Random(3), rate=1.0))
    assert noisy[1::2] == [b"first", b"second"]
    assert all(1 <= len(noise) <= 6 for noise in noisy[::2])
    assert list(lines.with_noise([b"first"], Random(3), rate=0.0)) == [b"first"]
