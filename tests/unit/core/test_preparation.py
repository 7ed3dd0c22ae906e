"""The preparation of a shoe: each text's steps in order, one by one or by one signature, and no deal without them."""

import itertools

import pytest

from daemon.rulebooks import all_rulebooks
from table_core import preparation
from table_core.commands import Command, OpenTable, TakePosition, Undo
from table_core.orders import Orders
from table_core.pad import Scene, entry_for
from table_core.pad_layouts import BLACKJACK
from table_core.preparation import Preparation, PrepareStep
from table_core.reconciler.families import Setup, reconciler_for
from table_core.rulebook import RuleViolation
from table_core.rules.baccarat.entries import PrepareShoe
from table_core.rules.blackjack.entries import FeedBack
from table_core.rules.blackjack.shoe_cycle import ShoeEntry
from table_core.table import NEW_GAMES, TableState

MINI, PYB = "iquique-2000/mini-baccarat", "iquique-2000/punto-y-banca"
WHOLE: dict[str, list[PrepareStep]] = {
    "coquimbo-2020": [
        PrepareStep("cards", count=312, backs=("rojo", "azul")),
        PrepareStep("inspection"),
        PrepareStep("wash"),
        PrepareStep("riffles", count=2),
        PrepareStep("cut", who="casilla 1", count=100),
        PrepareStep("cut_card", count=80),
    ],
    "bj8-ar": [
        PrepareStep("leave", who="Inés Vera"),
        PrepareStep("cards", count=416),
        PrepareStep("wash"),
        PrepareStep("riffles", count=1),
        PrepareStep("cut", who="casilla 2", count=60),
        PrepareStep("cut_card", count=52),
    ],
    "mendoza-2016": [
        PrepareStep("cards", count=312),
        PrepareStep("pairs"),
        PrepareStep("wash"),
        PrepareStep("riffles", count=3),
        PrepareStep("cut", who="casilla 3", count=60),
        PrepareStep("cut_card", count=104),
    ],
    "iquique-2000": [
        PrepareStep("cards", count=416),
        PrepareStep("wash"),
        PrepareStep("riffles", count=3),
        PrepareStep("cut", who="crupier"),
        PrepareStep("cut_card", who="Luis Soto", count=60),
    ],
    MINI: [
        PrepareStep("cards", count=416),
        PrepareStep("wash"),
        PrepareStep("riffles", count=3),
        PrepareStep("cut", who="puesto 1"),
        PrepareStep("cut_card", count=14),
    ],
}
WHOLE[PYB] = WHOLE[MINI]


class Table:
    """People at a table whose orders are obeyed or refused; no device."""

    def __init__(self, book: str) -> None:
        self.rules = all_rulebooks()[book]
        self.reconciler = reconciler_for(self.rules, Setup("none", None, "shoe"))
        self.orders = Orders(self.reconciler)
        self.state = TableState(game=NEW_GAMES[self.rules.family])
        self.order(OpenTable("J-1"))
        self.order(TakePosition("supervisor"))

    def order(self, command: Command, person: str = "Luis Soto") -> None:
        self.state = self.orders.obey(self.state, command, person, "jefe_de_sala").state

    def refused(self, command: Command) -> tuple[str, str]:
        """Code and article of the refusal; what is refused changes nothing."""
        with pytest.raises(RuleViolation) as refusal:
            self.order(command)
        return refusal.value.code, refusal.value.article

    @property
    def next(self) -> str | None:
        shown = preparation.picture(self.rules, self.state.preparation)["next"]
        return shown["step"] if shown else None


@pytest.mark.parametrize("book", WHOLE)
def test_every_text_names_its_steps_and_the_last_one_loads_the_shoe(book: str) -> None:
    table = Table(book)
    for step in WHOLE[book]:
        assert not table.state.game.shoe_in_play
        assert table.next == step.step
        table.order(step)
    assert table.state.game.shoe_in_play
    assert table.next is None
    record = table.state.preparation
    assert (record.closed, record.signed_by, record.present) == (True, "Luis Soto", ("Luis Soto",))
    assert [(done.step, done.who, done.count) for done in record.done] == [
        (step.step, step.who, step.count) for step in WHOLE[book]
    ]
    assert all(done.article for done in record.done)
    assert table.state.count is not None
    assert table.state.count.loaded == WHOLE[book][book == "bj8-ar"].count


