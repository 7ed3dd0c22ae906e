"""Faults of boards that prove who they are: shufflers, discard racks, contacts, acceptors, and shoes that can count."""

from table_core.fault import Fault, table

_SECURITY = ("CONTINUE", "VOID_PASS", "CHANGE_CARDS")

BOARD_FAULTS: tuple[Fault, ...] = (
    table(
        "security.device_changed",
        "jefe_de_sala",
        "Un dispositivo no es el que era: se reinició con un sabot en juego o se cambió sin mantenimiento.",
        "Averigüe quién lo tocó. Si se cambió, regístrelo con sabot device replace; si no, cambie las cartas.",
        _SECURITY,
    ),
    table(
        "security.link_lost",
        "jefe_de_sala",
        "Un testigo de las cartas se desconectó con un sabot en juego.",
        "Revise su cable y que nadie lo haya cambiado; al volver, compare las cuentas y decida.",
        _SECURITY,
    ),
    table(
        "device.unproven",
        "jefe_de_sala",
        "Quien responde en la línea de un dispositivo no probó serlo.",
        "Revise que el archivo de la llave sea el de ese dispositivo y que nadie haya cambiado el cable.",
        _SECURITY,
    ),
    table(
        "device.contradicts",
        "jefe_de_sala",
        "Lo que dice un dispositivo se contradice: está dañado o miente.",
        "Retírelo de servicio con sabot maintenance y guarde el registro: contiene lo que envió.",
        _SECURITY,
    ),
    table(
        "device.events_lost",
        "jefe_de_mesa",
        "Un dispositivo perdió sucesos que la mesa no alcanzó a registrar.",
        "Compare la mesa con la pantalla; si falta algo, ingréselo o anule el pase.",
    ),
    table(
        "device.fault",
        "jefe_de_mesa",
        "Un dispositivo informa una falla propia.",
        "Mire el dispositivo y avise al técnico; siga cuando esté resuelta.",
        _SECURITY,
    ),
    table(
        "counts.part",
        "jefe_de_sala",
        "Las cuentas de cartas de dos lugares no coinciden.",
        "Cuente las cartas del primer lugar nombrado; si falta o sobra alguna, cambie las cartas.",
        _SECURITY,
    ),
    table(
        "shoe.refilled",
        "jefe_de_sala",
        "Se abrió el sabot y se le pusieron cartas con un sabot en juego.",
        "Cuente el sabot o cambie las cartas.",
        _SECURITY,
    ),
    table(
        "shuffler.verify_failed",
        "jefe_de_sala",
        "La barajadora verificó las cartas: faltan o sobran.",
        "Retire ese juego de cartas con su informe y ponga otro.",
        _SECURITY,
    ),
    table(
        "shuffler.wrong_deck",
        "jefe_de_sala",
        "La barajadora tiene un mazo que no es de esta mesa.",
        "Retire las cartas y ponga los mazos de la mesa.",
        _SECURITY,
    ),
    table(
        "shuffler.jam",
        "jefe_de_mesa",
        "La barajadora está atascada.",
        "Libere las cartas, cuéntelas y vuelva a verificar.",
        _SECURITY,
    ),
    table(
        "shuffler.door",
        "jefe_de_sala",
        "La puerta de la barajadora está abierta.",
        "Ciérrela delante del supervisor y vuelva a verificar las cartas.",
        _SECURITY,
    ),
    table(
        "shuffler.fed_back",
        "jefe_de_mesa",
        "Volvieron cartas a la máquina cuando no debían volver.",
        "Compare la cuenta de la máquina con la de la mesa; si no cuadra, cambie las cartas.",
        _SECURITY,
    ),
    Fault(
        "shuffler.pace",
        "notice",
        False,
        "jefe_de_sala",
        ("ACKNOWLEDGE",),
        "La barajadora tardó en mezclar más o menos de lo que tarda siempre.",
        "Mire si está atascada o si alguien la tocó; si nadie sabe por qué, cambie las cartas y avise al técnico.",
    ),
    table(
        "rack.lifted",
        "jefe_de_sala",
        "Se levantaron cartas del descarte con un sabot en juego.",
        "Devuélvalas y cuéntelas delante del supervisor.",
        _SECURITY,
    ),
    table(
        "contacts.shoe_tilt",
        "jefe_de_mesa",
        "Se inclinó el sabot.",
        "Revise que ninguna carta haya salido o vuelto, y compare la mesa con la pantalla.",
        _SECURITY,
    ),
    table(
        "contacts.drop_box",
        "jefe_de_sala",
        "Falta el buzón de caja.",
        "Ponga el buzón en su sitio delante del supervisor.",
        _SECURITY,
    ),
    table(
        "contacts.tray_lid",
        "jefe_de_sala",
        "La tapa de la bandeja está abierta.",
        "Ciérrela delante del supervisor.",
        _SECURITY,
    ),
    table(
        "contacts.door",
        "jefe_de_sala",
        "Hay una puerta abierta en la mesa.",
        "Ciérrela delante del supervisor y revise qué se tocó.",
        _SECURITY,
    ),
    Fault(
        "contacts.call",
        "notice",
        False,
        "jefe_de_mesa",
        ("ACKNOWLEDGE",),
        "Llaman al supervisor.",
        "Vaya a la mesa.",
    ),
)

DEVICE_FAULTS: dict[tuple[str, str], str] = {
    ("shoe", "cannot_read"): "shoe.unread_card",
    ("shoe", "overdraw"): "cards.unexpected",
    ("shoe", "reversed"): "shoe.reversed",
    ("shoe", "wrong_deck"): "shoe.card_codes",
    ("shuffler", "jam"): "shuffler.jam",
    ("shuffler", "output_blocked"): "shuffler.jam",
    ("shuffler", "door_open"): "shuffler.door",
    ("shuffler", "wrong_deck"): "shuffler.wrong_deck",
    ("contacts", "door_open"): "contacts.door",
}
"""What a board's fault means at the table, by the board's role; any other is `device.fault`."""
