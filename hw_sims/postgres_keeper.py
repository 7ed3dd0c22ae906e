"""Keeps the PostgreSQL of a simulated floor for as long as it runs: put on a leash, it ends with whoever holds that.

A server of its own would go on when the simulation that started it is killed.
"""

import contextlib
import signal
import sys
from pathlib import Path

from daemon.floor.database import FloorError
from daemon.floor.embedded import EmbeddedPostgres

HERE = "here"
"""What it says once the server answers."""


def main() -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    directory, *durable = sys.argv[1:]
    server = EmbeddedPostgres(Path(directory), durable=bool(durable))
    with contextlib.suppress(KeyboardInterrupt):
        try:
            server.start()
            sys.stdout.write(f"{HERE}\n")
            sys.stdout.flush()
            signal.pause()
        except FloorError as error:
            sys.exit(str(error))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
