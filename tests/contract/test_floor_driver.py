"""The driver of a shared pot's floor: greeting, claims until answered, beat and silence, whatever is said or lost."""

from collections.abc import Iterable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.base import Introduction
from drivers.pot.floor.session import AGAIN_NS, MS, SILENT_NS, FloorSession
from firmware_bridge.traffic import RxChunk, SerialWrite
from firmware_bridge.wire.floor import BEAT_MS, MAX_BYTES, Claims, Hello, Refused, ToFloor, decode_to_floor, encode
from hw_sims.devices.floor.model import FloorModel
from hw_sims.devices.floor.pot import PotModel
from table_core.events import DeviceEvent, LinkLost, LinkRestored
from table_core.floor_events import FloorDecided, FloorRefused, FloorUnclear, FloorWelcomed, PotHeard
from table_core.outputs import FloorClaims, Texts
from table_core.progressive import course
from table_core.progressive.claims import Contributed, Decided
from table_core.progressive.contribution import SideBet
from table_core.progressive.ledger import Key
from tests.contract.driver_contract import DEVICE, SECOND_NS, DriverContract, link_down, link_up, observe, rx
from tests.contract.exchange import Exchange, Peer
from tests.contract.line_contract import LineContract
from tests.unit.progressive.table import TERMS

WHO = Introduction("mesa-1", "run-1", "PA-1", "d1", TERMS)
BAD_BYTES = frozenset({"byte lost", "byte repeated", "bit flipped", "hopeless", "noise between frames", "flooded"})
"""What a line of single bytes can do and ZeroMQ over TCP cannot: a message comes whole or not at all."""


def contributions(count: int, first: int = 1) -> tuple[Contributed, ...]:
    return tuple(_contributed(seq) for seq in range(first, first + count))


def _contributed(seq: int) -> Contributed:
    pot = PotModel("P", TERMS, 0).pot
    made = course.locked(TERMS, pot, "mesa-1", "PA-1", seq, (SideBet(3, 1),))
    return Contributed(seq, msgspec.structs.replace(made, key=Key("mesa-1", seq)))


class Floor(Peer):
    def __init__(self, model: FloorModel) -> None:
        self.model = model

    def hear(self, data: bytes, at_ns: int) -> Iterable[bytes]:
        return self.model.receive(data, at_ns)

    def power_lost(self) -> None:
        self.model.cut()

    def next_deadline(self) -> int | None:
        return self.model.next_deadline()

    def on_time(self, at_ns: int) -> Iterable[bytes]:
        return self.model.on_time(at_ns)


