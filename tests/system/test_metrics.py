"""Figures of a running daemon for Prometheus: right, without a card, and of no weight for the table."""

import socket
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from daemon.metrics import MOST_SCRAPERS
from table_core.record import SEALS
from tests.system.processes import NATURAL, Daemon, daemon_on_ptys, eventually, free_port


def scraped(port: int) -> dict[tuple[str, tuple[str, ...]], float]:
    """Every sample by its name and the values of its labels, in the order of the labels' names."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        families = text_string_to_metric_families(answer.read().decode())
    samples = [sample for family in families for sample in family.samples]
    return {(one.name, tuple(value for _label, value in sorted(one.labels.items()))): one.value for one in samples}


def play_one_pass(daemon: Daemon) -> None:
    daemon.begin(" ".join(NATURAL))
    daemon.draw(len(NATURAL))
    daemon.shoe.close_round()
    eventually(lambda: daemon.picture()["phase"] == "betting", daemon.picture)


def _once_there_is_room(port: int) -> dict[tuple[str, tuple[str, ...]], float]:
    """The figures, asked for again while those hung up on still count as scrapers."""
    found: dict[tuple[str, tuple[str, ...]], float] = {}

    def answered() -> bool:
        try:
            found.update(scraped(port))
        except ConnectionError:
            return False
        return True

    eventually(answered)
    return found


def _batches(export: list[dict[str, Any]]) -> set[int]:
    """Batches of the table's own; a seal is written beside them."""
    seals = {kind.__name__ for kind in SEALS}
    return {line["batch"] for line in export if line["entry"]["type"] not in seals}


@pytest.mark.requirement("R67")
def test_figures_are_the_journals_and_name_no_card_and_no_person(tmp_path: Path) -> None:
    port = free_port()
    with daemon_on_ptys(tmp_path, more_config=f'\n[metrics]\nlisten = "127.0.0.1:{port}"\n') as daemon:
        play_one_pass(daemon)
        export, found = daemon.export(), scraped(port)
        assert found["sabot_state", ("ready",)] == 1
        assert found["sabot_state", ("held",)] == 0
        assert found["sabot_passes_total", ()] == 1
        assert found["sabot_cards_total", ()] == 2 + len(NATURAL)
        assert found["sabot_journal_head_seq", ()] == export[-1]["seq"]
        assert found["sabot_commit_seconds_count", ()] == len(_batches(export))
        assert found["sabot_device_up", ("shoe", "shoe")] == 1
        assert found["sabot_device_events_total", ("frames", "shoe")] > len(NATURAL)
        assert found["sabot_publications_total", ()] > len(NATURAL)
        daemon.stage.actions()["shoe"]["unplug"]()
        eventually(lambda: scraped(port)["sabot_device_up", ("shoe", "shoe")] == 0)
        found = scraped(port)
        assert found["sabot_incidents_open", ("shoe.link_lost",)] == 1
        eventually(lambda: scraped(port).get(("sabot_incidents_total", ("shoe.link_lost",))) == 1)
        words = {word for name, labels in found for word in (name, *labels)}
        assert not words & {*NATURAL, "AS", "2C", "Ana Rojas", "Luis Soto"}


def test_scrapers_that_do_not_read_slow_nobody_and_are_hung_up_on(tmp_path: Path) -> None:
    port = free_port()
    with daemon_on_ptys(tmp_path, more_config=f'\n[metrics]\nlisten = "127.0.0.1:{port}"\n') as daemon:
        slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(MOST_SCRAPERS + 1)]
        assert slow[-1].recv(1) == b"", "one too many is hung up on at once"
        play_one_pass(daemon)
        slow[0].settimeout(20)
        assert slow[0].recv(1) == b"", "one that says nothing is hung up on after a while"
        for one in slow:
            one.close()
        eventually(lambda: _once_there_is_room(port)["sabot_passes_total", ()] == 1)
