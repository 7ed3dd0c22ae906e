"""Logging set-up: JSON lines when standard error is not a terminal, colours when it is. Events are fixed names.

Tracebacks never show the values of variables: covered cards, PINs and keys are among them (R67).
"""

import sys

import structlog

_without_values = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)


def set_up_logging(name: str, *, level: int = 20, of: str = "table") -> None:
    """Bind *name*, under the key *of*, to every line of this process; *level* as in the standard library."""
    on_terminal = sys.stderr.isatty()
    rendering: list[structlog.typing.Processor] = (
        [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
        if on_terminal
        else [structlog.processors.ExceptionRenderer(_without_values), structlog.processors.JSONRenderer()]
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *rendering,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.bind_contextvars(**{of: name})
