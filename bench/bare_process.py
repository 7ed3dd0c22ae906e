"""The peer of `card_to_lamp`: reads a pty, commits one row with synchronous=FULL, writes a pty. Nothing else.

What is left when everything this project does is taken away, in one thread and without an event loop.
"""

import os
import sys
from pathlib import Path

import apsw

# What the first card of a pass puts into the journal: five entries of 420 bytes in all, their hashes and numbers.
ROW_BYTES = 700
ANSWER = bytes.fromhex("a00100a1 a00200a2 a00300a3 a00400a4 a00500a5 a00600a6 a00700a7")


def serve(database: Path, source: str, target: str) -> None:
    db = apsw.Connection(str(database))
    db.pragma("journal_mode", "wal")
    db.pragma("synchronous", "full")
    db.execute("CREATE TABLE entries (seq INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT")
    body = os.urandom(ROW_BYTES)
    reader, writer = os.open(source, os.O_RDWR | os.O_NOCTTY), os.open(target, os.O_RDWR | os.O_NOCTTY)
    print("ready", flush=True)
    while os.read(reader, 4096) != b"end":
        db.execute("INSERT INTO entries (body) VALUES (?)", (body,))
        os.write(writer, ANSWER)
    db.close()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
