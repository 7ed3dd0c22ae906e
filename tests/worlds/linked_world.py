"""Linked tables around one pot in virtual time: real reconcilers and drivers, bad lines, floors that hang or die.

What must hold after every step: a lamp lit after the lock has its claim in the journal; before the lock no lamp shines
without a floor heard within the last second; tables and pot agree to the peso once everything was heard.
"""

from random import Random

import msgspec

from drivers.base import Introduction
from drivers.pot.floor.session import FloorSession
from hw_sims.devices.floor.model import FloorModel
from hw_sims.devices.floor.pot import PotModel
from hw_sims.lines import SECOND_NS, TO_DEVICE, TO_HOST, Line
from table_core.outputs import FloorClaims
from table_core.progressive import orders
from table_core.progressive.ledger import PrizesAwarded, Sums
from table_core.rules.blackjack.entries import PlaceBet
from tests.contract.exchange import Exchange
from tests.contract.test_floor_driver import Floor
from tests.unit.progressive.linked_tables import FLOOR, LinkedTable, books
from tests.unit.progressive.table import TERMS

LINES = ("delayed", "recut", "frame lost", "one byte at a time")
MOVES = ("open", "chips", "lock", "deal", "review", "pay", "end", "void")
TROUBLES = ("cut", "hang", "restart", "bad line")
WITHOUT_FLOOR_NS = SECOND_NS
_CLUBS, _NOTHING = "7C KD 9S 7C 5D 7C", "4C KD 9S 3D 5D"
_MOST_PASSES, _WINS = 6, 2
"""What one shoe of six decks gives of these cards."""


class Seat:
    """One table and its line to the floor process it uses."""

    def __init__(self, pot: PotModel, name: str, chance: Random) -> None:
        self.table = LinkedTable(pot, name)
        self.model = FloorModel(pot, "piso-1")
        self.lines: list[Line] = []
        self._chance = chance
        self._heard = 0
        self.lost_at_ns: int | None = 0
        self.plugged = False
        self._connect(0)

    @property
    def now_ns(self) -> int:
        return self.exchange.now_ns

    def run(self, for_ns: int) -> None:
        """Time goes by in steps short enough that the table hears in order what the driver heard."""
        end = self.now_ns + for_ns
        while self.now_ns < end:
            self.exchange.run(min(20_000_000, end - self.now_ns))
            self.settle()

    def settle(self) -> None:
        """The table hears what its driver heard, and what it claims in turn is journalled and wanted."""
        observations = self.exchange.observations
        while self._heard < len(observations):
            event = observations[self._heard].event
            self._heard += 1
            self.table.see(event)
        claims = tuple(pending.claim for pending in self.table.side.linked.pending)
        self.exchange.want(FloorClaims(claims))
        up = self.table.state.links.get(FLOOR) == "up"
        reachable = not self.model.silent and self.plugged
        self.lost_at_ns = None if reachable else self.lost_at_ns or self.now_ns
        self._check(up=up)

    def _check(self, *, up: bool) -> None:
        side = self.table.side
        if side.phase in ("open", "locking") and side.lit and self.lost_at_ns is not None:
            assert self.now_ns - self.lost_at_ns <= WITHOUT_FLOOR_NS, "a lamp shines before the lock without a floor"
        if not up:
            assert side.phase not in ("open", "locking")

    # What breaks and heals

    def cut(self) -> None:
        """The connection is gone; nothing under way arrives."""
        if self.plugged:
            self.plugged = False
            self.exchange.unplug()
            self.settle()

    def heal(self) -> None:
        """Another process of the same floor takes the table in, over a perfect line."""
        self.cut()
        self.model = FloorModel(self.table.shared, f"piso-{self._chance.randrange(1, 9)}")
        self.exchange.peer = Floor(self.model)
        self.exchange.heal()
        self._plug_in()

    def restart(self) -> None:
        """The controller dies; its journal stays."""
        self.cut()
        self.model = FloorModel(self.table.shared)
        self.table.restart()
        for incident in self.table.state.incidents:
            if incident.hold:
                self.table.resolve(incident.id, "LAYOUT_MATCHES")
        self._connect(self.now_ns)

    def bad_line(self) -> None:
        self.exchange.to_host = TO_HOST[self._chance.choice(LINES)](self._chance)
        self.exchange.to_device = TO_DEVICE[self._chance.choice(LINES)](self._chance)
        self.lines += [self.exchange.to_host, self.exchange.to_device]

    def _connect(self, now_ns: int) -> None:
        session = FloorSession(FLOOR)
        session.introduce(Introduction(self.table.name, "run", "PA-1", "d1", TERMS))
        self.exchange = Exchange(session, Floor(self.model))
        self.exchange.now_ns = now_ns
        self._heard = 0
        self._plug_in()

    def _plug_in(self) -> None:
        self.plugged = True
        self.exchange.connect()
        self.settle()

    # What people do

    def move(self, step: str) -> None:
        table, side = self.table, self.table.side
        match step:
            case "open":
                for box in ("2", "5"):
                    table.refused(PlaceBet(box))
                table.refused(orders.OpenSideBets(), "dealer")
            case "chips":
                table.chip(self._chance.choice((2, 5)))
            case "lock":
                table.refused(orders.LockSideBets(), "dealer")
            case "deal" if side.phase == "locked" and not side.hands and self._passes < _MOST_PASSES:
                table.finish(_CLUBS if self._passes < _WINS else _NOTHING)
            case "review":
                cards = {hand.seat: hand.cards for hand in side.hands}
                wanted = table.reconciler.side().picture(table.state)["to_review"]
                seen = (orders.SeenHand(seat, _prize(cards[seat])) for seat in wanted)
                table.refused(orders.ReviewHands(tuple(seen)), "dealer", "Beto")
            case "pay" if side.unpaid:
                table.release(side.unpaid[0].id)
                table.refused(orders.PayPrize(side.unpaid[0].id), "dealer")
            case "end" if table.state.game.in_pass:
                table.end_base_pass()
            case "void" if self._chance.random() < 0.1:
                table.refused(orders.VoidSideBets((5,)), "jefe_de_mesa")
        self.settle()

    @property
    def _passes(self) -> int:
        return self.table.state.session.passes


