"""The peer of `jackpot_fanout`: so many connections that LISTEN for the pot and then read its value themselves.

For every line on standard input listens once more: says `listening`, and when the value was there on each connection.
"""

import select
import sys
import time

from daemon.floor.database import Connection, connect
from daemon.floor.store import CHANNEL, Store


def serve(url: str, connections: int, pot: int, name: str) -> None:
    listeners = {db.fileno(): db for db in (connect(url) for _ in range(connections))}
    print("ready", flush=True)
    for _ in sys.stdin:
        _all(listeners, f"listen {CHANNEL}")
        print("listening", flush=True)
        print(*_heard(listeners, pot, name), flush=True)
        _all(listeners, f"unlisten {CHANNEL}")


def _all(listeners: dict[int, Connection], statement: str) -> None:
    for db in listeners.values():
        db.execute(statement.encode())


def _heard(listeners: dict[int, Connection], pot: int, name: str) -> list[int]:
    """When each of them had read what the pot stands at."""
    times: dict[int, int] = {}
    waiting = select.poll()
    for fd in listeners:
        waiting.register(fd, select.POLLIN)
    while len(times) < len(listeners):
        for fd, _event in waiting.poll():
            db = listeners[fd]
            if list(db.notifies(timeout=0)) and fd not in times:
                Store(db, "bench").value(pot, name)
                times[fd] = time.monotonic_ns()
    return list(times.values())


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
