"""One floor process: a door for the tables, a clerk for the database, an auditor, until it is told to stop or cannot
go on.
"""

import threading
import time
from collections.abc import Callable

import structlog

from daemon.floor.auditor import Auditor
from daemon.floor.clerk import Clerk
from daemon.floor.door import Door
from daemon.floor.mail import ToDoor
from daemon.floor.mailbox import Mailbox
from daemon.keys import Pair

_TURN_MS = 200
_ALIVE_S = 1.0

log = structlog.get_logger()


class FloorServer:
    """*name* is the process in every row; *listen* is where it is reached, and nothing listens anywhere else."""

    def __init__(self, database: str, name: str, listen: str, keys: Pair) -> None:
        letters: Mailbox[ToDoor] = Mailbox()
        self._letters = letters
        self._clerk = Clerk(database, name, letters)
        self._auditor = Auditor(database, name)
        self._door = Door(listen, keys, letters, self._clerk.inbox)
        self._ending = threading.Event()

    @property
    def address(self) -> str:
        """Where tables reach it; empty until it has seen its database once."""
        return self._door.address

    def run(self, alive: Callable[[], None] = lambda: None) -> str | None:
        """Serve until `stop`; *alive* is called every second. Why it ended by itself, or None."""
        self._clerk.start()
        self._auditor.start()
        alive_at = 0.0
        try:
            while not self._ending.is_set() and self._door.broken is None:
                self._door.turn(_TURN_MS)
                if time.monotonic() >= alive_at:
                    alive_at = time.monotonic() + _ALIVE_S
                    alive()
        finally:
            self._auditor.stop()
            self._clerk.stop()
            self._door.close()
            self._letters.close()
            self._clerk.inbox.close()
        log.info("floor_ends", why=self._door.broken)
        return self._door.broken

    def stop(self) -> None:
        """From any thread or a signal."""
        self._ending.set()
