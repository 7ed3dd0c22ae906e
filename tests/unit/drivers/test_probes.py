"""A device is recognised by what it says, and by nothing that only looks a little like it."""

from random import Random

import pytest

from drivers.probes import PROBES, Recognised, bauds, questions, recognise
from drivers.registry import DRIVERS
from firmware_bridge.wire import cctalk_messages as cc
from firmware_bridge.wire.cctalk import HOST, Frame

ANSWER = Frame(HOST, cc.ANSWER, b"", source=2).to_bytes()
SPOKEN = {
    "angel-eye": b"\x050S\x0360" * 3,
    "bee-tek": b" [Game]<Card:4S>  [Game]<Card:TH> ",
    "barcode": b"1010\r2030\r",
    "cctalk": cc.question(2, cc.SIMPLE_POLL).to_bytes() + ANSWER,
}


@pytest.mark.parametrize("driver", SPOKEN)
def test_who_speaks_its_language_at_its_speed_is_recognised(driver: str) -> None:
    baud = DRIVERS[driver].baud
    assert baud is not None
    found = recognise(SPOKEN[driver], baud)
    assert found is not None
    assert (found.driver, found.baud) == (driver, baud)
    assert {other for other in bauds() if recognise(SPOKEN[driver], other)} == {baud}


def test_every_probe_has_a_message_here() -> None:
    assert {probe.driver for probe in PROBES} == set(SPOKEN)


def test_a_message_lost_in_rubbish_recognises_nobody() -> None:
    assert recognise(SPOKEN["angel-eye"] + Random(1).randbytes(400), 4800) is None
    assert recognise(SPOKEN["bee-tek"] + b"#" * 400, 9600) is None


@pytest.mark.parametrize("seed", range(200))
def test_noise_is_nobody(seed: int) -> None:
    noise = Random(seed).randbytes(300)
    assert [recognise(noise, baud) for baud in bauds()] == [None] * len(bauds())


def test_our_own_question_echoed_by_a_dead_line_is_no_answer() -> None:
    asked = questions(9600)
    assert len(asked) == 8
    assert recognise(b"".join(asked), 9600) is None
    assert recognise(asked[0] + ANSWER, 9600) == Recognised("cctalk", 9600, 1)


def test_a_shoe_that_wants_no_bytes_is_never_asked() -> None:
    assert questions(DRIVERS["angel-eye"].baud or 0) == ()
