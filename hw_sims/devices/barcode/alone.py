"""The barcode reader by itself: `load cards="4S 3H"`, `power_on`, `draw`, `misread card=...`."""

from hw_sims.devices.alone import Alone, Now, Say
from hw_sims.devices.barcode.model import BarcodeShoe
from hw_sims.devices.bare_alone import alone


def build(say: Say, _now: Now, *, cut_card: str = "") -> Alone:
    return alone("barcode", BarcodeShoe(say, cut_card=cut_card), {})
