"""What one jornada came to so far: what the report at the end of a shift says. Fed with what was published."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from daemon.console.prizes import PrizesPaid

MOST_PACES = 200
_S = 1_000_000_000
WINS = frozenset({"win", "even_money", "bonus_777", "dealer_not_open", "dealer_not_qualified"})
LOSSES = frozenset({"lose", "fold", "surrender"})


class Seated(Struct, frozen=True):
    """Who took which position, and when."""

    utc_ns: int
    position: str
    person: str


class Decided(Struct, frozen=True):
    """An incident of the shift and what became of it; *choice* is empty while it is open."""

    id: int
    code: str
    detail: str
    utc_ns: int
    choice: str = ""
    by: str = ""


class Shift(Struct):
    """*paces*: how many seconds each pass took. *frozen*: the passes that were disputed. Amounts in whole pesos."""

    jornada: str = ""
    opened_utc_ns: int = 0
    opened_by: str = ""
    closed_utc_ns: int = 0
    closed_by: str = ""
    passes: int = 0
    shoes: int = 0
    results: dict[str, int] = {}
    incidents: dict[str, int] = {}
    decided: list[Decided] = []
    seated: list[Seated] = []
    paces: list[int] = []
    frozen: list[int] = []
    prizes: int = 0
    prizes_amount: int = 0


class ShiftBook:
    """The shift of the newest jornada, as far back as was told. *prizes*: those that are due before each entry."""

    def __init__(self, prizes: PrizesPaid) -> None:
        self.shift = Shift()
        self._prizes = prizes
        self._opened_ns = 0

    def take(self, body: dict[str, Any], utc_ns: int) -> None:
        if body["type"] == "TableOpened":
            self.shift = Shift(body["jornada"], utc_ns, body["by"])
        shift = self.shift
        match body:
            case {"type": "TableClosed"}:
                shift.closed_utc_ns, shift.closed_by = utc_ns, body["by"]
            case {"type": "PersonSeated", "position": position, "person": person}:
                shift.seated.append(Seated(utc_ns, position, person))
            case {"type": "ShoeLoaded"}:
                shift.shoes += 1
            case {"type": "IncidentOpened", "incident": incident}:
                count(shift.incidents, incident["code"])
                shift.decided.append(Decided(incident["id"], incident["code"], incident["detail"], utc_ns))
            case {"type": "IncidentResolved", "id": number}:
                self._resolved(number, body)
            case {"type": "PassFrozen", "number": number}:
                shift.frozen.append(number)
            case {"type": "PassOpened"}:
                self._opened_ns = utc_ns
            case {"type": "PassEnded"}:
                self._ended(utc_ns)
            case {"type": "progressive.PrizePaid"}:
                self._paid(body)

    def settled(self, summary: dict[str, Any]) -> None:
        """How the pass that just ended came out, as `results_of` put it together."""
        if "result" in summary:
            count(self.shift.results, summary["result"])
        outcomes = summary.get("hands", {}).values()
        for name, those in (("hands_won", WINS), ("hands_lost", LOSSES)):
            if number := sum(outcome in those for outcome in outcomes):
                count(self.shift.results, name, number)

    def _resolved(self, number: int, body: dict[str, Any]) -> None:
        decided = self.shift.decided
        for at, one in enumerate(decided):
            if one.id == number and not one.choice:
                decided[at] = replace(one, choice=body["choice"], by=body["by"] or "")

    def _ended(self, utc_ns: int) -> None:
        self.shift.passes += 1
        if self._opened_ns and utc_ns:
            took_s = round((utc_ns - self._opened_ns) / _S)
            self.shift.paces = [*self.shift.paces, took_s][-MOST_PACES:]

    def _paid(self, body: dict[str, Any]) -> None:
        due = self._prizes.due(body["id"])
        if due is not None:
            self.shift.prizes += 1
            self.shift.prizes_amount += due.amount


def results_of(summary: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """*summary* of a pass with what *body* adds: who won at baccarat, what became of each hand elsewhere."""
    hands: dict[str, str] = summary.get("hands", {})
    match body:
        case {"type": "blackjack.Paid" | "blackjack.Collected" | "blackjack.StakeReturned", "hand": hand}:
            return {**summary, "hands": {**hands, hand: body["result"]}}
        case {"type": "blackjack.HandUnsettled", "hand": hand}:
            return {**summary, "hands": {name: result for name, result in hands.items() if name != hand}}
        case {"type": "poker.PassSettled" | "poker.PassVoided", "results": results}:
            return {**summary, "hands": {str(one["seat"]): one["outcome"] for one in results}}
        case {"type": "baccarat.PassVoided" | "chemin.PlayVoided"}:
            return {"result": "voided"}
        case {"type": "baccarat.PassBurned"}:
            return {"result": "burned"}
        case {"type": "baccarat.PassSettled" | "chemin.PlaySettled", "result": result}:
            return {**summary, "result": result}
        case {"type": "baccarat.PassCompleted" | "chemin.PlayCompleted", "punto": punto, "bank": bank}:
            return {**summary, "punto_points": punto, "bank_points": bank}
    return summary


def count(tally: dict[str, int], name: str, number: int = 1) -> None:
    tally[name] = tally.get(name, 0) + number