class TestFloorDriver(DriverContract, LineContract):
    not_here = BAD_BYTES | {"paced at 9600 baud", "joined"}
    loses = frozenset({"unplugged in mid-frame"})

    def setup_method(self) -> None:
        self.model = FloorModel(PotModel("P", TERMS, 2_000_000))
        self.claimed = 0

    def new_session(self) -> FloorSession:
        session = FloorSession(DEVICE)
        session.introduce(WHO)
        return session

    def new_exchange(self) -> Exchange:
        self.setup_method()
        exchange = Exchange(self.new_session(), Floor(self.model))
        exchange.connect()
        exchange.run(SECOND_NS)
        exchange.observations.clear()
        return exchange

    def tell(self, exchange: Exchange) -> None:
        for claim in contributions(3, self.claimed + 1):
            exchange.want(FloorClaims((claim,)))
            exchange.run(4 * SECOND_NS)
        self.claimed += 3

    def outcome(self, exchange: Exchange) -> list[object]:
        """What the floor has, each once: it does not matter how often it was said."""
        told = {event.decided.seq: event.decided for event in exchange.events if isinstance(event, FloorDecided)}
        assert sorted(told) == list(range(1, len(told) + 1))
        return [told[seq] for seq in sorted(told)]

    # Greeting

    def test_it_says_who_the_table_is_before_anything_else(self) -> None:
        session = self.new_session()
        session.want(FloorClaims(contributions(1)), 0)
        observe(session, link_up(7))
        terms = msgspec.Raw(msgspec.json.encode(TERMS))
        assert sent(session) == [Hello(1, "mesa-1", "run-1", "PA-1", "d1", terms, 7)]

    def test_nothing_is_claimed_before_the_welcome_and_then_everything_that_is_pending(self) -> None:
        session, model = self.new_session(), self.model
        claims = contributions(2)
        session.want(FloorClaims(claims), 0)
        observe(session, link_up())
        heard = answers(session, model)
        assert heard[:2] == [FloorWelcomed(DEVICE, "piso-1", "P", 0), PotHeard(DEVICE, model.pot.value)]
        assert claimed(session) == list(claims)

    def test_a_new_connection_begins_with_the_first_claim_without_an_answer(self) -> None:
        session, model = self.new_session(), self.model
        claims = contributions(3)
        session.want(FloorClaims(claims[:2]), 0)
        observe(session, link_up())
        answers(session, model)
        observe(session, link_down())
        model.cut()
        session.want(FloorClaims(claims[1:]), 0)
        observe(session, link_up())
        answers(session, model)
        assert claimed(session) == list(claims[1:])

    # Claims

    def test_a_claim_is_sent_once_and_again_only_when_no_answer_comes(self) -> None:
        session = self.welcomed()
        first, second = contributions(2)
        session.want(FloorClaims((first,)), 0)
        assert claimed(session) == [first]
        session.want(FloorClaims((first, second)), 1)
        assert claimed(session) == [second]
        session.want(FloorClaims((first, second)), 2)
        assert session.take_sends() == []
        observe(session, rx(self.model.on_time(SECOND_NS)[0], AGAIN_NS))
        list(session.on_time(1 + AGAIN_NS))
        assert claimed(session) == [first, second]
        session.want(FloorClaims(()), 3)
        assert session.next_deadline() == AGAIN_NS + SILENT_NS

    def test_a_decision_is_told_with_the_very_bytes_it_came_in(self) -> None:
        session, model = self.welcomed(), self.model
        (claim,) = contributions(1)
        session.want(FloorClaims((claim,)), 0)
        (line,) = model.receive(written(session), 0)[:1]
        (seen,) = observe(session, rx(line))
        assert isinstance(seen.event, FloorDecided)
        assert seen.event.decided == Decided(1, (claim.movement,), 2)
        assert seen.raw + b"\n" == line

    # Beat and silence

    def test_the_beat_is_told_only_when_the_pot_changed(self) -> None:
        session, model = self.welcomed(), self.model
        beats = [line for at in range(1, 10) for line in model.on_time(at * BEAT_MS * MS)]
        assert len(beats) == 9
        assert [seen.event for line in beats for seen in observe(session, rx(line))] == []
        model.pot.decide("mesa-2", msgspec.structs.replace(_of("mesa-2"), seq=1))
        heard = [seen.event for line in model.on_time(SECOND_NS * 9) for seen in observe(session, rx(line))]
        assert heard == [PotHeard(DEVICE, model.pot.value)]

    @pytest.mark.requirement("R51")
    def test_a_floor_that_is_silent_for_600_ms_is_lost_whatever_the_line_says(self) -> None:
        exchange = self.new_exchange()
        exchange.run(3 * SECOND_NS)
        assert exchange.events == []
        self.model.silent = True
        exchange.run(SECOND_NS)
        assert [type(event) for event in exchange.events] == [LinkLost]
        assert exchange.session.next_deadline() is None
        self.model.silent = False
        exchange.run(SECOND_NS)
        assert isinstance(exchange.events[-1], FloorWelcomed | PotHeard)

    def test_a_table_that_never_found_a_floor_says_so_once(self) -> None:
        session = self.new_session()
        session.want(FloorClaims(()), 5)
        assert session.next_deadline() == 5 + SILENT_NS
        assert [type(seen.event) for seen in session.on_time(5 + SILENT_NS)] == [LinkLost]
        observe(session, link_up())
        assert observe(session, link_down()) == []
        assert session.next_deadline() is None

    # Refusals and rubbish

    def test_a_refusal_is_told_once_however_often_it_comes(self) -> None:
        session = self.new_session()
        self.model.refuse = Refused("REVOKED", "la llave fue revocada")
        heard: list[DeviceEvent] = []
        for _ in range(3):
            heard += [seen.event for seen in observe(session, link_up())]
            heard += answers(session, self.model)
            heard += [seen.event for seen in observe(session, link_down())]
        assert heard == [LinkRestored(DEVICE, "pty:1"), FloorRefused(DEVICE, "REVOKED", "la llave fue revocada")]
        self.model.refuse = None
        observe(session, link_up())
        assert FloorWelcomed(DEVICE, "piso-1", "P", 0) in answers(session, self.model)

    def test_what_is_no_message_is_told_and_counted_and_the_next_one_is_heard(self) -> None:
        session = self.welcomed()
        heard = [seen.event for seen in observe(session, rx(b'{"is":"Value"}\n\xff\n'))]
        assert [type(event) for event in heard] == [FloorUnclear, FloorUnclear]
        assert session.counters.bad == 2
        assert self.model.on_time(SECOND_NS)[0] != b""

    def test_a_message_without_end_does_not_fill_the_memory(self) -> None:
        session = self.welcomed()
        heard = observe(session, rx(b"x" * (MAX_BYTES + 1)))
        assert [type(seen.event) for seen in heard] == [FloorUnclear]
        assert observe(session, rx(b"y")) == []

    def test_texts_are_none_of_its_business(self) -> None:
        with pytest.raises(TypeError, match="cannot show"):
            self.welcomed().want(Texts(("a",)), 0)

    def welcomed(self) -> FloorSession:
        session = self.new_session()
        observe(session, link_up())
        answers(session, self.model)
        session.take_sends()
        return session


