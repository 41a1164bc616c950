"""How a program talks to the table: `ask` one question, or use a `Client` that hears everything. Knows no rules."""

from companion.table.client.client import PAUSES_S, UNANSWERED_MOST, UNREAD_MOST, UNSENT_MOST, Client
from companion.table.client.link import (
    TABLE_LINE_MOST,
    LinkDown,
    LinkLost,
    LinkUp,
    ServerEvent,
    TableSilent,
    ask,
    new_id,
)

__all__ = [
    "PAUSES_S",
    "TABLE_LINE_MOST",
    "UNANSWERED_MOST",
    "UNREAD_MOST",
    "UNSENT_MOST",
    "Client",
    "LinkDown",
    "LinkLost",
    "LinkUp",
    "ServerEvent",
    "TableSilent",
    "ask",
    "new_id",
]
