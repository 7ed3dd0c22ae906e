"""An incident: something the rules did not expect, what may be done about it, and who decides."""

from typing import Literal

from msgspec import Struct

from table_core.cards import Card
from table_core.rulebook import Role

Scope = Literal["table", "seat", "notice"]


CHOICE_NAMES = {
    "FIRST_PUNTO_CARD_NEXT_PASS": "no fue vista: primera carta de Punto del próximo pase",
    "BURN_NEXT_PASS": "fue vista: se quema el próximo pase, sin apuestas",
    "BURN_LAYOUT_CARDS": "quemar las cartas del paño",
    "VOID_PASS": "anular el pase",
    "VOID_PASS_CHANGE_CARDS": "anular el pase y cambiar las cartas",
    "CHANGE_CARDS": "cambiar las cartas y preparar otro sabot",
    "RESHUFFLE_NO_PASS": "barajar ahora, sin pase",
    "BURN_CARD": "quemar la carta",
    "BURN_AND_REPLACE": "quemar la carta y sacar otra",
    "CARDS_BURNED": "esas cartas se quemaron",
    "CARD_KEEPS_VALUE": "la carta conserva su valor",
    "REJECT_BET": "rechazar la apuesta",
    "CONTINUE": "seguir",
    "LAYOUT_MATCHES": "la mesa coincide con la pantalla",
    "KEY_HANDS": "ingresar las manos del paño",
    "CONFIRM_OURS": "vale el resultado del reglamento",
    "FIVE_DRAW": "la primera palabra fue «carta»",
    "FIVE_STAND": "la primera palabra fue «me planto»",
    "ACKNOWLEDGE": "enterado",
}
"""What each choice means, for people; the codes are for machines."""


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
