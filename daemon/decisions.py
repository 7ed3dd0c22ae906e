"""The digest of what was decided: the same for two runs that decided the same, whenever their devices spoke."""

import hashlib

import msgspec

from table_core.boards import BoardNote
from table_core.progressive.operations import GrandDue, LampSeen, LockRead, PotShown
from table_core.record import NOT_FOLDED, Entry
from table_core.table import DeviceLinked, LampsNoted, ReadingNoted, ShoeAligned

_NOT_DECISIONS = (
    *NOT_FOLDED,
    BoardNote,
    DeviceLinked,
    LampsNoted,
    ShoeAligned,
    ReadingNoted,
    LockRead,
    LampSeen,
    GrandDue,
    PotShown,
)
"""Devices report when they please and clocks go on; what was decided must not depend on it."""


class DecisionsDigest:
    """Takes entries in their order; those that decide nothing do not count."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, *entries: Entry) -> None:
        for entry in entries:
            if not isinstance(entry, _NOT_DECISIONS):
                self._digest.update(msgspec.json.encode(entry, order="sorted") + b"\n")

    def hex(self) -> str:
        return self._digest.hexdigest()
