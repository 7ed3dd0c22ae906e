"""Faults of the shoe and its reader. The texts are the Spanish originals."""

from table_core.fault import Fault, notice, table

MISREAD, MISSED, UNREAD = "shoe.misread", "shoe.missed_card", "shoe.unread_card"
REPORTED = frozenset({MISREAD, MISSED})
"""Faults of the reader that only people can see: reported at any game, as the rulebook's own irregularities are."""

SHOE_FAULTS: tuple[Fault, ...] = (
    table(
        "shoe.link_lost",
        "jefe_de_mesa",
        "El sabot dejó de responder.",
        "Revise el cable del sabot. Cuando vuelva, compare la mesa con la pantalla y decida.",
    ),
    table(
        "shoe.messages_lost",
        "jefe_de_mesa",
        "Se perdió al menos un mensaje del sabot: puede faltar una carta.",
        "Compare las cartas del paño con la pantalla; si difieren, ingréselas o anule el pase.",
    ),
    table(
        "shoe.restarted",
        "jefe_de_sala",
        "El sabot se reinició con un sabot en juego.",
        "Averigüe por qué se reinició y compare la mesa con la pantalla.",
    ),
    table(
        "shoe.mid_round",
        "jefe_de_mesa",
        "El sabot informa cartas de un pase cuyo comienzo no se vio.",
        "Termine o anule el pase a mano; el control sigue en el próximo comienzo seguro.",
        ("VOID_PASS", "CHANGE_CARDS"),
    ),
    table(
        "shoe.result_differs",
        "jefe_de_sala",
        "El resultado del sabot y el del reglamento no coinciden.",
        "Compare las cartas del paño con la pantalla y decida; quedan guardadas ambas versiones.",
        ("CONFIRM_OURS", "KEY_HANDS", "VOID_PASS"),
    ),
    table(
        "shoe.result_early",
        "jefe_de_mesa",
        "El sabot cerró el pase antes de que estuviera completo.",
        "Compare las cartas del paño con la pantalla; complete el pase, ingréselo o anúlelo.",
    ),
    table(
        "shoe.forced_end",
        "jefe_de_sala",
        "El sabot terminó el pase por la fuerza: no vale como resultado.",
        "Ingrese las cartas del paño o anule el pase.",
        ("KEY_HANDS", "VOID_PASS"),
    ),
    table(
        "shoe.place_differs",
        "jefe_de_mesa",
        "El sabot y el reglamento no asignan la carta al mismo lugar.",
        "Compare las cartas del paño con la pantalla y decida.",
    ),
    table(
        "shoe.reveal_differs",
        "jefe_de_mesa",
        "Una carta mostrada por el sabot no corresponde a lo repartido.",
        "Ingrese las cartas del paño o anule el pase.",
        ("KEY_HANDS", "VOID_PASS"),
    ),
    table(
        UNREAD,
        "dealer",
        "El sabot no pudo leer una carta.",
        "Muestre la carta e ingrésela, o anule el pase.",
        ("KEY_HANDS", "VOID_PASS", "LAYOUT_MATCHES", "CHANGE_CARDS"),
    ),
    table(
        MISREAD,
        "jefe_de_mesa",
        "La pantalla muestra una carta que no es la del paño.",
        "Revise el lector; ingrese las manos del paño donde el juego lo permite, o anule el pase.",
        ("VOID_PASS", "KEY_HANDS", "CHANGE_CARDS"),
    ),
    table(
        MISSED,
        "dealer",
        "Salió una carta que el lector no informó.",
        "Muestre la carta e ingrésela, o anule el pase.",
        ("KEY_HANDS", "VOID_PASS", "CHANGE_CARDS"),
    ),
    table(
        "shoe.reversed",
        "jefe_de_mesa",
        "Una carta volvió hacia el sabot.",
        "Revise la boca del sabot y compare la mesa con la pantalla.",
    ),
    table(
        "shoe.card_codes",
        "jefe_de_sala",
        "El sabot no reconoce el código de las cartas.",
        "Verifique que el mazo sea el de este sabot; si no, cambie las cartas.",
    ),
    table(
        "shoe.stopped",
        "jefe_de_mesa",
        "El sabot está detenido por un error propio.",
        "Atienda el error en el sabot y compare la mesa con la pantalla.",
    ),
    table(
        "shoe.nonsense",
        "jefe_de_mesa",
        "El sabot envió un mensaje que su protocolo no permite.",
        "Compare la mesa con la pantalla y avise al técnico.",
    ),
    table(
        "shoe.babbles",
        "jefe_de_mesa",
        "La línea del sabot no para de hablar y no se entiende: una carta pudo perderse en el ruido.",
        "Revise su cable, su masa y su velocidad; compare la mesa con la pantalla.",
    ),
    notice(
        "shoe.warning",
        "El sabot dio una advertencia propia.",
        "Mire el código en el registro y el manual del sabot; si se repite, avise al técnico.",
    ),
    notice(
        "shoe.button_misused",
        "Se pulsó mal el indicador del sabot.",
        "Nada que decidir; si se repite, avise al técnico.",
    ),
    notice(
        "shoe.slow_draw",
        "El sabot espera una carta hace demasiado tiempo.",
        "Retire la carta o cierre el pase.",
    ),
)

# What the errors of a shoe mean at the table (R70): the seven of an Angel Eye, then what a Bee-Tek writes in words.
SHOE_ERRORS: dict[str, str] = {
    "cannot_read": "shoe.unread_card",
    "overdraw": "extra_card_drawn",
    "button_misuse": "shoe.button_misused",
    "reverse_at_exit": "shoe.reversed",
    "reverse_midway": "shoe.reversed",
    "card_code": "shoe.card_codes",
    "draw_timeout": "shoe.slow_draw",
    "alarm": "shoe.stopped",
    "warning": "shoe.warning",
}
