"""Counters against each other: what was exchanged, counted by the table, bet at the seats and raised in the system."""

from collections.abc import Sequence

from msgspec import Struct


class Counted(Struct, frozen=True):
    """One period of one table; what was not counted is None and is not compared."""

    table_counter_start: int | None = None
    table_counter_end: int | None = None
    seat_bets: Sequence[int] | None = None
    system_raised: int | None = None
    cash_exchanged: int | None = None
    credits_activated: int | None = None

    @property
    def table_credits(self) -> int | None:
        if self.table_counter_start is None or self.table_counter_end is None:
            return None
        return self.table_counter_end - self.table_counter_start


def differences(counted: Counted, credit_value: int) -> dict[str, int]:
    """Every difference that is not nothing, signed: first side minus second."""
    table = counted.table_credits
    found: dict[str, int] = {}
    if counted.cash_exchanged is not None and counted.credits_activated is not None:
        found["ACTIVATION_VS_CASH"] = counted.credits_activated * credit_value - counted.cash_exchanged
    if table is not None and counted.seat_bets is not None:
        found["TABLE_COUNTER_VS_SEATS"] = table - sum(counted.seat_bets)
    if table is not None and counted.system_raised is not None:
        found["SYSTEM_VS_TABLE"] = counted.system_raised - table * credit_value
    return {name: difference for name, difference in found.items() if difference}
