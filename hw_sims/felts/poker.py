"""A poker table: the dealer's hand above, the players below from the dealer's right, each with stakes and result."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from daemon.i18n import _
from hw_sims.felts.cards import Felt, Picture, row_of_cards, small
from table_core.money import pesos
from table_core.rules.poker.categories import HAND_NAMES

PHASES = {
    "shuffle": "barajado y corte",
    "antes": "primera apuesta",
    "deal": "reparto",
    "decide": "deciden los jugadores",
    "replace": "cambio de cartas",
    "dealer": "juega el croupier",
    "review": "revisión de las manos",
    "settled": "pase pagado",
}
OUTCOMES = {
    "win": "gana",
    "lose": "pierde",
    "tie": "empata",
    "fold": "no va",
    "void": "anulada",
    "not_dealt": "espera",
    "dealer_not_open": "no abre",
    "dealer_not_qualified": "no juega",
}
WORDS = {"bet": "va", "fold": "no va"}
_PLACES = 5


def hands(picture: Picture) -> Group:
    return Group(_dealer(picture), Text(), _players(picture))


def place(name: str) -> str:
    side, _space, seat = name.partition(" ")
    return _("croupier") if side == "dealer" else _("puesto {seat}").format(seat=seat)


def _dealer(picture: Picture) -> Group:
    cards = [*picture["dealer_hand"], *[""] * (_PLACES - len(picture["dealer_hand"]))]
    words = _(HAND_NAMES[picture["dealer_name"]]) if picture["dealer_name"] else ""
    if picture["pack"] and picture["phase"] != "shuffle":
        words += "  " + _("mazo {pack}").format(pack=picture["pack"])
    title = Text(_("CROUPIER") + f"  {words}", style="bold", justify="center")
    return Group(title, *(row_of_cards(cards, row) for row in range(3)))


def _players(picture: Picture) -> Table:
    felt = Table.grid(padding=(0, 2))
    for _column in range(4):
        felt.add_column(no_wrap=True)
    ended = {result["seat"]: result for result in picture["results"]}
    for seat in picture["seats"]:
        felt.add_row(*_row(seat, ended.get(seat["seat"])))
    for _blank in range(7 - len(picture["seats"])):
        felt.add_row("")
    return felt


def _row(seat: Picture, result: Picture | None) -> tuple[Text, ...]:
    cards = Text()
    for number, card in enumerate(seat["cards"]):
        cards.append(" " if number else "")
        cards.append(*small(card))
    hand = _(HAND_NAMES[seat["hand"]]) if seat["hand"] else _(WORDS[seat["choice"]]) if seat["choice"] else ""
    return Text(f"{seat['seat']}", style="bold"), cards, Text(hand), _money(seat, result)


def _money(seat: Picture, result: Picture | None) -> Text:
    """What lies there, and once the pass is paid what became of it."""
    if result is None:
        return Text(" + ".join(pesos(amount) for amount in (seat["ante"], seat["bet"]) if amount), style="dim")
    net = result["net"] or 0
    style = "bold green" if net > 0 else "bold red" if net < 0 else "dim"
    amount = f"{'+' if net > 0 else '-'}{pesos(abs(net))}" if net else ""
    return Text(f"{_(OUTCOMES[result['outcome']])} {amount}".strip(), style=style)


FELT = Felt(PHASES, hands, place)
