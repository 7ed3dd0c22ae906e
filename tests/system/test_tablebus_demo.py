"""`sabot demo` with TableBus hardware: the real daemon, ptys, keys in files, a shuffler and a discard rack."""

import json
import time
from pathlib import Path

import pytest

from daemon.journal import open_reader, read_rows
from table_core.board_events import BetPressed, FedIntoMachine, RackCounted, ShufflerVerified
from table_core.events import LockShown
from table_core.outputs import BetSeat, BetSeats
from table_core.record import Observed
from tests.contract.reference_device import build_plain, needs_compiler
from tests.contract.test_tablebus_reference import OnAPty
from tests.system.processes import sabot

ALONE_S = 3.5
"""The specification gives a device three seconds."""


@pytest.mark.parametrize(
    ("shuffler", "passes", "must_tell"), [("batch", 3, RackCounted), ("continuous", 7, FedIntoMachine)]
)
def test_blackjack_is_dealt_with_a_shuffling_machine_and_no_witness_disagrees(
    tmp_path: Path, shuffler: str, passes: int, must_tell: type
) -> None:
    words = ("demo", "--game", "blackjack", "--shuffler", shuffler, "--passes", passes, "--seed", 5)
    done = sabot(*words, "--json", "--no-web", "--data", tmp_path / "data")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["passes"], told["incidents"], told["false_holds"]) == (passes, {}, 0)
    assert (told["chain_ok"], told["money_balanced"]) == (True, True)
    entries = [row.entry() for row in read_rows(open_reader(tmp_path / "data"))]
    events = [entry.event for entry in entries if isinstance(entry, Observed)]
    assert any(isinstance(event, ShufflerVerified) and event.counted == 312 for event in events)
    assert any(isinstance(event, must_tell) for event in events)


@pytest.mark.parametrize("words", [("demo", "--passes", 1), ("world", "--seeds", "1..1")])
@pytest.mark.parametrize("device", [("--shuffler", "batch"), ("--shoe", "tablebus")])
def test_a_device_nobody_there_knows_how_to_use_is_refused_with_what_to_do(
    words: tuple[str | int, ...], device: tuple[str, str]
) -> None:
    done = sabot(*words, "--game", "mini-baccarat", *device)
    assert done.returncode == 2
    assert "use --game blackjack" in done.stderr


@needs_compiler
@pytest.mark.requirement("R61")
def test_a_device_whose_host_fell_silent_locks_its_seats_by_itself(tmp_path: Path) -> None:
    line = OnAPty(build_plain("acceptor_on_a_line", tmp_path / "c"), tmp_path)
    line.until(lambda: line.told(LockShown))
    line.session.want(BetSeats((BetSeat(open=True),) * 3), time.monotonic_ns())
    line.until(lambda: line.session._link.order_pending is False)
    line.device.press(1, 1)
    line.until(lambda: line.told(BetPressed))
    made, _ = line.device.made_and_held()
    time.sleep(ALONE_S)
    line.device.press(1, 1)
    assert line.device.made_and_held()[0] == made, "a bet was taken while nobody could record it"
    line.close()
