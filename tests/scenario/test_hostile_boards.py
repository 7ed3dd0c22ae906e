"""Boards that lie, repeat, reorder, claim, change or are somebody else: each is caught, named, and leaves evidence."""

from collections.abc import Callable

import pytest

from drivers.acceptor.tablebus.session import TableBusAcceptors
from firmware_bridge.wire import tablebus as bus
from firmware_bridge.wire import tablebus_messages as tb
from firmware_bridge.wire.tablebus_keys import tagged
from hw_sims.devices.tablebus import boards
from hw_sims.devices.tablebus.board import digest_of
from hw_sims.devices.tablebus.link import MOST
from table_core.board_events import (
    BetPressed,
    DeviceIdentified,
    DeviceUnproven,
    EventsLost,
    LockBelied,
    RackCounted,
)
from table_core.cards import DECK
from table_core.events import CardDrawn, LinkRestored, LockShown, MessagesLost
from table_core.outputs import BetSeat, BetSeats
from tests.contract.tablebus_line import DEVICE, SECOND_NS, key_options, met, told
from tests.scenario.board_table import CONTACTS, RACK, SHOE, SHUFFLER, BoardTable

CARDS = "7H AD TC KS 2D QH 9C 4S 8D JC 3H 6S"


def in_play() -> BoardTable:
    table = BoardTable()
    table.open(cards=CARDS)
    assert not table.codes
    return table


def forged(table: BoardTable, name: str, counter: int, said: tb.Said, oldest: int = 1) -> None:
    """The board itself, with its own key, says something as event *counter*."""
    link = table.boards[name].link
    assert link.session is not None
    body = tb.event_bytes(tb.Event(oldest, said))
    table._say(name, [tagged(link.session, bus.Frame(bus.EVENT, 0, counter, body)).to_bytes()])


def lies_about_its_count(table: BoardTable) -> None:
    table.shoe.mischief.counts_wrong = 3
    table.draw()


def says_another_total(table: BoardTable) -> None:
    table.shoe.drawn += 2
    table.replug(SHOE)


def swallows_a_card(table: BoardTable) -> None:
    table.shoe.mischief.swallow = 1
    table.draw()


def swallows_a_card_between_two(table: BoardTable) -> None:
    table.shoe.mischief.swallow = 1
    table.shoe.draw()
    table.draw()


def tells_a_card_twice(table: BoardTable) -> None:
    table.shoe.mischief.twice = True
    table.draw()


def repeats_an_event_with_another_content(table: BoardTable) -> None:
    forged(table, SHOE, table.shoe.link.newest, tb.Card(51, 1))


def skips_an_event_it_claims_to_hold(table: BoardTable) -> None:
    newest = table.shoe.link.newest
    for _ in range(8):
        forged(table, SHOE, newest + 2, tb.Card(1, 3), oldest=newest)
        table.run(SECOND_NS)


def counts_backwards(table: BoardTable) -> None:
    table.shoe.link.newest -= 1
    table.replug(SHOE)


def loses_its_memory(table: BoardTable) -> None:
    table.shoe.link.memory_lost()
    table.replug(SHOE)


def says_what_its_profile_does_not_know(table: BoardTable) -> None:
    table.shoe.note(tb.Credits(1, 1000))
    table.run()


def names_a_card_that_is_none(table: BoardTable) -> None:
    table.shoe.note(tb.Card(77, 2))
    table.run()


def reboots_in_mid_shoe(table: BoardTable) -> None:
    table.shoe.rebooted()
    table.run(3 * SECOND_NS)


def changes_its_program_in_mid_shoe(table: BoardTable) -> None:
    table.shoe.link.replaced(firmware=digest_of("firmware 2"))
    table.shoe.link.unplugged()
    table.run(3 * SECOND_NS)


def changes_its_version_in_mid_shoe(table: BoardTable) -> None:
    table.shuffler.link.replaced(revision=2)
    table.shuffler.link.unplugged()
    table.run(3 * SECOND_NS)


def is_swapped_with_the_same_key(table: BoardTable) -> None:
    table.rack.link.replaced(serial="OTRO-9")
    table.rack.link.unplugged()
    table.run(3 * SECOND_NS)


def is_a_stranger(table: BoardTable) -> None:
    table.shuffler.link.replaced(key=bytes(32))
    table.replug(SHUFFLER)


def leaves_its_line(table: BoardTable) -> None:
    table.pull(SHUFFLER)


