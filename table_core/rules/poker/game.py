"""A poker table from pass to pass: its state, what can happen to it, and the fold of the two, under one name."""

from table_core.rules.poker.folding import evolve
from table_core.rules.poker.operations import CARDS_OUT, Operation, PokerOperation
from table_core.rules.poker.state import PokerGame

__all__ = ["CARDS_OUT", "Operation", "PokerGame", "PokerOperation", "evolve"]
