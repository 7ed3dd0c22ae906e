"""Faults: what a person reads of each, and who alone may clear the grave ones."""

import re

import pytest

from daemon.i18n import _, speak
from table_core.commands import Resolve
from table_core.decision import Decision
from table_core.faults import FAULTS
from tests.unit.core.rig import SHOE, Rig

_SENTENCE = re.compile(r"^[A-ZÁÉÍÓÚÑ¿«].*[.]$")
_GRAVE = sorted(code for code, fault in FAULTS.items() if fault.hold and fault.role != "dealer")


@pytest.mark.requirement("R60")
@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("code", sorted(FAULTS))
def test_a_fault_says_in_whole_sentences_what_happened_and_what_to_do(code: str, language: str) -> None:
    fault = FAULTS[code]
    speak(language)
    try:
        told = (_(fault.meaning), _(fault.what_to_do))
    finally:
        speak("es")
    for sentence in told:
        assert _SENTENCE.match(sentence), sentence
        assert len(sentence.split()) >= 3, sentence
    assert told[0] != told[1]


@pytest.mark.requirement("R64")
@pytest.mark.parametrize("code", _GRAVE)
def test_a_grave_fault_is_not_cleared_by_a_dealer(code: str) -> None:
    rig = Rig("4S 3H 5D 4C")
    rig.open()
    decision = Decision(rig.kernel.state)
    decision.fault(code, device=SHOE)
    rig.kernel.state = decision.state
    incident = rig.kernel.state.open_incident(code)
    assert incident is not None
    for choice in incident.choices:
        assert rig.order(Resolve(incident.id, choice.code), role="dealer") is not None, choice
    assert rig.kernel.state.open_incident(code) == incident
    assert rig.kernel.state.held
