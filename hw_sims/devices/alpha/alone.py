"""The LED sign by itself: `state`, `forget` (its battery is flat)."""

from hw_sims.devices.alone import Alone, Now, Say
from hw_sims.devices.alpha.model import AlphaSign


def build(_say: Say, _now: Now) -> Alone:
    sign = AlphaSign()

    def state() -> object:
        return {"shown": sign.shown, "drawn": sign.drawn, "refused": sign.refused}

    return Alone(sign.receive, sign.power_lost, {"alpha": {"state": state, "forget": sign.forget}}, sign)
