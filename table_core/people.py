"""Roles at a table and who may act for whom. Names and PINs live outside; every command carries both name and role."""

from table_core.rulebook import Role

HOUSE = "mesa"  # refusals that rest on the table's own order, not on an article
ROLE_NAMES: dict[Role, str] = {
    "dealer": "crupier",
    "jefe_de_mesa": "jefe de mesa",
    "jefe_de_sala": "jefe de sala",
    "inspector": "inspector",
    "technician": "técnico",
    "auditor": "auditor",
    "player": "jugador",
}
_SENIORITY: dict[Role, int] = {"dealer": 1, "jefe_de_mesa": 2, "jefe_de_sala": 3}


def may_act_as(role: Role, needed: Role) -> bool:
    """Whether a person of *role* may decide what the text gives to *needed*: the same role or a senior one in play."""
    if role == needed:
        return True
    return needed in _SENIORITY and _SENIORITY.get(role, 0) > _SENIORITY[needed]
