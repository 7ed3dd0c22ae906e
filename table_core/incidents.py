"""An incident: something the rules did not expect, what may be done about it, and who decides."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from table_core.cards import Card
from table_core.rulebook import Role

Scope = Literal["table", "seat", "notice"]


CHOICE_NAMES = {
    "FIRST_PUNTO_CARD_NEXT_PASS": "no fue vista: primera carta de Punto del próximo pase",
    "BURN_NEXT_PASS": "fue vista: se quema el próximo pase, sin apuestas",
    "BURN_LAYOUT_CARDS": "quemar las cartas del paño",
    "VOID_PASS": "anular el pase",
    "VOID_PASS_CHANGE_CARDS": "anular el pase y cambiar las cartas",
    "CHANGE_CARDS": "cambiar las cartas y preparar otro sabot",
    "RESHUFFLE_NO_PASS": "barajar ahora, sin pase",
    "BURN_CARD": "quemar la carta",
    "BURN_AND_REPLACE": "quemar la carta y sacar otra",
    "CARDS_BURNED": "esas cartas se quemaron",
    "CARD_KEEPS_VALUE": "la carta conserva su valor",
    "REJECT_BET": "rechazar la apuesta",
    "CONTINUE": "seguir",
    "LAYOUT_MATCHES": "la mesa coincide con la pantalla",
    "KEY_HANDS": "ingresar las manos del paño",
    "CONFIRM_OURS": "vale el resultado del reglamento",
    "FIVE_DRAW": "la primera palabra fue «carta»",
    "FIVE_STAND": "la primera palabra fue «me planto»",
    "ACKNOWLEDGE": "enterado",
    "MUST_PLAY": "debe jugarse: quien la sacó sigue la jugada",
    "DISCARD_CARDS": "excepción: desechar las cartas sacadas",
    "DISCARD_CARD_BETS_STAND": "retirar la carta; las apuestas quedan",
    "VOID_COUP": "anular la jugada y devolver las apuestas",
    "BOTH_FOLLOW_RULES": "punto y banquero siguen las reglas",
    "BANK_FOLLOWS_CHART_DRAW_IF_OPTIONAL": "el banquero sigue el cuadro y pide si es optativo",
    "RECTIFY": "rectificar: se desecha lo sacado por error",
    "FIRST_TO_BANK": "la primera carta sacada es del banquero; la segunda se desecha",
    "DISCARD_ALL": "desechar todas las cartas sacadas",
    "BANK_MUST_TAKE": "el punto dijo «no»: la carta es del banquero",
    "CARD_TO_PUNTO": "el punto dijo «carta»: la carta es suya",
    "BANK_COUNTS_ZERO": "el banquero se dio más de dos: cuenta cero",
    "BEST_FOR_PUNTO": "dos cartas al punto: vale la mejor",
    "WORST_FOR_BANK": "dos cartas al banquero: vale la peor",
    "PUNTO_ABATES_NINE": "el punto abate con nueve",
    "PUNTO_COUNTS_NINE": "el punto cuenta nueve",
    "EXPOSE_MATCHING_CARD": "el banquero descubre su carta respectiva",
    "EXPOSE_BOTH_AND_CHART": "el banquero descubre las dos suyas y sigue el cuadro",
    "BETS_MAY_BE_WITHDRAWN": "los jugadores pueden retirar sus apuestas",
    "BANK_LOSES_RIGHT_TO_ABATE": "el banquero pierde el derecho a abatir",
    "BANK_LOSES_COUP": "el banquero pierde la jugada",
    "REJECT_CLAIM": "no se acepta el reclamo",
    "PLAYER_LOSES_CARDS": "el jugador no sigue con las cartas",
    "CHART_APPLIES": "se juega según el cuadro",
    "BANKER_DECIDES": "el banquero decide si da la carta",
    "CARD_IS_GIVEN": "tiene bacará: se le da la carta",
    "PUNTO_LOSES_COUP": "el punto pierde la jugada",
    "RIGHT_LOST": "el punto pierde el derecho a abatir",
    "ERROR_STANDS": "quien hace banco soporta su error",
    "BET_INVALID": "la apuesta no vale y se devuelve",
    "ACCEPT_CARD": "el jugador acepta la carta",
    "ANNOUNCE_LAST_GAME": "anunciar el último juego",
    "ANNOUNCE_LAST_HANDS": "anunciar las últimas manos",
    "APOLOGISE_VOID_HAND": "pedir disculpas y devolver la apuesta",
    "BACK_TO_SHOE_FIRST_CARD_NEXT": "vuelve al sabot: primera carta del próximo pase",
    "BANK_TAKES_CARD": "nadie la toma: la carta va a la banca",
    "BANK_TAKES_NO_CARD": "la banca no saca carta",
    "BET_OR_FREE_SEAT": "apostar o dejar el asiento",
    "BURN_AND_FREEZE": "quemar la carta; el jugador no puede pedir más",
    "BURN_AND_VOID": "no quiere jugar: quemar su carta y devolver la apuesta",
    "BURN_COVERED": "quemar la carta tapada",
    "BURN_NEXT_TAKES_PLACE": "quemar la carta; la siguiente ocupa su lugar",
    "BURN_ONLY_THOSE": "quemar solo esas cartas",
    "BURN_SURPLUS": "quemar la carta sobrante",
    "BURN_THREE": "quemar tres cartas",
    "BURN_UNSEEN": "quemar la carta sin mostrarla",
    "CARD_VALID": "la carta vale",
    "CHANGE_DECKS": "cambiar los mazos",
    "COLLECT_AND_BURN": "cobrar la apuesta y retirar las cartas",
    "COMPLETE_DELIVERY": "quiere jugar: completar su entrega",
    "CONFIRM_EQUIPMENT": "confirmar que los elementos cumplen",
    "CONTINUE_WITH_THREE_BETS": "seguir con tres apuestas",
    "CORRECT_AND_REPORT": "corregir e informar",
    "COUNTS_AS_MADE": "la apuesta vale como se hizo",
    "DEALER_CUTS": "corta el crupier",
    "DEALER_CUTS_AT_CENTRE": "corta el crupier, al centro",
    "DISMANTLE_AND_REARM": "desarmar y volver a armar el sabot",
    "DO_NOT_OPEN": "no abrir la mesa",
    "EXCLUDE_PLAYER": "excluir al jugador",
    "FINAL_DECISION": "decisión final",
    "FINISH_IN_VIEW": "terminar la mano con las cartas a la vista",
    "FINISH_PASS_THEN_SHUFFLE": "terminar el pase y barajar",
    "FINISH_PLAYER_THEN_BANK": "terminar la mano y dar la carta a la banca",
    "FIRST_TO_ASK_THEN_NEAREST_ONE": "el primero que la pidió; si no, el más cercano al uno",
    "FREE_SEAT": "liberar el asiento",
    "GIVE_MISSING_CARD": "dar la carta que falta",
    "IN_ORDER_FROM_ONE": "en orden desde el uno",
    "JACKPOT_LOST": "pierde el derecho al JACKPOT",
    "JEFE_CLEARS_UP": "lo aclara el jefe",
    "JOINT_DECISION": "decisión conjunta",
    "LOSES_ALL_BETS": "pierde todas sus apuestas",
    "NEXT_CARD": "recibe la carta siguiente",
    "NEXT_CARDS_TO_BANK": "las próximas cartas son de la banca",
    "NEXT_CARD_COVERED": "recibe la carta siguiente, tapada",
    "NEXT_CARD_TO_BANK": "la próxima carta es de la banca",
    "NEXT_TWO_CARDS_TO_BANK": "las dos próximas cartas son de la banca",
    "NO_CLAIM": "sin derecho a reclamo",
    "OFFER_NEXT_BOX": "no la acepta: se ofrece a la casilla siguiente",
    "PAID_BANK_OVER": "la banca se pasó: se le paga",
    "PAY_INITIAL_21_VOID_REST": "pagar los 21 iniciales y devolver el resto",
    "PAY_NATURALS_VOID_REST": "pagar los Black Jack y devolver el resto",
    "PLAYER_CHOOSES_BURN": "el jugador elige qué carta se quema",
    "REARM_SUPERVISOR_CUTS": "armar de nuevo; corta el supervisor",
    "REFUSE": "no se acepta",
    "REORDER": "reordenar las cartas",
    "REPLACE_AND_SHUFFLE_AFTER": "reemplazar el cortador y barajar al final",
    "REVIEW_CCTV": "revisar las cámaras",
    "REVIEW_PASS": "revisar el pase",
    "ROOM_DECIDES": "decide la sala",
    "RULE": "resolver la situación",
    "SEATED_PLAYER_DECIDES": "decide el jugador sentado",
    "SERVE_BOTH_LATE": "recibe sus dos cartas al final",
    "SERVE_SECOND_LATE": "recibe su segunda carta al final",
    "SHOW_AND_CONTINUE": "mostrar la carta y seguir",
    "SHUFFLE": "barajar",
    "STOP": "detener el juego",
    "TURN_SHOE": "acomodar el sabot",
    "VOID_HAND": "la mano no juega: devolver la apuesta",
    "VOID_HAND_BURN_CARDS": "anular la mano y quemar sus cartas",
    "WAIT": "esperar",
    "WAIT_FOR_PUBLIC_CHECK": "esperar a que el público revise",
    "ACCEPT_CUT": "aceptar el corte",
    "BET_LOST": "la apuesta se declara perdida",
    "BET_STANDS_AS_IS": "la apuesta vale como está",
    "BURN_CARD_CONTINUE": "quemar la carta; la siguiente ocupa su lugar",
    "BURN_EXTRA": "quemar las cartas de más",
    "BURN_PASS": "quemar el pase: se anula",
    "CORRECT_BET": "dejar la apuesta en el doble exacto",
    "FORCE_BET_BACK": "debe devolver la apuesta",
    "LAYOUT_COUNTS": "valen las cartas del paño",
    "NONE": "nada que hacer",
    "RECUT": "cortar de nuevo",
    "REJECT_CHANGE": "no se acepta el cambio",
    "REJECT_SECOND_SEAT": "una sola mano por jugador",
    "REPLACE_DECK": "cambiar la baraja",
    "RESHUFFLE": "barajar de nuevo",
    "RESHUFFLE_NEW_PASS": "barajar todo y dar un pase nuevo",
    "RETURN_BET": "devolver la apuesta",
    "SEEN_CARD_BECOMES_UPCARD": "la carta vista queda abierta en lugar de la quinta",
    "VACATE_SEAT": "debe dejar el puesto",
    "VOID_BOTH_HANDS": "anular las dos manos",
    "VOID_HAND_AND_BAR": "anular la mano; el jugador no sigue jugando",
    "WAIT_NEXT_PASS": "espera el próximo pase",
    "WARN_PLAYER": "advertir al jugador",
    "WITHDRAW": "retirar la apuesta",
}
"""What each choice means, for people; the codes are for machines."""


class Choice(Struct, frozen=True):
    """One permitted resolution; *needs* names what must be keyed with it, *jointly* who must sign besides *role*."""

    code: str
    role: Role
    row: str | None = None
    needs: tuple[str, ...] = ()
    jointly: Role | None = None


class Signature(Struct, frozen=True):
    """One of the two people of a joint decision."""

    choice: str
    by: str
    role: Role
    reason: str


class CctvReview(Struct, frozen=True):
    """What somebody wants the cameras to tell, and what they told; *answer* empty: the incident waits for it."""

    asked_by: str
    role: Role
    question: str
    answered_by: str = ""
    answer: str = ""
    reference: str = ""


class Incident(Struct, frozen=True):
    """*hold*: the game waits until a person of a choice's role has decided. *card* is evidence and may be hidden."""

    id: int
    code: str
    articles: tuple[str, ...]
    detail: str
    choices: tuple[Choice, ...]
    hold: bool
    scope: Scope
    pass_number: int
    device: str | None = None
    card: Card | None = None
    announcement: str | None = None
    box: str = ""
    cctv: CctvReview | None = None
    signatures: tuple[Signature, ...] = ()

    @property
    def awaits_cctv(self) -> bool:
        return self.cctv is not None and not self.cctv.answered_by

    def choice(self, code: str) -> Choice | None:
        return next((choice for choice in self.choices if choice.code == code), None)


