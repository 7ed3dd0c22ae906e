"""Records of the Bee-Tek electronic shoe: ` [Section]<Body> ` in ASCII, bytes to records and back. Knows no meaning.

Grade C: from public code, no traffic seen. There is no check and no number: a record lost whole, or one letter
changed into another good one, cannot be noticed here. The same shoe's line mode is `text_lines`.
"""

import re

from msgspec import Struct

from firmware_bridge.wire.noise import BLANK, HeldBytes, LineNoise

MAX_SECTION = 24
MAX_BODY = 40
NOISE_RUN = 64
"""Noise is handed out in runs of this length, so that a mad line holds no memory."""

_TEXT = r"[ -;=?-Z\\^-~]"
"""Printable ASCII without the brackets."""
_SECTION, _BODY = f"{_TEXT}{{1,{MAX_SECTION}}}", f"{_TEXT}{{1,{MAX_BODY}}}"
_WHOLE = re.compile(rf"(?:\[({_SECTION})\])?<({_BODY})>".encode())
_BEGUN = re.compile(rf"(?:\[{_SECTION}\])?<(?:{_BODY})?|\[{_SECTION}\]|\[(?:{_SECTION})?".encode())
_NO_RECORD = re.compile(rb"[^ \r\n\[<]{1,%d}" % NOISE_RUN)
_REFUSED = frozenset({"bad_shape"})


class Record(Struct, frozen=True):
    """One thing the shoe said; warnings have no *section*."""

    body: str
    section: str | None = None

    def __post_init__(self) -> None:
        if not _WHOLE.fullmatch(self.to_bytes()):
            raise ValueError(f"{self.section!r}, {self.body!r}: printable ASCII without brackets, and not too long")

    def to_bytes(self) -> bytes:
        section = "" if self.section is None else f"[{self.section}]"
        return f"{section}<{self.body}>".encode()

    @property
    def raw(self) -> bytes:
        """The very bytes it was read from: a record has one spelling only."""
        return self.to_bytes()


class Deframer(HeldBytes):
    """Cuts a byte stream into records, blanks between them and noise, whatever the chunks."""

    def next_item(self) -> Record | LineNoise | None:
        if not self._held:
            return None
        if self._held[0] in b" \r\n":
            return self._drop(1, BLANK)
        if self._held[0] in b"[<":
            return self._next_record()
        return self._next_noise()

    def flush(self) -> LineNoise | None:
        """What is held when nothing more comes; call it after `next_item` returned None."""
        if not self._held:
            return None
        return self._drop(len(self._held), "bad_shape" if self._held[0] in b"[<" else "no_record")

    def _next_record(self) -> Record | LineNoise | None:
        whole = _WHOLE.match(self._held)
        if whole is not None:
            section, body = whole.groups()
            del self._held[: whole.end()]
            return Record(body.decode(), None if section is None else section.decode())
        begun = _BEGUN.match(self._held)
        size = begun.end() if begun is not None else 1
        # What does not fit may itself begin the next record: everything before it goes, it stays.
        return None if size == len(self._held) else self._drop(size, "bad_shape")

    def _next_noise(self) -> LineNoise | None:
        run = _NO_RECORD.match(self._held)
        size = run.end() if run is not None else 1
        return None if size == len(self._held) and size < NOISE_RUN else self._drop(size, "no_record")


def is_refused_record(noise: LineNoise) -> bool:
    """Whether *noise* began as a record (it may have been a card) or lay between records."""
    return noise.reason in _REFUSED
