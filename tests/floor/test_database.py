"""How a floor holds on to its database, and lets go of one that is gone."""

import socket

import pytest

from daemon.floor.database import FloorError, connect
from daemon.floor.embedded import EmbeddedPostgres
from tests.floor.fixtures import Connect


def test_what_is_committed_is_on_the_disk_and_who_stops_in_the_middle_keeps_nobody_out_for_long(
    connected: Connect,
) -> None:
    db = connected()
    for name, value in (("synchronous_commit", "on"), ("idle_in_transaction_session_timeout", "5s")):
        assert db.execute(f"show {name}".encode()).fetchone() == (value,)


def test_a_database_that_went_silent_is_given_up_at_both_ends(postgres: EmbeddedPostgres) -> None:
    """Over TCP; a system waits a quarter of an hour for an answer, and two hours for a word."""
    with connect(postgres.url) as db:
        known = db.info.get_parameters()
    assert (known["tcp_user_timeout"], known["keepalives_idle"], known["keepalives_count"]) == ("3000", "1", "3")


def test_a_database_nobody_answers_for_is_said_to_be_away() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        port = nobody.getsockname()[1]
    with pytest.raises(FloorError, match="no responde"):
        connect(f"postgresql://sabot@127.0.0.1:{port}/postgres")
