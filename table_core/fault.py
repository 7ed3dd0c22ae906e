"""What a fault is: meaning, scope, remedy, and who may choose what. The texts are the Spanish originals."""

from msgspec import Struct

from table_core.incidents import Choice, Scope
from table_core.rulebook import Role

_LOOK = ("LAYOUT_MATCHES", "KEY_HANDS", "VOID_PASS", "CHANGE_CARDS")


class Fault(Struct, frozen=True):
    code: str
    scope: Scope
    hold: bool
    role: Role
    choices: tuple[str, ...]
    meaning: str
    what_to_do: str

    def offered(self, keyed_as: tuple[str, ...]) -> tuple[Choice, ...]:
        """The choices; *keyed_as* says how this game's cards are keyed from the cloth."""
        return tuple(Choice(code, self.role, needs=keyed_as if code == "KEY_HANDS" else ()) for code in self.choices)


def table(code: str, role: Role, meaning: str, what_to_do: str, choices: tuple[str, ...] = _LOOK) -> Fault:
    return Fault(code, "table", True, role, choices, meaning, what_to_do)


def notice(code: str, meaning: str, what_to_do: str) -> Fault:
    return Fault(code, "notice", False, "dealer", ("ACKNOWLEDGE",), meaning, what_to_do)
