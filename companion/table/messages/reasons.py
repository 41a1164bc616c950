"""Why: the clauses of the rules in words, asked for by their names, and how an amount comes about."""

from msgspec import Raw

from companion.table.messages.message import Message, Text


class Explain(Message, frozen=True):
    """These clauses as they were in force at the move of this number; 0 is now."""

    clauses: tuple[Text, ...]
    number: int = 0


class Reckon(Message, frozen=True):
    """How amounts come about as they stand now: what players have, what deeds cost and bring, what moves would cost.

    `acts` are those of moves in the view. The answer is told as lines of the log are, with the number 0.
    """

    seats: tuple[int, ...] = ()
    deeds: tuple[int, ...] = ()
    acts: tuple[Raw, ...] = ()
