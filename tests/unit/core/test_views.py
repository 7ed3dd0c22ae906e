"""What each role may see: covered, burned and disputed cards never leave through a face of the table."""

import msgspec
import pytest

from daemon.rulebooks import all_rulebooks
from table_core.events import CardDrawn, CardDrawnOutOfGame, CardRevealedOutOfGame, Claim
from table_core.incidents import Incident, IncidentOpened
from table_core.record import Entry, Observed
from table_core.rulebook import Role
from table_core.rules.baccarat.engine import Engine
from table_core.rules.baccarat.state import (
    BaccaratState,
    CardBurned,
    CardCarried,
    CardDealt,
    CardTakenOut,
    Dealt,
    Place,
)
from table_core.table import CardUnreconciled, IncidentCardKnown, TableState
from table_core.views import HIDDEN, picture, visible

SECRET = "QH"  # noqa: S105 - a card
RAW = bytes.fromhex("05314481cc034b43")
INCIDENT = Incident(1, "extra_card_drawn", ("127",), "", (), hold=True, scope="table", pass_number=1, card=SECRET)
HIDDEN_ENTRIES: tuple[Entry, ...] = (
    CardBurned(SECRET, "122"),
    CardCarried(SECRET, "127"),
    CardTakenOut(SECRET, "127"),
    CardUnreconciled("sabot-1", SECRET),
    IncidentCardKnown(1, SECRET),
    IncidentOpened(INCIDENT),
    Observed(CardDrawn("sabot-1", SECRET, Claim("burn", 0)), RAW),
    Observed(CardDrawn("sabot-1", SECRET, Claim("burn_count", 3)), RAW),
    Observed(CardDrawn("sabot-1", SECRET, None), RAW),
    Observed(CardDrawnOutOfGame("sabot-1", SECRET, 0xA0), RAW),
    Observed(CardRevealedOutOfGame("sabot-1", SECRET, 0x81), RAW),
)
ROLES: tuple[Role | None, ...] = (
    None,
    "dealer",
    "jefe_de_mesa",
    "jefe_de_sala",
    "inspector",
    "technician",
    "auditor",
    "player",
)


@pytest.mark.requirement("R67")
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("entry", HIDDEN_ENTRIES, ids=lambda entry: type(entry).__name__)
def test_a_hidden_card_of_an_open_pass_is_masked_for_every_role(entry: Entry, role: Role | None) -> None:
    shown = msgspec.json.encode(visible(entry, role)).decode()
    assert SECRET not in shown
    assert HIDDEN in shown


@pytest.mark.requirement("R67")
@pytest.mark.parametrize("role", ROLES)
def test_the_raw_bytes_of_an_open_pass_are_shown_to_nobody(role: Role | None) -> None:
    shown = visible(Observed(CardDrawn("sabot-1", SECRET, Claim("punto", 1)), RAW), role)
    assert shown["raw"] == ""


@pytest.mark.parametrize("role", ["auditor", "inspector"])
def test_evidence_roles_read_everything_after_the_pass(role: Role) -> None:
    for entry in HIDDEN_ENTRIES:
        assert SECRET in msgspec.json.encode(visible(entry, role, pass_open=False)).decode()


def test_a_technician_sees_no_hidden_card_after_the_pass_either() -> None:
    for entry in HIDDEN_ENTRIES:
        assert SECRET not in msgspec.json.encode(visible(entry, "technician", pass_open=False)).decode()


def test_a_card_that_lies_open_on_the_cloth_is_shown() -> None:
    shown = visible(CardDealt(Dealt(Place("punto", 1), "7H"), "123"), None)
    assert shown["dealt"]["card"] == "7H"


@pytest.mark.requirement("R67")
def test_the_picture_shows_open_cards_and_masks_covered_and_disputed_ones() -> None:
    engine = Engine(all_rulebooks()["iquique-2000/mini-baccarat"])
    game = BaccaratState(phase="dealing", dealt=(Dealt(Place("punto", 1), "7H"), Dealt(Place("bank", 1), None)))
    state = TableState(game=game, incidents=(INCIDENT,))
    shown = picture(state, engine.expects(game), "mesa-1")
    assert (shown["punto"], shown["bank"]) == (["7H"], [HIDDEN])
    assert shown["incidents"][0]["card"] == HIDDEN
    assert SECRET not in msgspec.json.encode(shown).decode()
