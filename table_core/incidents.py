"""An incident: something the rules did not expect, what may be done about it, and who decides."""

from typing import Literal

from msgspec import Struct

from table_core.cards import Card
from table_core.rulebook import Role

Scope = Literal["table", "seat", "notice"]


class Choice(Struct, frozen=True):
    """One permitted resolution; *needs* names what must be keyed with it."""

    code: str
    role: Role
    row: str | None = None
    needs: tuple[str, ...] = ()


class Incident(Struct, frozen=True):
    """*hold*: the game waits until a person of a choice's role has decided. *card* is evidence and may be hidden."""

    id: int
    code: str
    articles: tuple[str, ...]
    detail: str
    choices: tuple[Choice, ...]
    hold: bool
    scope: Scope
    pass_number: int
    device: str | None = None
    card: Card | None = None
    announcement: str | None = None

    def choice(self, code: str) -> Choice | None:
        return next((choice for choice in self.choices if choice.code == code), None)


class IncidentOpened(Struct, frozen=True, tag=True):
    incident: Incident


class IncidentResolved(Struct, frozen=True, tag=True):
    """*by* is None when the text or a restored device resolved it without a decision."""

    id: int
    choice: str
    by: str | None
    role: Role | None
    row: str | None
    reason: str


IncidentOperation = IncidentOpened | IncidentResolved
