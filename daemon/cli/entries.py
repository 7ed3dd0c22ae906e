"""What `sabot enter` understands besides the game itself: the shoe's preparation, cameras, observations, counts."""

from collections.abc import Callable
from typing import Any

Command = dict[str, Any]
_YES, _NO = frozenset({"si", "sí", "true"}), frozenset({"no", "false"})

HELP = (
    "limits MINIMO MAXIMO | "
    "step [paso] [who=QUIEN] [count=N] [backs=rojo,azul] | undo | count CARTAS | feed-back CARTAS [EN_LA_MAQUINA] | "
    "cctv INCIDENTE PREGUNTA | cctv-answer INCIDENTE [hecho=1] RESPUESTA | observe ASIENTO TEXTO"
)


def table_entry(action: str, values: tuple[str, ...]) -> Command | None:
    """The command that *action* and its values spell, None when it is none of these. ValueError: values are wrong."""
    spell = _SPELLINGS.get(action)
    return spell(values) if spell is not None else None


def facts_told(told: list[str]) -> Command:
    """What people saw, as `name=value`: yes or no, a number, or a word; `puesto=` says whose it is."""
    facts: dict[str, bool | int | str] = {}
    box = ""
    for name, _sign, value in (fact.partition("=") for fact in told):
        if name in ("puesto", "casilla"):
            box = value
        elif value.lower() in _YES or value.lower() in _NO:
            facts[name] = value.lower() in _YES
        else:
            facts[name] = int(value) if value.isdigit() else value
    return {"facts": facts, "box": box}


def _step(values: tuple[str, ...]) -> Command:
    told = dict(value.partition("=")[::2] for value in values if "=" in value)
    named = next((value for value in values if "=" not in value), "")
    unknown = sorted(set(told) - {"who", "count", "backs"})
    if unknown:
        raise ValueError(", ".join(unknown))
    count = int(told["count"]) if "count" in told else None
    backs = [colour for colour in told.get("backs", "").split(",") if colour]
    return {"type": "PrepareStep", "step": named, "who": told.get("who", ""), "count": count, "backs": backs}


def _undo(values: tuple[str, ...]) -> Command:
    _exactly(0, values)
    return {"type": "Undo"}


def _count(values: tuple[str, ...]) -> Command:
    _exactly(1, values)
    return {"type": "TellRemainder", "counted": int(values[0])}


def _feed_back(values: tuple[str, ...]) -> Command:
    inside = int(values[1]) if len(values) > 1 else None
    return {"type": "FeedBack", "count": int(values[0]), "inside": inside}


def _cctv(values: tuple[str, ...]) -> Command:
    return {"type": "AskCctv", "id": int(values[0]), "question": " ".join(values[1:])}


def _cctv_answer(values: tuple[str, ...]) -> Command:
    told = [value for value in values[1:] if "=" in value]
    facts = {name: yes in ("1", "si", "sí", "true") for name, _sign, yes in (fact.partition("=") for fact in told)}
    words = [value for value in values[1:] if "=" not in value]
    return {"type": "AnswerCctv", "id": int(values[0]), "facts": facts, "answer": " ".join(words)}


def _observe(values: tuple[str, ...]) -> Command:
    return {"type": "NoteObservation", "seq": int(values[0]), "text": " ".join(values[1:])}


def _limits(values: tuple[str, ...]) -> Command:
    _exactly(2, values)
    return {"type": "ChangeLimits", "minimum": int(values[0]), "maximum": int(values[1])}


def _exactly(number: int, values: tuple[str, ...]) -> None:
    if len(values) != number:
        raise ValueError(" ".join(values))


_SPELLINGS: dict[str, Callable[[tuple[str, ...]], Command]] = {
    "limits": _limits,
    "step": _step,
    "undo": _undo,
    "count": _count,
    "feed-back": _feed_back,
    "cctv": _cctv,
    "cctv-answer": _cctv_answer,
    "observe": _observe,
}
