"""In which language the answer to the request at hand is given: the one its page speaks."""

from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any

from daemon.i18n import LANGUAGES, sentence_in

MOST_TRANSLATED = 400
_language: ContextVar[str] = ContextVar("language", default="es")


def answer_in(wanted: str, otherwise: str) -> None:
    """Answer this request in *wanted*, an Accept-Language line, where that is one of ours."""
    first = wanted.partition(",")[0].partition("-")[0].strip().lower()
    _language.set(first if first in LANGUAGES else otherwise)


def said(finished: str) -> str:
    """A finished Spanish sentence in the language of the request; what quotes much of the request stays as it is."""
    return finished if len(finished) > MOST_TRANSLATED else sentence_in(_language.get())(finished)


def in_every_language(sentences: Iterable[str]) -> dict[str, dict[str, str]]:
    """By language, what pages show in place of the table's own Spanish *sentences*."""
    given = sorted(set(sentences))
    return {
        language: {text: sentence_in(language)(text) for text in given} for language in LANGUAGES if language != "es"
    }


def sentences_of(picture: dict[str, Any]) -> list[str]:
    """What the table says in sentences of its own in *picture*; what is announced stays as the text has it."""
    return [incident["detail"] for incident in picture["incidents"]]
