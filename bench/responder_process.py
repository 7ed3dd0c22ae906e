"""The device's end of a request/response measurement: for every question of a known length, the same answer.

Prints the name of its pty, then answers until the other side hangs up.
"""

import os
import sys
import tty


def serve(question_bytes: int, answer: bytes) -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    print(os.ttyname(slave), flush=True)
    missing = question_bytes
    while data := os.read(master, 4096):
        if data == b"end":
            return
        missing -= len(data)
        if missing <= 0:
            missing += question_bytes
            os.write(master, answer)


if __name__ == "__main__":
    serve(int(sys.argv[1]), bytes.fromhex(sys.argv[2]))
