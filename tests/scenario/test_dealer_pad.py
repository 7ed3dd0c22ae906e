"""The dealer's keypad at a running table of every family: USB reports in, orders in the dealer's name out."""

from pathlib import Path

import pytest

from firmware_bridge.wire import hid_keyboard as wire
from hw_sims.parts import PAD, SHOE, Part, angel_eye, bee_tek, hold_lamp, keypad
from table_core.cards import DECK
from table_core.commands import OpenTable, TakePosition, Undo
from table_core.events import KeyPressed
from table_core.pad import FORGOTTEN_AFTER_NS
from table_core.progressive.orders import LockSideBets, OpenSideBets, SeedPot
from table_core.record import Commanded, CommandRefused, KeyRefused
from table_core.rules.baccarat.chemin.entries import CloseBets, ShowHands, Speak
from table_core.rules.baccarat.entries import ClosePass, CutCard, PrepareShoe, SpeakFive
from table_core.rules.blackjack.entries import Act, Button, PlaceBet
from table_core.rules.poker.entries import ChangeCards, CloseAntes, ConfirmHands, DecideBet, OpenHands, PlaceAnte
from tests.scenario.acceptor_table import AcceptorTable
from tests.scenario.kernel_table import DEALER, MS, SECOND_NS, KernelTable

PARTS = (bee_tek(), hold_lamp(), keypad())
_CODES = {
    "numlock": 0x53, "slash": 0x54, "star": 0x55, "minus": 0x56, "plus": 0x57, "enter": wire.KEYPAD_ENTER,
    "dot": 0x63, "backspace": wire.BACKSPACE, **{str(digit): 0x59 + (digit - 1) % 10 for digit in range(10)},
}  # fmt: skip


class PadTable(KernelTable):
    """A table of *game* with a keypad, open, a shoe or deck of *cards* in play and a dealer who took his place."""

    def __init__(
        self,
        directory: Path,
        game: str,
        cards: str,
        prepared: PrepareShoe,
        *,
        rulebook: str = "",
        shoe: Part = PARTS[0],
        **loaded: bool,
    ) -> None:
        super().__init__(directory, game, (shoe, *PARTS[1:]), rulebook=rulebook)
        assert self.order(OpenTable("J-1")) is None
        assert self.order(TakePosition("dealer"), "dealer", DEALER) is None
        self.hardware.shoe.power_on()
        self.run(MS)
        assert self.order(prepared) is None
        stacked = cards.split()
        self.hardware.shoe.load([*stacked, *(card for card in DECK if card not in stacked)], **loaded)
        self.begin()

    def tap(self, *keys: str) -> None:
        for key in keys:
            tap(self, key)

    def ordered(self) -> list[object]:
        """What the keys had the dealer order, and nothing else did."""
        return [one.command for one in self.all(Commanded)[self._begun :]]

    def begin(self) -> None:
        self._begun = len(self.all(Commanded))

    @property
    def pad(self) -> dict[str, str]:
        shown: dict[str, str] = self.kernel.picture("mesa")["pad"]
        return shown


def tap(table: KernelTable, key: str) -> None:
    table.hardware[PAD].tap(_CODES[key])
    table.run(200 * MS)


def blackjack(directory: Path, cards: str = "", *, rulebook: str = "coquimbo-2020") -> PadTable:
    table = PadTable(directory, "blackjack", f"2C {cards}", PrepareShoe(6, 60), rulebook=rulebook)
    while table.state.blackjack.shoe.phase == "burn":
        table.draw()
    table.begin()
    return table


# A pass on the keys, family by family


def test_a_pass_of_blackjack_needs_no_other_keys(tmp_path: Path) -> None:
    table = blackjack(tmp_path, "TH 9C 5D 8S 7C 6D TD 2H 4H 3S QS")
    table.tap("2", "5", "0")
    table.draw(5)
    table.tap("plus")
    table.draw()
    table.tap("5", "enter")
    while table.state.blackjack.round.phase != "settle":
        table.draw()
    table.tap("0")
    ordered = table.ordered()
    assert ordered[:3] == [PlaceBet("2"), PlaceBet("5"), Button("no_more_bets")]
    assert Act("double", "2") in ordered
    assert ordered[-1] == Button("end_round")
    assert {(one.person, one.role) for one in table.all(Commanded)[-len(ordered) :]} == {(DEALER, "dealer")}
    assert all(table.evidence(KeyPressed)), "no bytes were kept"
    assert table.state.session.passes == 1


