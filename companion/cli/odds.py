"""`companion odds`: plays a stored game out many times, and tells everybody's chances; also had it gone otherwise."""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from companion.cli.ask_table import tell
from companion.cli.simulate import MAX_SEED, add_jobs, count_jobs, read_tempers
from companion.cli.stored_game import NoStory, fetch_game
from companion.cli.terminal import (
    DONE,
    INTERRUPTED,
    UNUSABLE,
    Progress,
    add_data,
    add_game,
    complain,
    fail,
    not_empty,
    number,
    wrap,
)
from companion.odds.play_out import BATCH, PlayOut, PlayOutPlan, play_outs
from companion.odds.position import Position, position_after
from companion.odds.what_if import (
    NoOdds,
    course_turns,
    find_move,
    position_at_turn,
    require_odds,
    with_and_without,
    with_changes,
)
from companion.odds.words import tell_course, tell_difference, tell_odds
from companion.plain_text import printable
from companion.play.words import describe_move
from companion.players.simulate import ENDED_EARLY
from companion.players.temperament import TEMPERAMENTS, Temperament
from companion.record.errors import RecordError, RecordLine
from companion.record.scanner import lines_of, read_lines
from companion.rules.lists import sentence
from companion.story import Story
from companion.table.messages.odds import OddsTold
from companion.table.messages.wire import Reply

