"""The TableBus drivers over every kind of line, one contract for each profile: all is told, in order, once."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from random import Random

import pytest

from drivers.acceptor.tablebus.session import TableBusAcceptors
from drivers.base import Session
from drivers.contacts.tablebus.session import TableBusContacts
from drivers.discard.tablebus.session import TableBusRack
from drivers.display.tablebus.session import TableBusDisplay
from drivers.lamps.tablebus.session import TableBusLamps
from drivers.registry import DRIVERS, open_session
from drivers.shoe.tablebus.session import TableBusShoe
from drivers.shuffler.tablebus.session import TableBusShuffler
from drivers.tablebus.board import BoardSession
from firmware_bridge.wire import tablebus as bus
from hw_sims.devices.tablebus import boards
from hw_sims.devices.tablebus.board import Board
from hw_sims.lines import Arrival, BitFlipped, FrameLost, Line
from table_core.board_events import (
    BetPressed,
    CreditsActivated,
    DeviceIdentified,
    DeviceUnproven,
    FedIntoMachine,
    InputChanged,
    RackCounted,
    RackLifted,
    ShufflerVerified,
    TextShown,
)
from table_core.cards import DECK
from table_core.events import CardDrawn, LampsShown, LinkLost, LinkRestored, LockShown
from table_core.outputs import Acceptors, CardsWanted, Lamps, Output, Texts
from tests.contract.driver_contract import DEVICE, SECOND_NS, DriverContract, link_down, link_up, observe
from tests.contract.exchange import Exchange, Peer
from tests.contract.line_contract import LineContract
from tests.contract.tablebus_line import LOSSES, Wire, key_options, met, told

MS = 1_000_000


class TableBusContract(DriverContract, LineContract):
    """Damage is made good by asking and sending again: over no line is anything lost, told twice or out of order."""

    # A line that damages every frame for good brings nothing, and says so; healed, it brings all: see below.
    # Joined reads are cut anywhere in the golden test of the frames; in these stories frames come one by one.
    not_here = frozenset({"hopeless", "joined"})
    heard: tuple[type, ...] = ()

    def new_board(self) -> Board:
        raise NotImplementedError

    def session_for(self, board: Board) -> BoardSession:
        raise NotImplementedError

    def live(self, board: Board, exchange: Exchange) -> None:
        """A few things happen to the board."""
        raise NotImplementedError

    def new_session(self) -> Session:
        return self.session_for(self.new_board())

    def new_exchange(self) -> Exchange:
        board = self.new_board()
        return met(self.session_for(board), board)

    def tell(self, exchange: Exchange) -> None:
        assert isinstance(exchange.peer, Wire)
        self.live(exchange.peer.board, exchange)
        exchange.run(12 * SECOND_NS)

    def outcome(self, exchange: Exchange) -> list[object]:
        return [event for event in exchange.events if isinstance(event, self.heard)]

    def noticed(self, exchange: Exchange) -> bool:
        return bool(told(exchange, *LOSSES))

    def test_a_link_that_comes_up_and_goes_down_is_told(self) -> None:
        """Up is only who has proved to be there; a cable alone is nobody."""
        board = self.new_board()
        session = self.session_for(board)
        assert observe(session, link_up()) == []
        assert [seen.event for seen in observe(session, link_down())] == [LinkLost(DEVICE, "pulled")]
        exchange = met(session, board)
        assert told(exchange, LinkRestored) == [LinkRestored(DEVICE, f"{board.model} {board.link.maker.serial}")]
        assert len(told(exchange, DeviceIdentified)) == 1

    @pytest.mark.parametrize("direction", ["to_host", "to_device"])
    def test_a_hopeless_line_is_told_and_once_it_is_good_all_is_told(self, direction: str) -> None:
        perfect = self.new_exchange()
        self.tell(perfect)
        exchange = self.new_exchange()
        bad = BitFlipped(Random(5), some=1)
        setattr(exchange, direction, bad)
        self.tell(exchange)
        assert bad.injected.total() > 0
        assert told(exchange, LinkLost) == [LinkLost(DEVICE, "no responde")]
        exchange.heal()
        exchange.run(5 * SECOND_NS)
        assert self.outcome(perfect)[-1] in self.outcome(exchange)

    @pytest.mark.requirement("R50")
    def test_an_idle_board_is_asked_twice_a_second_neither_faster_nor_slower(self) -> None:
        exchange = self.new_exchange()
        exchange.to_device = asked = Noted()
        exchange.run(10 * SECOND_NS)
        assert {data[1] for _moment, data in asked.written if data[1] != bus.ACK} == {bus.POLL}
        polled = [moment for moment, data in asked.written if data[1] == bus.POLL]
        assert all(500 * MS <= after - before <= 510 * MS for before, after in pairwise(polled))
        assert len(polled) >= 19

    @pytest.mark.requirement("R50")
    def test_nobody_who_does_not_answer_is_asked_more_than_four_times_a_second(self) -> None:
        exchange = self.new_exchange()
        exchange.to_host, exchange.to_device = FrameLost(Random(1), some=1), Noted()
        exchange.run(10 * SECOND_NS)
        moments = [moment for moment, _data in exchange.to_device.written]
        assert all(250 * MS <= after - before <= SECOND_NS for before, after in pairwise(moments))

    @pytest.mark.requirement("R51")
    def test_a_board_that_falls_silent_is_told_once_and_within_two_seconds(self) -> None:
        exchange = self.new_exchange()
        exchange.to_host = FrameLost(Random(1), some=1)
        exchange.run(2 * SECOND_NS)
        assert told(exchange, LinkLost) == [LinkLost(DEVICE, "no responde")]
        exchange.run(30 * SECOND_NS)
        assert len(told(exchange, LinkLost)) == 1

    @pytest.mark.requirement("R51")
    def test_a_cable_with_nobody_behind_it_is_told_within_three_seconds(self) -> None:
        exchange = Exchange(self.new_session(), Peer())
        exchange.connect()
        exchange.run(3 * SECOND_NS)
        assert exchange.events == [DeviceUnproven(DEVICE, "silent")]


class Noted(Line):
    """A perfect line that keeps when each frame was written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[tuple[int, bytes]] = []

    def carry(self, frame: bytes, at_ns: int = 0) -> Iterable[Arrival]:
        self.written.append((at_ns, frame))
        return super().carry(frame, at_ns)


