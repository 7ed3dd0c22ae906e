"""Whatever people key and the shoe says, in any order: a refusal or a decision, no other error, and no peso lost."""

import os
from typing import Any

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from daemon.rulebooks import all_rulebooks
from hw_sims.ledgers.chemin import Purse
from table_core.cards import DECK
from table_core.commands import Command, LastPasses, OpenTable, ReportIrregularity, Resolve, TellRemainder, Undo
from table_core.decision import Decision
from table_core.events import (
    CardDrawn,
    CardDrawnOutOfGame,
    CardRedrawn,
    CardRevealed,
    CardRevealedOutOfGame,
    Claim,
    CutCardDrawn,
    DeviceEvent,
    LinkLost,
    LinkRestored,
    ShoeFault,
    ShoeResult,
    ShoeStandby,
    ShoeStarted,
)
from table_core.orders import Orders
from table_core.reconciler.families import Setup, reconciler_for
from table_core.rulebook import RuleViolation
from table_core.rules.baccarat.chemin.entries import (
    Bid,
    BidForBank,
    ClaimSeguido,
    CloseBets,
    DeclineBank,
    KeepBank,
    KeepLists,
    KeyRequests,
    LeaveTable,
    PassBank,
    PlacePlayer,
    PutInGarage,
    RaiseBank,
    SayAllGoes,
    ShowHands,
    Speak,
    TakeBank,
    WithdrawBet,
)
from table_core.rules.baccarat.chemin.people import Share
from table_core.rules.baccarat.chemin.stakes import Request
from table_core.rules.baccarat.entries import ClosePass, CutCard, PrepareShoe
from table_core.table import NEW_GAMES, Operation, TableState, evolve
from table_core.views import picture, visible

NO_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)  # a long course takes minutes to shrink
COURSES, LENGTH = (3000, 150) if os.environ.get("SABOT_NIGHTLY") else (40, 90)
RULES = all_rulebooks()["iquique-2000/chemin-de-fer"]
EVENTS = sorted({row.event for row in RULES.irregularities} | {"advised_player", "nonsense"})
FACTS = ("both", "third", "to_bank", "rectifiable", "exception_granted", "punto_wants", "advised")
SWITCHES = {name: setting.readings for name, setting in RULES.settings.items() if len(setting.readings) > 1}

