"""Every case under every other reading, and random cases of every kind, against the text said a second time."""

from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table_core.cards import DECK
from table_core.cases.progressive import KINDS
from table_core.progressive.terms import Terms
from tests.rulebooks.progressive_text import SAID
from tests.rulebooks.test_progressive_cases import CASES, DOCUMENT
from tests.unit.progressive.hands import MADE

Json = dict[str, Any]
DEFAULTS: Json = DOCUMENT["config_defaults"]
FIGURES: Json = {
    "credit_value": [1, 500, 7777],
    "min_credits": [1, 2],
    "max_credits": [1, 5],
    "commission_bp": [0, 1, 3333, 9999, 10_000],
    "reserve_bp": [0, 1, 3333, 10_000],
    "base": [0, 1, 5_000_001],
}
READINGS: Json = {
    name: [True, False] if hint is bool else list(get_args(hint))
    for name, hint in get_type_hints(Terms).items()
    if hint is bool or get_args(hint)
}
SETTINGS = READINGS | FIGURES
"""Every switch with all its readings, and figures that divide badly."""


def ours(kind: str, config: Json, asked: Json) -> Json:
    plus = {"base_game": asked["base_game"]} if "base_game" in asked else {}
    return msgspec.to_builtins(KINDS[kind](msgspec.convert(config | plus, Terms), asked))  # type: ignore[no-any-return]


def said(kind: str, config: Json, asked: Json) -> Json:
    plus = {"base_game": asked["base_game"]} if "base_game" in asked else {}
    return SAID[kind](config | plus, asked)


def test_the_text_said_again_answers_every_given_case() -> None:
    for case in CASES:
        answer = said(case["kind"], DEFAULTS | case.get("config", {}), case["input"])
        assert {key: answer[key] for key in case["expect"]} == case["expect"], case["id"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_under_every_other_reading_is_what_the_text_says_under_it(case: Json) -> None:
    kind, config = case["kind"], DEFAULTS | case.get("config", {})
    for setting, values in SETTINGS.items():
        for value in values:
            read = config | {setting: value}
            assert ours(kind, read, case["input"]) == said(kind, read, case["input"]), (setting, value)


def test_every_switch_of_the_text_changes_the_answer_of_some_case() -> None:
    """A switch nothing depends on would be no switch. No given case holds a bust or a late pair."""
    idle = set(READINGS)
    for case in CASES:
        kind, config = case["kind"], DEFAULTS | case.get("config", {})
        for setting in sorted(idle):
            if len({repr(ours(kind, config | {setting: value}, case["input"])) for value in READINGS[setting]}) > 1:
                idle.discard(setting)
    assert idle == {"bust_keeps_jackpot", "sevens_position", "iquique_rules"}


# Random cases


any_config = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in SETTINGS.items()})
any_credits = st.integers(0, 6)
poker_hands = st.sampled_from([made.split() for made in MADE.values()]) | st.permutations(DECK).map(
    lambda deck: list(deck[:5])
)
sevens = st.lists(st.sampled_from(["7C", "7D", "7H", "7S", "2C", "KH"]), min_size=2, max_size=5)
flags = st.fixed_dictionaries(
    {},
    optional={
        "changed": st.integers(0, 2),
        "bought": st.integers(0, 1),
        "folded": st.booleans(),
        "valid": st.booleans(),
        "void": st.booleans(),
        "split_sevens": st.booleans(),
        "bust": st.booleans(),
        "promo": st.booleans(),
    },
)
numbers = st.lists(st.integers(1, 7), unique=True, max_size=6)


@st.composite
def seats(draw: st.DrawFn) -> list[Json]:
    hands = draw(st.sampled_from([poker_hands, sevens]))
    return [
        {"seat": number, "credits": draw(any_credits), "cards": draw(hands), **draw(flags)} for number in draw(numbers)
    ]


