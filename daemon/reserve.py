"""Room on the disk put aside, so that a batch under way can still be written when the disk is suddenly full."""

import os
from pathlib import Path

from daemon.schema import FILE_MODE, JournalError

RESERVE = "reserve"
RESERVE_BYTES = 1 << 20


class Reserve:
    """`hold` takes the room; `release` gives it to the journal, once."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / RESERVE
        self.released = False

    def hold(self) -> None:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT, FILE_MODE)
        try:
            os.posix_fallocate(file, 0, RESERVE_BYTES)
        except OSError as error:
            self._path.unlink()
            text = "El disco de {directory} no tiene lugar para el registro ({strerror}). Libere espacio."
            raise JournalError(text, directory=str(self._path.parent), strerror=str(error.strerror)) from error
        finally:
            os.close(file)

    def release(self) -> bool:
        """Whether there was something to give."""
        if self.released:
            return False
        self.released = True
        self._path.unlink(missing_ok=True)
        return True
