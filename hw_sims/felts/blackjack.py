"""The bank above, the boxes below it: a column per hand, its cards downwards, its stake, points and outcome."""

from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from daemon.i18n import _
from hw_sims.felts.cards import CARD_WIDTH, HIDDEN, Felt, Picture, row_of_cards, small

_BOXES = 7
_MOST_COLUMNS = 12
_ROWS = 6
_BANK_PLACES = 2
_BURNED = "--"
PHASES = {
    "shoe.shuffle": "preparación del sabot",
    "shoe.cut": "corte del mazo",
    "shoe.cut_card": "carta de corte",
    "shoe.burn": "quema de cartas",
    "shoe.waiting": "mesa sin jugadores",
    "bets": "hagan sus apuestas",
    "deal": "reparto",
    "retiro": "retiros",
    "insurance": "seguros",
    "turns": "turno de los jugadores",
    "bank": "turno de la banca",
    "reveal": "se descubren las dobladas",
    "settle": "pagos",
    "over": "pase terminado",
}
RESULTS = {
    "win": "gana",
    "lose": "pierde",
    "push": "empata",
    "void": "nula",
    "surrender": "retiro",
    "even_money": "pago 1:1",
    "bonus_777": "777",
}


def hands(picture: Picture) -> Group:
    return Group(*_bank(picture), Text(), _boxes(picture))


def place(name: str) -> str:
    if name == "bank":
        return _("banca")
    return _("casilla {box}").format(box=name)


def _bank(picture: Picture) -> list[Text]:
    """The bank's cards, with its points once all lie open."""
    cards = [card for card in picture["bank"] if card != _BURNED]
    known = picture["bank_total"] is not None and len(cards) > 1
    title = _("BANCA") + (f"  {picture['bank_total']}" if known else "")
    places = [*cards, *[""] * (_BANK_PLACES - len(cards))]
    return [Text(title, style="bold", justify="center"), *(row_of_cards(places, row) for row in range(3))]


def _boxes(picture: Picture) -> Table:
    """As many columns as there are hands, at least one per box, so that the felt keeps its width."""
    columns = _columns(picture["hands"])
    felt = Table.grid(expand=True, padding=(0, 0))
    for _column in columns:
        felt.add_column(justify="center", ratio=1, no_wrap=True)
    felt.add_row(*(_name(hand, picture) for hand in columns))
    for row in range(_ROWS):
        felt.add_row(*(_card(hand, row) for hand in columns))
    felt.add_row(*(_total(hand) for hand in columns))
    felt.add_row(*(Text(_stake(hand), style="yellow") for hand in columns))
    felt.add_row(*(_result(hand) for hand in columns))
    return felt


def _columns(hands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    used = {hand["box"] for hand in hands}
    empty = [_empty(str(box)) for box in range(1, _BOXES + 1) if str(box) not in used]
    columns = sorted([*hands, *empty], key=lambda hand: (int(hand["box"]), hand["id"]))
    spare = len(columns) - _MOST_COLUMNS
    return [hand for hand in columns if hand["cards"] or hand["stake"] or spare <= 0][:_MOST_COLUMNS]


def _empty(box: str) -> dict[str, Any]:
    return {"id": box, "box": box, "cards": [], "total": None, "stake": None, "done": False, "result": None}


def _name(hand: dict[str, Any], picture: Picture) -> Text:
    if hand["id"] == picture["turn"]:
        return Text(f"▸{hand['id']}", style="bold green")
    return Text(hand["id"], style="bold" if hand["cards"] or hand["stake"] else "dim")


def _card(hand: dict[str, Any], row: int) -> Text:
    """The card in that row; more cards than rows are told by their number."""
    cards = hand["cards"]
    if row == _ROWS - 1 and len(cards) > _ROWS:
        return Text(f"+{len(cards) - row}".center(CARD_WIDTH))
    if row < len(cards):
        return Text(*small(cards[row]))
    return Text("╌╌╌" if row < _BANK_PLACES else "", style="dim")


def _total(hand: dict[str, Any]) -> Text:
    shown = hand["cards"] and HIDDEN not in hand["cards"] and hand["total"] is not None
    return Text(str(hand["total"]) if shown else "", style="bold red" if shown and hand["total"] > 21 else "bold")


def _stake(hand: dict[str, Any]) -> str:
    return "" if hand["stake"] is None else f"{hand['stake']:,}".replace(",", ".")


def _result(hand: dict[str, Any]) -> Text:
    words = _(RESULTS[hand["result"]]) if hand["result"] else ""
    good = hand["result"] in ("win", "even_money", "bonus_777")
    return Text(words, style="green" if good else "red" if hand["result"] == "lose" else "dim")


FELT = Felt(PHASES, hands, place)
