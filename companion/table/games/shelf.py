"""The shelf: every game in a few lines, and who played them. It is kept ready, and only what has changed is read again.

A game is read through when its files have changed since; the one in play is told from memory. What is known of each is
kept in one file, with the stamp of the game's files. If that file is lost or damaged, the games are read again.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.journal import JournalError, inspect_journal
from companion.journal.games_folder import GamesFolder, ListedGame, Stamp
from companion.journal.kept import Unreadable
from companion.play.dice import DiceSource
from companion.play.timeline import Timeline
from companion.rules.lists import count_of
from companion.story import tell_story
from companion.story.summary import LEVELS, POINTS, GameSummary, PlayerSummary, summarise
from companion.table.games.game_clock import LONGEST_THOUGHT_MS
from companion.table.games.in_play import InPlay
from companion.table.games.kept_file import FORMAT, FileFormat, KeptFile
from companion.table.games.long_answer import WorkProgress
from companion.table.games.people import People
from companion.table.games.upkeep import GameReading, read_chain, read_timeline
from companion.table.games.words import move_count
from companion.table.messages.requests import ListShelf, PartName, ShelfRequest
from companion.table.messages.views import PersonLine, ShelfLine, ShelfView, ShelvedPlayer
from companion.table.messages.wire import Reply
from companion.table.views.log import choosing_tax

FILE = "shelf.json"
MAX_BYTES = 64 * 1024 * 1024  # fifty thousand games
SAVE_EVERY = 100  # games that were read: if the plug is pulled meanwhile, it goes on from there
PAGE_GAMES = 1_000  # in one answer, which is well below the longest line that a client reads
MAX_PEOPLE = 2_000  # in the same
MAX_PLAYERS = 8
_LEVELS = frozenset(LEVELS)


class ShelvedGame(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a game when its files had this stamp. Without a summary, `trouble` says why."""

    listed: ListedGame
    begun_at_ms: int = 0
    played_ms: int = 0
    summary: GameSummary | None = None
    trouble: str = ""
    stamp: Stamp = ()


class KeptShelf(Struct, frozen=True, forbid_unknown_fields=True):
    games: tuple[ShelvedGame, ...] = ()
    format: int = FORMAT


def _decode(content: bytes) -> KeptShelf:
    try:
        kept = msgspec.json.decode(content, type=KeptShelf)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unreadable(str(error)) from None
    if kept.format != FORMAT:
        raise Unreadable(f"it has format {kept.format}, and this program reads {FORMAT}")
    for game in kept.games:
        for player in game.summary.players if game.summary is not None else ():
            if not (
                0 <= player.place <= MAX_PLAYERS and len(player.worth) <= POINTS and _LEVELS.issuperset(player.worth)
            ):
                raise Unreadable(f"game {game.listed.id} has a place or a worth that cannot be")
    return kept


SHELF = FileFormat(FILE, MAX_BYTES, KeptShelf(), msgspec.json.encode, _decode)


class Shelf:
    """Only one thread may ask at a time."""

    def __init__(self, data: Path, games_folder: GamesFolder, dice: DiceSource) -> None:
        self._data = data
        self._folder = games_folder
        self._dice = dice
        self._file: KeptFile[KeptShelf] | None = None  # read when it is first needed
        self._ready: dict[str, ShelvedGame] = {}
        self._in_play: tuple[str, int, ShelvedGame] | None = None  # as it was after this move
        self._people: People | None = None

    def load(self) -> None:
        """What was known when the file was kept. What has changed since is noticed by its stamp."""
        if self._file is None:
            self._file = KeptFile(self._data, SHELF)
            for game in self._file.value.games:
                self._ready[game.listed.id] = game
                self._folder.remember(game.stamp, game.listed)

    @property
    def people(self) -> People:
        if self._people is None:
            self._people = People(self._data)
        return self._people

    def answer(self, request: ShelfRequest, now: InPlay, progress: WorkProgress) -> Reply:
        """Raises CannotMerge, and OSError."""
        if isinstance(request, PartName):
            return Reply("", True, self.people.part(request.name))
        games = self._games(now, progress)
        if isinstance(request, ListShelf):
            return self._list(games, now, request.after)
        together = [
            (game.listed.id, {player.name for player in game.summary.players})
            for game in games
            if game.summary is not None
        ]
        return Reply("", True, self.people.merge(request.name, request.into, together))

    def keep_up(self, id: str, timeline: Timeline, stamp: Stamp) -> None:
        """The game was put away, and its files had this stamp then: it need not be read later.

        Of a very long one, memory has only the end.
        """
        if timeline.moves and not timeline.moves.first:
            self.load()
            self._ready[id] = replace(_told(list_in_play(id, timeline), read_timeline(timeline)), stamp=stamp)
            self._save()

    # Which games

    def _games(self, now: InPlay, progress: WorkProgress) -> list[ShelvedGame]:
        self.load()
        ids, games = self._folder.ids(), list[ShelvedGame]()
        gone = self._ready.keys() - set(ids)
        for id in gone:
            del self._ready[id]
        unsaved = len(gone)
        try:
            for done, id in enumerate(ids):
                progress.step(done, len(ids))
                if (timeline := now.timeline_of(id)) is not None and timeline.moves:
                    games.append(self._told_from_memory(id, timeline))
                    continue
                game = self._ready.get(id)
                if game is None or game.stamp != self._folder.stamp(id):
                    game = self._read(id)
                    unsaved += id in self._ready
                    if unsaved >= SAVE_EVERY:
                        self._save()
                        unsaved = 0
                games.append(game)
        finally:
            if unsaved:
                self._save()
        return games

    def _read(self, id: str) -> ShelvedGame:
        """One that is damaged is read again each time, since trouble may pass."""
        self._ready.pop(id, None)
        stamp, listed = self._folder.stamp(id), self._folder.game(id)
        try:
            game = _told(listed, read_chain(inspect_journal(self._folder.disk(id)).chain, self._dice))
        except (JournalError, OSError) as error:
            game = ShelvedGame(listed, listed.last_at_ms, trouble=listed.damaged or str(error))
        if not (listed.damaged or game.trouble):
            self._ready[id] = game = replace(game, stamp=stamp)
        return game

    def _told_from_memory(self, id: str, timeline: Timeline) -> ShelvedGame:
        known = self._in_play
        if known is None or known[:2] != (id, timeline.number):
            listed = list_in_play(id, timeline)
            try:
                game = _told(listed, read_timeline(timeline))
            except (JournalError, OSError) as error:  # the beginning of a long game is on the disk alone
                return ShelvedGame(listed, listed.last_at_ms, trouble=str(error))
            known = self._in_play = id, timeline.number, game
        game = known[2]
        if game.summary is not None and choosing_tax(timeline.game):  # what everybody is worth must not be told now
            players = tuple(replace(player, worth="") for player in game.summary.players)
            game = replace(game, summary=replace(game.summary, players=players))
        return game

    def _save(self) -> None:
        """If that fails, they are read again next time."""
        if self._file is not None:
            with suppress(OSError):
                self._file.keep(KeptShelf(tuple(self._ready.values())))

    # What is told of them

    def _list(self, games: list[ShelvedGame], now: InPlay, after: int) -> Reply:
        games.sort(key=lambda game: (game.listed.last_at_ms, game.listed.id), reverse=True)
        first = max(0, after)
        page = tuple(_line(game, in_play=now.has(game.listed.id)) for game in games[first : first + PAGE_GAMES])
        people = () if after else tuple(_people(games, self.people))[:MAX_PEOPLE]
        trouble = (self.people.trouble,) if self.people.trouble else ()
        return Reply("", True, lines=trouble, shelf=ShelfView(page, people, len(games), self._folder.taken_off()))


