"""How a serial device of each driver gives itself away: what it says, or answers to a question that changes nothing.

Pure: takes what was heard on a line, names who speaks so. A device that never speaks is in no list here.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct

from drivers.registry import DRIVERS, open_session
from firmware_bridge.traffic import RxChunk
from firmware_bridge.wire import cctalk_messages as cc
from firmware_bridge.wire.cctalk import HOST
from firmware_bridge.wire.cctalk import Deframer as CcTalkDeframer
from firmware_bridge.wire.cctalk import Frame as CcTalkFrame
from firmware_bridge.wire.decoders import LANGUAGES
from firmware_bridge.wire.noise import LineNoise
from table_core.events import CardDrawn

MOST_NOISE = 0.2
"""Of what was heard, the part that may be no message of the language."""
_ACCEPTORS = range(2, 9)
_LAMP_BOARD = 80


class Heard(Struct, frozen=True):
    """How many whole messages of one language were heard, and how many bytes were none."""

    messages: int
    noise_bytes: int


class Probe(Struct, frozen=True):
    """*questions* are asked one by one, with a pause for the answer; *understand* judges everything heard."""

    driver: str
    understand: Callable[[bytes], Heard]
    questions: tuple[bytes, ...] = ()

    @property
    def baud(self) -> int:
        return DRIVERS[self.driver].baud or 9600


class Recognised(Struct, frozen=True):
    """*driver* understands what was heard at *baud*."""

    driver: str
    baud: int
    messages: int


def recognise(data: bytes, baud: int) -> Recognised | None:
    """Who spoke so at *baud*; the strictest language that understands nearly everything wins."""
    for probe in PROBES:
        if probe.baud != baud:
            continue
        heard = probe.understand(data)
        if heard.messages and heard.noise_bytes <= MOST_NOISE * len(data):
            return Recognised(probe.driver, baud, heard.messages)
    return None


def bauds() -> tuple[int, ...]:
    """The speeds worth listening at, each once."""
    return tuple(dict.fromkeys(probe.baud for probe in PROBES))


def questions(baud: int) -> tuple[bytes, ...]:
    """What may be asked at *baud* without changing anything in whatever hears it."""
    return tuple(question for probe in PROBES if probe.baud == baud for question in probe.questions)


def _spoken(language: str) -> Callable[[bytes], Heard]:
    """By the language's own decoder: for messages that nothing else looks like."""

    def understand(data: bytes) -> Heard:
        decoder = LANGUAGES[language].new_decoder()
        decoder.receive_data(data)
        return _judged(iter(decoder.next_item, None))

    return understand


def _judged(items: Iterable[object]) -> Heard:
    messages = noise_bytes = 0
    for item in items:
        if isinstance(item, LineNoise):
            noise_bytes += len(item.raw)
        else:
            messages += 1
    return Heard(messages, noise_bytes)


def _cards(driver: str) -> Callable[[bytes], Heard]:
    """By the cards its driver reads: for languages without a check, in which rubbish may look like a message."""

    def understand(data: bytes) -> Heard:
        session = open_session(DRIVERS[driver], driver)
        events = [seen.event for seen in session.receive(RxChunk(driver, data, 0, 0))]
        cards = sum(isinstance(event, CardDrawn) and event.card is not None for event in events)
        return Heard(cards, session.counters.noise_bytes + (len(data) if cards < len(events) / 2 else 0))

    return understand


def _cctalk_answers(data: bytes) -> Heard:
    """Answers to the host; its own questions, which the shared wire echoes, are neither messages nor noise."""
    deframer = CcTalkDeframer()
    deframer.receive_data(data)
    deframer.gap()
    return _judged(item for item in iter(deframer.next_item, None) if not _is_question(item))


def _is_question(item: object) -> bool:
    return isinstance(item, CcTalkFrame) and not (item.dest == HOST and item.header == cc.ANSWER)


PROBES: tuple[Probe, ...] = (
    Probe("angel-eye", _spoken("angel-eye")),
    Probe(
        "cctalk",
        _cctalk_answers,
        tuple(cc.question(address, cc.SIMPLE_POLL).to_bytes() for address in (*_ACCEPTORS, _LAMP_BOARD)),
    ),
    Probe("bee-tek", _spoken("bee-tek")),
    Probe("barcode", _cards("barcode")),
)
"""In the order they are believed: checked languages first."""
