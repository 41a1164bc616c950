"""A format that never was, numbered 0: what migrations are tried on until there is a real one."""

from companion.journal.migrate import Json, Migration


def _head(head: Json) -> Json:
    """Names were kept as one text."""
    return {**head, "body": {"names": head["body"]["players"].split(", ")}}


def _entry(head: Json, entry: Json) -> Json:
    """What was said was kept apart from its number, with the number of players."""
    said, seats = entry["body"]
    if seats != len(head["body"]["players"].split(", ")):
        raise ValueError("another number of players")
    return {**entry, "body": {"number": entry["number"], "said": said}}


MIGRATIONS = {0: Migration(_head, _entry)}