NAMES = st.sampled_from([f"s{seat}" for seat in range(1, 7)] + ["de pie"])
AMOUNTS = st.sampled_from((0, 1, 9, 10, 11, 99, 501, 1000, 1001, 54_321, 99_999, 200_000, -5))
WORDS, SIDES = st.sampled_from(("carta", "no", "cuadro")), st.sampled_from(("punto", "bank"))
CARDS = st.sampled_from(DECK)
CLAIMS = st.none() | st.builds(Claim, SIDES, st.integers(1, 3))
REQUESTS = st.builds(
    Request,
    NAMES,
    st.sampled_from(("banco", "banco_seguido", "banco_con_mesa", "ultimo_completo", "bet", "bet", "tie")),
    AMOUNTS,
    st.booleans(),
)
SHARES = st.lists(st.builds(Share, NAMES, AMOUNTS), max_size=2).map(tuple)
WHAT_WAS_SEEN = st.dictionaries(st.sampled_from(FACTS), st.booleans())
KEYED: st.SearchStrategy[Command] = st.one_of(
    st.builds(PlacePlayer, NAMES, st.integers(0, 7), st.booleans(), st.booleans(), st.booleans()),
    st.builds(LeaveTable, NAMES),
    st.builds(KeepLists, st.lists(NAMES, max_size=2).map(tuple), st.lists(NAMES, max_size=2).map(tuple)),
    st.builds(
        TakeBank, NAMES, AMOUNTS, st.lists(st.builds(Share, NAMES, AMOUNTS), max_size=2).map(tuple), st.booleans()
    ),
    st.builds(DeclineBank, st.booleans()),
    st.builds(BidForBank, st.lists(st.builds(Bid, NAMES, AMOUNTS), max_size=3).map(tuple)),
    st.builds(KeepBank, AMOUNTS),
    st.builds(PassBank, st.booleans()),
    st.builds(RaiseBank, AMOUNTS, st.none() | NAMES),
    st.builds(PutInGarage, AMOUNTS),
    st.just(SayAllGoes()),
    st.builds(KeyRequests, st.lists(REQUESTS, max_size=4).map(tuple)),
    st.just(CloseBets()),
    st.builds(Speak, SIDES, WORDS),
    st.builds(ShowHands, SIDES),
    st.builds(ClaimSeguido, NAMES, st.booleans(), st.booleans()),
    st.builds(WithdrawBet, NAMES),
    st.just(ClosePass()),
    st.just(CutCard()),
    st.builds(PrepareShoe, st.sampled_from((5, 6, 8)), st.none() | st.integers(6, 8)),
    st.builds(
        ReportIrregularity, st.sampled_from(EVENTS), st.dictionaries(st.sampled_from(FACTS), st.booleans()), NAMES
    ),
    st.builds(LastPasses, st.integers(0, 3)),
    st.builds(TellRemainder, st.just(()), st.integers(0, 20)),
    st.just(Undo()),
)
SEEN: st.SearchStrategy[DeviceEvent] = st.one_of(
    st.builds(CardDrawn, st.just("shoe"), st.none() | CARDS, CLAIMS),
    st.builds(CardDrawnOutOfGame, st.just("shoe"), st.none() | CARDS, st.just(128)),
    st.builds(CardRevealed, st.just("shoe"), st.none() | CARDS, st.builds(Claim, SIDES, st.integers(1, 3))),
    st.builds(CardRevealedOutOfGame, st.just("shoe"), st.none() | CARDS, st.just(128)),
    st.builds(CardRedrawn, st.just("shoe"), CARDS, CLAIMS),
    st.builds(ShoeResult, st.just("shoe"), st.sampled_from(("punto", "bank", "tie", "forced_quit"))),
    st.sampled_from(
        (
            CutCardDrawn("shoe"),
            ShoeStandby("shoe"),
            ShoeStarted("shoe"),
            ShoeFault("shoe", "overdraw", active=True, stopped=False),
            LinkLost("shoe", "pulled"),
            LinkRestored("shoe", "back"),
        )
    ),
)


