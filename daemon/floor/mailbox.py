"""A queue that wakes a thread which waits for file descriptors too."""

import os
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """Many threads may put, one takes. `fd` is readable while there may be something."""

    def __init__(self) -> None:
        self._letters: deque[T] = deque()
        self.fd = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def put(self, letter: T) -> None:
        self._letters.append(letter)
        os.eventfd_write(self.fd, 1)

    def take(self, most: int) -> list[T]:
        """Up to *most* letters, oldest first."""
        try:
            os.eventfd_read(self.fd)
        except BlockingIOError:
            return []
        taken = [self._letters.popleft() for _ in range(min(most, len(self._letters)))]
        if self._letters:
            os.eventfd_write(self.fd, 1)
        return taken

    def __len__(self) -> int:
        return len(self._letters)

    def close(self) -> None:
        os.close(self.fd)
