"""Who may order what: named persons with roles and PINs in `people.toml`. PINs are kept as argon2 hashes only."""

import os
import tomllib
from pathlib import Path
from typing import get_args

import argon2
import msgspec
from msgspec import Struct

from table_core.rulebook import Role

LOCKED_AFTER = 5
LOCKED_FOR_NS = 60 * 1_000_000_000
MIN_PIN = 4
PERSON_ROLES: tuple[Role, ...] = tuple(role for role in get_args(Role) if role != "player")
_FILE_MODE = 0o600


class PeopleError(Exception):
    """A person, role or PIN that cannot be; the message says what to do."""


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    role: Role
    pin: str = ""


class _File(Struct, forbid_unknown_fields=True):
    people: dict[str, Person] = {}


class People:
    """The persons of one table. Guessing is slow by argon2 and stopped by a lock-out."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hasher = argon2.PasswordHasher()
        self._failures: dict[str, tuple[int, int]] = {}
        self.known = _load(path)

    def add(self, name: str, role: str, pin: str) -> None:
        """Add *name* or change role and PIN; written at once."""
        if role not in PERSON_ROLES:
            raise PeopleError(f"{role}: no es un rol. Roles: {', '.join(PERSON_ROLES)}.")
        if not name.strip() or any(character in name for character in '"\\\n\r\t'):
            raise PeopleError(f"{name!r}: escriba un nombre sin comillas ni barras.")
        if len(pin) < MIN_PIN or not pin.isdigit():
            raise PeopleError(f"El PIN debe tener al menos {MIN_PIN} cifras.")
        self.known[name] = Person(msgspec.convert(role, Role), self._hasher.hash(pin))
        self._save()

    def remove(self, name: str) -> None:
        if name not in self.known:
            raise PeopleError(f"{name}: no está registrado. Vea los nombres con: sabot people list.")
        del self.known[name]
        self._save()

    def check(self, name: str, pin: str, mono_ns: int) -> Role:
        """The role of *name* when *pin* is right; raises PeopleError otherwise. Slow on purpose: call off the loop."""
        failures, since = self._failures.get(name, (0, 0))
        if failures >= LOCKED_AFTER and mono_ns - since < LOCKED_FOR_NS:
            raise PeopleError(f"{name}: demasiados intentos; espere un minuto.")
        person = self.known.get(name)
        try:
            if person is None or not person.pin:
                raise argon2.exceptions.VerificationError
            self._hasher.verify(person.pin, pin)
        except argon2.exceptions.Argon2Error:
            self._failures[name] = (failures + 1, mono_ns)
            raise PeopleError("Nombre o PIN incorrecto.") from None
        self._failures.pop(name, None)
        return person.role

    def _save(self) -> None:
        lines = ["# Personas de la mesa. Los PIN se cambian con: sabot people add NOMBRE --role ROL", ""]
        for name, person in sorted(self.known.items()):
            lines += [f'[people."{name}"]', f'role = "{person.role}"', f'pin = "{person.pin}"', ""]
        beside = self._path.with_suffix(".new")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _FILE_MODE), "w") as file:
            file.write("\n".join(lines))
        beside.replace(self._path)


def _load(path: Path) -> dict[str, Person]:
    if not path.exists():
        return {}
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File).people
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise PeopleError(f"{path}: no se puede leer ({error}). Corrija el archivo.") from error
