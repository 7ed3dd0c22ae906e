"""A sentence for people as a value: Spanish with holes, and what fills them. Whoever shows it picks the language.

Pure: nothing here knows a language but the one the texts are written in.
"""

from msgspec import Struct

Filling = str | int


class Text(Struct, frozen=True):
    """*text* is what catalogues translate; *values* fill its holes afterwards."""

    text: str
    values: dict[str, Filling] = {}

    def __str__(self) -> str:
        return self.text.format_map(self.values) if self.values else self.text


class TextError(Exception):
    """A mistake told in one sentence. `str` is the Spanish; *said* is what other languages are made from."""

    def __init__(self, text: str, **values: Filling) -> None:
        self.said = Text(text, values)
        super().__init__(str(self.said))
