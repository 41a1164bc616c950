"""A second opinion on the rules: what every command must bring, worked out naively from the books' own tables.

The oracle reads the engine's commands, events and states, and none of its tables, sums or decisions.
"""

from tests.oracle.judge import Disagreement, agree

__all__ = ["Disagreement", "agree"]