MAX_PLAY_OUTS = 1_000_000
PLAY_OUTS = 1_000
FOLLOW_S = 0.5
COURSE_PLAY_OUTS = 200  # at each of its turns
HELP = """\
Automatic players play the game out many times, from exactly where it stands, on all cores and without slowing
anything else. Neither the next dice nor the cards that nobody has seen are looked at. Ctrl-C tells what was found so
far.

A finished game without --at is told over its turns. A game that is not over has to be played with the house rule
`odds`.

--without takes one move away: a yes becomes a no, and the play-outs begin there, once with the move and once without.
MOVE is its number in `companion export --csv moves`, or words of its line in the log. --change makes other moves first,
each written as in a record; --changes reads them from a file.

examples:
  companion odds
  companion odds 20261116-2041 --at 40
  companion odds --without "sold Boardwalk"
  companion odds --at 40 --change "Bank corrects Boardwalk owner Ann: what if"
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--at", type=number(0, 10**9, "a turn"), metavar="TURN", help="as this turn began; without it, now"
    )
    parser.add_argument("--without", type=not_empty, metavar="MOVE", help="what if this move had not been made")
    changes = parser.add_mutually_exclusive_group()
    changes.add_argument(
        "--change", action="append", default=[], metavar="LINE", help="what if this is done; repeatable"
    )
    changes.add_argument("--changes", type=not_empty, metavar="FILE", help="what if all this is done; - reads it here")
    parser.add_argument(
        "--players", metavar="LIST", help=f"who plays on, by seats: {', '.join(TEMPERAMENTS)}; without it, all steady"
    )
    parser.add_argument(
        "--play-outs", type=number(1, MAX_PLAY_OUTS), metavar="N", help=f"how many; without it, {PLAY_OUTS:,}"
    )
    parser.add_argument("--seed", type=number(-MAX_SEED, MAX_SEED), default=1, metavar="S", help="which ones (1)")
    add_jobs(parser)
    told = parser.add_mutually_exclusive_group()
    told.add_argument("--json", action="store_true", help="one line for programs")
    told.add_argument("--follow", action="store_true", help="the same line again and again, as more is known")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    if args.without is not None and (args.at is not None or args.change or args.changes is not None):
        return complain("companion odds: --without says where; leave out --at, --change and --changes")
    try:
        game = fetch_game(args)
        story = game.story
        require_odds(story.end)
        tempers = _tempers(args.players, len(story.names)) if args.players is not None else ()
        positions, headline, turns = _positions(args, story)
    except NoStory as none:
        return tell(none.reply)
    except RecordError as error:
        print(error, file=sys.stderr)
        return UNUSABLE
    except NoOdds as none:
        return tell(Reply("", done=False, message=str(none)))
    except ValueError as error:
        return complain(f"companion odds: {error}")
    asked = args.play_outs or (COURSE_PLAY_OUTS if turns else PLAY_OUTS)
    plan = PlayOutPlan(positions, asked, args.seed, tempers)
    table = positions[0].game

    def tell_of(played: Sequence[tuple[PlayOut, ...]]) -> OddsTold:
        sides = [list(side) for side in zip(*played, strict=True)]
        if turns:
            return tell_course(table, headline, asked, turns, sides)
        if len(sides) == 2:
            return tell_difference(table, headline, asked, sides[0], sides[1])
        return tell_odds(table, headline, asked, sides[0])

    follow = (lambda played: _print_line(tell_of(played))) if args.follow else None
    played, code = _play(plan, args, follow)
    if not played:
        print("Stopped before anything was played out.", file=sys.stderr)
        return code
    told = tell_of(played)
    if args.json or args.follow:
        _print_line(told)
    else:
        print(show_odds(told))
    for problem in game.warnings:
        code = fail(problem)
    return code


def _print_line(told: OddsTold) -> None:
    print(msgspec.json.encode(told).decode(), flush=True)


def _tempers(text: str, seats: int) -> tuple[Temperament, ...]:
    """One for each seat, or one for all. Raises ValueError."""
    tempers = read_tempers(text)
    if len(tempers) not in (1, seats):
        raise ValueError(f"--players names {len(tempers)}, and {seats} play: name one for each seat, or one for all")
    return tempers if len(tempers) == seats else tempers * seats


def _positions(args: argparse.Namespace, story: Story) -> tuple[tuple[Position, ...], str, tuple[int, ...]]:
    """Where to begin, what to call it, and the turns if it is told over several. Raises NoOdds, RecordError."""
    if args.without is not None:
        move = find_move(story, args.without)
        said = sentence(describe_move(move, story.end))
        return with_and_without(story, move), f"As it was, and without move {move.number}: {said}", ()
    if story.end.over and args.at is None:
        if args.change or args.changes is not None:
            raise NoOdds("The game is over, and nothing can be done in it any more. Say when, as in --at 40.")
        turns = course_turns(story)
        return tuple(position_at_turn(story, turn) for turn in turns), "Chances to win, as each turn began", turns
    if args.at is None:
        position, when = position_after(story.start, story.moves), f"Turn {story.end.turn_number}, as it stands now"
    else:
        position, when = position_at_turn(story, args.at), f"Turn {args.at}, as it began"
    if args.changes is not None:
        lines = _read_changes(args.changes)
    elif args.change:
        lines = lines_of("\n".join(args.change).encode("utf-8", "surrogatepass"), "--change")
    else:
        return (position,), when, ()
    changed = with_changes(position, lines, args.seed)
    if changed == position:
        raise NoOdds("These changes change nothing.")
    return (position, changed), f"{when}, and with what was changed", ()


def _read_changes(file: str) -> tuple[RecordLine, ...]:
    return lines_of(sys.stdin.buffer.read(), "-") if file == "-" else read_lines(Path(file))


def _play(
    plan: PlayOutPlan, args: argparse.Namespace, follow: Callable[[Sequence[tuple[PlayOut, ...]]], None] | None
) -> tuple[list[tuple[PlayOut, ...]], int]:
    """All of them, or those that came before it ended early. `follow` hears of them now and then."""
    played, jobs = list[tuple[PlayOut, ...]](), count_jobs(args, -(-plan.play_outs // BATCH))
    told_at = time.monotonic()
    with Progress(plan.play_outs, "play-outs") as progress:
        try:
            for done, ready in play_outs(plan, jobs):
                played += ready
                progress.show(done)
                if follow and played and done < plan.play_outs and time.monotonic() - told_at >= FOLLOW_S:
                    told_at = time.monotonic()
                    follow(played)
        except ENDED_EARLY:
            return played, INTERRUPTED
    return played, DONE


def show_odds(told: OddsTold) -> str:
    width = max(4, *map(len, told.names))
    lines = [f"{told.headline}: {told.play_outs:,} play-out{'' if told.play_outs == 1 else 's'}.", ""]
    if told.course:
        lines.append(f"  {'turn':>6}  " + "  ".join(f"{name:>{width}}" for name in told.names))
        for row in told.course:
            lines.append(f"  {row.turn:>6}  " + "  ".join(f"{chance:>{width}}" for chance in row.told))
    elif told.otherwise:
        lines.append(f"  {'':<{width}}  {'as it was':<18}  {'otherwise':<18}  points")
        for seat, other in zip(told.seats, told.otherwise, strict=True):
            lines.append(f"  {seat.name:<{width}}  {seat.told:<18}  {other.told:<18}  {other.change_told}")
    else:
        lines.append(f"  {'':<{width}}  {'wins':<18}  worth at the end")
        for seat in told.seats:
            lines.append(f"  {seat.name:<{width}}  {seat.told:<18}  {seat.worth_told}")
    if told.deciding:
        lines += ["", "Deeds that decide it:", *(wrap(one, "  ", "    ") for one in told.deciding)]
    return printable_lines([*lines, "", *told.notes])


def printable_lines(lines: Sequence[str]) -> str:
    return "\n".join(printable(part) for line in lines for part in line.split("\n"))