def list_in_play(id: str, timeline: Timeline) -> ListedGame:
    """From memory: its files change with every move."""
    game, start = timeline.game, timeline.start
    names = tuple(player.name for player in game.players)
    last_ms = timeline.moves[-1].at_ms
    return ListedGame(id, start.title, names, start.rules.title, timeline.number, last_ms, game.over)


def _told(listed: ListedGame, reading: GameReading) -> ShelvedGame:
    moves = tuple(reading.moves)
    times = [move.at_ms for move in moves]
    pauses = (after - before for before, after in pairwise(times))
    return ShelvedGame(
        listed,
        times[0] if times else listed.last_at_ms,
        sum(pause for pause in pauses if 0 <= pause <= LONGEST_THOUGHT_MS),
        summarise(tell_story(reading.start, moves, reading.end)),
    )


def _line(game: ShelvedGame, *, in_play: bool) -> ShelfLine:
    listed, summary = game.listed, game.summary
    players = tuple(ShelvedPlayer(name, "") for name in listed.names)
    length = move_count(listed.entries) if listed.names else ""
    if summary is not None:
        players = tuple(ShelvedPlayer(one.name, one.colour, _placed(one), one.worth) for one in summary.players)
        length = f"{count_of(summary.turns, 'turn', 'turns')}, {_duration(game.played_ms)}"
    return ShelfLine(
        id=listed.id,
        title=listed.title,
        edition=listed.edition,
        board=summary.board if summary else "",
        begun_at_ms=game.begun_at_ms,
        length=length,
        finished=listed.is_finished,
        in_play=in_play,
        damaged=listed.damaged or game.trouble,
        players=players,
    )


def _placed(player: PlayerSummary) -> str:
    return "won" if player.won else ("", "1st", "2nd", "3rd")[player.place] if player.place < 4 else f"{player.place}th"


def _duration(ms: int) -> str:
    hours, minutes = divmod(ms // 60_000, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def _people(games: list[ShelvedGame], people: People) -> Iterator[PersonLine]:
    """Who played most often first."""
    parts: dict[str, list[PlayerSummary]] = {}
    called, spellings = people.called, dict[str, list[str]]()
    for spelling, person in called.items():
        spellings.setdefault(person, []).append(spelling)
    for game in games:
        here = set[str]()  # a name that two had in one game counts once
        for player in game.summary.players if game.summary is not None else ():
            person = called.get(player.name, player.name)
            if person not in here:
                here.add(person)
                parts.setdefault(person, []).append(player)
    for name, played in sorted(parts.items(), key=lambda one: (-len(one[1]), one[0].casefold())):
        facts = tuple(_facts(played))
        yield PersonLine(name, tuple(sorted(spellings.get(name, ()))), len(played), facts)


def _facts(played: list[PlayerSummary]) -> Iterator[str]:
    games, places = count_of(len(played), "game", "games"), [player.place for player in played if player.place]
    if not places:
        yield f"{games}, none of them finished"
    else:
        won = f"{sum(player.won for player in played)} of {len(places)} finished won"
        yield f"{games}, {won}, place {sum(places) / len(places):.1f} on average"
    bought = Counter[str]()
    for player in played:
        bought.update(player.bought)
    if bought:
        deed, times = bought.most_common(1)[0]
        yield f"Favourite deed: {deed}, bought in {count_of(times, 'game', 'games')}"
    richest = max(played, key=lambda player: player.rent)
    if richest.rent:
        yield f"Biggest rent: {richest.rent_shown} for {richest.rent_deed}"
