"""Every fault this table can name, by its code: meaning, scope, remedy. The texts are the Spanish originals."""

from table_core.board_faults import BOARD_FAULTS
from table_core.card_faults import CARD_FAULTS
from table_core.fault import Fault, notice, table
from table_core.seat_faults import SEAT_FAULTS
from table_core.shoe_faults import SHOE_FAULTS

_OTHER_FAULTS: tuple[Fault, ...] = (
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
    table(
        "machine.network_appeared",
        "jefe_de_sala",
        "Apareció una interfaz de red nueva en el equipo, con un sabot en juego.",
        "Busque quién conectó un cable o un adaptador y retírelo; si no hay explicación, cambie las cartas.",
        ("CONTINUE", "CHANGE_CARDS"),
    ),
    table(
        "machine.clock_behind",
        "jefe_de_sala",
        "El reloj del equipo marca una hora anterior a la del último asiento de la mesa.",
        "Ponga en hora el equipo, cambie su pila si vuelve a pasar y reinicie la mesa antes de seguir.",
        ("CONTINUE",),
    ),
    notice(
        "machine.clock_stepped",
        "El reloj del equipo cambió de golpe mientras la mesa estaba en marcha.",
        "Averigüe quién o qué lo cambió; las horas del registro valen hasta ahí y desde ahí.",
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
    notice(
        "device.babbles",
        "La línea de un dispositivo no para de hablar y no se entiende.",
        "Revise su cable, su masa y su velocidad; si sigue igual, cambie el adaptador o el aparato.",
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

FAULTS: dict[str, Fault] = {
    fault.code: fault for fault in (*BOARD_FAULTS, *SHOE_FAULTS, *CARD_FAULTS, *_OTHER_FAULTS, *SEAT_FAULTS)
}
