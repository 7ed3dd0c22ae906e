"""The progressive beside any game: a part that a family's reconciler carries."""

from table_core.reconciler.progressive.part import ProgressivePart

__all__ = ["ProgressivePart"]
