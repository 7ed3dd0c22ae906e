"""Any legal course of play ends in a settled or voided pass; an illegal entry changes nothing; hidden cards stay so."""

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from daemon.rulebooks import all_rulebooks
from table_core.cards import DECK, Card
from table_core.commands import Command, OpenTable, Resolve
from table_core.decision import Decision
from table_core.events import CardDrawn, CardRevealed, Claim, DeviceEvent, ShoeResult
from table_core.orders import Orders
from table_core.reconciler.baccarat import BaccaratReconciler
from table_core.record import KernelFaulted
from table_core.rulebook import RuleViolation
from table_core.rules.baccarat.engine import Engine, outcome, pairs
from table_core.rules.baccarat.entries import CutCard, KeyBets, PrepareShoe, SpeakFive
from table_core.rules.baccarat.state import Bet, CardBurned, CardDealt, CardFaced, PassSettled, PassVoided
from table_core.table import Operation, ShoeAligned, TableState, evolve
from table_core.views import picture, visible

BOOKS = ("iquique-2000/mini-baccarat", "iquique-2000/punto-y-banca")
BETS = (Bet("a", "punto", 1000, 1), Bet("b", "bank", 2000, 2))
SHOE = "shoe"
_MOST_MOVES = 60


class Course:
    """A table without ports: moves are picked from what the rules expect."""

    def __init__(self, book: str, pick: st.DataObject, *, concealed: bool) -> None:
        self.engine = Engine(all_rulebooks()[book], stakes="keyed")
        self.reconciler = BaccaratReconciler(self.engine, shoe=SHOE)
        self._orders = Orders(self.reconciler)
        self._pick = pick
        self._concealed = concealed
        self._faces: dict[Claim, Card] = {}
        self._left = dict.fromkeys(DECK, 6)
        self.state = evolve(TableState(), ShoeAligned(True))
        self.operations: list[Operation] = []

    def order(self, command: Command) -> None:
        self._take(self._orders.obey(self.state, command, "Luis", "jefe_de_sala"))

    def see(self, event: DeviceEvent) -> None:
        self._take(self.reconciler.observe(self.state, event))

    def pass_ended(self) -> bool:
        return any(isinstance(operation, PassSettled | PassVoided) for operation in self.operations)

    def move(self) -> None:
        """One legal move."""
        expected, game = self.engine.expects(self.state.baccarat), self.state.baccarat
        if game.phase == "betting" and not game.bets:
            self.order(KeyBets(BETS))
        elif game.phase == "complete" or (game.concealed and self._stops()):
            self._close()
        elif "five_draw" in expected.entries:
            self.order(SpeakFive(self._pick.draw(st.sampled_from(("draw", "stand")))))
        else:
            self._draw()

    def illegal(self) -> Iterator[Command]:
        """Orders that nothing now allows."""
        entries = self.engine.expects(self.state.baccarat).entries
        if "key_bets" not in entries:
            yield KeyBets(BETS)
        if "five_draw" not in entries:
            yield SpeakFive("draw")
        if self.state.baccarat.phase != "no_shoe":
            yield PrepareShoe(6, 14)
        yield PrepareShoe(5, 14)
        yield Resolve(99, "VOID_PASS")
        yield OpenTable("again")
        if self.state.baccarat.phase in ("burn_first", "burning"):
            yield CutCard()

    def _stops(self) -> bool:
        """With covered cards only the dealer knows that the pass is over: the true hands say when."""
        return len(self.state.baccarat.dealt) >= 4 and not self._place_by_chart()

    def _place_by_chart(self) -> str | None:
        """Where the text sends the next card, the faces being known here."""
        game = self.state.baccarat
        known = tuple(
            msgspec.structs.replace(dealt, card=self._faces[dealt.claim]) if dealt.claim else dealt
            for dealt in game.dealt
        )
        open_game = msgspec.structs.replace(game, dealt=known, five="stand")
        places = self.engine.expects(open_game).places
        return f"{places[0].side} {places[0].position}" if places else None

    def _draw(self) -> None:
        card = self._pick.draw(st.sampled_from([card for card in DECK if self._left[card]]))
        self._left[card] -= 1
        claim = self._claim()
        hide = self._concealed and claim.target in ("punto", "bank")
        if claim.target in ("punto", "bank"):
            self._faces[claim] = card
        self.see(CardDrawn(SHOE, None if hide else card, claim))

    def _claim(self) -> Claim:
        game, expected = self.state.baccarat, self.engine.expects(self.state.baccarat)
        if game.phase == "burn_first":
            return Claim("first", 0)
        if game.phase == "burning":
            return Claim("burn_count", game.burn_left)
        if game.concealed and len(game.dealt) >= 4:
            side, _, position = (self._place_by_chart() or "bank 3").partition(" ")
            return Claim("punto" if side == "punto" else "bank", int(position))
        return Claim(expected.places[0].side, expected.places[0].position)

    def _close(self) -> None:
        for dealt in self.state.baccarat.dealt:
            if dealt.card is None and dealt.claim is not None:
                self.see(CardRevealed(SHOE, self._faces[dealt.claim], dealt.claim))
        game = self.state.baccarat
        self.see(ShoeResult(SHOE, outcome(game), pairs(game)))

    def _take(self, decision: Decision) -> None:
        self.operations += decision.operations
        self.state = decision.state


