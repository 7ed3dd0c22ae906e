"""Faults of devices and of the record: meaning, scope, remedy. The texts are the Spanish originals."""

from msgspec import Struct

from table_core.incidents import Choice, Scope
from table_core.rulebook import Role

_LOOK = ("LAYOUT_MATCHES", "KEY_HANDS", "VOID_PASS", "CHANGE_CARDS")


class Fault(Struct, frozen=True):
    code: str
    scope: Scope
    hold: bool
    role: Role
    choices: tuple[str, ...]
    meaning: str
    what_to_do: str

    def offered(self, keyed_as: tuple[str, ...]) -> tuple[Choice, ...]:
        """The choices; *keyed_as* says how this game's cards are keyed from the cloth."""
        return tuple(Choice(code, self.role, needs=keyed_as if code == "KEY_HANDS" else ()) for code in self.choices)


def _table(code: str, role: Role, meaning: str, what_to_do: str, choices: tuple[str, ...] = _LOOK) -> Fault:
    return Fault(code, "table", True, role, choices, meaning, what_to_do)


def _notice(code: str, meaning: str, what_to_do: str) -> Fault:
    return Fault(code, "notice", False, "dealer", ("ACKNOWLEDGE",), meaning, what_to_do)


FAULTS: dict[str, Fault] = {
    fault.code: fault
    for fault in (
        _table(
            "shoe.link_lost",
            "jefe_de_mesa",
            "El sabot dejó de responder.",
            "Revise el cable del sabot. Cuando vuelva, compare la mesa con la pantalla y decida.",
        ),
        _table(
            "shoe.messages_lost",
            "jefe_de_mesa",
            "Se perdió al menos un mensaje del sabot: puede faltar una carta.",
            "Compare las cartas del paño con la pantalla; si difieren, ingréselas o anule el pase.",
        ),
        _table(
            "shoe.restarted",
            "jefe_de_sala",
            "El sabot se reinició con un sabot en juego.",
            "Averigüe por qué se reinició y compare la mesa con la pantalla.",
        ),
        _table(
            "shoe.mid_round",
            "jefe_de_mesa",
            "El sabot informa cartas de un pase cuyo comienzo no se vio.",
            "Termine o anule el pase a mano; el control sigue en el próximo comienzo seguro.",
            ("VOID_PASS", "CHANGE_CARDS"),
        ),
        _table(
            "shoe.result_differs",
            "jefe_de_sala",
            "El resultado del sabot y el del reglamento no coinciden.",
            "Compare las cartas del paño con la pantalla y decida; quedan guardadas ambas versiones.",
            ("CONFIRM_OURS", "KEY_HANDS", "VOID_PASS"),
        ),
        _table(
            "shoe.result_early",
            "jefe_de_mesa",
            "El sabot cerró el pase antes de que estuviera completo.",
            "Compare las cartas del paño con la pantalla; complete el pase, ingréselo o anúlelo.",
        ),
        _table(
            "shoe.forced_end",
            "jefe_de_sala",
            "El sabot terminó el pase por la fuerza: no vale como resultado.",
            "Ingrese las cartas del paño o anule el pase.",
            ("KEY_HANDS", "VOID_PASS"),
        ),
        _table(
            "shoe.place_differs",
            "jefe_de_mesa",
            "El sabot y el reglamento no asignan la carta al mismo lugar.",
            "Compare las cartas del paño con la pantalla y decida.",
        ),
        _table(
            "shoe.reveal_differs",
            "jefe_de_mesa",
            "Una carta mostrada por el sabot no corresponde a lo repartido.",
            "Ingrese las cartas del paño o anule el pase.",
            ("KEY_HANDS", "VOID_PASS"),
        ),
        _table(
            "shoe.unread_card",
            "dealer",
            "El sabot no pudo leer una carta.",
            "Muestre la carta e ingrésela, o anule el pase.",
            ("KEY_HANDS", "VOID_PASS", "LAYOUT_MATCHES", "CHANGE_CARDS"),
        ),
        _table(
            "shoe.reversed",
            "jefe_de_mesa",
            "Una carta volvió hacia el sabot.",
            "Revise la boca del sabot y compare la mesa con la pantalla.",
        ),
        _table(
            "shoe.card_codes",
            "jefe_de_sala",
            "El sabot no reconoce el código de las cartas.",
            "Verifique que el mazo sea el de este sabot; si no, cambie las cartas.",
        ),
        _table(
            "shoe.stopped",
            "jefe_de_mesa",
            "El sabot está detenido por un error propio.",
            "Atienda el error en el sabot y compare la mesa con la pantalla.",
        ),
        _table(
            "shoe.nonsense",
            "jefe_de_mesa",
            "El sabot envió un mensaje que su protocolo no permite.",
            "Compare la mesa con la pantalla y avise al técnico.",
        ),
        _notice(
            "shoe.warning",
            "El sabot dio una advertencia propia.",
            "Mire el código en el registro y el manual del sabot; si se repite, avise al técnico.",
        ),
        _notice(
            "shoe.button_misused",
            "Se pulsó mal el indicador del sabot.",
            "Nada que decidir; si se repite, avise al técnico.",
        ),
        _notice(
            "shoe.slow_draw",
            "El sabot espera una carta hace demasiado tiempo.",
            "Retire la carta o cierre el pase.",
        ),
        _table(
            "cards.while_held",
            "jefe_de_mesa",
            "Salieron cartas del sabot con la mesa detenida.",
            "Queme esas cartas, ingrese las del paño o anule el pase.",
            ("CARDS_BURNED", "KEY_HANDS", "VOID_PASS", "CHANGE_CARDS"),
        ),
        _table(
            "cards.without_shoe",
            "jefe_de_mesa",
            "Salió una carta sin que se registrara la preparación del sabot.",
            "Registre la preparación del sabot con todas sus cartas.",
            ("CHANGE_CARDS",),
        ),
        _table(
            "cards.cut_card_impossible",
            "jefe_de_mesa",
            "El corte salió antes de comenzar el juego.",
            "Revise la colocación del corte y prepare de nuevo el sabot.",
            ("CHANGE_CARDS",),
        ),
        _table(
            "cards.five_not_entered",
            "dealer",
            "Punto tiene cinco y salió una carta sin que se dijera si pide o se planta.",
            "Diga qué palabra se dijo primero: pide o se planta.",
            ("FIVE_DRAW", "FIVE_STAND", "VOID_PASS"),
        ),
        _table(
            "cards.third_card_wrong",
            "jefe_de_sala",
            "Se repartió una tercera carta que el reglamento no da.",
            "Ingrese las manos que valen o anule el pase.",
            ("KEY_HANDS", "VOID_PASS"),
        ),
        _table(
            "cards.third_card_missing",
            "jefe_de_sala",
            "El pase se cerró sin una tercera carta que el reglamento pide.",
            "Ingrese las manos completas o anule el pase.",
            ("KEY_HANDS", "VOID_PASS"),
        ),
        _table(
            "cards.unexpected",
            "jefe_de_mesa",
            "Salió una carta que el reglamento no espera en este momento.",
            "Queme la carta, ingrese antes la decisión que faltaba o anule el pase.",
            ("CARDS_BURNED", "KEY_HANDS", "VOID_PASS", "CHANGE_CARDS"),
        ),
        _table(
            "cards.impossible",
            "jefe_de_sala",
            "Salió una carta que no puede existir en este sabot.",
            "Guarde las cartas, revise el lector y cuente el sabot; si la carta está de más, cambie las cartas.",
            ("CONTINUE", "KEY_HANDS", "VOID_PASS", "CHANGE_CARDS"),
        ),
        _table(
            "cards.cut_card_depth",
            "jefe_de_mesa",
            "El corte salió a una profundidad que no puede ser.",
            "Revise dónde se colocó el corte; si no hay explicación, cuente el sabot.",
            ("CONTINUE", "CHANGE_CARDS"),
        ),
        _notice(
            "cards.cut_card_missing",
            "El corte no salió donde debía: este es el último pase del sabot.",
            "Termine el pase, baraje y revise dónde quedó el corte.",
        ),
        _table(
            "cards.count_differs",
            "jefe_de_sala",
            "Al contar el sabot faltan o sobran cartas.",
            "Guarde el juego de cartas con su informe y prepare otro.",
            ("CHANGE_CARDS",),
        ),
        _table(
            "cards.put_back_differs",
            "jefe_de_mesa",
            "La carta devuelta al sabot no es la primera que salió.",
            "Busque la carta devuelta; si no aparece, cambie las cartas.",
            ("CONTINUE", "VOID_PASS", "CHANGE_CARDS"),
        ),
        _table(
            "cards.dealer_draw_wrong",
            "jefe_de_mesa",
            "El croupier no cambió sus cartas como manda el reglamento.",
            "Compare sus cartas con la pantalla; nunca se vuelve a sacar por cuenta propia.",
            ("CONTINUE", "CARDS_BURNED", "VOID_PASS"),
        ),
        _table(
            "cards.hand_differs",
            "jefe_de_mesa",
            "La mano ingresada no puede salir de las cartas que leyó el mazo en ese puesto.",
            "Mire las cartas del paño: si valen, dígalo; si no, anule esa mano o el pase.",
            ("LAYOUT_COUNTS", "VOID_HAND", "VOID_PASS"),
        ),
        _table(
            "cards.wrong_pack",
            "jefe_de_mesa",
            "Salió una carta de un mazo que no está en uso.",
            "Los mazos se usan por turno: retire las cartas y baraje el que corresponde.",
            ("VOID_PASS", "CHANGE_CARDS", "CONTINUE"),
        ),
        _notice(
            "cards.unread_covered",
            "El lector no vio una carta tapada: esa mano se ingresa al revisarla.",
            "Siga; ingrese la mano cuando se abra. Si se repite, limpie el lector.",
        ),
        _table(
            "pass.no_quorum",
            "dealer",
            "Salió la primera carta sin las apuestas necesarias.",
            "Queme la carta y espere las apuestas.",
            ("CARDS_BURNED",),
        ),
        _table(
            "pass.after_last",
            "jefe_de_mesa",
            "Salió una carta después del último pase o con la mesa cerrada.",
            "Queme la carta; abra la mesa antes de repartir.",
            ("CARDS_BURNED", "CHANGE_CARDS"),
        ),
        _table(
            "daemon.restarted_mid_pass",
            "jefe_de_mesa",
            "El control se reinició con un pase en curso.",
            "Compare las cartas del paño con la pantalla y decida.",
        ),
        _table(
            "daemon.kernel_fault",
            "technician",
            "El control se detuvo por un error interno; quedó registrado con su causa.",
            "Haga un respaldo del registro, avise al proveedor y compare la mesa con la pantalla.",
        ),
        _table(
            "machine.usb_appeared",
            "jefe_de_sala",
            "Se conectó al equipo un dispositivo USB que esta mesa no usa, con un sabot en juego.",
            "Busque quién lo conectó y retírelo; si no hay explicación, cambie las cartas.",
            ("CONTINUE", "CHANGE_CARDS"),
        ),
        _notice(
            "journal.second_copy_lost",
            "La segunda copia del registro no se puede escribir; el registro principal sigue entero.",
            "Revise el disco o la ruta de la segunda copia; se pone al día sola al volver.",
        ),
        _notice(
            "journal.disk_low",
            "Queda poco espacio en el disco del registro.",
            "Libere espacio; si sigue bajando, la mesa se detiene antes de que el disco se llene.",
        ),
        _notice(
            "recorder.stopped",
            "La grabación del tráfico se detuvo; el registro no depende de ella.",
            "Revise el espacio y el límite de las grabaciones; vuelve a grabar en el próximo arranque.",
        ),
        _notice(
            "dispute.not_kept",
            "La grabación de un pase congelado todavía no está a salvo.",
            "Revise el disco del registro; se intenta de nuevo solo. Copie el directorio recordings a otro disco.",
        ),
        Fault(
            "lamps.link_lost",
            "seat",
            False,
            "dealer",
            ("ACKNOWLEDGE",),
            "Una placa de lámparas dejó de responder.",
            "Revise su cable; las lámparas se reponen solas al volver.",
        ),
        _notice(
            "display.link_lost",
            "Un letrero para el público dejó de responder.",
            "Revise su cable y su corriente; el texto se repone solo al volver.",
        ),
        _notice(
            "pad.link_lost",
            "El teclado del crupier dejó de responder.",
            "Revise su cable; mientras tanto, dé las órdenes desde la consola o con sabot enter.",
        ),
        Fault(
            "device.link_lost",
            "seat",
            False,
            "dealer",
            ("ACKNOWLEDGE",),
            "Un dispositivo dejó de responder.",
            "Revise su cable y su corriente; se repone solo al volver.",
        ),
        Fault(
            "lamps.differ",
            "seat",
            False,
            "dealer",
            ("ACKNOWLEDGE",),
            "Una lámpara no muestra lo ordenado.",
            "Pruebe la lámpara; si no responde, cierre el puesto y avise al técnico.",
        ),
        Fault(
            "device.takes_no_bytes",
            "seat",
            False,
            "dealer",
            ("ACKNOWLEDGE",),
            "Un dispositivo está conectado pero no recibe.",
            "Apáguelo y enciéndalo; si sigue igual, avise al técnico.",
        ),
    )
}

# What the errors of a shoe mean at the table (R70): the seven of an Angel Eye, then what a Bee-Tek writes in words.
SHOE_FAULTS: dict[str, str] = {
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