class TestShoe(TableBusContract):
    heard = (CardDrawn,)

    def new_board(self) -> Board:
        shoe = boards.SmartShoe()
        shoe.load([*(["7H", "AD", "TC", "KS", "2D", "QH"] * 4)])
        return shoe

    def session_for(self, board: Board) -> BoardSession:
        return TableBusShoe(DEVICE, key_options(board))

    def live(self, board: Board, exchange: Exchange) -> None:
        assert isinstance(board, boards.SmartShoe)
        for _ in range(6):
            board.draw()
            exchange.run(300 * MS)


class TestShuffler(TableBusContract):
    heard = (ShufflerVerified, FedIntoMachine)

    def new_board(self) -> Board:
        return boards.ContinuousShuffler()

    def session_for(self, board: Board) -> BoardSession:
        return TableBusShuffler(DEVICE, key_options(board))

    def live(self, board: Board, exchange: Exchange) -> None:
        assert isinstance(board, boards.ContinuousShuffler)
        exchange.want(CardsWanted(52))
        exchange.run(SECOND_NS)
        board.verify(DECK[1:])
        board.deal(5)
        exchange.run(SECOND_NS)
        board.feed_back(5)


class TestAcceptors(TableBusContract):
    heard = (CreditsActivated, BetPressed, LockShown)

    def new_board(self) -> Board:
        return boards.Acceptors(seats=3)

    def session_for(self, board: Board) -> BoardSession:
        return TableBusAcceptors(DEVICE, key_options(board))

    def outcome(self, exchange: Exchange) -> list[object]:
        """Events in their order, then what each seat's lock is in the end: states may be skipped, the last may not."""
        moments = [event for event in exchange.events if isinstance(event, CreditsActivated | BetPressed)]
        locks = [event for event in exchange.events if isinstance(event, LockShown) and event.seat == 2]
        return [*((type(one), one.seat, one.credits) for one in moments), *locks[-1:]]

    def live(self, board: Board, exchange: Exchange) -> None:
        assert isinstance(board, boards.Acceptors)
        exchange.want(Acceptors((True, True, False)))
        board.activate(1, 20)
        exchange.run(SECOND_NS)
        board.press(1, 5)
        board.press(2, 1)
        exchange.run(SECOND_NS)
        exchange.want(Acceptors((False, False, False)))


