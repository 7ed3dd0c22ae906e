"""Spanish by default, English on demand: catalogues are complete and compiled, and click speaks the same language."""

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from daemon.i18n import sentence, speak
from tests.unit.docs.messages import CATALOGUES, LOCALE, click_texts, finished, read, spoken, texts

_HOLE = re.compile(r"\{(\w+)\}")
_PLACEHOLDER = re.compile(r"\{(\w+)")
_HOW = "run: python -m tests.unit.docs.messages, then write the translation"


@cache
def _english() -> dict[str, str]:
    return spoken(read(LOCALE / "en" / "LC_MESSAGES" / "sabot.po"))


def _said(*arguments: str, lang: str = "C") -> str:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
    done = subprocess.run(
        [sys.executable, "-m", "daemon.cli", *arguments],
        capture_output=True,
        check=False,
        env={**environment, "LANG": lang, "PYTHONUTF8": "1"},
    )
    return (done.stdout + done.stderr).decode()


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: str(path.relative_to(LOCALE)))
def test_a_compiled_catalogue_says_what_its_source_says(catalogue: Path) -> None:
    assert spoken(read(catalogue.with_suffix(".mo"))) == spoken(read(catalogue)), _HOW


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: str(path.relative_to(LOCALE)))
def test_a_translation_asks_for_no_other_fields_than_its_original(catalogue: Path) -> None:
    for original, translation in spoken(read(catalogue)).items():
        asked = set(_PLACEHOLDER.findall(translation))
        assert asked <= set(_PLACEHOLDER.findall(original)) | _plural_fields(original), original


def _plural_fields(original: str) -> set[str]:
    """A plural may name what its singular does not; click gives both the same fields."""
    given = {"{possibility}": "possibilities", "{choice}": "choices", "{format}": "formats", "{nargs}": "len"}
    wanted = {"nargs"} if original.startswith("Option") else set()
    return wanted | {extra for field, extra in given.items() if field in original}


def test_every_text_of_the_program_is_translated_to_english() -> None:
    assert not {text for text in texts() if not _english().get(text)}, _HOW


def test_refusals_are_told_in_english_with_what_stood_in_their_holes() -> None:
    speak("en")
    try:
        assert sentence("la mesa está cerrada") == "the table is closed"
        assert sentence("art. 13: Luis: 500 está fuera de los límites 1000 a 5000") == (
            "art. 13: Luis: 500 is outside the limits 1000 to 5000"
        )
        assert sentence("Ana: demasiados intentos; espere un minuto.") == "Ana: too many attempts; wait a minute."
        assert sentence("algo que nadie escribió") == "algo que nadie escribió"
    finally:
        speak("es")
    assert sentence("la mesa está cerrada") == "la mesa está cerrada"


@pytest.mark.parametrize("text", sorted(finished()))
def test_a_finished_sentence_is_found_again_by_its_form(text: str) -> None:
    """Whatever stands in the holes: the translation that is found is that of the text itself."""
    if not _english().get(text):
        pytest.skip("not translated yet: told in Spanish")
    speak("en")
    try:
        said = sentence(_HOLE.sub(lambda hole: f"X{hole[1]}", text))
    finally:
        speak("es")
    assert said == _HOLE.sub(lambda hole: f"X{hole[1]}", _english()[text])


def test_nearly_every_refusal_has_its_english() -> None:
    missing = [text for text in finished() if not _english().get(text)]
    assert len(missing) * 20 <= len(finished()), f"{_HOW}: {missing}"


def test_every_text_of_click_is_translated_to_spanish() -> None:
    spanish = spoken(read(LOCALE / "es" / "LC_MESSAGES" / "messages.po"))
    assert not {text for text in click_texts() if not spanish.get(text)}


@pytest.mark.parametrize("lang", ["C", "es_CL.UTF-8", "de_DE.UTF-8", ""])
def test_help_and_mistakes_are_spanish_unless_the_locale_is_english(lang: str) -> None:
    assert "Muestra esta ayuda y termina." in _said("--help", lang=lang)
    assert "No existe la orden 'nada'." in _said("nada", lang=lang)
    assert "Falta el argumento 'PROTOCOLO'." in _said("decode", lang=lang)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_language_may_be_asked_for_anywhere_on_the_line(place: int) -> None:
    line = ["resolve", "--help"]
    line[place:place] = ["--lang", "en"]
    said = _said(*line)
    assert "Usage: sabot resolve [OPTIONS] ID" in said
    assert "One of the incident's choices.  [required]" in said


def test_an_english_locale_speaks_english() -> None:
    assert "Show a device's recorded traffic as events." in _said("--help", lang="en_US.UTF-8")


def test_an_unknown_language_is_refused_in_spanish() -> None:
    assert "'fr' no es uno de estos: 'es', 'en'." in _said("status", "--lang", "fr")