def _of(table: str) -> Contributed:
    claim = _contributed(1)
    movement = msgspec.structs.replace(claim.movement, key=Key(table, 1))
    return Contributed(1, movement)


def written(session: FloorSession) -> bytes:
    return b"".join(send.data for send in session.take_sends() if isinstance(send, SerialWrite))


def sent(session: FloorSession) -> list[ToFloor]:
    return [decode_to_floor(line) for line in written(session).splitlines()]


def claimed(session: FloorSession) -> list[Contributed]:
    raws = [raw for message in sent(session) if isinstance(message, Claims) for raw in message.claims]
    return [msgspec.json.decode(raw, type=Contributed) for raw in raws]


def answers(session: FloorSession, model: FloorModel) -> list[DeviceEvent]:
    """What came of one exchange: all that was sent is answered, and the answers are heard."""
    return [seen.event for line in model.receive(written(session), 0) for seen in observe(session, rx(line))]


WORDS = [
    *[encode(Refused("X", "y", seq)) + b"\n" for seq in (None, 1)],
    b'{"is":"Welcome","floor":"f","pot":"P","answered":3}\n',
    b'{"is":"Value","value":{"pot":"P","main":1,"reserve":0,"place":1}}\n',
    b'{"is":"Decisions","decisions":[{"seq":1,"movements":[],"place":4}]}\n',
    b'{"is":"Decisions","decisions":[7]}\n',
    b"\n",
    b"{",
]


@given(st.lists(st.one_of(st.sampled_from(WORDS), st.binary(max_size=40)), max_size=20), st.integers(1, 30))
def test_no_bytes_make_it_fail_and_cuts_do_not_matter(chunks: list[bytes], size: int) -> None:
    stream = b"".join(chunks)
    whole, cut = FloorSession(DEVICE), FloorSession(DEVICE)
    for session in (whole, cut):
        session.want(FloorClaims(contributions(1)), 0)
        observe(session, link_up())
    at_once = [seen.event for seen in whole.receive(RxChunk(DEVICE, stream, 1, 1))]
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    in_pieces = [seen.event for piece in pieces for seen in cut.receive(RxChunk(DEVICE, piece, 1, 1))]
    assert at_once == in_pieces
    assert whole.take_sends() == cut.take_sends()
