"""What each role may see: covered, burned and disputed cards never leave through a face of the table."""

from typing import Any

import msgspec
import pytest

from daemon.rulebooks import all_rulebooks
from table_core.cards import HIDDEN
from table_core.events import CardDrawn, CardDrawnOutOfGame, CardRedrawn, CardRevealed, CardRevealedOutOfGame, Claim
from table_core.incidents import Incident, IncidentOpened
from table_core.record import Entry, Observed
from table_core.rulebook import Role
from table_core.rules.baccarat import hidden
from table_core.rules.baccarat.engine import Engine
from table_core.rules.baccarat.state import (
    BaccaratState,
    CardBurned,
    CardCarried,
    CardDealt,
    CardFaced,
    CardReplaced,
    CardTakenOut,
    Dealt,
    Place,
)
from table_core.table import CardUnreconciled, IncidentCardKnown, TableState
from table_core.views import picture, visible

SECRET = "QH"
RAW = bytes.fromhex("05314481cc034b43")
INCIDENT = Incident(1, "extra_card_drawn", ("127",), "", (), hold=True, scope="table", pass_number=1, card=SECRET)
HIDDEN_ENTRIES: tuple[Entry, ...] = (
    CardBurned(SECRET, "122"),
    CardCarried(SECRET, "127"),
    CardTakenOut(SECRET, "127"),
    CardDealt(Dealt(Place("punto", 1), SECRET), "123"),
    CardFaced(Place("bank", 2), SECRET),
    CardReplaced(Place("punto", 1), SECRET),
    CardUnreconciled("sabot-1", SECRET),
    IncidentCardKnown(1, SECRET),
    IncidentOpened(INCIDENT),
    Observed(CardDrawn("sabot-1", SECRET, Claim("burn", 0)), RAW),
    Observed(CardDrawn("sabot-1", SECRET, Claim("burn_count", 3)), RAW),
    Observed(CardDrawn("sabot-1", SECRET, None), RAW),
    Observed(CardDrawn("sabot-1", SECRET, Claim("bank", 2)), RAW),
    Observed(CardRevealed("sabot-1", SECRET, Claim("bank", 2)), RAW),
    Observed(CardRedrawn("sabot-1", SECRET, Claim("punto", 1)), RAW),
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


def picture_of(*hands: str, concealed: tuple[int, ...] = ()) -> dict[str, Any]:
    """The picture after *hands* were drawn in the order of the deal; *concealed* ones the shoe has not told."""
    places = (Place("punto", 1), Place("bank", 1), Place("punto", 2), Place("bank", 2))
    cards = [None if number in concealed else card for number, card in enumerate(hands)]
    dealt = tuple(Dealt(place, card) for place, card in zip(places, cards, strict=False))
    game = BaccaratState(phase="dealing", dealt=dealt)
    engine = Engine(all_rulebooks()["iquique-2000/mini-baccarat"])
    return picture(TableState(game=game, incidents=(INCIDENT,)), hidden.picture(game, engine.expects(game)), "mesa-1")


@pytest.mark.requirement("R67")
def test_every_card_lies_covered_until_the_fourth_is_out() -> None:
    for count in (1, 2, 3):
        shown = picture_of(*["7H", "2C", "QD", "3S"][:count])
        assert set(shown["punto"] + shown["bank"]) == {HIDDEN}


def test_cards_that_lie_open_on_the_cloth_are_shown() -> None:
    shown = picture_of("7H", "2C", "QD", "3S")
    assert (shown["punto"], shown["bank"]) == (["7H", "QD"], ["2C", "3S"])


@pytest.mark.requirement("R67", "BAC-R02")
@pytest.mark.parametrize("bank", ["3S", "5S"])
def test_while_punto_has_a_five_to_decide_nothing_tells_the_bank_s_points(bank: str) -> None:
    shown = picture_of("2H", "KC", "3D", bank)
    assert (shown["punto"], shown["bank"]) == (["2H", "3D"], [HIDDEN, HIDDEN])
    assert shown["next_card"] == ["punto 3"]


@pytest.mark.requirement("R67")
def test_a_card_the_shoe_conceals_and_the_card_of_an_incident_are_masked() -> None:
    shown = picture_of("7H", "2C", "KD", "3S", concealed=(3,))
    assert (shown["punto"], shown["bank"]) == (["7H", "KD"], ["2C", HIDDEN])
    assert shown["incidents"][0]["card"] == HIDDEN
    assert SECRET not in msgspec.json.encode(shown).decode()