@pytest.mark.parametrize("book", WHOLE)
def test_a_step_out_of_order_is_refused_with_the_article_of_the_one_that_is_owed(book: str) -> None:
    table = Table(book)
    steps = table.rules.preparation
    for owed, later in itertools.pairwise(steps):
        assert table.refused(PrepareStep(later.step, who="x", count=60)) == ("PREPARATION_ORDER", owed.article)
        table.order(WHOLE[book][steps.index(owed)])


@pytest.mark.parametrize(
    ("book", "wrong", "code", "article"),
    [
        ("coquimbo-2020", PrepareStep("cut", who="casilla 1", count=51), "cut", "1.5.1 Corte"),
        ("coquimbo-2020", PrepareStep("cut_card", count=105), "cut_card", "1.5.1 Corte"),
        ("coquimbo-2020", PrepareStep("cut_card"), "COUNT_NEEDED", "1.5.1 Corte"),
        ("mendoza-2016", PrepareStep("riffles", count=2), "TOO_FEW", "3c"),
        ("bj8-ar", PrepareStep("leave"), "WHO_NEEDED", "DJ-5"),
        ("iquique-2000", PrepareStep("cut_card", who="Luis Soto", count=51), "cut_card", "81"),
        (MINI, PrepareStep("cut_card", count=13), "CUT_TOO_DEEP", "122"),
        (PYB, PrepareStep("cards", count=260), "WRONG_DECKS", "132"),
        (PYB, PrepareStep("machine"), "NO_MACHINE", "134"),
    ],
)
def test_a_step_the_text_forbids_is_refused_where_it_is_told(
    book: str, wrong: PrepareStep, code: str, article: str
) -> None:
    table = Table(book)
    reached = "wash" if wrong.step == "machine" else wrong.step
    for step in WHOLE[book]:
        if step.step == reached:
            break
        table.order(step)
    assert table.refused(wrong) == (code, article)
    assert table.next == reached


def test_a_machine_stands_for_the_riffles_where_the_text_knows_one() -> None:
    table = Table("coquimbo-2020")
    for step in WHOLE["coquimbo-2020"][:2]:
        table.order(step)
    assert table.refused(PrepareStep("machine")) == ("NO_MACHINE", "1.5.1 Barajado inicial")
    table.order(PrepareStep("wash"))
    table.order(PrepareStep("machine"))
    assert table.next == "cut"


@pytest.mark.requirement("R68")
def test_new_cards_of_which_one_is_missing_are_taken_out_of_play_with_the_reason() -> None:
    table = Table("mendoza-2016")
    table.order(PrepareStep(count=311))
    incident = table.state.open_incident("cards.count_differs")
    assert incident is not None
    assert "311" in incident.detail
    assert table.refused(PrepareStep("pairs"))[0] == "HELD"


def test_the_same_cards_are_shuffled_again_without_what_only_new_cards_need() -> None:
    table = Table("coquimbo-2020")
    for step in WHOLE["coquimbo-2020"]:
        table.order(step)
    fresh = preparation.missing(table.rules, Preparation())
    again = preparation.missing(table.rules, table.state.preparation)
    assert [step.step for step in fresh][:3] == ["cards", "inspection", "wash"]
    assert [step.step for step in again] == ["riffles", "cut", "cut_card"]


def test_cards_that_were_changed_are_another_set_with_a_count_of_its_own() -> None:
    table = Table("coquimbo-2020")
    table.order(PrepareShoe(6, 60, cut_by="casilla 1"))
    changed = preparation.retired(table.state.preparation)
    assert (changed.card_set, changed.fresh, changed.backs) == (2, True, ())
    assert next(step.step for step in preparation.missing(table.rules, changed)) == "cards"


