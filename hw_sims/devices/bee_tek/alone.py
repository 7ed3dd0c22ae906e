"""The Bee-Tek shoe by itself: `load cards="4S 3H"`, `power_on`, `draw`, `alarm text=...`, `warn number=...`."""

from hw_sims.devices.alone import Actions, Alone, Now, Say
from hw_sims.devices.bare_alone import alone
from hw_sims.devices.bee_tek.model import CARD_NOT_READ, BeeTekShoe


def build(say: Say, _now: Now) -> Alone:
    shoe = BeeTekShoe(say)
    more: Actions = {
        "alarm": lambda text=CARD_NOT_READ: shoe.raise_alarm(text),
        "warn": lambda number: shoe.warn(int(number)),
    }
    return alone("bee-tek", shoe, more)
