"""Money: an `int` of the smallest unit a table pays. Never a float."""

from typing import Literal

Rounding = Literal["floor", "ceil", "half_up"]
WHOLE_BP = 10_000


def pesos(amount: int) -> str:
    """*amount* as it is written in Chile and Argentina: $5.000."""
    return f"${amount:,}".replace(",", ".")


def share_bp(amount: int, basis_points: int, rounding: Rounding) -> int:
    """*basis_points* ten-thousandths of *amount*, to the whole unit."""
    product = amount * basis_points
    match rounding:
        case "floor":
            return product // WHOLE_BP
        case "ceil":
            return -(-product // WHOLE_BP)
        case "half_up":
            return (product + WHOLE_BP // 2) // WHOLE_BP
