"""The journal: every command is on the disk twice before anyone hears of it, and survives any crash or power cut."""

from companion.journal.disk import Disk, RealDisk
from companion.journal.entry import FORMAT, JournalEntry, JournalHead, Unsound
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
from companion.journal.recovery import RecoveryReport, inspect_journal

__all__ = [
    "FORMAT",
    "AlreadyWritten",
    "Disk",
    "FromNewerVersion",
    "Journal",
    "JournalDamaged",
    "JournalEntry",
    "JournalError",
    "JournalExists",
    "JournalHead",
    "JournalRefused",
    "JournalStale",
    "JournalUnavailable",
    "Locked",
    "NoMigration",
    "NoSuchGame",
    "OlderThanLive",
    "RealDisk",
    "RecoveryReport",
    "Unsound",
    "inspect_journal",
]