def verifies_a_deck_that_lacks_a_card(table: BoardTable) -> None:
    table.shuffler.verify([*DECK[1:], *(DECK * 5), DECK[7]])
    table.run()


def has_a_wrong_deck(table: BoardTable) -> None:
    table.shuffler.raise_fault("wrong_deck")
    table.run()


def is_opened(table: BoardTable) -> None:
    table.shuffler.raise_fault("door_open")
    table.run()


def claims_more_discards_than_cards(table: BoardTable) -> None:
    table.rack.put(9)
    table.run()


def loses_its_discards(table: BoardTable) -> None:
    table.rack.put(1)
    table.run()
    table.rack.lift()
    table.run()


def is_tilted(table: BoardTable) -> None:
    table.contacts.switch("shoe_tilt", on=True)
    table.run()


HOSTILE: dict[Callable[[BoardTable], None], tuple[str, str, str]] = {
    lies_about_its_count: ("shoe.messages_lost", SHOE, "2"),
    says_another_total: ("counts.part", "", "en el sabot: dice que dio 3 y se leyeron 1"),
    swallows_a_card: ("counts.part", "", "en el sabot: dice que dio 2 y se leyeron 1"),
    swallows_a_card_between_two: ("shoe.messages_lost", SHOE, "se esperaba el mensaje 2 y llegó el 3"),
    tells_a_card_twice: ("device.contradicts", SHOE, "da la carta número 2 cuando sigue la 3"),
    repeats_an_event_with_another_content: ("device.contradicts", SHOE, "repite el suceso 2 con otro contenido"),
    skips_an_event_it_claims_to_hold: ("device.contradicts", SHOE, "dice que guarda el suceso 3 y no lo envía"),
    counts_backwards: ("device.contradicts", SHOE, "su contador volvió de 2 a 1"),
    loses_its_memory: ("device.events_lost", SHOE, "no se sabe cuántos"),
    says_what_its_profile_does_not_know: ("device.contradicts", SHOE, "un sabot no dice Credits"),
    names_a_card_that_is_none: ("device.contradicts", SHOE, "ninguna"),
    reboots_in_mid_shoe: ("security.device_changed", SHOE, "se reinició (1 → 2)"),
    changes_its_program_in_mid_shoe: ("security.device_changed", SHOE, "firmware"),
    changes_its_version_in_mid_shoe: ("security.device_changed", SHUFFLER, "versión: 1.1 → 1.2"),
    is_swapped_with_the_same_key: ("security.device_changed", RACK, "serie: SIM-RACK → OTRO-9"),
    is_a_stranger: ("device.unproven", SHUFFLER, "no tiene la llave"),
    leaves_its_line: ("security.link_lost", SHUFFLER, ""),
    verifies_a_deck_that_lacks_a_card: ("shuffler.verify_failed", SHUFFLER, f"faltan {DECK[0]}; sobran {DECK[7]}"),
    has_a_wrong_deck: ("shuffler.wrong_deck", SHUFFLER, ""),
    is_opened: ("shuffler.door", SHUFFLER, ""),
    claims_more_discards_than_cards: ("counts.part", "", "entre el sabot (1 cartas salidas) y el descarte (9)"),
    loses_its_discards: ("rack.lifted", RACK, ""),
    is_tilted: ("contacts.shoe_tilt", CONTACTS, ""),
}


@pytest.mark.requirement("R57", "R58", "R68", "R69", "R83")
@pytest.mark.parametrize("trick", HOSTILE, ids=lambda trick: trick.__name__)
def test_a_hostile_board_is_caught_named_and_leaves_evidence(trick: Callable[[BoardTable], None]) -> None:
    code, device, said = HOSTILE[trick]
    table = in_play()
    before = len(table.entries)
    trick(table)
    assert table.state.held
    assert code in table.codes
    assert said in table.detail(code)
    incident = table.state.open_incident(code)
    assert incident is not None
    assert (incident.device or "") == device
    table.entries = table.entries[before:]
    evidence = table.observed(object)
    assert evidence, "nothing was recorded of it"
    if trick not in (leaves_its_line, is_a_stranger):
        assert any(raw for _event, raw in evidence), "no bytes were kept"


@pytest.mark.requirement("R83")
def test_a_wrong_key_never_becomes_a_device() -> None:
    table = BoardTable()
    table.shoe.link.replaced(key=bytes(32))
    table.shoe.load(CARDS.split())
    table.start()
    table.draw(3)
    table.run(20 * SECOND_NS)
    assert [event for event, _ in table.observed(DeviceUnproven)] == [DeviceUnproven(SHOE, "wrong_key")]
    assert table.codes == ["device.unproven"]
    assert table.state.links.get(SHOE) != "up"
    assert SHOE not in table.state.boards.met
    assert not table.observed(CardDrawn)
    assert len(table.shoe.link.kept) == 4, "nobody acknowledged what it told"


