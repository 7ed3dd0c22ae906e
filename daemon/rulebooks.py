"""The official texts that ship with the program, read from the package."""

from functools import cache
from importlib import resources

from table_core.rulebook import Rulebook, parse_rulebooks


@cache
def all_rulebooks() -> dict[str, Rulebook]:
    """Every game of every text, by id."""
    folder = resources.files("table_core.rules") / "rulebooks"
    texts = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".toml")),
        key=lambda file: file.name,
    )
    books = (book for file in texts for book in parse_rulebooks(file.read_text(encoding="utf-8")))
    return {book.id: book for book in books}
