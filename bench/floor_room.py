"""A floor's database for a measurement: a PostgreSQL of its own that flushes every commit to the disk."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from daemon.floor.database import connect, migrate
from daemon.floor.embedded import EmbeddedPostgres

# On a disk, and where also the user `nobody` arrives: as root the server is his.
_PLACE = "/var/tmp"


@contextmanager
def bare_room() -> Iterator[Path]:
    """A directory for a floor and its tables, and nothing of it afterwards."""
    room = Path(tempfile.mkdtemp(prefix="sabot-bench-", dir=_PLACE))
    room.chmod(0o755)
    try:
        yield room
    finally:
        shutil.rmtree(room)


@contextmanager
def floor_room() -> Iterator[EmbeddedPostgres]:
    """The server runs, with the floor's schema in it."""
    with bare_room() as room:
        server = EmbeddedPostgres(room)
        try:
            server.start()
            with connect(server.url) as db:
                migrate(db)
            yield server
        finally:
            server.stop(immediately=True)