def test_nobody_without_the_key_can_speak_in_its_name() -> None:
    table = in_play()
    link = table.shoe.link
    body = tb.event_bytes(tb.Event(1, tb.Card(0, 2)))
    for number in range(25):
        frame = bus.Frame(bus.EVENT, 0, link.newest + 1 + number, body, bytes(16))
        table._say(SHOE, [frame.to_bytes()])
    assert not [one for one, _ in table.observed(CardDrawn) if one == CardDrawn(SHOE, "AC")]
    assert "no firma nadie" in table.detail("device.contradicts")
    assert table.kernel.sessions[SHOE].counters.bad == 25


def test_a_lock_that_says_it_is_shut_and_takes_a_bet_is_told_and_a_bar_that_does_not_move_is_no_lock() -> None:
    board = boards.Acceptors(seats=2)
    board.seats[0].bar_stuck, board.seats[0].lies = True, True
    board.seats[1].bar_stuck = True
    exchange = met(TableBusAcceptors(DEVICE, key_options(board)), board)
    exchange.want(BetSeats((BetSeat(open=False), BetSeat(open=False))))
    exchange.run(SECOND_NS)
    locks = {event.seat: event.locked for event in exchange.events if isinstance(event, LockShown)}
    assert locks == {1: True, 2: False}
    board.press(1)
    board.press(2)
    exchange.run(SECOND_NS)
    assert len(told(exchange, BetPressed)) == 2
    assert told(exchange, LockBelied) == [LockBelied(DEVICE, 1, 1)]


def test_a_bet_pressed_before_the_lock_and_heard_after_it_is_no_lie() -> None:
    board = boards.Acceptors(seats=1)
    exchange = met(TableBusAcceptors(DEVICE, key_options(board)), board)
    exchange.want(BetSeats((BetSeat(open=True),)))
    exchange.run(SECOND_NS)
    board.press(1)
    exchange.want(BetSeats((BetSeat(open=False),)))
    exchange.run(2 * SECOND_NS)
    assert len(told(exchange, BetPressed)) == 1
    assert not told(exchange, LockBelied)


@pytest.mark.requirement("R52")
def test_a_full_memory_drops_the_oldest_and_says_how_many() -> None:
    table = in_play()
    table.pull(RACK)
    for _ in range(70):
        table.rack.put(0)
    table.plug(RACK)
    assert [event for event, _ in table.observed(EventsLost)] == [EventsLost(RACK, 6)]
    assert "se perdieron 6 sucesos" in table.detail("device.events_lost")


@pytest.mark.requirement("R52", "R54")
def test_a_board_whose_counter_is_used_up_begins_another_memory_and_is_heard_again() -> None:
    table = in_play()
    table.rack.link.newest = MOST
    table.run()
    table.rack.put(1)
    table.run(3 * SECOND_NS)
    assert [event for event, _ in table.observed(EventsLost)][-1] == EventsLost(RACK, None)
    table.rack.put(0)
    table.run()
    assert not table.rack.link.kept
    assert table.state.boards.read[RACK].counter == 2
    assert [event.cards for event, _ in table.observed(RackCounted)][-1] == 1


@pytest.mark.requirement("R55")
def test_events_that_were_recorded_are_not_told_again_after_a_restart() -> None:
    table = in_play()
    table.draw(2)
    cards = len(table.observed(CardDrawn))
    table.restart()
    assert len(table.observed(CardDrawn)) == cards
    assert not table.observed(MessagesLost)
    assert not table.shoe.link.kept
    assert len(table.observed(DeviceIdentified)) == 2 * len(table.boards)
    assert len(table.observed(LinkRestored)) == 2 * len(table.boards)


@pytest.mark.requirement("R1", "R56")
def test_what_left_the_shoe_while_nobody_listened_is_told_once_after_a_restart() -> None:
    table = in_play()
    table.draw()
    before = len(table.observed(CardDrawn))
    table.shoe.link.unplugged()
    table.shoe.draw()
    table.shoe.draw()
    table.restart()
    assert [event for event, _ in table.observed(CardDrawn)][before:] == [CardDrawn(SHOE, "AD"), CardDrawn(SHOE, "TC")]
    assert not table.observed(EventsLost)
