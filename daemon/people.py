"""Who may order what: named persons with roles and PINs in `people.toml`. PINs are kept as argon2 hashes only."""

import tomllib
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import get_args

import argon2
import msgspec
from msgspec import Struct

from daemon.private_files import stamp, write_private
from table_core.rulebook import Role
from table_core.text import TextError

LOCKED_AFTER = 5
LOCKED_FOR_NS = 60 * 1_000_000_000
MOST_NAMES_WATCHED = 1000
MIN_PIN = 4
PIN_DAYS = 90
"""After so many a PIN is to be changed (R89)."""
PERSON_ROLES: tuple[Role, ...] = tuple(role for role in get_args(Role) if role != "player")


class PeopleError(TextError):
    """A person, role or PIN that cannot be; the message says what to do."""


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    role: Role
    pin: str = ""
    since: date | None = None

    def pin_is_old(self, today: date) -> bool:
        """Whether the PIN is to be changed; so is one that does not say since when it is used."""
        return bool(self.pin) and (self.since is None or today - self.since > timedelta(days=PIN_DAYS))


class _File(Struct, forbid_unknown_fields=True):
    people: dict[str, Person] = {}


class People:
    """The persons of one table. Guessing is slow by argon2 and stopped by a lock-out. One thread checks at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hasher = argon2.PasswordHasher()
        self._failures: dict[str, tuple[int, int]] = {}
        self._seen = stamp(path)
        self.known = _load(path)

    def role_of(self, name: str) -> Role | None:
        """The role *name* has now, also when another process changed the file; None when there is no such person."""
        seen = stamp(self._path)
        if seen != self._seen:
            self.known = _load(self._path)
            self._seen = seen
        person = self.known.get(name)
        return person.role if person else None

    def pin_is_old(self, name: str) -> bool:
        return name in self.known and self.known[name].pin_is_old(today())

    def add(self, name: str, role: str, pin: str) -> None:
        """Add *name* or change role and PIN; written at once."""
        if role not in PERSON_ROLES:
            raise PeopleError("{role}: no es un rol. Roles: {roles}.", role=role, roles=", ".join(PERSON_ROLES))
        if not name.strip() or any(character in name for character in '"\\\n\r\t'):
            raise PeopleError("«{name}»: escriba un nombre sin comillas ni barras.", name=name)
        if len(pin) < MIN_PIN or not pin.isdigit():
            raise PeopleError("El PIN debe tener al menos {least} cifras.", least=MIN_PIN)
        self.known[name] = Person(msgspec.convert(role, Role), self._hasher.hash(pin), today())
        self._save()

    def remove(self, name: str) -> None:
        if name not in self.known:
            raise PeopleError("{name}: no está registrado. Vea los nombres con: sabot people list.", name=name)
        del self.known[name]
        self._save()

    def check(self, name: str, pin: str, mono_ns: int) -> Role:
        """The role of *name* when *pin* is right; raises PeopleError otherwise. Slow on purpose: call off the loop."""
        failures, since = self._failures.get(name, (0, 0))
        locked = failures >= LOCKED_AFTER and mono_ns - since < LOCKED_FOR_NS
        role = self.role_of(name)
        # The same work for everybody: time tells neither who exists nor who is locked out.
        right = self._is_pin(self.known[name].pin if role else "", pin)
        if locked:
            raise PeopleError("{name}: demasiados intentos; espere un minuto.", name=name)
        if role is None or not right:
            self._failed(name, failures + 1, mono_ns)
            raise PeopleError("Nombre o PIN incorrecto.")
        self._failures.pop(name, None)
        return role

    def _is_pin(self, hashed: str, pin: str) -> bool:
        if not hashed:
            self._hasher.hash(pin)
            return False
        try:
            return self._hasher.verify(hashed, pin)
        except (argon2.exceptions.Argon2Error, argon2.exceptions.InvalidHashError):
            return False

    def _failed(self, name: str, failures: int, mono_ns: int) -> None:
        """Bounded: past so many names the one tried longest ago is forgotten."""
        self._failures.pop(name, None)
        self._failures[name] = (failures, mono_ns)
        if len(self._failures) > MOST_NAMES_WATCHED:
            del self._failures[next(iter(self._failures))]

    def _save(self) -> None:
        lines = ["# Personas de la mesa. Los PIN se cambian con: sabot people add NOMBRE --role ROL", ""]
        for name, person in sorted(self.known.items()):
            lines += [f'[people."{name}"]', f'role = "{person.role}"', f'pin = "{person.pin}"']
            lines += [f"since = {person.since}", ""] if person.since is not None else [""]
        write_private(self._path, "\n".join(lines))
        self._seen = stamp(self._path)


def today() -> date:
    return datetime.now(UTC).date()


def _load(path: Path) -> dict[str, Person]:
    if not path.exists():
        return {}
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File).people
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        text = "{path}: no se puede leer ({error}). Corrija el archivo."
        raise PeopleError(text, path=str(path), error=str(error)) from error
