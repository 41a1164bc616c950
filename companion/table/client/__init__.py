"""How a program talks to the table: `ask` one question, or use a `Client` that hears everything. Knows no rules."""

from companion.table.client.client import MAX_UNANSWERED, MAX_UNREAD, MAX_UNSENT_BYTES, PAUSES_S, Client
from companion.table.client.link import (
    MAX_TABLE_LINE_BYTES,
    LinkDown,
    LinkLost,
    LinkUp,
    ServerEvent,
    TableSilent,
    ask,
    new_id,
)

__all__ = [
    "MAX_TABLE_LINE_BYTES",
    "MAX_UNANSWERED",
    "MAX_UNREAD",
    "MAX_UNSENT_BYTES",
    "PAUSES_S",
    "Client",
    "LinkDown",
    "LinkLost",
    "LinkUp",
    "ServerEvent",
    "TableSilent",
    "ask",
    "new_id",
]
