"""A rulebook as data: settings, announcements and irregularities of one game, each with the article it rests on.

The text comes from a TOML file (one per official text); this module parses, it does not read files.
"""

import hashlib
import tomllib
from typing import Any, Literal

import msgspec
from msgspec import Struct

Value = int | str | bool | None | list[int | str]
Fact = bool | int | str
"""One thing people saw at an irregularity: whether, how many, or who."""
StepName = Literal["leave", "cards", "inspection", "pairs", "wash", "riffles", "machine", "cut", "cut_card"]
Role = Literal["dealer", "jefe_de_mesa", "jefe_de_sala", "inspector", "technician", "auditor", "player"]


class RuleViolation(Exception):
    """The rulebook forbids what was asked. Changes nothing."""

    def __init__(self, article: str, code: str, detail: str) -> None:
        super().__init__(f"art. {article}: {detail}")
        self.article = article
        self.code = code
        self.detail = detail


class Setting(Struct, frozen=True, forbid_unknown_fields=True):
    """One parameter. *ambiguity* names the doubtful passage, *readings* the values it may take."""

    value: Value
    article: str
    ambiguity: str | None = None
    readings: tuple[Value, ...] = ()


class Announcement(Struct, frozen=True, forbid_unknown_fields=True):
    """Words the text prescribes, verbatim."""

    text: str
    article: str


class Irregularity(Struct, frozen=True, forbid_unknown_fields=True):
    """One irregularity of the text: how it is noticed, what may be done, who decides."""

    row: str
    event: str
    trigger: str
    detection: str
    articles: tuple[str, ...]
    resolutions: tuple[str, ...]
    role: Role
    announcement: str | None = None
    refused: str | None = None
    jointly: Role | None = None
    """Who must sign besides *role*, where the text wants the two together."""


class PreparationStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing the text wants done before a shoe is in play.

    *new_cards*: only with cards that were not in a shoe yet. *at_least*: the fewest times. *needs*: what is told with
    it. *machine*: a shuffling machine may do it instead.
    """

    step: StepName
    article: str
    text: str
    new_cards: bool = False
    at_least: int | None = None
    needs: tuple[Literal["who", "count"], ...] = ()
    machine: bool = False


class Rulebook(Struct, frozen=True):
    """One game of one official text."""

    id: str
    family: str
    title: str
    source: str
    digest: str
    settings: dict[str, Setting]
    announcements: dict[str, Announcement] = {}
    irregularities: tuple[Irregularity, ...] = ()
    preparation: tuple[PreparationStep, ...] = ()
    game: str = ""
    """Its name in the text's file."""

    def __getitem__(self, setting: str) -> Any:
        return self.settings[setting].value

    def article(self, setting: str) -> str:
        return self.settings[setting].article

    def say(self, announcement: str) -> Announcement:
        return self.announcements[announcement]

    def irregularity(self, event: str) -> Irregularity:
        """The row that governs *event* (an event name of the digest)."""
        return next(row for row in self.irregularities if row.event == event)

    def with_switches(self, switches: dict[str, Value]) -> "Rulebook":
        """The same text read otherwise: only settings that exist, only readings it allows."""
        settings = dict(self.settings)
        for name, value in switches.items():
            known = settings.get(name)
            if known is None:
                raise ValueError(f"{self.id} has no setting {name!r}")
            if known.readings and value not in known.readings:
                raise ValueError(f"{self.id}: {name} = {value!r}, allowed: {list(known.readings)}")
            if not known.readings and known.value is not None and type(value) is not type(known.value):
                raise ValueError(f"{self.id}: {name} = {value!r}, want {type(known.value).__name__}")
            settings[name] = msgspec.structs.replace(known, value=value)
        return msgspec.structs.replace(self, settings=settings)


class _Game(Struct, forbid_unknown_fields=True):
    family: str
    title: str
    settings: dict[str, Setting]
    announcements: dict[str, Announcement] = {}
    irregularities: tuple[Irregularity, ...] = ()
    preparation: tuple[PreparationStep, ...] = ()
    main: bool = False


class UndefinedGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game an official text names without giving its rules: nothing can be decided for it (BASE_GAME_UNDEFINED)."""

    title: str
    articles: tuple[str, ...]
    reason: str


class _File(Struct, forbid_unknown_fields=True):
    id: str
    title: str
    source: str
    games: dict[str, _Game]
    undefined: dict[str, UndefinedGame] = {}


def parse_rulebooks(text: str) -> list[Rulebook]:
    """Every game of one official text. The *main* game bears the text's own id, the others `id/game`."""
    file = msgspec.convert(tomllib.loads(text), _File)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return [
        Rulebook(
            id=file.id if game.main else f"{file.id}/{name}",
            family=game.family,
            title=game.title,
            source=file.source,
            digest=digest,
            settings=game.settings,
            announcements=game.announcements,
            irregularities=game.irregularities,
            preparation=game.preparation,
            game=name,
        )
        for name, game in file.games.items()
    ]


def parse_undefined(text: str) -> dict[str, UndefinedGame]:
    """The games one official text names without rules, by the id a table would give (`id/game`)."""
    file = msgspec.convert(tomllib.loads(text), _File)
    return {f"{file.id}/{name}": game for name, game in file.undefined.items()}
