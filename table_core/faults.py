"""Faults of devices and of the record: meaning, scope, remedy. The texts are the Spanish originals."""

from table_core.board_faults import BOARD_FAULTS
from table_core.fault import Fault, notice, table

MISREAD, MISSED = "shoe.misread", "shoe.missed_card"
REPORTED = frozenset({MISREAD, MISSED})
"""Faults of the reader that only people can see: reported at any game, as the rulebook's own irregularities are."""


def _seat(code: str, meaning: str, what_to_do: str) -> Fault:
    return Fault(code, "seat", False, "jefe_de_mesa", ("ACKNOWLEDGE",), meaning, what_to_do)


def _dealer_seat(code: str, meaning: str, what_to_do: str) -> Fault:
    return Fault(code, "seat", False, "dealer", ("ACKNOWLEDGE",), meaning, what_to_do)


FAULTS: dict[str, Fault] = {
    fault.code: fault
    for fault in (
        *BOARD_FAULTS,
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
            "shoe.unread_card",
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
        table(
            "cards.while_held",
            "jefe_de_mesa",
            "Salieron cartas del sabot con la mesa detenida.",
            "Queme esas cartas, ingrese las del paño o anule el pase.",
            ("CARDS_BURNED", "KEY_HANDS", "VOID_PASS", "CHANGE_CARDS"),
        ),
        table(
            "cards.without_shoe",
            "jefe_de_mesa",
            "Salió una carta sin que se registrara la preparación del sabot.",
            "Registre la preparación del sabot con todas sus cartas.",
            ("CHANGE_CARDS",),
        ),
        table(
            "cards.cut_card_impossible",
            "jefe_de_mesa",
            "El corte salió antes de comenzar el juego.",
            "Revise la colocación del corte y prepare de nuevo el sabot.",
            ("CHANGE_CARDS",),
        ),
        table(
            "cards.five_not_entered",
            "dealer",
            "Punto tiene cinco y salió una carta sin que se dijera si pide o se planta.",
            "Diga qué palabra se dijo primero: pide o se planta.",
            ("FIVE_DRAW", "FIVE_STAND", "VOID_PASS"),
        ),
        table(
            "cards.third_card_wrong",
            "jefe_de_sala",
            "Se repartió una tercera carta que el reglamento no da.",
            "Ingrese las manos que valen o anule el pase.",
            ("KEY_HANDS", "VOID_PASS"),
        ),
        table(
            "cards.third_card_missing",
            "jefe_de_sala",
            "El pase se cerró sin una tercera carta que el reglamento pide.",
            "Ingrese las manos completas o anule el pase.",
            ("KEY_HANDS", "VOID_PASS"),
        ),
        table(
            "cards.unexpected",
            "jefe_de_mesa",
            "Salió una carta que el reglamento no espera en este momento.",
            "Queme la carta, ingrese antes la decisión que faltaba o anule el pase.",
            ("CARDS_BURNED", "KEY_HANDS", "VOID_PASS", "CHANGE_CARDS"),
        ),
        table(
            "cards.impossible",
            "jefe_de_sala",
            "Salió una carta que no puede existir en este sabot.",
            "Guarde las cartas, revise el lector y cuente el sabot; si la carta está de más, cambie las cartas.",
            ("CONTINUE", "KEY_HANDS", "VOID_PASS", "CHANGE_CARDS"),
        ),
        table(
            "cards.cut_card_depth",
            "jefe_de_mesa",
            "El corte salió a una profundidad que no puede ser.",
            "Revise dónde se colocó el corte; si no hay explicación, cuente el sabot.",
            ("CONTINUE", "CHANGE_CARDS"),
        ),
        notice(
            "cards.cut_card_missing",
            "El corte no salió donde debía: este es el último pase del sabot.",
            "Termine el pase, baraje y revise dónde quedó el corte.",
        ),
        table(
            "cards.count_differs",
            "jefe_de_sala",
            "Al contar el sabot faltan o sobran cartas.",
            "Guarde el juego de cartas con su informe y prepare otro.",
            ("CHANGE_CARDS",),
        ),
        table(
            "cards.put_back_differs",
            "jefe_de_mesa",
            "La carta devuelta al sabot no es la primera que salió.",
            "Busque la carta devuelta; si no aparece, cambie las cartas.",
            ("CONTINUE", "VOID_PASS", "CHANGE_CARDS"),
        ),
        table(
            "cards.dealer_draw_wrong",
            "jefe_de_mesa",
            "El croupier no cambió sus cartas como manda el reglamento.",
            "Compare sus cartas con la pantalla; nunca se vuelve a sacar por cuenta propia.",
            ("CONTINUE", "CARDS_BURNED", "VOID_PASS"),
        ),
        table(
            "cards.hand_differs",
            "jefe_de_mesa",
            "La mano ingresada no puede salir de las cartas que leyó el mazo en ese puesto.",
            "Mire las cartas del paño: si valen, dígalo; si no, anule esa mano o el pase.",
            ("LAYOUT_COUNTS", "VOID_HAND", "VOID_PASS"),
        ),
        table(
            "cards.wrong_pack",
            "jefe_de_mesa",
            "Salió una carta de un mazo que no está en uso.",
            "Los mazos se usan por turno: retire las cartas y baraje el que corresponde.",
            ("VOID_PASS", "CHANGE_CARDS", "CONTINUE"),
        ),
        notice(
            "cards.unread_covered",
            "El lector no vio una carta tapada: esa mano se ingresa al revisarla.",
            "Siga; ingrese la mano cuando se abra. Si se repite, limpie el lector.",
        ),
        table(
            "pass.no_quorum",
            "dealer",
            "Salió la primera carta sin las apuestas necesarias.",
            "Queme la carta y espere las apuestas.",
            ("CARDS_BURNED",),
        ),
        table(
            "pass.after_last",
            "jefe_de_mesa",
            "Salió una carta después del último pase o con la mesa cerrada.",
            "Queme la carta; abra la mesa antes de repartir.",
            ("CARDS_BURNED", "CHANGE_CARDS"),
        ),
        table(
            "daemon.restarted_mid_pass",
            "jefe_de_mesa",
            "El control se reinició con un pase en curso.",
            "Compare las cartas del paño con la pantalla y decida.",
        ),
        table(
            "daemon.kernel_fault",
            "technician",
            "El control se detuvo por un error interno; quedó registrado con su causa.",
            "Haga un respaldo del registro, avise al proveedor y compare la mesa con la pantalla.",
        ),
        table(
            "machine.usb_appeared",
            "jefe_de_sala",
            "Se conectó al equipo un dispositivo USB que esta mesa no usa, con un sabot en juego.",
            "Busque quién lo conectó y retírelo; si no hay explicación, cambie las cartas.",
            ("CONTINUE", "CHANGE_CARDS"),
        ),
        notice(
            "journal.second_copy_lost",
            "La segunda copia del registro no se puede escribir; el registro principal sigue entero.",
            "Revise el disco o la ruta de la segunda copia; se pone al día sola al volver.",
        ),
        notice(
            "journal.disk_low",
            "Queda poco espacio en el disco del registro.",
            "Libere espacio; si sigue bajando, la mesa se detiene antes de que el disco se llene.",
        ),
        notice(
            "recorder.stopped",
            "La grabación del tráfico se detuvo; el registro no depende de ella.",
            "Revise el espacio y el límite de las grabaciones; vuelve a grabar en el próximo arranque.",
        ),
        notice(
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
        notice(
            "display.link_lost",
            "Un letrero para el público dejó de responder.",
            "Revise su cable y su corriente; el texto se repone solo al volver.",
        ),
        notice(
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
        table(
            "side.review_differs",
            "jefe_de_sala",
            "Lo que ve el crupier y lo que leyó la mesa no dan el mismo premio del progresivo.",
            "Compare las cartas del paño con las leídas y decida cuáles valen, o repita la revisión.",
            ("CONFIRM_OURS", "CONFIRM_SEEN", "REVIEW_AGAIN"),
        ),
        _seat(
            "side.implicit_lock",
            "Salió la primera carta sin cerrar el progresivo: quedó cerrado en ese momento.",
            "Cierre el progresivo antes de repartir. Revise qué puestos quedaron con apuesta válida.",
        ),
        _seat(
            "side.lock_unconfirmed",
            "Un aceptador no confirmó su bloqueo: el puesto salió del progresivo y su apuesta se devuelve.",
            "Revise el aceptador; un jefe abre el puesto cuando esté reparado.",
        ),
        _seat(
            "side.lock_claimed",
            "Un aceptador se dice bloqueado y tomó una apuesta: no vale y se devuelve.",
            "Cierre el puesto y avise al técnico; cuente la caja de ese aceptador.",
        ),
        _seat(
            "side.lamp_dark",
            "La lámpara de una apuesta al progresivo no alumbra.",
            "Devuelva la apuesta si no quedó aceptada y cierre el puesto hasta reparar la lámpara.",
        ),
        _seat(
            "side.lamp_without_bet",
            "Una lámpara del progresivo alumbra sin que haya apuesta.",
            "No pague por ella: decide el jefe. Cierre el puesto y avise al técnico.",
        ),
        _seat(
            "side.button_flood",
            "Un botón de apuesta no deja de pulsar: el puesto salió del progresivo.",
            "Revise si está trabado; un jefe abre el puesto cuando esté reparado.",
        ),
        _seat(
            "side.box_differs",
            "Las fichas de una caja no son las que cuenta su ranura.",
            "Cuente otra vez; si difiere, guarde las fichas y avise al técnico.",
        ),
        _seat(
            "side.exchange_differs",
            "Los créditos activados no corresponden a lo que se cambió.",
            "Corrija el cambio con el jugador o devuelva los créditos.",
        ),
        _seat(
            "side.prize_due_soon",
            "Falta menos de una hora para el plazo de pago del gran pozo.",
            "Pague el premio y regístrelo.",
        ),
        _seat(
            "side.prize_overdue",
            "Venció el plazo de pago del gran pozo.",
            "Pague el premio, regístrelo y avise a la gerencia.",
        ),
        _seat(
            "acceptor.reset",
            "Un aceptador se reinició: lo que tomó antes de eso puede no haberse contado.",
            "Cuente la caja de ese puesto.",
        ),
        _seat(
            "acceptor.credits_lost",
            "Un aceptador perdió sucesos que no alcanzó a informar.",
            "Cuente la caja de ese puesto.",
        ),
        _seat(
            "acceptor.replaced",
            "En un puesto responde otro aceptador que el de antes.",
            "Verifique que esté homologado y cuente la caja del anterior.",
        ),
        _dealer_seat(
            "side.hand_back",
            "Una ficha entró sin hacer apuesta.",
            "Devuelva la ficha al jugador.",
        ),
        _dealer_seat(
            "side.bet_returned",
            "Una apuesta al progresivo no vale para este pase.",
            "Devuelva la apuesta: sin apuesta base, o bajo el mínimo.",
        ),
        _dealer_seat(
            "acceptor.silent",
            "Un aceptador dejó de responder: el puesto salió del progresivo.",
            "Revise su alimentación y su cable; vuelve solo cuando responde.",
        ),
        _dealer_seat(
            "acceptor.link_lost",
            "La línea de aceptadores dejó de responder: no se toman apuestas al progresivo.",
            "Revise su cable; los puestos vuelven solos.",
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
