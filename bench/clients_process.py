"""The pages' side of a measurement: starts a console on a table and reads many of its streams.

Says `open` when all streams have told something; at the end of its input, how many pictures the poorest of them got.
"""

import os
import selectors
import socket
import subprocess
import sys
import time
from collections import Counter

_WITHIN_S = 30.0
_PICTURE = b"event: picture\n"


def main(data: str, clients: int) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "daemon.cli", "console", "--data", data, "--listen", f"127.0.0.1:{port}"]
    with subprocess.Popen([*command, "--while-stdin"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as console:
        try:
            os.nice(19)
            print(_read(port, clients), flush=True)
        finally:
            console.terminate()


def _read(port: int, clients: int) -> int:
    """Read all streams until our own input ends; the fewest pictures one of them got."""
    selector = selectors.DefaultSelector()
    streams = [_open(port) for _ in range(clients)]
    for stream in streams:
        selector.register(stream, selectors.EVENT_READ)
    heard: Counter[socket.socket] = Counter()
    announced = False
    while True:
        for key, _events in selector.select():
            if key.fileobj is sys.stdin:
                return min(heard[stream] for stream in streams)
            if isinstance(key.fileobj, socket.socket):
                heard[key.fileobj] += key.fileobj.recv(65536).count(_PICTURE)
        if not announced and len(heard) == clients:
            announced = True
            print("open", flush=True)
            selector.register(sys.stdin, selectors.EVENT_READ)


def _open(port: int) -> socket.socket:
    deadline = time.monotonic() + _WITHIN_S
    while True:
        try:
            stream = socket.create_connection(("127.0.0.1", port), timeout=5)
        except ConnectionError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            stream.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            return stream


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
