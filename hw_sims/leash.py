"""Runs a command on a leash: whatever ends the process that holds it, kill -9 too, ends the command (Linux only).

A daemon left behind by simulations that were killed would open its ports by their names for ever, and by then
those names lead to ptys of somebody else.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def leashed(*command: str) -> tuple[str, ...]:
    """*command*, to be started by this process and to end with it."""
    return (sys.executable, "-m", "hw_sims.leash", str(os.getpid()), *command)


def main() -> None:
    holder, *command = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() == int(holder):  # else it ended before it could be watched
        os.execvp(command[0], command)  # noqa: S606 - the command of whoever holds the leash


if __name__ == "__main__":
    main()
