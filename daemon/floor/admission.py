"""Whether a table that greets may play for its pot: the papers it runs by against those it was enrolled with. Pure."""

import msgspec

from daemon.floor.enrolment import limits_in_pesos
from daemon.floor.store import Enrolled
from firmware_bridge.wire.floor import PROTOCOL, Hello, Refused
from table_core.progressive.terms import Terms

MOST_SKEW_MS = 1000
"""R82, our own figure: clocks further apart than this are an alarm."""
_SPANS = ((86_400_000, "1 día"), (3_600_000, "1 hora"), (60_000, "1 minuto"), (MOST_SKEW_MS, "1 segundo"))

_terms: msgspec.json.Decoder[Terms] = msgspec.json.Decoder(Terms)


def refusal(enrolled: Enrolled, hello: Hello) -> Refused | None:
    """Why the table that proved to hold the key of *enrolled* is not taken in; None when it is."""
    if hello.protocol != PROTOCOL:
        return Refused("PROTOCOL_DIFFERS", f"la mesa habla la versión {hello.protocol}; el piso, la {PROTOCOL}")
    if hello.table != enrolled.table:
        return Refused("KEY_OF_ANOTHER", f"la llave es de {enrolled.table} y la usa {hello.table}")
    try:
        terms = _terms.decode(hello.terms)
    except msgspec.MsgspecError:
        return Refused("TERMS_UNCLEAR", "los términos de la mesa no se entienden; su programa es de otra versión")
    if limits_in_pesos(terms) != limits_in_pesos(enrolled.terms):
        low, high = limits_in_pesos(terms)
        kept = " a ".join(map(str, limits_in_pesos(enrolled.terms)))
        return Refused(
            "LIMITS_DIFFER", f"la mesa juega de {low} a {high} pesos por puesto; inscrita, de {kept} (3.5.1)"
        )
    if (hello.plan, hello.plan_digest) != (enrolled.plan, enrolled.plan_digest) or terms != enrolled.terms:
        return Refused("PLAN_DIFFERS", f"la mesa juega con el plan {hello.plan}; está inscrita con {enrolled.plan}")
    return None


def clock_alarm(skew_ms: int) -> str | None:
    """What is wrong with a clock *skew_ms* before ours; the same words for as long as it stays about as wrong."""
    span = next((words for least, words in _SPANS if abs(skew_ms) > least), None)
    if span is None:
        return None
    side = "adelantado" if skew_ms > 0 else "atrasado"
    return f"el reloj de la mesa está {side} más de {span} respecto del piso"
