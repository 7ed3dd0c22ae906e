"""Settings of a line of ccTalk acceptors, as a table's configuration gives them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from drivers.acceptor.cctalk.errors import ERRORS_OF
from drivers.base import SettingError

_MOST_SEATS = 9
_MOST_COINS = 16

Address = Annotated[int, Meta(ge=0, le=255)]
Value = Annotated[int, Meta(ge=0)]


class CcTalkOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """*addresses* from seat 1 on, 0 for a seat without acceptor; *coins* the value of each coin number, 0 for none."""

    addresses: Annotated[tuple[Address, ...], Meta(min_length=1, max_length=_MOST_SEATS)]
    coins: Annotated[tuple[Value, ...], Meta(min_length=1, max_length=_MOST_COINS)]
    check: Literal["sum", "crc"] = "sum"
    echo: bool = True
    maker: str = "generic"
    poll_ms: Annotated[int, Meta(ge=50, le=500)] = 200

    def __post_init__(self) -> None:
        used = [address for address in self.addresses if address]
        if 1 in used:
            raise SettingError("la dirección 1 es la del equipo: los aceptadores usan de 2 a 255")
        if not used or len(set(used)) != len(used):
            raise SettingError("cada puesto necesita su propia dirección en addresses")
        if not any(self.coins):
            raise SettingError("ninguna moneda tiene valor en coins")
        if self.maker not in ERRORS_OF:
            text = "maker {maker} no se conoce; se conocen {known}"
            raise SettingError(text, maker=self.maker, known=", ".join(ERRORS_OF))

    @property
    def enabled(self) -> frozenset[int]:
        """The coin numbers that are let in."""
        return frozenset(number for number, value in enumerate(self.coins, start=1) if value)

    def value_of(self, coin: int) -> int | None:
        """What *coin* is worth; None when the configuration gives it no value."""
        return self.coins[coin - 1] or None if coin <= len(self.coins) else None