class IncidentOpened(Struct, frozen=True, tag=True):
    incident: Incident


class IncidentResolved(Struct, frozen=True, tag=True):
    """*by* is None when the text or a restored device resolved it without a decision.

    *also_by*: the second person of a joint decision. *player*: the box whose player chose, keyed by *by*.
    """

    id: int
    choice: str
    by: str | None
    role: Role | None
    row: str | None
    reason: str
    also_by: str | None = None
    also_role: Role | None = None
    player: str = ""


class IncidentSigned(Struct, frozen=True, tag=True):
    """The first of two people signed a joint decision; the incident waits for the other."""

    id: int
    signature: Signature


class CctvAsked(Struct, frozen=True, tag=True):
    """The resolution of an incident waits for the cameras."""

    id: int
    by: str
    role: Role
    question: str


class CctvAnswered(Struct, frozen=True, tag=True):
    """What the cameras showed, keyed by *by*; *reference* names camera and recording. *choices*: what is left to do."""

    id: int
    by: str
    role: Role
    answer: str
    reference: str
    choices: tuple[Choice, ...]


class ObservationNoted(Struct, frozen=True, tag=True):
    """Somebody who watches the table notes something about journal entry *seq*."""

    seq: int
    text: str
    by: str
    role: Role


IncidentOperation = IncidentOpened | IncidentResolved | IncidentSigned | CctvAsked | CctvAnswered | ObservationNoted


def evolve(incident: Incident, operation: IncidentSigned | CctvAsked | CctvAnswered) -> Incident:
    match operation:
        case IncidentSigned(signature=signature):
            return replace(incident, signatures=(*incident.signatures, signature))
        case CctvAsked(by=by, role=role, question=question):
            return replace(incident, cctv=CctvReview(by, role, question), hold=True)
        case CctvAnswered(by=by, answer=answer, reference=reference, choices=choices):
            asked = incident.cctv or CctvReview(by, operation.role, "")
            review = replace(asked, answered_by=by, answer=answer, reference=reference)
            return replace(incident, cctv=review, choices=choices)
