"""The user's language: the texts in the code are Spanish, other languages are gettext catalogues beside this file."""

import gettext
import os
from collections.abc import Callable
from pathlib import Path

from table_core.text import Text, TextError

LANGUAGES = ("es", "en")
_DOMAIN = "sabot"
_CLICK_DOMAIN = "messages"  # click asks gettext's default domain for its own words
_CATALOGUES = Path(__file__).parent / "locale"


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
