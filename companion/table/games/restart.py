"""What is said when a table has started: of a game that was stopped, the last saved move and what had to be mended."""

from companion.play.acts import RecordedMove, Redo, Rename, Undo
from companion.table.dates import day_and_time, moment
from companion.table.session import Session
from companion.table.shown.log import log_lines, what_was_done


def restarted(session: Session | None, now_ms: int) -> str:
    """For the screens. Nothing, if no game was stopped."""
    if session is None:
        return ""
    saved = f"the last saved move is {_last(session)}" if session.moves else "no move had been made yet"
    lost = "Moves are missing" if session.missing else "Nothing is lost"
    return _joined(f"The table was restarted at {moment(now_ms):%H:%M}. {lost}: {saved}.", session)


def started(session: Session | None, trouble: str) -> str:
    """For the terminal, in one line."""
    if session is None:
        return f"No game is in play: {trouble}" if trouble else "No game is in play yet."
    title = f" ({session.start.title})" if session.start.title else ""
    saved = f"the last saved move is {_last(session)}, {_when(session)}" if session.moves else "no move was made yet"
    return _joined(f"Game {session.game_id}{title} is in play: {saved}.", session)


def _joined(said: str, session: Session) -> str:
    """With what was mended, and what is wrong still."""
    told = (said, _missing(session), *session.report.found, *session.report.done, session.trouble)
    return " ".join(filter(None, told))


def _missing(session: Session) -> str:
    if not session.missing:
        return ""
    more = "1 move" if session.missing == 1 else f"{session.missing} moves"
    return f"A backup has {more} more: `companion restore {session.game_id}` goes back to it."


def _last(session: Session) -> str:
    return f"number {session.number}, {_told(session.moves[-1], session)}"


def _told(taken: RecordedMove, session: Session) -> str:
    if not isinstance(taken.act, Undo | Redo | Rename):
        return what_was_done(taken, session.game)
    text = log_lines(taken, session.moves)[0].text.rstrip(".")
    return text if isinstance(taken.act, Rename) else text[0].lower() + text[1:]


def _when(session: Session) -> str:
    return f"on {day_and_time(moment(session.moves[-1].at_ms))}"
