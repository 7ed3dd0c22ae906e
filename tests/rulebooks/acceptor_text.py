"""Acceptors and the lock said a second time, from section 6 of the digest, on the cases' own JSON."""

from typing import Any

Json = dict[str, Any]


def acceptor(config: Json, given: Json) -> Json:
    table = _Acceptors(config, given)
    for index, event in enumerate(given["events"]):
        reason = table.happens(event)
        if reason:
            table.ignored.append({"i": index, "reason": reason})
    accepted = [{"seat": seat, "credits": bet} for seat, bet in sorted(table.accepted.items())]
    return {
        "accepted": accepted, "ignored": table.ignored, "returned": table.returned,
        "closed_seats": sorted(table.closed), "review": sorted(table.review),
        "raised": sum(table.accepted.values()) * config["credit_value"],
        "credits": {str(seat): left for seat, left in sorted(table.balance.items())},
    }  # fmt: skip


class _Acceptors:
    def __init__(self, config: Json, given: Json) -> None:
        self.config, self.kind, self.locked = config, given["acceptor"], False
        self.balance = {int(seat): left for seat, left in given.get("credits", {}).items()}
        self.closed = set(given.get("closed_seats", ()))
        self.bets: dict[int, int] = {}
        self.antes: set[int] = set()
        self.dark: set[int] = set()
        self.dark_since_bet: set[int] = set()
        self.review: set[int] = set()
        self.accepted: dict[int, int] = {}
        self.ignored: list[Json] = []
        self.returned: list[Json] = []

    def happens(self, event: Json) -> str:
        """Why *event* is refused; empty when it is not."""
        kind, seat = event["ev"], event.get("seat", 0)
        match kind:
            case "activate" if self.kind == "manual":
                return "NOT_ELECTRONIC"
            case "activate":
                self.balance[seat] = self.balance.get(seat, 0) + event["credits"]
            case "ante" if self.locked:
                return "LOCKED"
            case "ante":
                self.antes.add(seat)
            case "bet" | "chip":
                return self._bets(kind, seat, event["credits"])
            case "lamp":
                self._lamp(seat, dark=event["state"] == "dark")
            case "close":
                if not self.locked:
                    self._give_back(seat, "SEAT_CLOSED")
                self.closed.add(seat)
            case "lock" if not self.locked:
                self._lock()
        return ""

    def _bets(self, kind: str, seat: int, count: int) -> str:
        bet = self.bets.get(seat, 0)
        reasons = {
            "WRONG_ACCEPTOR": (kind == "bet") != (self.kind == "electronic"),
            "LOCKED": self.locked,
            "SEAT_CLOSED": seat in self.closed,
            "OVER_MAX": bet + count > self.config["max_credits"],
            "NO_CREDITS": kind == "bet" and count > self.balance.get(seat, 0),
        }
        refused = next((reason for reason, fits in reasons.items() if fits), "")
        if not refused:
            self.bets[seat] = bet + count
            if kind == "bet":
                self.balance[seat] -= count
        return refused

    def _lamp(self, seat: int, *, dark: bool) -> None:
        if not dark:
            self.dark.discard(seat)
            return
        self.dark.add(seat)
        if self.locked and seat in self.accepted:
            self.review.add(seat)
            self.closed.add(seat)
        elif not self.locked:
            self.review.add(seat)
            if self.bets.get(seat):
                self.dark_since_bet.add(seat)

    def _lock(self) -> None:
        bad = self.dark | (self.dark_since_bet if self.config["lamp_validity"] == "since_bet" else set())
        for seat in sorted(seat for seat, bet in self.bets.items() if bet):
            if seat in bad:
                self._give_back(seat, "LAMP_DARK")
                self.closed.add(seat)
            elif seat not in self.antes:
                self._give_back(seat, "NO_ANTE")
            elif self.bets[seat] < self.config["min_credits"]:
                self._give_back(seat, "UNDER_MIN")
            else:
                self.accepted[seat] = self.bets[seat]
        self.locked = True

    def _give_back(self, seat: int, reason: str) -> None:
        bet = self.bets.pop(seat, 0)
        if bet:
            self.returned.append({"seat": seat, "credits": bet, "reason": reason})
            if self.kind == "electronic":
                self.balance[seat] += bet
