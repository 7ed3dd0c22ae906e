"""Who is signed in: badges, each good for one connection, for a while. Knows no clock: time is an argument."""

import secrets
from collections import OrderedDict

from msgspec import Struct

from table_core.rulebook import Role

IDLE_NS = 15 * 60 * 1_000_000_000
MOST_BADGES = 256


class Holder(Struct, frozen=True):
    """A person who signed in over one connection."""

    person: str
    role: Role
    connection: bytes


class Badges:
    """Bounded: past *most* the badge that has been idle longest goes."""

    def __init__(self, *, idle_ns: int = IDLE_NS, most: int = MOST_BADGES) -> None:
        self._idle_ns = idle_ns
        self._most = most
        self._holders: OrderedDict[str, tuple[Holder, int]] = OrderedDict()

    def issue(self, holder: Holder, mono_ns: int) -> str:
        badge = secrets.token_urlsafe(16)
        self._holders[badge] = (holder, mono_ns)
        while len(self._holders) > self._most:
            self._holders.popitem(last=False)
        return badge

    def holder(self, badge: str, connection: bytes, mono_ns: int) -> Holder | None:
        """Whose *badge* it is, if it was issued over *connection* and used not too long ago; its idle time restarts."""
        found = self._holders.get(badge)
        if found is None or found[0].connection != connection:
            return None
        if mono_ns - found[1] > self._idle_ns:
            del self._holders[badge]
            return None
        self._holders[badge] = (found[0], mono_ns)
        self._holders.move_to_end(badge)
        return found[0]

    def revoke(self, badge: str) -> None:
        self._holders.pop(badge, None)
