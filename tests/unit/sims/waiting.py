"""Waiting with a deadline for what another thread does. The only sleeps of these tests."""

import time
from collections.abc import Callable

_POLL_S = 0.001


def eventually(happened: Callable[[], object], within_s: float = 5.0) -> None:
    deadline = time.monotonic() + within_s
    while not happened():
        assert time.monotonic() < deadline, f"did not happen within {within_s} s"
        time.sleep(_POLL_S)
