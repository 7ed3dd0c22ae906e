"""The ledger of Chemin de Fer finds a peso too many or too few, whoever moved it."""

import pytest
from msgspec.structs import replace

from hw_sims.ledgers.chemin import balanced
from table_core.record import Entry
from table_core.rules.baccarat.chemin.operations import BankEnded, BankTaken, BetsClosed, PlaySettled, PlayVoided
from table_core.rules.baccarat.chemin.people import Bank
from table_core.rules.baccarat.chemin.stakes import Accepted, Stakes
from table_core.rules.baccarat.chemin.state import Payment, Returned

BANK = Bank("a", 1, standing=False, amount=1000, put_in=1000)
TAKEN = BankTaken(BANK, "rotation", "-")
CLOSED = BetsClosed(Stakes("table", "b", (Accepted("b", 405),), 595), "-")
WON = PlaySettled(
    "bank", "1 a 1", (Payment("b", -405),), 405, 40, 365, replace(BANK, amount=770, garage=595), "b", None, "-"
)
LOST = PlaySettled("punto", "1 a 1", (Payment("b", 405),), -405, 0, -405, None, None, None, "-")
BACK = BankEnded("a", "lost", (Returned("a", 595),), "-")


def test_a_bank_that_wins_loses_and_ends_balances() -> None:
    assert balanced([TAKEN, CLOSED, WON, CLOSED, PlayVoided("x", 405, "-")])
    assert balanced([TAKEN, CLOSED, LOST, BACK])


@pytest.mark.parametrize(
    "entries",
    [
        [TAKEN, CLOSED, replace(WON, cagnotte=41, net=364)],
        [TAKEN, CLOSED, replace(WON, cagnotte=0, net=405)],
        [TAKEN, CLOSED, replace(WON, payments=(Payment("b", -404),))],
        [TAKEN, CLOSED, replace(WON, payments=())],
        [TAKEN, CLOSED, replace(WON, bank=replace(BANK, amount=771, garage=595))],
        [TAKEN, CLOSED, replace(LOST, gain=-404, net=-404), BACK],
        [TAKEN, CLOSED, LOST, replace(BACK, returned=(Returned("a", 594),))],
        [TAKEN, CLOSED, LOST, replace(BACK, returned=(Returned("a", 600), Returned("c", -5)))],
        [TAKEN, CLOSED, PlayVoided("x", 404, "-")],
        [TAKEN, TAKEN],
    ],
)
def test_a_wrong_peso_does_not(entries: list[Entry]) -> None:
    assert not balanced(entries)
