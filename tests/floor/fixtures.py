"""A real PostgreSQL for each worker, started when a test first asks for it, and a database of its own for each test."""

import contextlib
import itertools
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from daemon.floor.database import Connection, connect, migrate
from daemon.floor.embedded import EmbeddedPostgres

Connect = Callable[[], Connection]
_names = itertools.count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[EmbeddedPostgres]:
    """The server, with the floor's schema in the template of every database made on it."""
    place = Path(tempfile.mkdtemp(prefix="sabot-pg-"))
    place.chmod(0o755)  # as root the server is another user's
    server = EmbeddedPostgres(place, durable=False)
    try:
        server.start()
        with connect(server.url.replace("/postgres?", "/template1?")) as template:
            migrate(template)
        yield server
    finally:
        server.stop(immediately=True)
        shutil.rmtree(place)


@pytest.fixture
def database(postgres: EmbeddedPostgres) -> str:
    """The address of an empty floor's database."""
    name = f"floor_{next(_names)}"
    with connect(postgres.url) as server:
        server.execute(f"create database {name}".encode())
    return postgres.url.replace("/postgres?", f"/{name}?")


@pytest.fixture
def connected(database: str) -> Iterator[Connect]:
    """Makes connections to the test's database; all are closed when the test is over."""
    with ExitStack() as open_ones:
        yield lambda: open_ones.enter_context(contextlib.closing(connect(database)))
