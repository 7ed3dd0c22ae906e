"""Every language this program reads, by the name `sabot decode` knows it by: one line each, loaded when used."""

from importlib import import_module
from typing import Any, Protocol

from msgspec import Struct

from firmware_bridge.wire.noise import LineNoise


class Decoder(Protocol):
    """What every deframer offers: bytes in, messages and noise out, whatever the chunks."""

    def receive_data(self, data: bytes) -> None: ...

    def next_item(self) -> Any:
        """The next message, `LineNoise`, or None while nothing is whole."""
        ...

    def flush(self) -> LineNoise | None:
        """What is held at the end of the stream."""
        ...

    @property
    def pending(self) -> bytes: ...


class Language(Struct, frozen=True):
    """*example* is one valid message: after any rubbish, it must be understood again. *checked*: it has a checksum."""

    name: str
    path: str
    example: bytes
    checked: bool

    def new_decoder(self) -> Decoder:
        module, _, name = self.path.partition(":")
        decoder: Decoder = getattr(import_module(module), name)()
        return decoder


_TABLEBUS_REFUSED = bytes.fromhex("028f02030101010401cbbc00")

LANGUAGES: dict[str, Language] = {
    language.name: language
    for language in (
        Language("alpha", "firmware_bridge.wire.alpha:Deframer", b"\0\0\0\0\0\x01Z00\x02A0\x030076\x04", True),
        Language("angel-eye", "firmware_bridge.wire.angel_eye:Deframer", b"\x050S\x0360", True),
        Language("barcode", "firmware_bridge.wire.text_lines:Deframer", b"\r1010\r", False),
        Language("bee-tek", "firmware_bridge.wire.bee_tek:Deframer", b" [Game]<Card:4S> ", False),
        Language("cammegh", "firmware_bridge.wire.cammegh:Deframer", b"\r\n*X;5;007;31;0;150;1\r\n", False),
        Language("cd5220", "firmware_bridge.wire.cd5220:Deframer", b"\x1bQAJACKPOT             \r", False),
        Language("lcus", "firmware_bridge.wire.lcus:Deframer", b"\xa0\x01\x01\xa2", True),
        Language("tablebus", "firmware_bridge.wire.tablebus:Deframer", _TABLEBUS_REFUSED, True),
    )
}
