"""What the control channel can do to the slots of a bus, each under the name of its seat. *now* gives the time."""

from collections.abc import Callable, Mapping

from hw_sims.devices.cctalk.slot import ChipSlot


def actions(seats: Mapping[int, ChipSlot], now: Callable[[], int]) -> dict[str, Mapping[str, Callable[..., object]]]:
    return {f"seat-{number}": _of(slot, now) for number, slot in seats.items()}


def _of(slot: ChipSlot, now: Callable[[], int]) -> Mapping[str, Callable[..., object]]:
    mischief = slot.mischief
    return {
        "insert": lambda coin=1: slot.insert(int(coin), now()),
        "error": lambda code: slot.note_error(int(code)),
        "reset": lambda: slot.reset(now()),
        "clear": slot.clear_credits,
        "lie": lambda counter: slot.lie(int(counter)),
        "kill": lambda: setattr(mischief, "dead", True),
        "revive": lambda: setattr(mischief, "dead", False),
        "jam": lambda: setattr(mischief, "jammed", True),
        "unjam": lambda: setattr(mischief, "jammed", False),
        "stick_open": lambda: setattr(mischief, "stuck_open", True),
        "unstick": lambda: setattr(mischief, "stuck_open", False),
        "lamp_dark": lambda: setattr(mischief, "lamp_dark", True),
        "lamp_mended": lambda: setattr(mischief, "lamp_dark", False),
        "state": lambda: _state(slot),
    }


def _state(slot: ChipSlot) -> dict[str, object]:
    """What a person at the table sees."""
    return {"credits": slot.credits, "lamp": slot.lamp, "kept": len(slot.kept), "locked": slot.locked}
