"""The last prizes of the progressive that were paid (R20): what a display recalls once the pass is over."""

from collections import deque
from typing import Any

from msgspec import Struct

MOST_PRIZES = 25


class Paid(Struct, frozen=True):
    seat: int
    prize: str
    amount: int


class PrizesPaid:
    """Fed with what was published; a prize is known from its confirmation and counts once it is paid."""

    def __init__(self) -> None:
        self.newest: deque[Paid] = deque(maxlen=MOST_PRIZES)
        self._due: dict[int, Paid] = {}

    def due(self, number: int) -> Paid | None:
        """The prize *number*, confirmed and not yet paid."""
        return self._due.get(number)

    def take(self, body: dict[str, Any]) -> None:
        match body:
            case {"type": "progressive.PrizeConfirmed", "due": {"id": number, "payment": payment}}:
                self._due[number] = Paid(payment["seat"], payment["prize"], payment["amount"])
            case {"type": "progressive.PrizePaid", "id": number} if number in self._due:
                self.newest.append(self._due.pop(number))
