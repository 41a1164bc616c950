"""The journal: every command of a game twice on the disk before anyone hears of it, and whole again after any cut."""

from companion.journal.disk import Disk, RealDisk
from companion.journal.entry import SCHEMA, Entry, Head
from companion.journal.errors import (
    AlreadyWritten,
    FromNewerVersion,
    JournalDamaged,
    JournalError,
    JournalExists,
    JournalRefused,
    JournalStale,
    JournalUnavailable,
    Locked,
    NoMigration,
    NoSuchGame,
    OlderThanLive,
)
from companion.journal.journal import Journal
from companion.journal.line import Unsound
from companion.journal.mending import look
from companion.journal.report import Report

__all__ = [
    "SCHEMA",
    "AlreadyWritten",
    "Disk",
    "Entry",
    "FromNewerVersion",
    "Head",
    "Journal",
    "JournalDamaged",
    "JournalError",
    "JournalExists",
    "JournalRefused",
    "JournalStale",
    "JournalUnavailable",
    "Locked",
    "NoMigration",
    "NoSuchGame",
    "OlderThanLive",
    "RealDisk",
    "Report",
    "Unsound",
    "look",
]
