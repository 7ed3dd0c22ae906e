"""Names of the error codes an acceptor stores among its events. Codes are partly the maker's own (DEVICES 3.1)."""

UNKNOWN = "unknown"

_GENERIC = {
    1: "rejected",
    2: "inhibited_coin",
    5: "validation_timeout",
    6: "credit_sensor_timeout",
    8: "second_close_coin",
    14: "credit_sensor_blocked",
    16: "credit_sequence_error",
    17: "coin_going_backwards",
    20: "coin_on_string",
    254: "return_lever",
}
ERRORS_OF: dict[str, dict[int, str]] = {
    "generic": _GENERIC,
    "azkoyen": _GENERIC | {23: "coin_not_in_tables"},
    "money-controls": _GENERIC | {23: "credit_sensor_too_early"},
}


def error_name(maker: str, code: int) -> str:
    """What *code* means to *maker*; a code that is in no table we have keeps its number only."""
    return ERRORS_OF[maker].get(code, UNKNOWN)
