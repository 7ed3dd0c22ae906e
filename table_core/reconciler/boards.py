"""What boards that prove themselves report, against what the table knows: identity, counts, machines, contacts.

They are witnesses, not authorities: a board that contradicts another place holds the table, and the place is named.
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from table_core.board_events import (
    DeviceContradicts,
    DeviceFault,
    DeviceIdentified,
    DeviceUnproven,
    EventsLost,
    EventsRead,
    FedIntoMachine,
    InputChanged,
    RackCounted,
    RackLifted,
    ShoeCounted,
    ShoeRefilled,
    ShufflerVerified,
    ShuffleTimed,
)
from table_core.board_faults import DEVICE_FAULTS
from table_core.boards import (
    CardsInspected,
    ContactNoted,
    Counts,
    CountsNoted,
    DeviceMet,
    EventsKept,
    InspectionSigned,
    Pace,
    PaceNoted,
    StrangerSeen,
    changes,
    first_parting,
    is_another,
)
from table_core.decision import Decision
from table_core.events import DeviceEvent
from table_core.rulebook import RuleViolation
from table_core.rules.blackjack.entries import FeedBack
from table_core.rules.blackjack.game import BlackjackGame
from table_core.table import DeviceLinked, TableState

if TYPE_CHECKING:
    from table_core.reconciler.base import Reconciler

_UNPROVEN = {
    "wrong_key": "quien responde no tiene la llave de este dispositivo",
    "version": "no habla esta versión del protocolo",
    "profile": "es otra clase de dispositivo",
}
_CALL = "contacts.call"
_CONTACTS = {  # contact: the position that is not as it should be, and what it means
    ("shoe_tilt", True): "contacts.shoe_tilt",
    ("drop_box", False): "contacts.drop_box",
    ("tray_lid", True): "contacts.tray_lid",
    ("door", True): "contacts.door",
    ("call_button", True): _CALL,
}


VERIFY_FAILED = "shuffler.verify_failed"
_WITNESSES = frozenset({"shuffler", "rack", "contacts"})


def observe(table: "Reconciler", decision: Decision, event: DeviceEvent) -> bool:
    """The decision on what a board reports; False: it is not for every table to decide."""
    match event:
        case EventsRead():
            decision.record(EventsKept(event))
        case DeviceIdentified():
            _identified(decision, event)
        case DeviceUnproven():
            _unproven(table, decision, event)
        case DeviceContradicts(device=device, what=what):
            decision.fault("device.contradicts", detail=f"{device}: {what}", device=device)
        case EventsLost(device=device, count=count):
            lost = "no se sabe cuántos sucesos" if count is None else f"{count} sucesos"
            decision.fault("device.events_lost", detail=f"{device}: se perdieron {lost}", device=device)
        case DeviceFault():
            _fault(table, decision, event)
        case InputChanged():
            _contact(decision, event)
        case _:
            return _cards(table, decision, event)
    return True


def shoe_prepared(decision: Decision) -> None:
    """A prepared shoe comes into play: it must hold what was verified for it, and the discard begins empty."""
    counts, count = decision.state.boards.counts, decision.state.count
    if counts != Counts():
        rack = None if counts.rack is None else 0
        decision.record(CountsNoted(Counts(rack=rack)))
        _part(decision, first_parting(Counts(counts.verified), loaded=count.loaded if count else None, drawn=0))


def pass_begins(decision: Decision, drawn_before: int) -> None:
    """The first card of a pass: whatever left the shoe before it lies in the discard by now."""
    counts = decision.state.boards.counts
    if counts.rack is not None and drawn_before:
        _part(decision, first_parting(counts, loaded=None, drawn=drawn_before))


def _part(decision: Decision, where: str | None) -> None:
    if where is not None:
        decision.fault("counts.part", detail=f"las cuentas se separan {where}")


# Who they are


def link_lost(table: "Reconciler", decision: Decision, device: str) -> None:
    """A witness of the cards that leaves its line while a shoe is in play may come back as another."""
    book = decision.state.boards
    is_witness = device in book.met and device not in book.repairs and table.roles.get(device) in _WITNESSES
    if is_witness and decision.state.game.shoe_in_play:
        decision.fault("security.link_lost", device=device)


def _identified(decision: Decision, now: DeviceIdentified) -> None:
    """The first meeting is remembered; a swap is for maintenance, and so is a restart at an open table.

    At a closed one boards are switched off every night.
    """
    book = decision.state.boards
    before = book.met.get(now.device)
    if before is not None and now.device not in book.repairs:
        found = changes(before, now)
        another = is_another(before, now)
        if found and (another or _is_in_use(decision.state)):
            detail = f"{now.device}: {'; '.join(found)}"
            decision.fault("security.device_changed", detail=detail, device=now.device)
        if another:
            decision.record(StrangerSeen(now))
            return
    if now != before:
        decision.record(DeviceMet(now))


def _is_in_use(state: TableState) -> bool:
    return state.session.day == "open" or state.game.shoe_in_play


def _unproven(table: "Reconciler", decision: Decision, event: DeviceUnproven) -> None:
    if event.reason in _UNPROVEN:
        detail = f"{event.device}: {_UNPROVEN[event.reason]}"
        decision.fault("device.unproven", detail=detail, device=event.device)
    elif event.device != table.shoe:
        decision.record(DeviceLinked(event.device, "down"))
        decision.fault(table.link_fault(event.device), device=event.device)


def _fault(table: "Reconciler", decision: Decision, event: DeviceFault) -> None:
    role = table.roles.get(event.device, "")
    code = DEVICE_FAULTS.get((role, event.code), "device.fault")
    if event.active:
        decision.fault(code, device=event.device)
    else:
        decision.clear(code, event.device, "el dispositivo lo da por resuelto")


def table_opened(decision: Decision) -> None:
    """No table opens beside an open door or without its drop box: what stands out of place is said now."""
    for device, inputs in decision.state.boards.out_of_place.items():
        for code in (code for (contact, _on), code in _CONTACTS.items() if contact in inputs):
            decision.fault(code, device=device)


def _contact(decision: Decision, event: InputChanged) -> None:
    code = _CONTACTS.get((event.input, event.on))
    if code != _CALL and (code is None) == (event.input in decision.state.boards.out_of_place.get(event.device, ())):
        decision.record(ContactNoted(event.device, event.input, in_place=code is None))
    if code is None:
        back = _CONTACTS.get((event.input, not event.on))
        if back is not None:
            decision.clear(back, event.device, "el contacto volvió a su sitio")
    elif code == _CALL or decision.state.session.day == "open":
        decision.fault(code, device=event.device)


# What they count


def _cards(table: "Reconciler", decision: Decision, event: DeviceEvent) -> bool:
    counts = decision.state.boards.counts
    match event:
        case ShufflerVerified():
            _verified(table, decision, event)
        case ShuffleTimed():
            _timed(decision, event)
        case ShoeRefilled(device=device):
            if decision.state.game.shoe_in_play and decision.state.count and decision.state.count.drawn:
                decision.fault("shoe.refilled", device=device)
        case ShoeCounted(drawn=drawn):
            count = decision.state.count
            if count is not None and decision.state.game.shoe_in_play:
                _part(decision, first_parting(Counts(shoe=drawn), loaded=None, drawn=count.drawn + count.returned))
        case RackCounted(cards=cards):
            decision.record(CountsNoted(replace(counts, rack=cards)))
            _too_many(decision, cards)
        case RackLifted():
            _lifted(decision, event)
        case FedIntoMachine():
            _fed(table, decision, event)
        case _:
            return False
    return True


def sign_inspections(decision: Decision, person: str) -> None:
    """*person* prepared the shoe, or decided on the cards: what was inspected with nobody at the table is theirs."""
    for number in decision.state.boards.unsigned:
        decision.record(InspectionSigned(number, person))


def _verified(table: "Reconciler", decision: Decision, event: ShufflerVerified) -> None:
    """R68, R69, R74: a receipt for every inspection; a wrong count takes the cards out of play, and names them."""
    book = decision.state.boards
    decision.record(CountsNoted(replace(book.counts, verified=event.counted)))
    machine = book.strangers.get(event.device) or book.met.get(event.device)
    if machine is not None:
        maker, operator = table.makers.get(event.device, ""), decision.state.session.dealer or ""
        cards = (event.wanted, event.counted, event.missing, event.extra)
        decision.record(CardsInspected(book.inspections + 1, machine, maker, operator, *cards))
    found = [f"diferencia {event.counted - event.wanted:+d}"] if event.counted != event.wanted else []
    found += [f"faltan {', '.join(event.missing)}"] if event.missing else []
    found += [f"sobran {', '.join(event.extra)}"] if event.extra else []
    if found:
        decision.fault(VERIFY_FAILED, detail="; ".join(found), device=event.device)


def _timed(decision: Decision, event: ShuffleTimed) -> None:
    """A machine that takes another time than it ever did may do something else than it ever did."""
    band = decision.state.boards.paces.get(event.device, Pace()).band_ms()
    decision.record(PaceNoted(event.device, event.took_ms))
    if band is not None and not band[0] <= event.took_ms <= band[1]:
        least, most = max(0, band[0]), band[1]
        detail = f"{event.device}: mezcló en {event.took_ms} ms; lo habitual es entre {least} y {most}"
        decision.fault("shuffler.pace", detail=detail, device=event.device)


def _too_many(decision: Decision, cards: int) -> None:
    count = decision.state.count
    if count is not None and decision.state.game.shoe_in_play and cards > count.drawn:
        _part(decision, f"entre el sabot ({count.drawn} cartas salidas) y el descarte ({cards})")


def _lifted(decision: Decision, event: RackLifted) -> None:
    """Cards leave the rack for a continuous machine, or when the shoe is over; at no other time."""
    counts, game = decision.state.boards.counts, decision.state.game
    lifted = counts.lifted + event.cards if game.shoe_in_play else 0
    decision.record(CountsNoted(replace(counts, rack=event.left, lifted=lifted)))
    continuous = isinstance(game, BlackjackGame) and game.shoe.mode == "machine_is_shoe"
    if game.shoe_in_play and (not continuous or game.in_pass):
        decision.fault("rack.lifted", device=event.device)


def _fed(table: "Reconciler", decision: Decision, event: FedIntoMachine) -> None:
    """What went into the machine must be what was lifted, and it must hold what is not outside."""
    counts = decision.state.boards.counts
    if counts.rack is not None and counts.lifted != event.cards:
        _part(decision, f"entre el descarte ({counts.lifted} levantadas) y la máquina ({event.cards})")
    decision.record(CountsNoted(replace(counts, lifted=0)))
    try:
        table.enter(decision, FeedBack(event.cards, event.inside))
    except RuleViolation as violation:
        detail = f"{event.cards} cartas: {violation.detail}"
        decision.fault("shuffler.fed_back", detail=detail, device=event.device)
