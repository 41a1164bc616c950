"""A game of bodies nobody has to understand: what the n-th entry holds follows from n."""

from pathlib import Path

from companion.journal import FORMAT, Disk, Journal, JournalEntry, JournalHead, RealDisk

GAME = "20261116-2041-aa"


def head(game: str = GAME, format: int = FORMAT) -> JournalHead:
    return JournalHead(format, game, 1_795_000_000_000, "0.1.0", b'{"names":["Ann","Ben","Zo\xc3\xab"]}')


def entry(number: int) -> JournalEntry:
    """Mostly some hundred bytes, now and then more than a page of the database."""
    length = 5_000 if number % 40 == 7 else 37 * number % 700
    body = b'{"number":%d,"said":"%s"}' % (number, b"\xc3\xa9" * (length // 2))
    return JournalEntry(number, f"tap-{number}", 1_795_000_000_000 + 1000 * number, body)


def history(count: int) -> tuple[JournalEntry, ...]:
    return tuple(entry(number) for number in range(1, count + 1))


def append(journal: Journal, number: int) -> JournalEntry:
    wanted = entry(number)
    return journal.append(wanted.id, wanted.at_ms, wanted.body)


def filled(disk: Disk, count: int) -> Journal:
    journal = Journal.create(disk, head(disk.game))
    for number in range(1, count + 1):
        append(journal, number)
    return journal


def written(folder: Path, count: int, game: str = GAME) -> RealDisk:
    """A folder with a journal that was closed."""
    disk = RealDisk(folder / game)
    filled(disk, count).close()
    return disk
