"""Everything a journal can say no with. Each message is a sentence for people, and says what can be done."""


class JournalError(Exception):
    """The root of all of these."""


class JournalDamaged(JournalError):
    """Neither copy can be trusted from `from_number` on. `saved` says what can be kept; nothing was changed."""

    def __init__(self, game: str, from_number: int, saved: str, message: str) -> None:
        super().__init__(f"Game {game} is damaged from {_move(from_number)} on: {message} {saved}")
        self.game = game
        self.from_number = from_number
        self.saved = saved
        self.message = message


def _move(number: int) -> str:
    return f"move {number}" if number else "its very beginning"


def what_is_saved(moves: int) -> str:
    return f"Moves 1 to {moves} can be saved." if moves else "No move of it can be saved."


class JournalRefused(JournalError):
    """A setting of the database that did not take. Nothing is safe without it."""

    def __init__(self, name: str, wanted: str, found: str) -> None:
        super().__init__(f"The database must have {name} = {wanted}, but it has {found}: this disk cannot hold a game.")
        self.name = name
        self.wanted = wanted
        self.found = found


class JournalUnavailable(JournalError):
    """The disk is full, read-only, in use or failing: nothing can be written now. `look` may still read."""

    def __init__(self, game: str, why: str) -> None:
        super().__init__(f"Game {game} cannot be written now: {why}.")
        self.game = game
        self.why = why


class JournalExists(JournalError):
    def __init__(self, game: str) -> None:
        super().__init__(f"There is a journal of game {game} already.")
        self.game = game


class JournalStale(JournalError):
    """Something was raised while writing. That does not mean that nothing was saved: open again and look it up."""

    def __init__(self, id: str, why: str) -> None:
        super().__init__(
            f"Whether {id or 'the last move'} was saved is not known ({why}): the journal must be reopened."
        )
        self.id = id
        self.why = why


class AlreadyWritten(JournalError):
    """This id has its entry. Nothing was written."""

    def __init__(self, id: str, number: int) -> None:
        super().__init__(f"{id} is move {number} already.")
        self.id = id
        self.number = number


class FromNewerVersion(JournalError):
    def __init__(self, found: int, known: int) -> None:
        super().__init__(
            f"This game was written by a newer companion (schema {found}, this one knows {known}): "
            "install that version or a later one, and open it again. Nothing was changed."
        )
        self.found = found
        self.known = known


class NoMigration(JournalError):
    def __init__(self, found: int, known: int) -> None:
        super().__init__(f"No way leads from schema {found} to {known}: open this game with an older companion first.")
        self.found = found
        self.known = known


class OlderThanLive(JournalError):
    """The live game has moves that the backup has not."""

    def __init__(self, live_number: int, backup_number: int) -> None:
        super().__init__(
            f"The game has {live_number} moves and the backup {backup_number}, and not all of the game's are in it: "
            "restoring would take moves back. Force it if that is meant; the game as it is will be set aside."
        )
        self.live_number = live_number
        self.backup_number = backup_number


class Locked(JournalError):
    """Another process has the data folder. `pid` is 0 if it did not say which."""

    def __init__(self, pid: int) -> None:
        who = f"process {pid}" if pid else "another process"
        super().__init__(f"The games are in use by {who}: only one table may write them.")
        self.pid = pid


class NoSuchGame(JournalError):
    def __init__(self, beginning: str, ids: tuple[str, ...]) -> None:
        what = f"could be any of {', '.join(ids)}" if ids else "is the beginning of no game here"
        super().__init__(f"{beginning or 'An empty name'} {what}.")
        self.beginning = beginning
        self.ids = ids
