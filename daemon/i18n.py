"""The user's language: the texts in the code are Spanish, other languages are gettext catalogues beside this file."""

import gettext
import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from table_core.text import Text, TextError

LANGUAGES = ("es", "en")
_DOMAIN = "sabot"
_CLICK_DOMAIN = "messages"  # click asks gettext's default domain for its own words
_CATALOGUES = Path(__file__).parent / "locale"


_HOLE = re.compile(r"\{(\w+)\}")


class _Form(NamedTuple):
    """A text with holes: what a sentence made from it looks like, and what it is in another language."""

    pattern: re.Pattern[str]
    holes: tuple[str, ...]
    translation: str


class _Speaker:
    """Holds the one choice of language of this process."""

    def __init__(self) -> None:
        self.translations: gettext.NullTranslations = gettext.NullTranslations()


_speaker = _Speaker()


def _(text: str) -> str:
    """*text* in the user's language."""
    return _speaker.translations.gettext(text)


def in_language(language: str) -> Callable[[str], str]:
    """What turns a text into *language*, whatever this process itself speaks."""
    return gettext.translation(_DOMAIN, _CATALOGUES, languages=[language], fallback=True).gettext


def told(said: Text) -> str:
    """*said* as a sentence in the user's language."""
    sentence = _(said.text)
    return sentence.format_map(said.values) if said.values else sentence


def sentence(finished: str) -> str:
    """*finished*, a whole Spanish sentence of the table, in the user's language.

    Refusals and incidents are finished where they are decided, and stand so in the journal. One that is no catalogue's
    own text is compared with those that have holes; what stood in the holes is put into the translation.
    """
    return _translated(finished, _speaker.translations)


def sentence_in(language: str) -> Callable[[str], str]:
    """What turns a whole Spanish sentence of the table into *language*, whatever this process itself speaks."""
    translations = _catalogue(language)
    return lambda finished: _translated(finished, translations)


def _translated(finished: str, translations: gettext.NullTranslations) -> str:
    whole = translations.gettext(finished)
    if whole != finished:
        return whole
    for form in _forms(translations):
        if (found := form.pattern.fullmatch(finished)) is not None:
            parts = zip(form.holes, found.groups(), strict=True)
            given = {hole: _translated(value, translations) for hole, value in parts}
            return _HOLE.sub(lambda hole: given[hole[1]], form.translation)  # noqa: B023 - used at once
    return finished


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(_DOMAIN, _CATALOGUES, languages=[language], fallback=True)


@cache
def _forms(translations: gettext.NullTranslations) -> tuple[_Form, ...]:
    """Every text with holes, the one that says most by itself first."""
    catalogue: dict[Any, str] = getattr(translations, "_catalog", {})
    texts = [text for text in catalogue if isinstance(text, str) and _HOLE.search(text)]
    texts.sort(key=lambda text: len(_HOLE.sub("", text)), reverse=True)
    return tuple(_form(text, catalogue[text]) for text in texts)


def _form(text: str, translation: str) -> _Form:
    holes = tuple(dict.fromkeys(_HOLE.findall(text)))
    pattern = re.escape(text)
    for number, hole in enumerate(holes, start=1):
        written = re.escape("{" + hole + "}")
        pattern = pattern.replace(written, "(.+?)", 1).replace(written, f"\\{number}")
    return _Form(re.compile(pattern, re.DOTALL), holes, translation)


def in_words(error: Exception) -> str:
    """What *error* says, in the user's language where it can be said in it."""
    return told(error.said) if isinstance(error, TextError) else str(error)


def speak(language: str | None) -> None:
    """Use *language*, or what the locale says when it is one of ours; Spanish otherwise, also under LANG=C."""
    chosen = language or _language_of_locale()
    _speaker.translations = gettext.translation(_DOMAIN, _CATALOGUES, languages=[chosen], fallback=True)
    gettext.bindtextdomain(_CLICK_DOMAIN, str(_CATALOGUES))
    os.environ["LANGUAGE"] = chosen  # gettext looks here first, also under LANG=C


def _language_of_locale() -> str:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return value[:2] if value[:2] in LANGUAGES else "es"
    return "es"
