"""Why an order of the progressive is not obeyed."""

from table_core.people import HOUSE
from table_core.rulebook import RuleViolation


def refuse(code: str, detail: str, article: str = HOUSE) -> RuleViolation:
    return RuleViolation(article, code, detail)
