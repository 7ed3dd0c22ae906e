"""Something else of the same kind, to see whether an expectation is compared at all."""

from typing import Any


def wrong(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "?"
        case list():
            return [wrong(value[0]), *value[1:]] if value else ["?"]
        case dict():
            return {**value, (key := next(iter(value))): wrong(value[key])} if value else {"?": 1}
        case _:
            return "?"
