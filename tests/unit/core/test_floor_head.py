"""The floor is told the journal's head: on each new connection, then once a minute, and only once it let us in."""

from daemon.floor_head import EVERY_NS, HeadTeller
from daemon.journal import Head
from firmware_bridge.traffic import Send, SerialWrite
from firmware_bridge.wire.floor import Head as HeadMessage
from firmware_bridge.wire.floor import decode_to_floor


class Port:
    def __init__(self) -> None:
        self.epoch = 1
        self.heads: list[int] = []

    def send(self, send: Send, epoch: int) -> None:
        assert isinstance(send, SerialWrite)
        assert epoch == self.epoch
        told = decode_to_floor(send.data)
        assert isinstance(told, HeadMessage)
        assert told.hash == "ab" * 32
        self.heads.append(told.seq)

    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


def test_the_head_is_told_on_each_connection_and_once_a_minute() -> None:
    port, now, welcome = Port(), [0], [False]
    teller = HeadTeller("piso", port, lambda: welcome[0], lambda: now[0])

    def commit(seq: int, at_ns: int) -> None:
        now[0] = at_ns
        teller.committed((), Head(seq, bytes.fromhex("ab" * 32)))

    commit(1, 0)
    welcome[0] = True
    commit(2, 1)
    commit(3, EVERY_NS)
    commit(4, EVERY_NS + 1)
    port.epoch = 2
    commit(5, EVERY_NS + 2)
    commit(6, EVERY_NS + 3)
    assert port.heads == [2, 4, 5]