shown = st.lists(
    st.sampled_from(["7C", "5D", "KH"]).map(lambda card: {"type": "magic_card", "card": card})
    | st.integers(1, 7).map(lambda seat: {"type": "lucky_player", "seat": seat}),
    max_size=2,
    unique_by=lambda one: one["type"],
)
pots = st.integers(0, 300_000) | st.integers(0, 10**12)
funds = {"main": pots, "reserve": pots}
bets = numbers.flatmap(
    lambda places: st.tuples(
        *(
            st.fixed_dictionaries({"seat": st.just(place), "credits": any_credits}, optional={"promo": st.booleans()})
            for place in places
        )
    )
).map(list)
steps = st.lists(
    st.fixed_dictionaries(
        {"table": st.sampled_from("AB"), "seats": seats()},
        optional={"complementary": shown, "void": st.just("pass") | numbers},
    ),
    max_size=5,
)
seat_number = st.integers(1, 3)
events = st.lists(
    st.one_of(
        st.fixed_dictionaries({"ev": st.sampled_from(["activate", "bet", "chip"]), "seat": seat_number,
                               "credits": st.integers(1, 4)}),
        st.fixed_dictionaries({"ev": st.sampled_from(["ante", "close"]), "seat": seat_number}),
        st.fixed_dictionaries({"ev": st.just("ante"), "seat": seat_number}),
        st.fixed_dictionaries({"ev": st.just("lamp"), "seat": seat_number, "state": st.sampled_from(["lit", "dark"])}),
        st.just({"ev": "lock"}),
    ),
    max_size=14,
)  # fmt: skip
allocations = st.sampled_from(
    [{"main": 9000, "reserve": 1000}, {"main": 8500, "reserve": 1500}, {"main": 9000, "reserve": 900}]
)
papers = st.fixed_dictionaries(
    {
        "version": st.sampled_from(["PA-1", "PA-2"]),
        "approved": st.booleans(),
        "commission_bp": st.sampled_from([2000, 2500]),
        "alloc_bp": st.fixed_dictionaries({"P": allocations, "Q": allocations}),
        "base": st.fixed_dictionaries({"P": st.integers(0, 1), "Q": st.integers(0, 1)}),
    }
)
running = st.fixed_dictionaries(
    {
        "plan_version": st.sampled_from(["PA-1", "PA-2"]),
        "commission_bp": st.sampled_from([2000, 2500]),
        "base": st.fixed_dictionaries({"P": st.integers(0, 1), "Q": st.integers(0, 1)}),
    }
)


def a_pot(name: str) -> st.SearchStrategy[Json]:
    more = {flag: st.booleans() for flag in ("has_main", "homologated", "inter_casino", "registered")}
    return st.fixed_dictionaries({"id": st.just(name), "alloc_bp": allocations}, optional=more)


def a_table(name: str) -> st.SearchStrategy[Json]:
    fields: dict[str, st.SearchStrategy[Any]] = {
        "id": st.just(name),
        "pot": st.sampled_from("PQ"),
        "credit_value": st.sampled_from([500, 1000]),
        "min_credits": st.integers(1, 2),
        "max_credits": st.sampled_from([3, 6]),
    }
    return st.fixed_dictionaries(fields, optional={"game": st.sampled_from(["draw_poker", "arica_poker_plus"])})


@st.composite
def configurations(draw: st.DrawFn) -> Json:
    asked: Json = {
        "pots": [draw(a_pot("P")), draw(a_pot("Q"))],
        "tables": [draw(a_table(name)) for name in "ABC"[: draw(st.integers(1, 3))]],
    }
    if draw(st.booleans()):
        asked["complementary"] = {
            "paid_in": draw(st.sampled_from(["cash", "promo_credits"])),
            **{name: draw(st.booleans()) for name in ("enabled", "notified", "authorised")},
        }
    if draw(st.booleans()):
        asked |= {"plan": draw(papers), "running": draw(running)}
    return asked


counters = st.fixed_dictionaries(
    {
        "table_counter_start": st.integers(0, 10),
        "table_counter_end": st.integers(0, 10**11),
        "seat_bets": st.lists(st.integers(0, 3), max_size=5),
        "system_raised": st.integers(0, 10_000),
    }
)
cash: st.SearchStrategy[Json] = st.just({}) | st.fixed_dictionaries(
    {"cash_exchanged": st.integers(0, 9), "credits_activated": st.integers(0, 9)}
)
plus: st.SearchStrategy[Json] = st.just({}) | st.just({"base_game": "arica_poker_plus"})
RANDOM: dict[str, st.SearchStrategy[Json]] = {
    "contribution": st.fixed_dictionaries({**funds, "bets": bets}),
    "settle": st.builds(
        lambda case, game: case | game,
        st.fixed_dictionaries({**funds, "seats": seats()}, optional={"complementary": shown}),
        plus,
    ),
    "session": st.fixed_dictionaries({**funds, "steps": steps}),
    "acceptor": st.fixed_dictionaries(
        {"acceptor": st.sampled_from(["electronic", "manual"]), "events": events},
        optional={
            "credits": st.dictionaries(st.sampled_from("123"), st.integers(0, 5)),
            "closed_seats": st.lists(seat_number, unique=True),
        },
    ),
    "config_check": configurations(),
    "review": st.fixed_dictionaries({"dealer_opens": st.booleans(), "seats": seats()}),
    "reconcile": st.builds(lambda one, two: one | two, counters, cash),
}


@pytest.mark.requirement("ARI-3.2-b", "ARI-3.5.5-a")
@pytest.mark.parametrize("kind", RANDOM)
@given(data=st.data(), config=any_config)
def test_any_case_is_what_the_text_says(kind: str, data: st.DataObject, config: Json) -> None:
    asked = data.draw(RANDOM[kind])
    if kind == "settle":
        asked = asked | {"seats": [{name: seat[name] for name in seat if name != "promo"} for seat in asked["seats"]]}
    assert ours(kind, config, asked) == said(kind, config, asked)
