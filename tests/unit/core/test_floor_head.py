"""The floor is told the journal's head and the table's books: on each connection, after each pass, once a minute."""

import msgspec

from daemon.floor_head import EVERY_NS, HeadTeller
from daemon.journal import Head
from firmware_bridge.traffic import Send, SerialWrite
from firmware_bridge.wire.floor import Head as HeadMessage
from firmware_bridge.wire.floor import decode_to_floor
from table_core.progressive.ledger import Sums
from table_core.progressive.linked import Linked
from table_core.progressive.state import Progressive
from table_core.table import TableState

BOOKS = Sums(contributed=5, main=4, commission=1)


class Port:
    def __init__(self) -> None:
        self.epoch = 1
        self.told: list[HeadMessage] = []

    def send(self, send: Send, epoch: int) -> None:
        assert isinstance(send, SerialWrite)
        assert epoch == self.epoch
        told = decode_to_floor(send.data)
        assert isinstance(told, HeadMessage)
        assert told.hash == "ab" * 32
        self.told.append(told)

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


class Teller:
    """A teller at a table of which only the link and the pot matter."""

    def __init__(self) -> None:
        self.port, self.now_ns = Port(), 0
        self.state = TableState()
        self._teller = HeadTeller("piso", self.port, lambda: self.state, 40, lambda: self.now_ns, lambda: 77)

    def welcome(self) -> None:
        self.state = msgspec.structs.replace(self.state, links={"piso": "up"})

    def answered(self, claims: int, phase: str = "idle") -> None:
        side = Progressive(phase=phase, linked=Linked(next_claim=claims + 1, books=BOOKS))  # type: ignore[arg-type]
        self.state = msgspec.structs.replace(self.state, progressive=side)

    def commit(self, seq: int, at_ns: int) -> None:
        self.now_ns = at_ns
        self._teller.committed((), Head(seq, bytes.fromhex("ab" * 32)))

    @property
    def heads(self) -> list[int]:
        return [told.seq for told in self.port.told]


def test_the_head_is_told_on_each_connection_and_once_a_minute() -> None:
    teller = Teller()
    teller.commit(1, 0)
    teller.welcome()
    teller.commit(2, 1)
    teller.commit(3, EVERY_NS)
    teller.commit(4, EVERY_NS + 1)
    teller.port.epoch = 2
    teller.commit(5, EVERY_NS + 2)
    teller.commit(6, EVERY_NS + 3)
    assert teller.heads == [2, 4, 5]


def test_the_books_are_told_once_a_pass_is_settled_and_not_in_the_middle_of_it() -> None:
    teller = Teller()
    teller.welcome()
    teller.commit(1, 0)
    teller.answered(1, "locked")
    teller.commit(2, 1)
    teller.answered(2)
    teller.commit(3, 2)
    teller.commit(4, 3)
    assert teller.heads == [1, 3]
    told = teller.port.told[-1]
    assert (told.utc_ns, told.began, told.answered) == (77, 40, 2)
    assert msgspec.json.decode(told.books, type=Sums) == BOOKS
