"""What is to be recorded by name, counted while it waits: a flood at the door is a number, not a queue. Any thread."""

import threading
from collections import Counter

from daemon.floor.mail import Noticed


class Notices:
    """As many kinds as there are tables and codes; *times* grows, nothing else does."""

    def __init__(self) -> None:
        self._waiting: Counter[tuple[str, str, str]] = Counter()
        self._lock = threading.Lock()

    def note(self, about: str, code: str, detail: str) -> None:
        with self._lock:
            self._waiting[about, code, detail] += 1

    def take(self) -> list[Noticed]:
        """Everything noted since this was last asked."""
        with self._lock:
            waiting, self._waiting = self._waiting, Counter()
        return [Noticed(*what, times=times) for what, times in waiting.items()]
