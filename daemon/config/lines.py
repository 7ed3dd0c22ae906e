"""On which line of a TOML text each key stands. The text is known to be TOML already; values are skipped, not read."""

import re

Path = tuple[str | int, ...]
Lines = dict[Path, int]

_BLANK = re.compile(r"(?:\s|,|#[^\n]*)*")
_KEY = re.compile(r"[ \t]*(?:\"((?:[^\"\\]|\\.)*)\"|'([^']*)'|([A-Za-z0-9_-]+))[ \t]*")
_SCALAR = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|[^\s,\]}#]+', re.DOTALL
)
_REST_OF_LINE = re.compile(r"[^\n]*")


def key_lines(text: str) -> Lines:
    """The line, from 1, of every table and key of *text*."""
    return _Reader(text).run()


def line_of(lines: Lines, path: Path) -> int | None:
    """Where *path* stands, or the nearest thing around it that does."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._lines: Lines = {}
        self._counts: dict[Path, int] = {}

    def run(self) -> Lines:
        table: Path = ()
        while self._skip():
            if self._text.startswith("[", self._at):
                table = self._header()
            else:
                self._pair(table)
                self._match(_REST_OF_LINE)
        return self._lines

    def _header(self) -> Path:
        """`[a.b]` or `[[a.b]]`: the path of what follows it."""
        line, many = self._line(), self._text.startswith("[[", self._at)
        self._at += 2 if many else 1
        path = self._entered(self._keys())
        if many:
            self._lines.setdefault(path, line)
            number = self._counts.get(path, 0)
            self._counts[path] = number + 1
            path = (*path, number)
        self._lines.setdefault(path, line)
        self._match(_REST_OF_LINE)
        return path

    def _entered(self, keys: list[str]) -> Path:
        """*keys* with the number of the last element of every array of tables on the way."""
        path: Path = ()
        for key in keys:
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
            path = (*path, key)
        return path

    def _pair(self, table: Path) -> None:
        line, path = self._line(), table
        for key in self._keys():
            path = (*path, key)
            self._lines.setdefault(path, line)
        self._at += 1  # the sign =
        self._value(path)

    def _value(self, path: Path) -> None:
        self._match(re.compile(r"[ \t]*"))
        opening = self._text[self._at : self._at + 1]
        if opening == "[":
            self._at += 1
            number = 0
            while self._skip() and self._text[self._at] != "]":
                self._lines[(*path, number)] = self._line()
                self._value((*path, number))
                number += 1
            self._at += 1
        elif opening == "{":
            self._at += 1
            while self._skip() and self._text[self._at] != "}":
                self._pair(path)
            self._at += 1
        else:
            self._match(_SCALAR)

    def _keys(self) -> list[str]:
        keys = []
        while (found := self._match(_KEY)) is not None:
            keys.append(next(part for part in found.groups() if part is not None))
            if not self._text.startswith(".", self._at):
                break
            self._at += 1
        return keys

    def _skip(self) -> bool:
        """Past blanks, commas and comments; whether anything is left."""
        self._match(_BLANK)
        return self._at < len(self._text)

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self._at)
        if found is not None:
            self._at = found.end()
        return found

    def _line(self) -> int:
        return self._text.count("\n", 0, self._at) + 1
