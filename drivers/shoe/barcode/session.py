"""A barcode reader in the shoe's mouth, on a serial line: digits and CR, one code per card. Read-only.

Support: public code. Which code is which card is configuration; an unknown code is a card that could not be read.
"""

from collections.abc import Iterable

from msgspec import Struct

from drivers.base import Observation, SettingError
from drivers.shoe.code_table import CodeTable, code_table, four_digits, packs_table
from drivers.shoe.listening import Deframing, ListeningSession
from firmware_bridge.wire import text_lines
from firmware_bridge.wire.text_lines import Line
from table_core.events import CardDrawn, CutCardDrawn, PackSeen


class BarcodeOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """*codes*: code to card; empty is the four-digit deck. *packs*: the same for each of several packs, by name.

    *repeat_ms*: an equal code this soon is a double trigger.
    """

    codes: dict[str, str] = {}
    packs: dict[str, dict[str, str]] = {}
    cut_card: str = ""
    repeat_ms: int = 0

    def __post_init__(self) -> None:
        if self.repeat_ms < 0:
            raise SettingError("repeat_ms no puede ser negativo")
        self.table()

    def table(self) -> CodeTable:
        if self.packs:
            return packs_table(self.packs, self.cut_card)
        return code_table(self.codes or four_digits(), self.cut_card)


_DEFAULTS = BarcodeOptions()


class BarcodeSession(ListeningSession[Line]):
    Options = BarcodeOptions

    def __init__(self, device: str, options: BarcodeOptions = _DEFAULTS) -> None:
        self._table = options.table()
        super().__init__(device, repeat_ms=options.repeat_ms)

    def new_deframer(self) -> Deframing[Line]:
        return text_lines.Deframer()

    def read(self, message: Line) -> Iterable[Observation]:
        match self._table.look_up(message.text):
            case None:
                return self.unread_card(message.raw)
            case "cut_card":
                return (Observation(CutCardDrawn(self.device), message.raw),)
            case card:
                drawn = Observation(CardDrawn(self.device, card), message.raw)
                pack = self._table.packs.get(message.text)
                return (drawn,) if pack is None else (Observation(PackSeen(self.device, pack), message.raw), drawn)
