"""What a person does who was told of damage: go on after the last sound move, or go back to a backup."""

from contextlib import suppress

from companion.journal import Journal, JournalDamaged
from companion.journal.backup import backups, restore_backup
from tests.storm.broken import must
from tests.storm.laws import SILENT
from tests.storm.torn_disk import TornDisk


class Ruined(Exception):
    """A lying disk has kept nothing to go on with, and said so."""


def goes_back(damaged: JournalDamaged) -> bool:
    """Is there nothing to go on from but a backup?"""
    return not damaged.from_number


def put_right(disk: TornDisk, damaged: JournalDamaged) -> None:
    """Raises Ruined, and whatever a disk may do meanwhile."""
    if goes_back(damaged):
        _go_back(disk)
    else:
        _repair(disk, damaged)


def _repair(disk: TornDisk, damaged: JournalDamaged) -> None:
    journal = Journal.repair(disk)
    saved = journal.last_number
    journal.close()
    must(saved >= damaged.from_number - 1, SILENT, f"of {damaged.from_number - 1} sound moves {saved} were kept")


def _go_back(disk: TornDisk) -> None:
    for backup in reversed(backups(disk)):
        with suppress(JournalDamaged):
            restore_backup(disk, backup.name, force=True)
            return
    raise Ruined
