"""What `sabot enter` understands of the progressive."""

from collections.abc import Callable
from typing import Any

Command = dict[str, Any]
Values = tuple[str, ...]

SIDE_HELP = (
    "seed POZO [RESERVA] [MOTIVO] | side-open | side-lock | credits PUESTO CREDITOS CAMBIO [cash|chips|promo] | "
    "buy-back PUESTO CREDITOS | antes PUESTO... | lamp PUESTO on|off | seat close|open PUESTO | "
    "draw magic_card|lucky_player | review PUESTO=PREMIO... | release PREMIO | pay PREMIO [cash|chips|promo] | "
    "side-void [PUESTO...] | correct MONTO falla|casa MOTIVO | box PUESTO MONTO"
)


def side_entry(action: str, values: Values) -> Command | None:
    """The order that *action* and its values spell, None when it is none of these. ValueError: values are wrong."""
    spell = _SPELLINGS.get(action)
    return None if spell is None else spell(values)


def _order(name: str, **fields: Any) -> Command:
    return {"type": f"progressive.{name}", **fields}


def _seed(values: Values) -> Command:
    main, *rest = values
    reserve = int(rest.pop(0)) if rest and rest[0].isdigit() else 0
    return _order("SeedPot", main=int(main), reserve=reserve, reason=" ".join(rest))


def _plain(name: str) -> Callable[[Values], Command]:
    def spell(values: Values) -> Command:
        if values:
            raise ValueError(" ".join(values))
        return _order(name)

    return spell


def _credits(values: Values) -> Command:
    seat, count, exchanged, *means = values
    fields = {"means": means[0]} if means else {}
    return _order("BuyCredits", seat=int(seat), credits=int(count), exchanged=int(exchanged), **fields)


def _buy_back(values: Values) -> Command:
    seat, count = map(int, values)
    return _order("BuyBack", seat=seat, credits=count)


def _antes(values: Values) -> Command:
    return _order("NoteAntes", seats=list(map(int, values)))


def _lamp(values: Values) -> Command:
    seat, state = values
    return _order("NoteLamp", seat=int(seat), lit={"on": True, "off": False}[state])


def _seat(values: Values) -> Command:
    what, seat = values
    return _order({"close": "CloseSeat", "open": "ReopenSeat"}[what], seat=int(seat))


def _draw(values: Values) -> Command:
    (kind,) = values
    return _order("DrawComplementary", kind=kind)


def _review(values: Values) -> Command:
    """`5=flush`, `5=` for nothing; `5=flush:2H,5H,9H,JH,KH` where no reader knows the cards."""
    return _order("ReviewHands", hands=[_seen(*value.partition("=")[::2]) for value in values])


def _seen(seat: str, told: str) -> Command:
    prize, _colon, cards = told.partition(":")
    return {"seat": int(seat), "prize": prize or None, "cards": [card for card in cards.upper().split(",") if card]}


def _release(values: Values) -> Command:
    (number,) = values
    return _order("ReleasePrize", id=int(number))


def _pay(values: Values) -> Command:
    number, *means = values
    return _order("PayPrize", id=int(number), **({"means": means[0]} if means else {}))


def _void(values: Values) -> Command:
    return _order("VoidSideBets", seats=list(map(int, values)))


def _correct(values: Values) -> Command:
    amount, cause, *reason = values
    return _order("CorrectPot", main=int(amount), cause=_CAUSES[cause], reason=" ".join(reason))


def _box(values: Values) -> Command:
    seat, amount = map(int, values)
    return _order("CountBox", seat=seat, amount=amount)


_CAUSES = {"falla": "malfunction", "casa": "house_money"}
_SPELLINGS: dict[str, Callable[[Values], Command]] = {
    "seed": _seed,
    "side-open": _plain("OpenSideBets"),
    "side-lock": _plain("LockSideBets"),
    "credits": _credits,
    "buy-back": _buy_back,
    "antes": _antes,
    "lamp": _lamp,
    "seat": _seat,
    "draw": _draw,
    "review": _review,
    "release": _release,
    "pay": _pay,
    "side-void": _void,
    "correct": _correct,
    "box": _box,
}