def test_a_pass_of_punto_y_banca_with_an_optional_five(tmp_path: Path) -> None:
    shoe = angel_eye()
    table = PadTable(tmp_path, "punto-y-banca", "AS 2C 5H 4C KD KS 3C", PrepareShoe(6, 14), shoe=shoe, burn=True)
    while table.state.baccarat.phase in ("burn_first", "burning"):
        table.draw()
    table.draw(4)
    table.tap("plus")
    assert table.ordered() == [SpeakFive("draw")]
    table.draw()
    table.tap("slash")
    assert table.ordered()[-1] == CutCard()
    table.tap("0")
    assert table.all(CommandRefused)[-1].command == ClosePass(), "the shoe closes this pass itself"


def test_a_play_of_chemin_de_fer_by_its_words(tmp_path: Path) -> None:
    table = PadTable(tmp_path, "chemin-de-fer", "KC QD 4H 6S 2C", PrepareShoe(6))
    table.tap("0")
    table.draw(4)
    table.tap("plus")
    table.draw()
    table.tap("enter", "0")
    assert table.ordered()[0] == CloseBets()
    assert table.ordered()[1:] == [Speak("punto", "carta"), Speak("bank", "no"), ClosePass()]
    table.tap("0")
    table.draw(4)
    table.tap("dot")
    assert any(
        isinstance(one, ShowHands) for one in [*table.ordered(), *(r.command for r in table.all(CommandRefused))]
    )


def test_a_pass_of_draw_poker_with_antes_changes_and_the_review(tmp_path: Path) -> None:
    deal = "2C 3D 8H 4C 5D 8S 6C 7D 9C 8C 9D TC TH JS QC KD 2D 3H"
    table = PadTable(tmp_path, "draw-poker", deal, PrepareShoe(1))
    table.tap("1", "3", "0")
    table.draw(15)
    table.tap("enter", "1", "minus", "3", "star")
    assert table.ordered()[:3] == [PlaceAnte(1), PlaceAnte(3), CloseAntes()]
    assert set(map(str, table.ordered()[3:])) == set(
        map(str, [DecideBet(3, "bet"), DecideBet(1, "fold"), ChangeCards(3, 2)])
    )
    table.draw(2)
    table.tap("0")
    assert table.ordered()[-1] == OpenHands()
    table.tap("0")
    last = [*table.ordered(), *(one.command for one in table.all(CommandRefused))][-1]
    assert last == ConfirmHands()


@pytest.mark.requirement("ARI-3.4.1-l", "ARI-3.5.1-f")
def test_one_key_invites_and_locks_the_progressive(tmp_path: Path) -> None:
    table = SideTable(tmp_path, "caribbean-stud")
    assert table.order(OpenTable("J-1")) is None
    assert table.order(TakePosition("dealer"), "dealer", DEALER) is None
    assert table.dealer(PrepareShoe(1, cut_from_top=20)) is None
    tap(table, "dot")
    assert "pozo todavía no tiene valor inicial" in table.kernel.picture("mesa")["pad"]["refused"]
    table.seed()
    tap(table, "dot")
    tap(table, "dot")
    table.run(300 * MS)
    assert [one.command for one in table.all(Commanded)][-2:] == [OpenSideBets(), LockSideBets()]
    assert table.side.phase == "locked"
    tap(table, "dot")
    assert table.kernel.picture("mesa")["pad"]["refused"] == "el progresivo de este pase ya está cerrado"


class SideTable(AcceptorTable):
    more_parts = (keypad(),)

    def seed(self) -> None:
        assert self.order(SeedPot(5_000_000)) is None


# Refusals: said, and nothing changed