class TestLamps(TableBusContract):
    """What was shown in the end is what counts; a second story ends like the first, so it wants something else."""

    heard: tuple[type, ...] = (LampsShown,)
    anew: Output = Lamps((True,) * 4)

    def new_board(self) -> Board:
        return boards.Lamps()

    def session_for(self, board: Board) -> BoardSession:
        return TableBusLamps(DEVICE, 4, key_options(board))

    def outcome(self, exchange: Exchange) -> list[object]:
        return self._last(exchange)

    def _last(self, exchange: Exchange) -> list[object]:
        assert isinstance(exchange.peer, Wire)
        board = exchange.peer.board
        assert isinstance(board, boards.Lamps)
        return [*told(exchange, LampsShown)[-1:], board.current]

    def _twice(self, to_host: Line, to_device: Line) -> tuple[tuple[list[object], list[object]], bool]:
        exchange = self._told_over(to_host, to_device)
        first = self.outcome(exchange)
        exchange.heal()
        exchange.want(self.anew)
        exchange.run(SECOND_NS)
        return (first, self.outcome(exchange)), self.noticed(exchange)

    def live(self, board: Board, exchange: Exchange) -> None:
        for lit in ((True, False, True, False), (False, True, True, False)):
            exchange.want(Lamps(lit))
            exchange.run(SECOND_NS)


class TestDisplay(TestLamps):
    heard = (TextShown,)
    anew = Texts(("Mínimo $5.000",))

    def new_board(self) -> Board:
        return boards.Display()

    def session_for(self, board: Board) -> BoardSession:
        return TableBusDisplay(DEVICE, key_options(board))

    def _last(self, exchange: Exchange) -> list[object]:
        return list(told(exchange, TextShown)[-1:])

    def live(self, board: Board, exchange: Exchange) -> None:
        exchange.want(Texts(("POZO", "$1.000.000")))
        exchange.run(SECOND_NS)


class TestRack(TableBusContract):
    heard = (RackLifted, RackCounted)

    def new_board(self) -> Board:
        return boards.Rack()

    def session_for(self, board: Board) -> BoardSession:
        return TableBusRack(DEVICE, key_options(board))

    def outcome(self, exchange: Exchange) -> list[object]:
        """A count that was asked for after a reconnect may repeat the one before it."""
        heard = super().outcome(exchange)
        return [event for place, event in enumerate(heard) if place == 0 or event != heard[place - 1]]

    def live(self, board: Board, exchange: Exchange) -> None:
        assert isinstance(board, boards.Rack)
        for count in (5, 6, 4):
            board.put(count)
            exchange.run(300 * MS)
        board.lift()


class TestContacts(TableBusContract):
    heard = (InputChanged,)

    def new_board(self) -> Board:
        return boards.Contacts()

    def session_for(self, board: Board) -> BoardSession:
        return TableBusContacts(DEVICE, key_options(board))

    def outcome(self, exchange: Exchange) -> list[object]:
        """How every contact stands is asked after a reconnect: what did not change says nothing new."""
        on: dict[str, bool] = {}
        changes: list[object] = []
        for event in told(exchange, InputChanged):
            assert isinstance(event, InputChanged)
            if on.get(event.input, False) is not event.on:
                changes.append(event)
            on[event.input] = event.on
        return changes

    def live(self, board: Board, exchange: Exchange) -> None:
        assert isinstance(board, boards.Contacts)
        for name in ("call_button", "tray_lid"):
            for on in (True, False):
                board.switch(name, on=on)
                exchange.run(200 * MS)


@pytest.mark.parametrize(
    ("contract", "name"), [(TestShoe, "shoe"), (TestShuffler, "shuffler"), (TestAcceptors, "acceptor")]
)
def test_each_profile_has_its_driver_in_the_registry(contract: Callable[[], TableBusContract], name: str) -> None:
    board = contract().new_board()
    session = open_session(DRIVERS[f"tablebus-{name}"], DEVICE, options={"key": board.link.maker.key})
    assert type(session) is type(contract().session_for(board))
