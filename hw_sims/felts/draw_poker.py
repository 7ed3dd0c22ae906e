"""Draw Poker with its progressive: who plays and whose lamp is a bet, the pot, what is due, what the prizes are."""

from rich.console import Group
from rich.text import Text

from daemon.i18n import _
from hw_sims.felts.cards import Felt, Picture
from table_core.money import pesos

PHASES = {
    "shuffle": "se baraja",
    "antes": "hagan sus apuestas",
    "deal": "reparto",
    "decide": "van o no van",
    "replace": "cambio de cartas",
    "dealer": "cartas del crupier",
    "review": "a la vista",
    "settled": "pase terminado",
}
SIDE_PHASES = {
    "idle": "cerrado",
    "open": "abierto",
    "locking": "cerrando",
    "locked": "no más apuestas",
    "reviewed": "premios",
}
STATUS = {"confirmed": "espera que lo liberen", "released": "a pagar", "paid": "pagado"}
_SEATS = 6
_DUE_LINES = 3


def hands(picture: Picture) -> Group:
    return Group(_pot(picture["progressive"]), Text(), *_seats(picture), Text(), *_due(picture["progressive"]))


def _pot(side: Picture) -> Text:
    text = Text(f"{_('Pozo')}  ").append(f"{pesos(side['pot'])}", style="bold yellow")
    text.append(f"  +{pesos(side['increment'])}", style="green")
    text.append(f"   {_(SIDE_PHASES[side['phase']])}", style="bold")
    limits = _("mínimo {least}, máximo {most}").format(least=pesos(side["min"]), most=pesos(side["max"]))
    return text.append(f"   {limits}", style="dim")


def _seats(picture: Picture) -> list[Text]:
    """A line for each place, always as many: the lamp, the cards, what was decided."""
    seated = {seat["seat"]: seat for seat in picture["seats"]}
    lines = [_seat(number, seated.get(number), picture["progressive"]) for number in range(1, _SEATS + 1)]
    dealer = Text(f"{_('crupier')}   ", style="bold").append(" ".join(picture["dealer_hand"]))
    return [*lines, dealer]


def _seat(number: int, seat: Picture | None, side: Picture) -> Text:
    bet = side["seats"].get(str(number), {})
    line = Text("● " if bet.get("lit") else "○ ", style="bold yellow" if bet.get("lit") else "dim").append(
        f"{number}  "
    )
    if seat is None:
        return line.append("—", style="dim")
    line.append(f"{' '.join(seat['cards']):16}")
    words = {"bet": _("va"), "fold": _("no va"), None: ""}[seat["choice"]]
    return line.append(f"{words}  " + (_("cambia {count}").format(count=seat["changes"]) if seat["changes"] else ""))


def _due(side: Picture) -> list[Text]:
    lines = [
        Text(
            _("Puesto {seat}: {prize} {amount}, {status}").format(
                seat=due["seat"], prize=_(due["name"]), amount=pesos(due["amount"]), status=_(STATUS[due["status"]])
            ),
            style="bold magenta",
        )
        for due in side["prizes_due"][-_DUE_LINES:]
    ]
    return [*lines, *(Text() for _line in range(_DUE_LINES - len(lines)))]


def place(name: str) -> str:
    return _("crupier") if name == "dealer" else name.replace("seat", _("puesto"))


FELT = Felt(PHASES, hands, place)