def refused(table: PadTable, *keys: str) -> str:
    """What the screen says after *keys*; neither the game nor the bets have changed by the last of them."""
    table.tap(*keys[:-1])
    before = table.state
    table.tap(keys[-1])
    assert table.state == before
    return table.pad["refused"]


def test_what_the_text_forbids_now_is_refused_with_its_reason_and_changes_nothing(tmp_path: Path) -> None:
    table = blackjack(tmp_path, "TH 9C 5D 8S 7C 6D")
    table.tap("2", "5", "0")
    table.draw(5)
    said = refused(table, "5", "slash")
    assert said
    last = table.all(CommandRefused)[-1]
    assert (last.person, last.role, last.command, last.detail) == (DEALER, "dealer", Act("split", "5"), said)
    table.tap("2")
    assert table.pad == {"keyed": "2", "who": "", "refused": ""}, "the refusal stands until the next press"


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (("enter",), "Me planto: marque antes la casilla"),
        (("2", "2"), "la casilla 2 ya tiene apuesta; para quitarla, deshaga"),
        (("dot",), "esta mesa no tiene progresivo"),
    ],
)
def test_a_key_without_a_meaning_now_is_refused_in_words_and_recorded(
    tmp_path: Path, keys: tuple[str, ...], said: str
) -> None:
    table = blackjack(tmp_path)
    assert refused(table, *keys) == said
    assert [(one.device, one.key, one.detail) for one in table.all(KeyRefused)] == [(PAD, keys[-1], said)]


def test_a_key_of_a_held_table_says_which_incident_holds_it(tmp_path: Path) -> None:
    table = blackjack(tmp_path)
    table.pull(SHOE)
    assert "la mesa está detenida" in refused(table, "3")


def test_keys_without_a_dealer_at_the_table_are_nobodys(tmp_path: Path) -> None:
    table = KernelTable(tmp_path, "blackjack", PARTS)
    assert table.order(OpenTable("J-1")) is None
    tap(table, "slash")
    tap(table, "star")
    assert "crupier" in table.kernel.picture("mesa")["pad"]["refused"]
    assert not [one for one in table.all(Commanded) if one.person != "Luis Soto"]


def test_too_many_keys_at_once_are_no_order(tmp_path: Path) -> None:
    table = blackjack(tmp_path)
    for key in ("1", "2", "3", "4", "5", "6", "7"):
        table.hardware[PAD].press(_CODES[key])
    table.run(200 * MS)
    assert "demasiadas teclas" in table.pad["refused"]


def test_the_last_entry_is_taken_back_by_its_key(tmp_path: Path) -> None:
    table = blackjack(tmp_path)
    table.tap("2", "3", "backspace")
    assert table.ordered()[-1] == Undo()
    assert [hand.box for hand in table.state.blackjack.round.hands] == ["2"]


def test_a_digit_is_forgotten_after_five_seconds_and_with_the_controller(tmp_path: Path) -> None:
    table = blackjack(tmp_path, "TH 9C 5D 8S 7C 6D")
    table.tap("2", "5", "0")
    table.draw(5)
    turn = table.state.blackjack.round.current
    assert turn is not None
    table.tap("5")
    table.run(FORGOTTEN_AFTER_NS + SECOND_NS)
    table.tap("enter")
    assert table.ordered()[-1] == Act("stand", turn.id)
    table.tap("2")
    table.restart()
    assert table.pad["keyed"] == ""


def test_a_shoe_is_prepared_step_by_step_on_the_keys(tmp_path: Path) -> None:
    table = KernelTable(tmp_path, "blackjack", PARTS, rulebook="coquimbo-2020")
    assert table.order(OpenTable("J-1")) is None
    assert table.order(TakePosition("dealer"), "dealer", DEALER) is None
    for key in ("3", "1", "2"):
        tap(table, key)
    assert table.kernel.picture("mesa")["pad"]["keyed"] == "312"
    tap(table, "enter")
    done = table.state.preparation.done
    assert [(step.count, step.by) for step in done] == [(312, DEALER)]
