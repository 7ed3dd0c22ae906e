"""The shoe by itself: `load cards="4S 3H"`, `power_on`, `draw`, `close_round`, `fault fault=NAME`, `state` ..."""

from collections.abc import Callable

from hw_sims.devices.alone import Alone, Now, Say
from hw_sims.devices.angel_eye.model import CUT_CARD, Shoe


def build(say: Say, _now: Now, *, concealed: bool = False, copies: int = 3) -> Alone:
    shoe = Shoe(say, concealed=concealed, copies=copies)

    def restart() -> None:
        shoe.power_off()
        shoe.power_on()

    actions: dict[str, Callable[..., object]] = {
        "load": lambda cards, burn="no": shoe.load(_stack(cards), burn=burn == "yes"),
        "power_on": shoe.power_on,
        "power_off": shoe.power_off,
        "restart": restart,
        "draw": shoe.draw,
        "close_round": shoe.close_round,
        "fault": shoe.raise_fault,
        "clear": shoe.clear_fault,
        "lock": lambda on: shoe.lock(on == "yes"),
        "misread": lambda card: setattr(shoe.mischief, "misread", card),
        "lose_messages": lambda count: setattr(shoe.mischief, "lost_messages", int(count)),
        "state": lambda: {"left": len(shoe.stack), "seats": [(seat.side, seat.card) for seat in shoe.seats]},
    }
    return Alone(lambda _data: (), lambda: None, {"angel-eye": actions}, shoe)


def _stack(cards: str) -> list[str]:
    return [CUT_CARD if card == "CUT" else card for card in cards.split()]
