"""The magic card at a poker table: whose cards nobody knows whole is judged by the hand that lies open."""

import pytest

from table_core.board_events import BetPressed
from table_core.progressive import orders
from table_core.progressive.complementary import MagicCard
from table_core.progressive.setup import SideSetup
from table_core.progressive.state import Progressive
from table_core.rules.poker.entries import DEALER, ChangeCards, CloseAntes, ConfirmHands, DecideBet, KeyHand, OpenHands
from tests.rulebooks.poker.hands import ARICA
from tests.rulebooks.poker.tables import PokerTable
from tests.rulebooks.poker.test_table import ONE_PLAYER
from tests.unit.progressive.hands import TERMS

SETUP = SideSetup("P", TERMS, "PA-1", "d1", "electronic", 6, complementary=True)
KING_OF_DIAMONDS, FIVE_OF_SPADES = 25, 43
"""The numbers that draw these cards. Seat 4 of `ONE_PLAYER` keeps the one and puts the other aside."""


class MagicTable(PokerTable):
    """Seat 4 has an ante and one credit on the progressive; the bets are locked."""

    def __init__(self, *, reads: bool = True) -> None:
        super().__init__(ARICA, reads=reads, deck=ONE_PLAYER)
        self._reconciler.carry(SETUP, "mesa-1")
        self.order(orders.SeedPot(5_000_000), orders.OpenSideBets(), orders.BuyCredits(4, 1, 1000))
        self._take(self._reconciler.observe(self.state, BetPressed("aceptador", 4, 1, 1)))
        self.antes(4)
        if not reads:
            self.order(CloseAntes())
        else:
            self.order(orders.LockSideBets())
            self.draw(10)

    @property
    def side(self) -> Progressive:
        return self.state.progressive

    def magic(self, chance: int) -> MagicCard:
        self.order(orders.DrawComplementary("magic_card", chance))
        shown = self.side.shown[-1]
        assert isinstance(shown, MagicCard)
        return shown

    def change(self) -> None:
        self.order(DecideBet(4, "bet"), ChangeCards(4, 2))
        self.draw(4)

    def open_as(self, *cards: str) -> None:
        self.order(OpenHands(), KeyHand(4, cards), ConfirmHands())

    def prizes(self) -> list[tuple[int, str]]:
        return [(due.payment.seat, due.payment.prize) for due in self.side.dues]

    def to_review(self) -> list[int]:
        return self._reconciler.side().prizes.to_review(self.side)


@pytest.mark.requirement("ARI-3.5.2-a", "ARI-3.5.4-a", "PRG-AMB-16")
@pytest.mark.parametrize(("chance", "won"), [(KING_OF_DIAMONDS, [(4, "magic_card")]), (FIVE_OF_SPADES, [])])
def test_who_changed_cards_wins_with_a_card_kept_and_not_with_one_put_aside(
    chance: int, won: list[tuple[int, str]]
) -> None:
    table = MagicTable()
    table.change()
    shown = table.magic(chance)
    assert (shown.held_by, shown.in_doubt) == ((), (4,))
    table.open_as("KH", "KD", "7C", "KC", "9H")
    assert table.to_review() == []
    table.order(orders.ReviewHands(()))
    assert table.prizes() == won


@pytest.mark.requirement("ARI-3.5.2-a", "PRG-AMB-16")
def test_a_card_held_when_it_was_shown_wins_although_it_is_changed_afterwards() -> None:
    table = MagicTable()
    shown = table.magic(FIVE_OF_SPADES)
    assert (shown.held_by, shown.in_doubt) == ((4,), ())
    table.change()
    table.open_as("KH", "KD", "7C", "KC", "9H")
    table.order(orders.ReviewHands(()))
    assert table.prizes() == [(4, "magic_card")]


@pytest.mark.requirement("PRG-AMB-16", "ARI-3.5.5-b")
@pytest.mark.parametrize(("seen", "won"), [(("KD",), [(4, "magic_card")]), ((), [])])
def test_at_a_table_without_a_reader_the_dealer_says_who_holds_it(
    seen: tuple[str, ...], won: list[tuple[int, str]]
) -> None:
    table = MagicTable(reads=False)
    assert table.magic(KING_OF_DIAMONDS).in_doubt == (4,)
    table.order(DecideBet(4, "bet"), OpenHands(), KeyHand(4, category="pair"))
    table.order(KeyHand(DEALER, ("8S", "8C", "QD", "8H", "JD")), ConfirmHands())
    assert table.to_review() == [4]
    table.order(orders.ReviewHands((orders.SeenHand(4, None, seen),)))
    assert table.prizes() == won
