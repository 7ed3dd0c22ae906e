"""A table with its JACKPOT on electronic acceptors; what they show is asked of the simulated boards themselves."""

from collections.abc import Mapping
from pathlib import Path

from hw_sims.devices.tablebus.boards import Acceptors
from hw_sims.games import GAMES
from hw_sims.parts import ACCEPTORS, Part
from hw_sims.side_papers import progressive_section, terms_for
from table_core.cards import DECK
from table_core.commands import OpenTable
from table_core.progressive import orders
from table_core.progressive.state import Progressive
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.poker.entries import ConfirmHands, DecideBet, OpenHands, PlaceAnte
from tests.scenario.kernel_table import MS, SECOND_NS, KernelTable

SEATS = 7


class AcceptorTable(KernelTable):
    """*game* with its progressive, and *more_parts* beside it."""

    more_parts: tuple[Part, ...] = ()

    def __init__(self, directory: Path, game: str) -> None:
        chosen = GAMES[game].with_progressive()
        assert chosen.progressive is not None
        used = {part.driver or part.kind for part in chosen.parts}
        side = progressive_section(directory, "demo", used, terms_for(chosen.progressive), chosen.acceptor)
        super().__init__(
            directory, game, (*chosen.parts, *self.more_parts), stakes="keyed", rulebook=chosen.rulebook(), more=side
        )

    # What there is to see

    @property
    def board(self) -> Acceptors:
        board: Acceptors = self.hardware[ACCEPTORS]
        return board

    @property
    def side(self) -> Progressive:
        return self.state.progressive

    def place(self, seat: int) -> int:
        """Where the acceptor of the rulebook's *seat* is wired."""
        return self.kernel._seats.number(seat)

    def shining(self) -> set[int]:
        """The seats whose lamp a person sees shine."""
        return {self.place(place) for place, one in enumerate(self.board.seats, start=1) if one.lit}

    def barred(self) -> set[int]:
        """The seats whose button does not move."""
        return {self.place(place) for place, one in enumerate(self.board.seats, start=1) if one.locked}

    # Moves

    def buy(self, seat: int, credits_: int, paid: int) -> str | None:
        return self.dealer(orders.BuyCredits(seat, credits_, paid, "cash"))

    def press(self, seat: int, credits_: int = 1) -> bool:
        """A player presses; False: the bar is in the way."""
        moved = self.board.press(self.place(seat), credits_)
        self.run(300 * MS)
        return moved


class CaribbeanTable(AcceptorTable):
    """Caribbean Stud of Iquique with the JACKPOT of its article 118; the hands of a pass are dealt as named."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory, "caribbean-stud")
        assert self.order(OpenTable("J-1")) is None
        assert self.order(orders.SeedPot(5_000_000)) is None

    def invite(self, *seats: int) -> None:
        """A deck, side bets and antes open, an ante at each of *seats*."""
        self.hardware.shoe.power_on()
        assert self.dealer(PrepareShoe(1, cut_from_top=20)) is None
        assert self.dealer(orders.OpenSideBets()) is None
        for seat in seats:
            assert self.dealer(PlaceAnte(seat, 1000)) is None
        self.run(SECOND_NS)

    def lock(self) -> None:
        assert self.dealer(orders.LockSideBets()) is None
        self.run(300 * MS)

    def deal(self, hands: Mapping[int, str]) -> None:
        """Each seat's five cards, seat 0 the dealer's, one at a time from the dealer's left."""
        order = [*sorted((seat for seat in hands if seat), reverse=True), 0]
        dealt = {seat: hands[seat].split() for seat in order}
        deck = [dealt[seat][number] for number in range(5) for seat in order]
        self.hardware.shoe.load([*deck, *(card for card in DECK if card not in deck)])
        self.draw(len(deck))

    def play_out(self, *folded: int) -> None:
        """Everybody else bets; the hands are opened and found as they were read."""
        while waiting := self.kernel.picture("mesa")["waits_for"]:
            seat = waiting[0]
            assert self.dealer(DecideBet(seat, "fold" if seat in folded else "bet")) is None
        assert self.dealer(OpenHands()) is None
        assert self.dealer(ConfirmHands()) is None

    def review(self, seen: Mapping[int, str | None]) -> str | None:
        hands = tuple(orders.SeenHand(seat, prize) for seat, prize in seen.items())
        return self.dealer(orders.ReviewHands(hands))
