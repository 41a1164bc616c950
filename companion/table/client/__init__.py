"""How a program talks to the table: `ask` one thing, or be a `Client` that hears of everything. Knows no game."""

from companion.table.client.asking import ask
from companion.table.client.inbox import UNREAD_MOST
from companion.table.client.link import TABLE_LINE_MOST, LinkDown, LinkLost, LinkUp, TableSilent, Told, new_id
from companion.table.client.linked import PAUSES_S, UNANSWERED_MOST, UNSENT_MOST, Client

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
