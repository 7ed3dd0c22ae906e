"""A table with its JACKPOT on electronic acceptors: configuration, kernel, sessions and boards are real, time is not.

Every byte goes through the drivers; what the acceptors show is asked of the simulated boards themselves.
"""

import tomllib
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from daemon.config import load_config
from daemon.kernel import Effects, Input, Kernel, PersonCommand, Tick, fold
from daemon.table import build_kernel_from, start_of
from firmware_bridge.traffic import LinkDown, LinkUp, RxChunk, SerialWrite
from hw_sims.devices.tablebus.boards import Acceptors
from hw_sims.games import GAMES
from hw_sims.parts import ACCEPTORS
from hw_sims.side_papers import progressive_section, terms_for
from hw_sims.stage import Hardware, table_config, write_keys
from table_core.cards import DECK
from table_core.commands import Command, OpenTable
from table_core.events import DeviceEvent
from table_core.incidents import Incident
from table_core.progressive import orders
from table_core.progressive.state import Progressive
from table_core.record import Entry, Observed
from table_core.rulebook import Role
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.poker.entries import ConfirmHands, DecideBet, OpenHands, PlaceAnte
from table_core.table import NEW_GAMES, TableState

MS = 1_000_000
SECOND_NS = 1000 * MS
SEATS = 7
E = TypeVar("E")


class AcceptorTable:
    """*game* with its progressive. Every move runs until the lines are quiet."""

    def __init__(self, directory: Path, game: str) -> None:
        self.chosen = GAMES[game].with_progressive()
        self.now = SECOND_NS
        self.entries: list[Entry] = []
        self._inbox: deque[Input] = deque()
        self._plugged: set[str] = set()
        self._wake_at: int | None = None
        self.hardware = Hardware(self.chosen.parts, self._said, now=lambda: self.now)
        self._config = load_config(self._written(directory, game))
        self.kernel = self._new_kernel(None)
        for part in self.chosen.parts:
            self.plug(part.name)

    def _written(self, directory: Path, game: str) -> Path:
        assert self.chosen.progressive is not None
        ports = tuple(f"memory://{part.name}" for part in self.chosen.parts)
        table = table_config(
            ports, directory, game=game, stakes="keyed", rulebook=self.chosen.rulebook(), parts=self.chosen.parts
        )
        write_keys(self.hardware, directory)
        drivers = {str(device["driver"]) for device in tomllib.loads(table)["devices"]}
        terms = terms_for(self.chosen.progressive)
        side = progressive_section(directory, "demo", drivers, terms, self.chosen.acceptor)
        path = directory / "table.toml"
        path.write_text(table + side, encoding="utf-8")
        return path

    # What there is to see

    @property
    def board(self) -> Acceptors:
        board: Acceptors = self.hardware[ACCEPTORS]
        return board

    @property
    def state(self) -> TableState:
        return self.kernel.state

    @property
    def side(self) -> Progressive:
        return self.state.progressive

    def incidents(self) -> list[tuple[str, str]]:
        return [(one.code, one.detail) for one in self.state.incidents]

    def incident(self, code: str) -> Incident:
        found = self.state.open_incident(code)
        assert found is not None, f"no {code}; open: {self.incidents()}"
        return found

    def all(self, kind: type[E]) -> list[E]:
        return [entry for entry in self.entries if isinstance(entry, kind)]

    def evidence(self, kind: type[DeviceEvent]) -> list[bytes]:
        """The bytes every event of *kind* was read from."""
        return [entry.raw for entry in self.all(Observed) if isinstance(entry.event, kind)]

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

    def order(self, command: Command, role: Role = "jefe_de_sala", person: str = "Luis Soto") -> str | None:
        effects = self.feed(PersonCommand("t", person, role, command, self.now, self.now))
        self.run(50 * MS)
        return effects.replies[0].code

    def dealer(self, command: Command) -> str | None:
        return self.order(command, "dealer", "Ana Rojas")

    def buy(self, seat: int, credits_: int, paid: int) -> str | None:
        return self.dealer(orders.BuyCredits(seat, credits_, paid, "cash"))

    def press(self, seat: int, credits_: int = 1) -> bool:
        """A player presses; False: the bar is in the way."""
        moved = self.board.press(self.place(seat), credits_)
        self.run(300 * MS)
        return moved

    def draw(self, count: int = 1) -> None:
        for _card in range(count):
            self.hardware.shoe.draw()
            self.run(10 * MS)

    def plug(self, name: str) -> None:
        self._plugged.add(name)
        self.feed(LinkUp(name, "memory", self.now, self.now))
        self.run(SECOND_NS)

    def pull(self, name: str) -> None:
        self._plugged.discard(name)
        self.hardware.power_lost(name)
        self.feed(LinkDown(name, "pulled", self.now, self.now))
        self.run(100 * MS)

    def restart(self) -> None:
        """The controller dies; the next one folds what was recorded and meets everybody again."""
        for name in self._plugged:
            self.hardware.power_lost(name)
        family = self._config.rulebook().family
        self.kernel = self._new_kernel(fold(self.entries, TableState(game=NEW_GAMES[family])))
        self.entries += self.kernel.restart(after_fault=False).entries
        for part in self.chosen.parts:
            self.plug(part.name)

    def run(self, for_ns: int) -> None:
        self._hear()
        end = self.now + for_ns
        while self._wake_at is not None and self._wake_at <= end:
            self.now = max(self.now + 1, self._wake_at)
            self.feed(Tick(self.now, self.now))
        self.now = max(self.now, end)

    def feed(self, given: Input) -> Effects:
        self.now += 1
        effects = self._take(given)
        self._hear()
        return effects

    def _take(self, given: Input) -> Effects:
        effects = self.kernel.step([given])
        self.entries += effects.entries
        self._wake_at = effects.wake_at
        for send in effects.sends:
            if isinstance(send, SerialWrite) and send.port in self._plugged:
                for answer in self.hardware.hear(send.port, send.data):
                    self._said(send.port, answer)
        return effects

    def _hear(self) -> None:
        while self._inbox:
            self._take(self._inbox.popleft())

    def _said(self, name: str, data: bytes) -> None:
        if name in self._plugged:
            self._inbox.append(RxChunk(name, data, self.now, self.now))

    def _new_kernel(self, state: TableState | None) -> Kernel:
        started = start_of(self._config, clean=state is None)
        self.entries.append(started)
        return build_kernel_from(self._config, started, state or TableState(game=NEW_GAMES[started.family]))


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
