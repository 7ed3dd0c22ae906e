"""Faults of the progressive's places: their acceptors, lamps, boxes and prizes. The texts are the Spanish originals."""

from table_core.fault import Fault, table


def _seat(code: str, meaning: str, what_to_do: str) -> Fault:
    return Fault(code, "seat", False, "jefe_de_mesa", ("ACKNOWLEDGE",), meaning, what_to_do)


def _dealer_seat(code: str, meaning: str, what_to_do: str) -> Fault:
    return Fault(code, "seat", False, "dealer", ("ACKNOWLEDGE",), meaning, what_to_do)


SEAT_FAULTS: tuple[Fault, ...] = (
    table(
        "side.review_differs",
        "jefe_de_sala",
        "Lo que ve el crupier y lo que leyó la mesa no dan el mismo premio del progresivo.",
        "Compare las cartas del paño con las leídas y decida cuáles valen, o repita la revisión.",
        ("CONFIRM_OURS", "CONFIRM_SEEN", "REVIEW_AGAIN"),
    ),
    Fault(
        "side.floor_contradicts",
        "seat",
        False,
        "jefe_de_sala",
        ("ACKNOWLEDGE",),
        "El piso y el registro de la mesa se contradicen: no se toman apuestas al progresivo.",
        "Avise al responsable del piso y compare ambos registros antes de resolver; el juego base sigue.",
    ),
    _seat(
        "side.floor_refuses",
        "El piso no admite a esta mesa, o no admite lo que informó.",
        "Lea el motivo; revise la inscripción de la mesa y su plan con el responsable del piso.",
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
        "Un botón o una ranura no deja de pedir apuestas que no valen: el puesto salió del progresivo.",
        "Revise si está trabado y cuente su caja; un jefe abre el puesto cuando esté reparado.",
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
        "Devuelva la apuesta: sin apuesta base, bajo el mínimo, mano anulada, o sin comunicación con el piso.",
    ),
    _dealer_seat(
        "acceptor.silent",
        "Un aceptador dejó de responder: el puesto salió del progresivo.",
        "Revise su alimentación y su cable; vuelve solo cuando responde.",
    ),
    _dealer_seat(
        "floor.link_lost",
        "Sin comunicación con el piso: lo apostado antes del cierre se devuelve; un premio espera su confirmación.",
        "Devuelva las apuestas indicadas. El juego base sigue; el progresivo vuelve solo.",
    ),
    _dealer_seat(
        "acceptor.link_lost",
        "La línea de aceptadores dejó de responder: no se toman apuestas al progresivo.",
        "Revise su cable; los puestos vuelven solos.",
    ),
)