class AnyCourse:
    """A table at which anything may happen; after each thing money, fold and faces are looked at."""

    def __init__(self, pick: st.DataObject, *, stakes: Any) -> None:
        chosen = {name: pick.draw(st.sampled_from(readings), name) for name, readings in SWITCHES.items()}
        self.pick = pick
        rules = RULES.with_switches({**chosen, "commission_rounding": "floor"})
        limits = pick.draw(st.sampled_from((None, (10, 100_000))), "limits")
        self.reconciler = reconciler_for(rules, Setup(stakes, limits, "shoe"))
        self.orders = Orders(self.reconciler)
        self.state = self.folded = TableState(game=NEW_GAMES["chemin"])
        self.purse = Purse()
        self.recorded: list[Operation] = []
        self.begin()

    def begin(self) -> None:
        """Most of the time somebody sits there and a shoe is loaded."""
        self.order(OpenTable("J-1"))
        for seat in range(1, self.pick.draw(st.integers(3, 6), "seated") + 1):
            self.order(PlacePlayer(f"s{seat}", seat))
        self.order(PrepareShoe(6))

    def step(self) -> None:
        what = self.pick.draw(st.integers(0, 9), "what")
        if self.state.incidents and what < 5:
            self.resolve()
        elif what < 6:
            self.forward()
        elif what < 9:
            self.order(self.pick.draw(KEYED, "key"))
        else:
            self.take(self.reconciler.observe(self.state, self.pick.draw(SEEN, "event")))

    def forward(self) -> None:
        """What a dealer would do next."""
        game = self.state.chemin
        match game.phase:
            case "no_shoe":
                self.order(PrepareShoe(6))
            case "bank" if game.offer is not None:
                name = next((one.name for one in game.players if one.seat == game.offer.seat), "s1")
                self.order(TakeBank(name, max(1000, game.offer.at_least)))
            case "stakes" if not game.requests:
                self.order(self.pick.draw(st.builds(KeyRequests, st.lists(REQUESTS, max_size=3).map(tuple)), "bets"))
            case "stakes":
                self.order(CloseBets())
            case "closed" | "dealing":
                self.take(self.reconciler.observe(self.state, CardDrawn("shoe", self.pick.draw(CARDS, "card"))))
            case "punto" if game.punto_word is None:
                self.order(Speak("punto", self.pick.draw(st.sampled_from(("carta", "no")), "word")))
            case "punto":
                self.take(self.reconciler.observe(self.state, CardDrawn("shoe", self.pick.draw(CARDS, "card"))))
            case _:
                self.order(ClosePass())

    def resolve(self) -> None:
        incident = self.pick.draw(st.sampled_from(self.state.incidents), "incident")
        if incident.choices:
            choice = self.pick.draw(st.sampled_from(incident.choices), "choice")
            hands = self.pick.draw(st.tuples(*[st.lists(CARDS, max_size=3).map(tuple)] * 2), "hands")
            self.order(Resolve(incident.id, choice.code, "", *hands))

    def order(self, command: Command) -> None:
        decision, refused = self.asked(command)
        if decision is not None:
            self.take(decision)
        else:
            assert refused is not None
            assert refused.article
            assert refused.detail

    def asked(self, command: Command) -> tuple[Decision | None, RuleViolation | None]:
        try:
            return self.orders.obey(self.state, command, "Luis", "jefe_de_sala"), None
        except RuleViolation as refused:
            return None, refused

    def take(self, decision: Decision) -> None:
        self.recorded += decision.operations
        for operation in decision.operations:
            self.check(operation)
        self.state = decision.state
        assert self.folded == self.state
        self.look()

    def check(self, operation: Operation) -> None:
        decoded = msgspec.json.decode(msgspec.json.encode(operation), type=Operation)
        assert decoded == operation
        self.folded = evolve(self.folded, decoded)
        assert self.purse.follow(operation), operation

    def look(self) -> None:
        """No covered card in the picture; the bank's money is where the record says."""
        game = self.state.chemin
        shown = picture(self.state, self.reconciler.picture(self.state), "mesa")
        msgspec.json.encode(shown)
        if game.in_pass and not game.shown and not game.exposed:
            assert set(shown["punto"][:2] + shown["bank"][:2]) <= {"??"}
        held = game.bank.amount + game.bank.garage if game.bank is not None else 0
        assert held == self.purse.banked
        assert not [player for player in game.players if [one.name for one in game.players].count(player.name) > 1]
        seats = [player.seat for player in game.players if not player.standing]
        assert len(set(seats)) == len(seats)


@settings(max_examples=COURSES, deadline=None, phases=NO_SHRINKING, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(("keyed", "keyed", "keyed", "none")), st.data())
def test_any_course_of_entries_is_refused_or_recorded_and_money_is_conserved(stakes: str, pick: st.DataObject) -> None:
    course = AnyCourse(pick, stakes=stakes)
    for _step in range(LENGTH):
        course.step()


@settings(max_examples=COURSES // 2, deadline=None, phases=NO_SHRINKING, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_no_published_entry_of_any_course_names_a_card(pick: st.DataObject) -> None:
    course = AnyCourse(pick, stakes="keyed")
    for _step in range(LENGTH // 2):
        course.step()
    text = msgspec.json.encode([visible(operation, None) for operation in course.recorded]).decode()
    assert not [card for card in DECK if f'"{card}"' in text]
