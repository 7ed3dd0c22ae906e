"""What hangs at a table for everybody to read: what each bet pays, the words woven into the cloth.

Read off the rulebook, each line with its article; a text that is silent on a bet has no line for it.
"""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from daemon.rulebooks import all_rulebooks
from table_core.rulebook import Irregularity, Rulebook


class Line(Struct, frozen=True):
    """*pays* is a ratio in figures ("3 a 2"); *note* what is kept or asked besides; both in Spanish words."""

    bet: str
    pays: str
    article: str
    note: str = ""


def sign(facts: dict[str, Any]) -> dict[str, Any]:
    """The sign of the table of *facts* (`daemon.desk.facts`)."""
    rules = all_rulebooks()[facts["rulebook"]].with_switches(facts["switches"])
    lines = tuple(_LINES.get(rules.family, _no_lines)(rules))
    return {
        "game": rules.title,
        "source": rules.source,
        "lines": lines,
        "felt": _woven(rules),
        "shoe": _shoe(rules),
        "irregularities": [_irregularity(row) for row in rules.irregularities if row.refused is None],
    }


def _shoe(rules: Rulebook) -> dict[str, Any]:
    """What the preparation of a shoe may be told: decks, and the cards behind the cut card, where there is one."""
    decks = rules["decks"]
    least = next((rules[name] for name in _LEAST_BEHIND if name in rules.settings), None)
    most = rules["behind_max"] if "behind_max" in rules.settings else None
    return {
        "decks": decks if isinstance(decks, list) else [decks],
        "behind": None if least is None else [least, most],
    }


_LEAST_BEHIND = ("behind_min", "cut_min_behind", "chemin_cut_behind")


def _irregularity(row: Irregularity) -> dict[str, Any]:
    return {"event": row.event, "trigger": row.trigger, "articles": row.articles, "role": row.role}


def _no_lines(_rules: Rulebook) -> Iterator[Line]:
    return iter(())


def _baccarat(rules: Rulebook) -> Iterator[Line]:
    ratio, where = rules["payout"], rules.article("payout")
    yield Line("Punto", ratio, where)
    percent = rules["commission_bp"] / 100
    yield Line("Banca", ratio, rules.article("commission_bp"), f"menos {percent:g} % de comisión")
    yield Line("Empate", "se devuelve", where)


def _blackjack(rules: Rulebook) -> Iterator[Line]:
    for setting, bet in (("natural_pays", "Black Jack"), ("win_pays", "Mano ganadora")):
        if setting in rules.settings:
            yield Line(bet, _ratio(rules[setting]), rules.article(setting))
    for setting, bet in _TIMES:
        if setting in rules.settings and rules[setting]:
            yield Line(bet, f"{rules[setting]} a 1", rules.article(setting))
    if "desafio_pays" in rules.settings:
        yield Line("Desafío", _ratio(rules["desafio_pays"]), rules.article("desafio_pays"))
    if "bonus_777" in rules.settings and rules["bonus_777"]:
        yield Line("Tres sietes", f"{rules['bonus_times']} veces", rules.article("bonus_times"))
        yield Line(
            "Tres sietes del mismo palo", f"{rules['bonus_suited_times']} veces", rules.article("bonus_suited_times")
        )
    yield Line("Empate", "se devuelve", rules.article("win_pays"))


_TIMES = (
    ("insurance_pays", "Seguro"),
    ("pairs_perfect", "Perfect Pairs: par perfecto"),
    ("pairs_coloured", "Perfect Pairs: par de color"),
    ("pairs_mixed", "Perfect Pairs: par mezclado"),
)
_LINES: dict[str, Callable[[Rulebook], Iterator[Line]]] = {"baccarat": _baccarat, "blackjack": _blackjack}


def _woven(rules: Rulebook) -> tuple[str, ...]:
    if rules.family != "blackjack":
        return ()
    insured = (f"EL SEGURO PAGA {rules['insurance_pays']} A 1",) if "insurance_pays" in rules.settings else ()
    return (f"BLACK JACK PAGA {_ratio(rules['natural_pays']).upper()}", *insured)


def _ratio(name: str) -> str:
    """ "3to2" as people say it."""
    return name.replace("to", " a ").replace("for", " por ")
