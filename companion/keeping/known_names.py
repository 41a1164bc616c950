"""Everything that people of this household are called anywhere: players, now and before, titles of games, devices."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from pwd import getpwall

from companion.journal import JournalError, look
from companion.journal.codec import Renamed, decode_body, decode_head
from companion.journal.shelf import Shelf
from companion.keeping.anonymous import aliases
from companion.table.messages import DeviceLine, GameLine

PEOPLE = (1000, 60_000)  # the numbers that Debian gives to people
TITLE_LEAST = 4  # letters; of a title that is shorter nobody can tell anything


def known_names(
    data: Path, games: Iterable[GameLine], devices: Iterable[DeviceLine], machine: Iterable[str]
) -> dict[str, str]:
    """What each is called instead. `machine` are the names of this computer and of who uses it."""
    listed = tuple(games)
    players = (name for game in listed for name in (*game.names, *_earlier(data, game.id)))
    titles = {game.title: "a title" for game in listed if len(game.title) >= TITLE_LEAST}
    tablets = {device.name: f"device {number}" for number, device in enumerate(devices, 1) if device.name}
    here = {name: "here" for name in machine if name and name not in ("root", "companion", "localhost")}
    return here | titles | tablets | aliases(players)


def users() -> Iterator[str]:
    """Of this machine, and what they are called in full: their folders stand in the log."""
    for user in getpwall():
        if PEOPLE[0] <= user.pw_uid < PEOPLE[1]:
            yield user.pw_name
            yield user.pw_gecos.partition(",")[0]


def _earlier(data: Path, id: str) -> Iterator[str]:
    """Of who was renamed. A journal that cannot be read tells none."""
    try:
        chain = look(Shelf(data).disk(id)).chain
        yield from decode_head(chain.head.body, id).names
        for entry in chain.entries:
            if b"Renamed" in entry.body:
                events = decode_body(entry.body, id, entry.number).events
                yield from (event.name for event in events if isinstance(event, Renamed))
    except (JournalError, OSError):
        return
