"""What it costs to list a shelf of a thousand games, once they are known."""

import tempfile
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

from msgspec.structs import replace

from companion.journal import FORMAT, Journal, JournalHead
from companion.journal.codec import encode_body, encode_head
from companion.journal.games_folder import GamesFolder
from companion.rules.editions import CLASSIC
from companion.table.games.library import GameLibrary
from companion.table.messages.requests import ListShelf
from companion.table.messages.wire import Ask, encode
from tests.benchmarks.journal import MEANS
from tests.benchmarks.measured import ROUNDS, Measured, seconds
from tests.story.games import story_of

GAMES, MOVES = 1_000, 40
BUDGET_S = 0.05
FIRST = datetime(2020, 1, 1, 20, 15)


def fill_with_evenings(data: Path, games: int, moves: int = MOVES) -> None:
    """Every game is of other people than the one before, and every tenth is of the same again."""
    story, folder = story_of(CLASSIC), GamesFolder(data)
    bodies = [encode_body(move.act, move.events) for move in story.recorded[:moves]]
    for number in range(games):
        id = folder.new_id(FIRST + timedelta(days=number))
        players = tuple(replace(one, name=f"{one.name} {number % 10}") for one in story.start.game.players)
        start = replace(story.start, game=replace(story.start.game, players=players))
        head = JournalHead(FORMAT, id, number, "", encode_head(start))
        with closing(Journal.create(folder.disk(id), head)) as journal:
            for at, body in enumerate(bodies):
                journal.append(f"tap-{at}", number * 86_400_000 + at * 9_000, body)


def measure_shelf(games: int = GAMES) -> list[Measured]:
    """After the first time: at a table that has answered before, and by a program that reads the file."""
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        data = Path(folder)
        fill_with_evenings(data, games)

        def listed(library: GameLibrary) -> None:
            reply = library.answer(Ask("a", ListShelf()))
            assert reply.shelf is not None
            assert len(reply.shelf.games) == games, reply
            encode(reply)

        def listed_anew() -> None:
            with closing(GameLibrary(data, MEANS, lambda _: None)) as library:
                listed(library)

        listed_anew()
        anew = median(seconds(listed_anew) for _ in range(ROUNDS))
        with closing(GameLibrary(data, MEANS, lambda _: None)) as library:
            listed(library)
            again = median(seconds(lambda: listed(library)) for _ in range(ROUNDS))
    what = f"shelf: {games:,} games listed"
    return [
        Measured(f"{what} again, CPU of {BUDGET_S * 1000:.0f} ms", again / BUDGET_S, most=1.0),
        Measured(f"{what} from their file, CPU of {BUDGET_S * 1000:.0f} ms", anew / BUDGET_S, most=1.0),
    ]