def begun(book: str, pick: st.DataObject, *, concealed: bool) -> Course:
    course = Course(book, pick, concealed=concealed)
    course.order(OpenTable("J-1"))
    course.order(PrepareShoe(6, 14))
    return course


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(BOOKS), st.booleans(), st.data())
def test_any_sequence_of_legal_moves_ends_in_a_settled_pass_without_an_incident(
    book: str, concealed: bool, pick: st.DataObject
) -> None:
    course = begun(book, pick, concealed=concealed)
    moves = 0
    while not course.pass_ended() and not course.state.incidents:
        course.move()
        moves += 1
        assert moves < _MOST_MOVES, course.state
    assert course.state.incidents == ()
    assert [type(end) for end in course.operations if isinstance(end, PassSettled | PassVoided)] == [PassSettled]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(BOOKS), st.integers(0, 20), st.data())
def test_an_illegal_entry_at_any_point_is_refused_with_an_article_and_changes_nothing(
    book: str, moves: int, pick: st.DataObject
) -> None:
    course = begun(book, pick, concealed=False)
    for _ in range(moves):
        if not course.pass_ended():
            course.move()
    for command in course.illegal():
        before, recorded = course.state, len(course.operations)
        with pytest.raises(RuleViolation) as refused:
            course.order(command)
        assert refused.value.article
        assert refused.value.detail
        assert (course.state, len(course.operations)) == (before, recorded)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(BOOKS), st.booleans(), st.integers(1, 30), st.data())
def test_no_face_of_an_open_pass_shows_a_burned_or_covered_card(
    book: str, concealed: bool, moves: int, pick: st.DataObject
) -> None:
    course = begun(book, pick, concealed=concealed)
    for _ in range(moves):
        if not course.pass_ended():
            course.move()
        shown = picture(course.state, course.reconciler.picture(course.state), "mesa")
        game = course.state.baccarat
        on_cloth = {dealt.card for dealt in game.dealt if game.in_pass and len(game.dealt) >= 4}
        named = {card for card in (*shown["punto"], *shown["bank"]) if card != "??"}
        assert named <= on_cloth
        assert len(shown["punto"]) + len(shown["bank"]) == len(game.dealt)
    for operation in course.operations:
        if isinstance(operation, CardBurned | CardDealt | CardFaced):
            text = msgspec.json.encode(visible(operation, None)).decode()
            assert not [card for card in DECK if f'"{card}"' in text]


@pytest.mark.requirement("R67")
def test_the_input_that_led_to_a_fault_of_the_controller_is_evidence_and_not_shown() -> None:
    entry = KernelFaulted("ValueError()", b'[{"type":"RxChunk","data":"BTFEgbgDNEY="}]')
    assert visible(entry, None)["given"] == ""
    assert visible(entry, "technician", pass_open=False)["given"] == ""
    assert visible(entry, "auditor", pass_open=False)["given"] != ""
