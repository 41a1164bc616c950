"""How a program talks to the table: `ask` one thing, or be a `Client` that hears of everything. Knows no game."""

from companion.table.client.client import PAUSES_S, UNANSWERED_MOST, UNREAD_MOST, UNSENT_MOST, Client
from companion.table.client.link import TABLE_LINE_MOST, LinkDown, LinkLost, LinkUp, TableSilent, Told, ask, new_id

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
    "TableSilent",
    "Told",
    "ask",
    "new_id",
]
