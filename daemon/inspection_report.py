"""Receipts of the inspections of cards by machines: which machine, who operated it, when, and what it found (R74)."""

from collections.abc import Iterable

from msgspec import Struct

from table_core.boards import CardsInspected, InspectionSigned
from table_core.cards import Card
from table_core.record import Entry

SCHEMA = "sabot-inspection-receipts/1"


class Receipt(Struct):
    """*seq* is the entry; right before it stands what the machine said, byte for byte, for as long as the record is."""

    number: int
    seq: int
    utc_ns: int
    device: str
    maker: str
    model: str
    serial: str
    firmware: str
    operator: str
    wanted: int
    counted: int
    missing: list[Card]
    extra: list[Card]

    @property
    def passed(self) -> bool:
        return self.wanted == self.counted and not self.missing and not self.extra


class Receipts(Struct):
    receipts: list[Receipt]


def receipts_of(entries: Iterable[tuple[int, int, Entry]]) -> Receipts:
    """*entries*: number, moment and content of each."""
    found: dict[int, Receipt] = {}
    for seq, utc_ns, entry in entries:
        match entry:
            case CardsInspected():
                found[entry.number] = _receipt(seq, utc_ns, entry)
            case InspectionSigned(number=number, operator=operator) if number in found:
                found[number].operator = operator
    return Receipts(list(found.values()))


def _receipt(seq: int, utc_ns: int, one: CardsInspected) -> Receipt:
    machine = one.machine
    who = (machine.device, one.maker, machine.model, machine.serial, machine.firmware, one.operator)
    return Receipt(one.number, seq, utc_ns, *who, one.wanted, one.counted, list(one.missing), list(one.extra))
