"""The game record: a game, or a position and what follows, as text that people read and the program runs."""

from companion.record.errors import RecordError
from companion.record.parser import load, parse
from companion.record.runner import Failed, Runner
from companion.record.statements import Record

__all__ = ["Failed", "Record", "RecordError", "Runner", "load", "parse"]
