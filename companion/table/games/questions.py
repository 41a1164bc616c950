"""Questions about games that change none: the list, a game laid out, a record, a check of the journal, the past.

They are answered from the disk and from a snapshot of the game in play, in whatever thread they are asked.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Raw
from msgspec.structs import replace

from companion.journal import inspect_journal
from companion.journal.codec import decode_head, encode_body, encode_head, is_over
from companion.journal.games_folder import GamesFolder
from companion.journal.migrate import in_this_format
from companion.play.dice import DiceSource
from companion.table.games.export import export
from companion.table.games.in_play import InPlay
from companion.table.games.long_answer import WorkProgress
from companion.table.games.shelf import Shelf, list_in_play
from companion.table.games.upkeep import GameReading, check_journal, read_chain, read_timeline
from companion.table.games.words import move_count
from companion.table.messages.requests import (
    ExportGame,
    HistoryRequest,
    ListGames,
    ListShelf,
    MergeNames,
    PartName,
    ReadGame,
    ShelfRequest,
    ShowSetup,
    VerifyJournal,
)
from companion.table.messages.views import GameLine, MovesPage, StoredMove
from companion.table.messages.wire import Reply
from companion.table.views.log import choosing_tax
from companion.table.views.setup_sheet import setup_sheet

if TYPE_CHECKING:
    from companion.table.views.history import LookingBack

GameQuestion = ListGames | ShelfRequest | ShowSetup | ExportGame | ReadGame | VerifyJournal | HistoryRequest
PAGE_MOVES = 500  # in one answer, which is well below the longest line that a client reads


class NoGame(Exception):
    """The message is a sentence for people."""


class GameQuestions:
    """`find` gives the id of the game that somebody means. Only one thread may ask at a time."""

    def __init__(self, games_folder: GamesFolder, shelf: Shelf, dice: DiceSource, find: Callable[[str], str]) -> None:
        self._games_folder = games_folder
        self._shelf = shelf
        self._dice = dice
        self._find = find
        self._looking_back: LookingBack | None = None

    def answer(self, request: GameQuestion, now: InPlay, progress: WorkProgress) -> Reply:
        match request:
            case ListGames():
                return self._list(now, progress)
            case ShowSetup(game):
                id = self._find(game)
                reading, broken = self._read(id, now)
                known = f"As far as is known, after {move_count(len(reading.moves))}: {broken}"
                message = f"The game is damaged. {known}" if broken else f"Game {id}, laid out."
                return Reply("", True, message, parts=setup_sheet(reading.end, reading.start))
            case ExportGame(game):
                id = self._find(game)
                reading, broken = self._read(id, now)
                text = export(reading.start, reading.moves, reading.end, progress.step)
                damage = (f"The game is damaged, and the record ends before that: {broken}",) if broken else ()
                return Reply("", True, f"Game {id}: {move_count(len(reading.moves))}.", damage, text)
            case ReadGame(game, after):
                return self._read_page(self._find(game), after, now)
            case VerifyJournal(game):
                return self._verify((self._find(game),) if game else self._games_folder.ids(), now, progress)
            case ListShelf() | MergeNames() | PartName():
                return self._shelf.answer(request, now, progress)
        from companion.table.views.history import LookingBack  # imported lazily: a table starts faster

        self._looking_back = self._looking_back or LookingBack()
        return self._looking_back.answer(now.timeline, request)

    def _read(self, id: str, now: InPlay) -> tuple[GameReading, str]:
        """The game, and of a damaged one as much as is proven and why it is no more."""
        if (timeline := now.timeline_of(id)) is not None:
            return read_timeline(timeline), ""
        chain = inspect_journal(self._games_folder.disk(id)).chain
        return read_chain(chain, self._dice), chain.broken

    def _read_page(self, id: str, after: int, now: InPlay) -> Reply:
        """Bodies are handed out as they are."""
        timeline, broken = now.timeline_of(id), ""
        if timeline is not None and choosing_tax(timeline.game):
            raise NoGame("A player is choosing how to pay the tax, and this would tell what everybody is worth.")
        if timeline is not None:
            start, total, is_finished = timeline.start, timeline.number, timeline.game.over
            moves = tuple(
                StoredMove(move.id, move.at_ms, Raw(encode_body(move.act, move.events)))
                for move in timeline.moves[after : after + PAGE_MOVES]
            )
        else:
            chain = in_this_format(inspect_journal(self._games_folder.disk(id)).chain)
            start, total = decode_head(chain.head.body, id), len(chain.entries)
            is_finished = is_over(chain.entries, id)
            entries, broken = chain.entries[after : after + PAGE_MOVES], chain.broken
            moves = tuple(StoredMove(entry.id, entry.at_ms, Raw(entry.body)) for entry in entries)
        if not is_finished:
            start = replace(start, dice_seed="")  # it stays secret until then
        page = MovesPage(id, Raw(encode_head(start)), moves, total)
        damage = (f"The game is damaged, and what follows is missing: {broken}",) if broken else ()
        return Reply("", True, f"Game {id}: {move_count(total)}.", damage, page=page)

    def _list(self, now: InPlay, progress: WorkProgress) -> Reply:
        """The one in play first, then the one played last."""
        self._shelf.load()
        lines = []
        ids = self._games_folder.ids()
        for done, id in enumerate(ids):
            progress.step(done, len(ids))
            timeline = now.timeline_of(id)
            game = list_in_play(id, timeline) if timeline and timeline.moves else self._games_folder.game(id)
            lines.append(
                GameLine(
                    id=game.id,
                    title=game.title,
                    names=game.names,
                    edition=game.edition,
                    moves=game.entries,
                    last_at_ms=game.last_at_ms,
                    finished=game.is_finished,
                    in_play=now.has(game.id),
                    damaged=game.damaged,
                )
            )
        games = sorted(lines, key=lambda line: (line.in_play, line.last_at_ms), reverse=True)
        return Reply("", done=True, games=tuple(games))

    def _verify(self, ids: tuple[str, ...], now: InPlay, progress: WorkProgress) -> Reply:
        checks = []
        for done, id in enumerate(ids):
            progress.step(done, len(ids))
            timeline = now.timeline_of(id)
            checks.append(check_journal(self._games_folder, id, self._dice, timeline.number if timeline else None))
        wrong = sum(not check.is_sound for check in checks)
        games = "1 game" if len(checks) == 1 else f"{len(checks)} games"
        return Reply("", not wrong, f"{games}, {wrong or 'nothing'} damaged.", tuple(check.text for check in checks))
