"""Whole passes keyed on the dealer's pad: every decision the text may ask for has its keys, for every hand."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_core.pad import blackjack_scene, entry_for
from table_core.pad_layouts import BLACKJACK
from table_core.rules.blackjack.entries import Act, Button, Entry, PlaceBet
from table_core.rules.blackjack.operations import Operation
from tests.rulebooks.blackjack.dealer import AT_END, CLOSE, Dealer
from tests.rulebooks.blackjack.tables import IDS, LEAST_BETS, Table

KEY_OF = {act: name for name, key in BLACKJACK.keys.items() for act in key.acts}
GOES_ON = {*CLOSE.values(), *AT_END.values(), "no_more_bets"}


def keys_for(entry: Entry, turn: str) -> list[str] | None:
    """What a dealer presses for *entry*; None for what no key is meant for."""
    match entry:
        case PlaceBet(box=box):
            return [box]
        case Button(name=name) if name in GOES_ON:
            return ["0"]
        case Act(name="ace_value", value=value, box=hand):
            return [*_box(hand, turn), "dot", "1" if value == 1 else "dot"]
        case Act(name=name, box=hand) if name in KEY_OF:
            return [*_box(hand, turn), KEY_OF[name]]
    return None


def _box(hand: str, turn: str) -> list[str]:
    return [] if hand == turn else [hand.partition(".")[0]]


class KeyedTable(Table):
    """A table whose entries come from keys wherever there are keys for them; counts them."""

    keyed = 0

    def feed(self, entry: Entry) -> list[Operation]:
        for possible in (entry, *self._open_decisions()):
            self._key(possible)
        return super().feed(entry)

    def _open_decisions(self) -> list[Entry]:
        """All a player may say now, also what this pass does not choose; a hit is the card itself."""
        may = self.engine.expects(self.state).may
        return [
            Act(name, hand, value=1 if name == "ace_value" else None)  # type: ignore[arg-type]
            for hand, names in may.items()
            for name in names
            if name != "hit"
        ]

    def _key(self, entry: Entry) -> None:
        scene = blackjack_scene(self.rules, self.state)
        keys = keys_for(entry, scene.turn)
        if keys is not None:
            assert entry_for(BLACKJACK, keys, scene) == entry, keys
            self.keyed += 1


@pytest.mark.parametrize("book", IDS)
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_legal_pass_can_be_keyed(book: str, seed: int) -> None:
    table = KeyedTable(book, stakes="none")
    dealer = Dealer(table, Random(seed).choice)
    for box in range(1, LEAST_BETS[book] + 2):
        table.feed(PlaceBet(str(box)))
    dealer.play()
    assert table.keyed > LEAST_BETS[book]


def test_a_natural_under_an_ace_chooses_between_insurance_and_even_money() -> None:
    table = Table("coquimbo-2020", {"1": None}, stakes="none").deal("AS AD KS")
    scene = blackjack_scene(table.rules, table.state)
    assert entry_for(BLACKJACK, ["1", "star"], scene) == Act("insure", "1")
    assert entry_for(BLACKJACK, ["1", "plus"], scene) == Act("even_money", "1")