@pytest.mark.parametrize("book", WHOLE)
def test_one_signature_declares_every_step_and_says_that_it_did(book: str) -> None:
    table = Table(book)
    decks = 8 if book == "bj8-ar" else 6
    table.order(PrepareShoe(decks, 60, 100, cut_by="casilla 1", riffles=3, backs=("azul",)))
    record = table.state.preparation
    assert table.state.game.shoe_in_play
    assert [done.step for done in record.done] == [step.step for step in table.rules.preparation]
    assert {done.declared for done in record.done} == {True}
    assert record.told("cut") is not None
    assert (record.told("cut").who, record.told("cut").count) == ("casilla 1", 100)  # type: ignore[union-attr]
    assert record.backs == ("azul",)


def test_one_signature_may_complete_what_was_begun_step_by_step() -> None:
    table = Table(MINI)
    table.order(PrepareStep("cards", count=312))
    table.order(PrepareShoe(6, 14))
    assert [done.declared for done in table.state.preparation.done] == [False, True, True, True, True]


def test_one_signature_cannot_declare_what_the_text_forbids() -> None:
    assert Table("mendoza-2016").refused(PrepareShoe(6, 60, riffles=2)) == ("TOO_FEW", "3c")
    assert Table(PYB).refused(PrepareShoe(6, 14, machine="machine_only_shuffles"))[0] == "NO_MACHINE"


def test_a_mis_keyed_step_can_be_undone_until_the_shoe_is_loaded() -> None:
    table = Table(MINI)
    table.order(PrepareStep("cards", count=312))
    table.order(Undo())
    assert table.next == "cards"
    for step in WHOLE[MINI]:
        table.order(step)
    assert table.refused(Undo())[0] == "NOTHING_TO_UNDO"


def test_a_shoe_in_play_is_not_prepared() -> None:
    table = Table(MINI)
    table.order(PrepareShoe(6, 14))
    assert table.refused(PrepareStep())[0] == "SHOE_IN_PLAY"


@pytest.mark.parametrize("name", ["shuffled", "cut", "cut_card", "burn", "card", "end_pass"])
def test_no_shoe_comes_into_play_past_its_record(name: str) -> None:
    assert Table("coquimbo-2020").refused(ShoeEntry(name, 6))[0] == "WRONG_GAME"


def test_a_keypad_prepares_a_shoe_in_few_keys() -> None:
    table, pressed = Table("coquimbo-2020"), 0
    preparing = Scene(preparing=True)
    for keys in ("3 1 2 enter", "enter", "enter", "2 enter", "1 slash 1 0 0 enter", "8 0 enter"):
        entry = entry_for(BLACKJACK, keys.split(), preparing)
        assert isinstance(entry, PrepareStep)
        table.order(entry)
        pressed += len(keys.split())
    assert table.state.game.shoe_in_play
    assert pressed == 17
    assert table.state.preparation.told("cut").who == "casilla 1"  # type: ignore[union-attr]


# Continuous machines


def test_a_machine_that_is_the_shoe_wants_a_text_that_knows_it() -> None:
    entry = PrepareShoe(6, machine="machine_is_shoe")
    assert Table("mendoza-2016").refused(entry)[0] == "NO_CONTINUOUS_SHUFFLER"
    table = Table("coquimbo-2020")
    table.order(entry)
    assert table.state.blackjack.shoe.mode == "machine_is_shoe"
    assert table.state.count is not None
    assert table.state.count.window is None, "the cut card is laid aside"


def test_cards_go_back_into_a_continuous_machine_only_if_they_are_outside() -> None:
    table = Table("coquimbo-2020")
    table.order(PrepareShoe(6, machine="machine_is_shoe"))
    assert table.refused(FeedBack(1)) == ("NOT_FED_BACK", "1.5.1 Corte")
    by_hand = Table("coquimbo-2020")
    by_hand.order(PrepareShoe(6, 60))
    assert by_hand.refused(FeedBack(1))[0] == "NO_CONTINUOUS_SHUFFLER"
