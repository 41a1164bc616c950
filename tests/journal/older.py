"""A format that never was, numbered 0: what migrations of bodies that nobody understands are tried on."""

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


# To format 2 the bodies of these samples stay as they are: they hold no game.
MIGRATIONS = {0: Migration(_head, _entry), 1: Migration(lambda head: head)}
