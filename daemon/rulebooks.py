"""The official texts that ship with the program, read from the package."""

from functools import cache
from importlib import resources

from daemon.i18n import _
from table_core.rulebook import Rulebook, UndefinedGame, parse_rulebooks, parse_undefined


@cache
def all_rulebooks() -> dict[str, Rulebook]:
    """Every game of every text, by id."""
    return {book.id: book for text in _texts() for book in parse_rulebooks(text)}


@cache
def undefined_games() -> dict[str, UndefinedGame]:
    """Games the texts name without giving their rules, by the id a table would give."""
    return {name: game for text in _texts() for name, game in parse_undefined(text).items()}


def no_rules(game: UndefinedGame) -> str:
    """Why *game* cannot be played."""
    said = _("BASE_GAME_UNDEFINED: {title}: {reason} (art. {articles})")
    return said.format(title=game.title, reason=_(game.reason), articles=", ".join(game.articles))


def _texts() -> list[str]:
    folder = resources.files("table_core.rules") / "rulebooks"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return [file.read_text(encoding="utf-8") for file in files]
