"""Why: the clauses of the rules in words, asked for by their names."""

from companion.table.messages.message import Message, Text


class Explain(Message, frozen=True):
    """These clauses as they were in force at the move of this number; 0 is now."""

    clauses: tuple[Text, ...]
    number: int = 0
