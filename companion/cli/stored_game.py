"""How commands get the story of a stored game: page by page from the table, and played through again here."""

import argparse
from typing import NamedTuple

from msgspec import Raw

from companion.cli.ask_table import ask
from companion.journal import JournalDamaged, JournalEntry
from companion.journal.codec import decode_body, decode_head
from companion.play.timeline import Timeline
from companion.players.dice import RandomDice
from companion.story import Story, tell_story
from companion.table.games.past import apply_entry
from companion.table.messages.requests import ReadGame
from companion.table.messages.views import StoredMove
from companion.table.messages.wire import Reply


class StoredGame(NamedTuple):
    id: str
    story: Story
    warnings: tuple[str, ...]


class NoStory(Exception):
    """The table's reply says why."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.message)
        self.reply = reply


def fetch_game(args: argparse.Namespace) -> StoredGame:
    """The game that `args.game` names. Raises NoStory."""
    id, moves, start = args.game, list[StoredMove](), Raw(b"")
    while True:
        reply = ask(args, ReadGame(id, len(moves)))
        if not reply.done or reply.page is None:
            raise NoStory(reply)
        id, start = reply.page.game, reply.page.start
        moves += reply.page.moves
        if not reply.page.moves or len(moves) >= reply.page.total:
            break
    try:
        timeline = Timeline(decode_head(bytes(start), id), RandomDice.from_seed("nothing is rolled here"))
        for number, move in enumerate(moves, start=1):
            entry = JournalEntry(number, move.id, move.at_ms, bytes(move.body))
            apply_entry(timeline, id, entry, decode_body(entry.body, id, number))
    except JournalDamaged as error:
        raise NoStory(Reply("", done=False, message=str(error))) from error
    return StoredGame(id, tell_story(timeline.start, timeline.moves, timeline.game), reply.lines)
