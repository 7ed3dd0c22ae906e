"""What a person can do to a shoe that only reads cards, when it runs alone: load it, draw, have it misread."""

from collections.abc import Callable

from hw_sims.devices.alone import Actions, Alone
from hw_sims.devices.bare_shoe import BareShoe
from hw_sims.devices.card_stack import CUT_CARD


def alone(kind: str, shoe: BareShoe, more: Actions) -> Alone:
    """*shoe* under the name *kind*; *more* are the orders only this make knows."""
    mischief = shoe.mischief
    actions: dict[str, Callable[..., object]] = {
        "load": lambda cards: shoe.load([CUT_CARD if card == "CUT" else card for card in cards.split()]),
        "power_on": shoe.power_on,
        "power_off": shoe.power_off,
        "draw": shoe.draw,
        "misread": lambda card: setattr(mischief, "misread", card),
        "unreadable": lambda: setattr(mischief, "unreadable", True),
        "lose_messages": lambda count: setattr(mischief, "lost_messages", int(count)),
        "repeat": lambda count: setattr(mischief, "copies", int(count)),
        "state": lambda: {"left": len(shoe.stack)},
        **more,
    }
    return Alone(lambda _data: (), lambda: None, {kind: actions}, shoe)
