"""The Bee-Tek electronic shoe on one line: records or coded lines turned into events. Read-only.

Support: public code (no traffic seen). The shoe gives no result and no place: only which card came out.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from drivers.base import Observation, RemoteProtocolError, SettingError
from drivers.shoe.code_table import CUT_CARD, CodeTable, code_table
from drivers.shoe.listening import Deframing, ListeningSession
from firmware_bridge.wire import bee_tek, text_lines
from firmware_bridge.wire.bee_tek import Record
from firmware_bridge.wire.text_lines import Line
from table_core.cards import RANKS, SUITS, Card
from table_core.events import CardDrawn, CutCardDrawn, ShoeFault

_RANK_FIRST = re.compile(rf"(10|[{RANKS}])([{SUITS}])")
_SUIT_FIRST = re.compile(rf"([{SUITS}])(10|[{RANKS}])")
_WARNING = re.compile(r"W0x([0-9A-Fa-f]{1,4})")
_ALARM_CODE = re.compile(r"E[0-9]{1,3}\b")
_ALARM_SECTIONS = ("Game", "GameAlarm")
_CARD_NOT_READ = "E3"


class BeeTekOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """*mode*: bracketed records, or one coded line per card with *codes* from a table.

    *sections*: in which of its modes the shoe may name a card. *repeat_ms*: an equal message this soon is a copy.
    """

    mode: Literal["records", "lines"] = "records"
    sections: tuple[str, ...] = ("Game", "Manual Burn Cards")
    codes: dict[str, str] = {}
    cut_card: str = ""
    repeat_ms: int = 0

    def __post_init__(self) -> None:
        if self.repeat_ms < 0:
            raise SettingError("repeat_ms no puede ser negativo")
        if self.mode == "lines":
            self.table()

    def table(self) -> CodeTable:
        return code_table(self.codes, self.cut_card)


_DEFAULTS = BeeTekOptions()


class BeeTekSession(ListeningSession[Record | Line]):
    Options = BeeTekOptions

    def __init__(self, device: str, options: BeeTekOptions = _DEFAULTS) -> None:
        self._options = options
        self._table = options.table() if options.mode == "lines" else None
        super().__init__(device, repeat_ms=options.repeat_ms)

    def new_deframer(self) -> Deframing[Record | Line]:
        return bee_tek.Deframer() if self._table is None else text_lines.Deframer()

    def read(self, message: Record | Line) -> Iterable[Observation]:
        return self._record(message) if isinstance(message, Record) else self._line(message)

    def _line(self, line: Line) -> Iterator[Observation]:
        card = self._table.look_up(line.text) if self._table else None
        if card is None:
            yield self.nonsense("llegó una línea que la tabla de códigos no conoce", line.raw)
        elif card == CUT_CARD:
            yield Observation(CutCardDrawn(self.device), line.raw)
        else:
            yield Observation(CardDrawn(self.device, card), line.raw)

    def _record(self, record: Record) -> Iterator[Observation]:
        name, _, value = record.body.partition(":")
        try:
            match record.section, name:
                case str(section), "Card" if section in self._options.sections:
                    yield Observation(CardDrawn(self.device, _card(value)), record.raw)
                case "Game", "Game" if not value:
                    yield from self.unread_card(record.raw)
                case str(section), "Alarm" if section in _ALARM_SECTIONS and value:
                    yield Observation(self._alarm(value), record.raw)
                case None, _ if warning := _WARNING.fullmatch(record.body):
                    yield Observation(self._fault("warning", warning[0]), record.raw)
                case _:
                    raise RemoteProtocolError("llegó un registro que el sabot no debería decir")
        except RemoteProtocolError as error:
            yield self.nonsense(str(error), record.raw)

    def _alarm(self, text: str) -> ShoeFault:
        code = _ALARM_CODE.match(text)
        number = code[0] if code else ""  # the words are not repeated: nobody knows whether they can name a card
        return self._fault("cannot_read" if number == _CARD_NOT_READ else "alarm", number)

    def _fault(self, code: str, detail: str) -> ShoeFault:
        return ShoeFault(self.device, code, active=True, stopped=False, detail=detail)


def _card(text: str) -> Card:
    """`4S`, `10S`, `TS` or suit first, `H3`: no letter is both a rank and a suit, so the two cannot be confused."""
    if found := _RANK_FIRST.fullmatch(text):
        rank, suit = found.groups()
    elif found := _SUIT_FIRST.fullmatch(text):
        suit, rank = found.groups()
    else:
        raise RemoteProtocolError("llegó un registro de carta que no nombra ninguna")
    return ("T" if rank == "10" else rank) + suit