def _prize(cards: tuple[str, ...]) -> str | None:
    return "three_sevens_clubs" if set(cards) == {"7C"} else None


class LinkedWorld:
    def __init__(self, seed: int, tables: int = 3) -> None:
        self.chance = Random(seed)
        self.pot = PotModel("P", TERMS, 2_000_000)
        self.seats = [Seat(self.pot, f"mesa-{number + 1}", self.chance) for number in range(tables)]
        self.troubles: dict[str, int] = dict.fromkeys(TROUBLES, 0)

    def play(self, rounds: int) -> None:
        """In each round every table does the next thing of its pass, and now and then something breaks or heals."""
        for number in range(rounds):
            for seat in self.seats:
                self._trouble(seat)
                seat.move(MOVES[number % len(MOVES)])
                seat.run(self.chance.randrange(1, 1500) * 1_000_000)

    def end(self) -> None:
        """Everything is whole again, and settles itself."""
        for seat in self.seats:
            seat.heal()
            seat.run(3 * SECOND_NS)
        for seat in self.seats:
            seat.run(SECOND_NS)  # what the others settled last

    def _trouble(self, seat: Seat) -> None:
        kind = self.chance.choice((*TROUBLES, *["heal"] * 6, *["nothing"] * 14))
        match kind:
            case "cut":
                seat.cut()
            case "hang":
                seat.model.silent = True
                seat.settle()
            case "restart":
                seat.restart()
            case "bad line" if seat.plugged:
                seat.bad_line()
            case "heal":
                seat.heal()
        if kind in self.troubles:
            self.troubles[kind] += 1

    # What must be true at the end

    def books(self) -> Sums:
        return books(*(seat.table for seat in self.seats))

    def awards(self) -> list[tuple[str, int]]:
        """Every award in the order of the pot: whose, how much."""
        awards = [one for one in self.pot.movements if isinstance(one, PrizesAwarded)]
        return [(one.key.table, one.sums.paid) for one in awards]

    def paid_at_tables(self) -> dict[str, int]:
        return {seat.table.name: seat.table.side.linked.books.paid for seat in self.seats}

    def record(self) -> bytes:
        """All that was recorded anywhere: the same for the same seed."""
        return msgspec.json.encode([self.pot.movements, *(seat.table.recorded for seat in self.seats)])
