"""Stories that several tests tell: whole passes of Mini Baccarat, written as cards in the order they are drawn."""

from daemon.cli.main import sabot
from hw_sims.devices.angel_eye.model import CUT_CARD
from table_core.rules.baccarat.entries import SpeakFive
from table_core.rules.baccarat.state import Five, PassSettled
from tests.scenario.table import LiveTable

PUNTO_NATURAL = "4S 3H 5D 4C"  # 9 to 7
BANK_NATURAL = "3H 4S 4C 5D"  # 7 to 9
TIE_NATURAL = "4H 4C 5D 5S"  # 9 to 9
THIRDS_TIE = "2S 3H 2D KC 5H 6C"  # 4 and 3: both draw, 9 to 9
FIVE_DRAWN = "2S KC 3D 2H 4C 5S"  # 5 and 2: only a word can tell whose the fifth card is; 9 to 7
FIVE_STOOD = "2S KC 3D 6H"  # 5 against 6, which stands too
THREE_OF_A_FIVE = ("3S", "KC", "KD", "KH")  # a first card that burns three more


def canonical_export(table: LiveTable) -> str:
    from click.testing import CliRunner

    result = CliRunner().invoke(sabot, ["journal", "export", str(table.data), "--canonical"])
    assert result.exit_code == 0, result.output
    return result.output


async def speak(table: LiveTable, word: Five) -> None:
    """The player's word on a five; a table that cannot see the cards yet is told nothing."""
    if f"five_{word}" in table.picture["entries"]:
        assert await table.order(SpeakFive(word), "dealer") is None


async def a_long_day(table: LiveTable) -> None:
    """Every kind of pass, two ends of a shoe, an extra card seen and unseen, a fault, and a shoe that lies."""
    await ordinary_passes(table)
    await two_ends_of_a_shoe(table)
    await extra_cards(table)
    await a_fault_and_a_lie(table)


async def ordinary_passes(table: LiveTable) -> None:
    await table.begin(
        f"{PUNTO_NATURAL} {BANK_NATURAL} {THIRDS_TIE} {FIVE_DRAWN} {FIVE_STOOD} 4S CUT 3H 5D 4C", burn=THREE_OF_A_FIVE
    )
    await table.round(4)
    await table.round(4)
    await table.round(6)
    await table.draw(4)
    await speak(table, "draw")
    await table.round(2)
    await table.draw(4)
    await speak(table, "stand")
    await table.close_round()


async def two_ends_of_a_shoe(table: LiveTable) -> None:
    await table.draw()
    assert table.shoe.draw() == CUT_CARD
    await table.quiet()
    await table.round(3)
    assert table.state.baccarat.phase == "no_shoe", "the cut card ends the shoe after the pass"
    await table.new_shoe("CUT 4S 3H")
    assert table.shoe.draw() == CUT_CARD
    await table.quiet()
    assert table.state.baccarat.phase == "no_shoe", "the cut card as first card ends the shoe at once"


async def extra_cards(table: LiveTable) -> None:
    await table.new_shoe(
        f"{PUNTO_NATURAL} 9H 2C KS 5D {PUNTO_NATURAL} QH {BANK_NATURAL} {PUNTO_NATURAL} {BANK_NATURAL}"
    )
    await table.draw(5)
    assert await table.resolve("extra_card_drawn", "FIRST_PUNTO_CARD_NEXT_PASS", "dealer") is None
    await table.close_round(overdrawn="kept")
    table.shoe.redraw()
    await table.quiet()
    await table.round(3)
    await table.draw(5)
    assert await table.resolve("extra_card_drawn", "BURN_NEXT_PASS", "dealer") is None
    await table.close_round(overdrawn="exposed")
    await table.round(4)


async def a_fault_and_a_lie(table: LiveTable) -> None:
    await table.draw(2)
    table.shoe.raise_fault("reverse_midway")
    await table.quiet()
    assert await table.resolve("shoe.reversed", "LAYOUT_MATCHES") is None
    table.shoe.clear_fault("reverse_midway")
    await table.quiet()
    await table.round(2)
    await table.draw(4)
    table.shoe.mischief.result = ("punto", ())
    await table.close_round()
    assert await table.resolve("shoe.result_differs", "CONFIRM_OURS") is None


LONG_DAY_RESULTS = ["punto", "bank", "tie", "punto", "bank", "punto", "punto", "punto", "punto", "punto", "bank"]


def results(table: LiveTable) -> list[str]:
    return [settled.result for settled in table.all(PassSettled)]
