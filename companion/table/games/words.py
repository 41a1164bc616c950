"""Sentences about games: what a table says when it starts, and what it says of a new game, a move count, a date."""

from datetime import UTC, datetime

from companion.journal import RecoveryReport
from companion.play.acts import Redo, Rename, Start, Undo
from companion.play.fair_dice import commitment_of, in_groups
from companion.play.words import describe_move
from companion.rules.house_rules import house_rules_of
from companion.rules.lists import and_list, sentence
from companion.rules.phrases import names, setting
from companion.rules.state import Game
from companion.table.games.session import Session
from companion.table.views.log import log_lines

LATEST_MS = 253_402_214_400_000  # a day before the year 10000; clocks have shown worse


def move_count(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def local_time(at_ms: int) -> datetime:
    """Whatever the clock has shown."""
    return datetime.fromtimestamp(min(max(at_ms, 0), LATEST_MS) / 1000, tz=UTC).astimezone()


def day_and_time(when: datetime) -> str:
    return f"{when:%A} {when.day} {when:%B %Y} at {when:%H:%M}"


def describe_error(error: Exception) -> str:
    if isinstance(error, OSError):
        where = f" ({error.filename})" if error.filename else ""
        return f"{error.strerror or error}{where}."
    return str(error)


# A new game, or a finished one


def describe_new_game(id: str, game: Game) -> str:
    return f"Game {id} begins, with {names(game, range(len(game.players)))}."


def describe_setup(start: Start) -> tuple[str, ...]:
    game, rules = start.game, start.rules
    variants = (f"Variants: {and_list(rules.variants)}.",) if rules.variants else ()
    options = [f"{name} {setting(game.board, value)}" for name, value in house_rules_of(rules).items()]
    house_rules = (f"House rules: {and_list(options)}.",) if options else ()
    decks = "drawn by the companion" if game.electronic_decks else "drawn by hand, from the real decks"
    dice = ("Dice: real ones.",) if start.dice == "hand" else ()
    if start.dice_seed:
        commitment = in_groups(commitment_of(start.dice_seed))
        dice = (f"Dice: fair ones. To check them when the game is over, note {commitment}.",)
    limit = f"{start.minutes:,} minute{'' if start.minutes == 1 else 's'}"
    minutes = (f"Time: {limit}.",) if start.minutes else ()
    return (
        sentence(f"Rules: {rules.title}"),
        f"Board: {game.board.title}.",
        *variants,
        *minutes,
        *house_rules,
        f"Cards: {decks}.",
        *dice,
    )


def describe_winners(game: Game) -> tuple[str, ...]:
    """Empty if the game is not over."""
    if not game.over:
        return ()
    return (f"It is finished: {names(game, game.winners)} won. Its last move can still be taken back.",)


# The start of a table


def describe_restart(session: Session | None, now_ms: int) -> str:
    """For the screens. Empty if no game was stopped."""
    if session is None:
        return ""
    saved = f"the last saved move is {_last_move(session)}" if session.moves else "no move had been made yet"
    if session.report.unchecked:  # whether nothing is lost will be seen: see `describe_check`
        return _with_repairs(f"The table was restarted at {local_time(now_ms):%H:%M}: {saved}.", session)
    lost = "Nothing is lost" if session.report.is_whole else "Moves are missing"
    return _with_repairs(f"The table was restarted at {local_time(now_ms):%H:%M}. {lost}: {saved}.", session)


def describe_check(report: RecoveryReport) -> str:
    """What is known about moves that were not read when the game was opened."""
    if report.unchecked:
        return f"Moves 1 to {report.unchecked:,} are being checked."
    return " ".join((*report.found, *report.done)) or "Nothing is lost."


def describe_start(session: Session | None, trouble: str) -> str:
    """For the terminal, in one line."""
    if session is None:
        return f"No game is in play: {trouble}" if trouble else "No game is in play yet."
    title = f" ({session.start.title})" if session.start.title else ""
    saved = "no move was made yet"
    if session.moves:
        when = day_and_time(local_time(session.moves[-1].at_ms))
        saved = f"the last saved move is {_last_move(session)}, on {when}"
    return _with_repairs(f"Game {session.game_id}{title} is in play: {saved}.", session)


def _with_repairs(text: str, session: Session) -> str:
    """Adds what was repaired, and what is still wrong."""
    return " ".join(filter(None, (text, *session.report.found, *session.report.done, session.trouble)))


def _last_move(session: Session) -> str:
    move = session.moves[-1]
    if not isinstance(move.act, Undo | Redo | Rename):
        text = describe_move(move, session.game)
    else:
        text = log_lines(move, session.moves)[0].text.rstrip(".")
        if not isinstance(move.act, Rename):
            text = text[0].lower() + text[1:]
    return f"number {session.number}, {text}"
