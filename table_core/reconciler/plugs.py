"""Whoever comes back under a device's name must be the one that was accepted; a swap is for maintenance."""

from table_core.boards import PlugMet, StrangePlugSeen
from table_core.decision import Decision
from table_core.plugs import Plug, differences, learned


def told(decision: Decision, device: str, now: Plug) -> None:
    """Something of who answers under that name became known."""
    book = decision.state.boards
    known = book.plugs.known.get(device, Plug())
    if now == Plug():
        return
    if device in book.repairs:
        _note(decision, device, now if now.machine else learned(known, now))
    elif found := differences(known, now):
        decision.fault("security.device_changed", detail=f"{device}: {'; '.join(found)}", device=device)
        decision.record(StrangePlugSeen(device, learned(book.plugs.strange.get(device, Plug()), now)))
    elif now.machine or device not in book.plugs.strange:
        _note(decision, device, learned(known, now))


def _note(decision: Decision, device: str, plug: Plug) -> None:
    """Remember *plug*; nothing is recorded where nothing is new."""
    plugs = decision.state.boards.plugs
    if plug != plugs.known.get(device) or device in plugs.strange:
        decision.record(PlugMet(device, plug))
