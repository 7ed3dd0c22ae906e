"""What the hardware said, against what the rules expect: the part every game shares.

Pure: takes a state and an event, answers with a Decision. Disagreement is a value here, never an exception.
A family (baccarat, blackjack ...) adds what a card, an entry and a person's choice mean in its game.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from table_core import shoe_count, testing
from table_core.cards import Card
from table_core.cards_out import CardFaceLearned, CardLeftShoe, CutCardSeen, ShoeLoaded
from table_core.commands import GameEntry, Resolve
from table_core.decision import Decision
from table_core.events import (
    CardDrawn,
    CutCardDrawn,
    DeviceEvent,
    DeviceNamed,
    DeviceSaidNonsense,
    LampsDiffer,
    LampsShown,
    LineBabbles,
    LineCalm,
    LinkLost,
    LinkRestored,
    MessagesLost,
    SendLost,
    ShoeFault,
    ShoeStandby,
    ShoeStarted,
    UsbDeviceAppeared,
)
from table_core.incidents import Choice, Incident
from table_core.pad import Scene
from table_core.people import HOUSE
from table_core.plugs import Plug, machine_name
from table_core.progressive.prizes import Hand
from table_core.progressive.setup import SideSetup
from table_core.reconciler import boards, plugs, shuffles
from table_core.reconciler.progressive import ProgressivePart
from table_core.rulebook import Fact, Rulebook, RuleViolation
from table_core.shoe_count import Impossible, Why
from table_core.shoe_faults import MISSED, SHOE_ERRORS, UNREAD
from table_core.table import CardUnreconciled, DeviceLinked, LampsNoted, ShoeAligned, TableState

_LINK_FAULTS = {"lamps": "lamps.link_lost", "display": "display.link_lost", "pad": "pad.link_lost"}

CUT_CARD_BY_HAND = 10
"""A cut card is set by eye: it may come out this many cards earlier or later than was told."""

_DOUBTS: dict[Why, tuple[str, str]] = {
    "too_many_copies": ("cards.impossible", "salió {found} veces una carta de la que hay {wanted}"),
    "beyond_the_shoe": ("cards.impossible", "salió la carta {found} de un sabot de {wanted}"),
    "not_the_card_put_back": ("cards.put_back_differs", ""),
    "put_back_not_allowed": ("cards.impossible", "el reglamento no deja devolver cartas al sabot"),
    "put_back_never_left": ("cards.impossible", "se devolvió al sabot una carta que no había salido"),
    "cut_card_too_early": ("cards.cut_card_depth", "salió tras {found} cartas; no podía salir antes de {wanted}"),
    "cut_card_too_late": ("cards.cut_card_depth", "salió tras {found} cartas; no podía salir después de {wanted}"),
    "cut_card_twice": ("cards.cut_card_depth", "salió tras {found} cartas y ya había salido tras {wanted}"),
    "cards_not_conserved": ("cards.impossible", "hay {found} cartas entre la máquina y la mesa; deben ser {wanted}"),
}


class Reconciler(ABC):
    """One table's rules and the devices it must agree with."""

    roles: Mapping[str, str] = {}
    """What each device is for, where that is known."""
    makers: Mapping[str, str] = {}
    """Who made each device, where the configuration says so."""

    def __init__(self, rules: Rulebook, *, shoe: str) -> None:
        self.rules = rules
        self.shoe = shoe
        self.progressive: ProgressivePart | None = None

    def carry(self, setup: SideSetup, table: str) -> None:
        """Play the progressive beside this game; *table* is the name its movements bear."""
        self.progressive = ProgressivePart(setup, self, table)

    def side(self) -> ProgressivePart:
        """The progressive of this table; refused where there is none."""
        if self.progressive is None:
            raise RuleViolation(HOUSE, "NO_PROGRESSIVE", "esta mesa no tiene progresivo")
        return self.progressive

    # What a family says of its own game

    @abstractmethod
    def bets_open(self, state: TableState) -> bool: ...

    @abstractmethod
    def picture(self, state: TableState) -> dict[str, Any]:
        """What anybody may see of the game: open cards, phase, what is expected."""

    @abstractmethod
    def pad_scene(self, state: TableState) -> Scene:
        """What the dealer's keys act on now, as far as the game knows."""

    @abstractmethod
    def take_card(self, decision: Decision, event: CardDrawn) -> None:
        """A card left the shoe of a table that is not held."""

    @abstractmethod
    def take_cut_card(self, decision: Decision) -> None: ...

    @abstractmethod
    def enter(self, decision: Decision, entry: GameEntry) -> None:
        """A person's entry in the game; raises RuleViolation when the text forbids it."""

    @abstractmethod
    def irregular(
        self, decision: Decision, event: str, facts: Mapping[str, Fact], *, card: Card | None, box: str = ""
    ) -> None:
        """Open the rulebook's own irregularity; carry it out at once where the text leaves nothing to decide."""

    @abstractmethod
    def carry_out(self, decision: Decision, command: Resolve, incident: Incident, choice: Choice) -> None:
        """What a person's choice on an incident does to the game."""

    def choices_after_review(self, state: TableState, incident: Incident, facts: dict[str, bool]) -> tuple[Choice, ...]:
        """What is left to choose once the cameras told *facts*."""
        return incident.choices

    @abstractmethod
    def burn(self, decision: Decision, cards: tuple[Card | None, ...]) -> None:
        """Cards of which nobody knew where they belonged went to the discard."""

    def bets_called(self, state: TableState) -> bool:
        """Whether the base bets of the coming pass are closed, or the pass runs: "no más apuestas"."""
        return state.game.in_pass

    def base_bets(self, state: TableState) -> frozenset[int] | None:
        """The seats with a base bet, where the game knows them (ARI-3.5.1-b)."""
        return None

    def final_hands(self, state: TableState) -> tuple[Hand, ...] | None:
        """The hands of a finished base game, for the dealer's review; without cards where only people know them."""
        return None if state.game.in_pass else tuple(Hand(seat, 0) for seat in state.progressive.in_play)

    def holders(self, state: TableState, card: Card) -> tuple[int, ...]:
        """The seats that hold *card* now, covered or not."""
        return ()

    def unread(self, state: TableState) -> tuple[int, ...]:
        """The seats of which nobody knows every card now: what they hold shows when it lies open."""
        return ()

    def void_seats(self, state: TableState) -> frozenset[int]:
        """The seats whose hand of this pass was annulled, or never dealt (DP-GAP-02, PRG-GAP-07)."""
        return frozenset()

    def annulled(self, operations: list[Any]) -> bool:
        """Whether *operations* annulled the pass."""
        return False

    def settle_if_ready(self, decision: Decision) -> None:  # noqa: B027 - most families need not
        """Carry out what nobody has to enter, once nothing is open."""

    def limits_changed(self, decision: Decision) -> None:  # noqa: B027 - most families ask for them at every bet
        """The limits in force are others now."""

    def shoe_said(self, decision: Decision, event: DeviceEvent) -> None:  # noqa: B027 - most shoes say no more
        """A message only some shoes send; elsewhere it is evidence, and in the journal as such."""

    def overdrawn(self, decision: Decision, device: str) -> None:
        """The shoe itself told of a card too many."""
        decision.fault("shoe.stopped", device=device)

    # What every table does

    def observe(self, state: TableState, event: DeviceEvent) -> Decision:
        """The decision on one device event."""
        decision = Decision(state)
        beside = testing.heard(decision, event) or (self.progressive and self.progressive.heard(decision, event))
        if not beside:
            self._observe(decision, event)
        self.follow(decision)
        return decision

    def follow(self, decision: Decision) -> None:
        """Carry out what nobody has to enter, in the game and beside it."""
        self.settle_if_ready(decision)
        shuffles.follow(decision)
        if self.progressive is not None:
            self.progressive.follow(decision)
        testing.follow(decision)

    def _observe(self, decision: Decision, event: DeviceEvent) -> None:
        match event:
            case CardDrawn():
                self._card_drawn(decision, event)
            case CutCardDrawn():
                self._cut_card(decision)
            case ShoeStandby():
                self.align(decision)
            case ShoeStarted(device=device):
                self._shoe_started(decision, device)
            case ShoeFault(active=True):
                self._shoe_fault(decision, event)
            case MessagesLost():
                self._messages_lost(decision, event)
            case DeviceSaidNonsense(device=device, detail=detail):
                decision.fault("shoe.nonsense", detail=detail, device=device)
            case LampsShown(device=device, lit=lit, confirmed=confirmed):
                decision.record(LampsNoted(device, lit, confirmed))
                decision.clear("lamps.differ", device, "la placa muestra lo ordenado")
            case LampsDiffer(device=device, wanted=wanted, lit=lit):
                detail = f"canales que difieren: {[n + 1 for n, on in enumerate(wanted) if on != lit[n]]}"
                decision.fault("lamps.differ", detail=detail, device=device)
            case LinkLost(device=device):
                self._link_lost(decision, device)
            case LinkRestored(device=device, identity=identity):
                self._link_restored(decision, device)
                plugs.told(decision, device, Plug(machine=machine_name(identity)))
            case LineBabbles() | LineCalm():
                self._line_told(decision, event)
            case DeviceNamed(device=device, name=name):
                plugs.told(decision, device, Plug(own=name))
            case SendLost(device=device):
                decision.fault("device.takes_no_bytes", device=device)
            case UsbDeviceAppeared(identity=identity):
                self._stranger_plugged_in(decision, identity)
            case _:
                if not boards.observe(self, decision, event):
                    self.shoe_said(decision, event)

    # Cards

    def _card_drawn(self, decision: Decision, event: CardDrawn) -> None:
        before = decision.state
        impossible = self.count_card(decision, event.card)
        if decision.state.held:
            decision.record(CardUnreconciled(event.device, event.card))
            decision.fault("cards.while_held", card=event.card)
        else:
            self.take_card(decision, event)
            if self.progressive is not None:
                self.progressive.card_came(decision)
        self.doubt(decision, impossible)
        if before.count is not None and decision.state.game.in_pass and not before.game.in_pass:
            boards.pass_begins(decision, before.count.drawn)

    def count_card(self, decision: Decision, card: Card | None) -> Impossible | None:
        """Count a card that left the shoe; says why it cannot be, if it cannot."""
        count = decision.state.count
        if count is None or not decision.state.game.shoe_in_play:
            return None
        impossible = shoe_count.judge(count, card)
        decision.record(CardLeftShoe(card))
        return impossible

    def count_missed(self, decision: Decision, card: Card | None) -> None:
        """Count a card that left the shoe past its reader: people say so."""
        self.doubt(decision, self.count_card(decision, card))

    def count_keyed(
        self, decision: Decision, incident: Incident, keyed: Iterable[Card], read: Iterable[Card | None]
    ) -> None:
        """Of the cards people *keyed*, those that are not among the *read* ones are what *incident* was about."""
        known = Counter(card for card in read if card is not None)
        for card in (Counter(keyed) - known).elements():
            if incident.code == MISSED:
                self.count_missed(decision, card)
            elif incident.code == UNREAD:
                self.learn_face(decision, card)

    def learn_face(self, decision: Decision, card: Card) -> None:
        """Count the face of a card that had left the shoe unread."""
        count = decision.state.count
        if count is not None:
            impossible = shoe_count.judge_face(count, card)
            decision.record(CardFaceLearned(card))
            self.doubt(decision, impossible)

    def doubt(self, decision: Decision, impossible: Impossible | None) -> None:
        """Hold the table on what the shoe's arithmetic forbids."""
        if impossible is not None:
            code, detail = _DOUBTS[impossible.why]
            decision.fault(code, detail=detail.format(found=impossible.found, wanted=impossible.wanted))

    def load_shoe(self, decision: Decision, decks: int, cut_behind: int | None) -> None:
        """Count from here on the cards of a shoe just prepared."""
        cards = decks * shoe_count.DECK_CARDS
        window = None if cut_behind is None else shoe_count.cut_window(cards, cut_behind, CUT_CARD_BY_HAND)
        decision.record(ShoeLoaded(shoe_count.new_shoe(decks, window=window)))
        boards.shoe_prepared(decision)

    def _cut_card(self, decision: Decision) -> None:
        count = decision.state.count
        if count is None or not decision.state.game.shoe_in_play:
            self.take_cut_card(decision)
            return
        impossible = shoe_count.judge_cut_card(count)
        decision.record(CutCardSeen(count.drawn))
        self.take_cut_card(decision)
        self.doubt(decision, impossible)

    def may_draw(self, state: TableState) -> bool:
        """A pass begins only at an open table with passes left; what has begun may go on."""
        return state.session.may_deal or (state.game.in_pass and state.session.day == "open")

    def out_of_place(
        self, decision: Decision, code: str, card: Card | None, violation: RuleViolation | None = None
    ) -> None:
        """A card that came out although nobody was owed one: kept apart until a person decides."""
        decision.record(CardUnreconciled(self.shoe, card))
        detail = f"art. {violation.article}: {violation.detail}" if violation else ""
        decision.fault(code, detail=detail, card=card)

    # The shoe's own words

    def align(self, decision: Decision) -> None:
        if not decision.state.aligned:
            decision.record(ShoeAligned(True))

    def _shoe_started(self, decision: Decision, device: str) -> None:
        if decision.state.game.shoe_in_play:
            decision.fault("shoe.restarted", device=device)
        else:
            self.align(decision)

    def _shoe_fault(self, decision: Decision, event: ShoeFault) -> None:
        code = SHOE_ERRORS[event.code]
        if code == "extra_card_drawn":
            self.overdrawn(decision, event.device)
            return
        decision.fault(code, device=event.device)
        if event.stopped and not decision.state.held:
            decision.fault("shoe.stopped", device=event.device)

    def _messages_lost(self, decision: Decision, event: MessagesLost) -> None:
        """Nothing was lost where a shoe that counts tells of a card that somebody has told of before."""
        count = decision.state.count
        told = count is not None and decision.state.game.shoe_in_play and event.counted == count.drawn + count.returned
        if not told:
            detail = f"se esperaba el mensaje {event.expected} y llegó el {event.got}"
            decision.fault("shoe.messages_lost", detail=detail, device=event.device)

    # Links

    def link_fault(self, device: str) -> str:
        """What it means that *device*, which is not the shoe, cannot be reached."""
        return _LINK_FAULTS.get(self.roles.get(device, "lamps"), "device.link_lost")

    def _link_lost(self, decision: Decision, device: str) -> None:
        decision.record(DeviceLinked(device, "down"))
        if device != self.shoe:
            decision.fault(self.link_fault(device), device=device)
            boards.link_lost(self, decision, device)
            return
        decision.record(ShoeAligned(False))
        if decision.state.game.shoe_in_play:
            decision.fault("shoe.link_lost", device=device)

    def _line_told(self, decision: Decision, event: LineBabbles | LineCalm) -> None:
        """A card may be lost in the noise of a shoe's line; silence afterwards does not bring it back."""
        match event:
            case LineBabbles(device=device, count=count):
                in_play = device == self.shoe and decision.state.game.shoe_in_play
                detail = f"{device}: {count} bytes que no se entienden"
                decision.fault("shoe.babbles" if in_play else "device.babbles", detail=detail, device=device)
            case LineCalm(device=device):
                decision.clear("device.babbles", device, "la línea se calló")

    def _stranger_plugged_in(self, decision: Decision, identity: str) -> None:
        """Between shoes a technician may plug in what he likes; during one it is a matter of security."""
        if decision.state.game.shoe_in_play:
            decision.fault("machine.usb_appeared", detail=identity)

    def _link_restored(self, decision: Decision, device: str) -> None:
        decision.record(DeviceLinked(device, "up"))
        decision.clear(self.link_fault(device), device, "el dispositivo volvió")
        decision.clear("device.takes_no_bytes", device, "el dispositivo volvió")
