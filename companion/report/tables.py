"""A game as three tables, for spreadsheets and programs: moves, money and landings. docs/exports.md describes them.

Only add columns at the end, and never change what one means: people keep what they have made from these.
"""

import csv
import io
from datetime import UTC, datetime
from typing import Literal

import msgspec

from companion.play.acts import RecordedMove
from companion.report.log import describe_act
from companion.rules.events import Event
from companion.rules.ids import BANK, Account
from companion.rules.worth import end_worth
from companion.story.course import Story, landings
from companion.story.money import money_lines

FORMAT = 1
TableName = Literal["moves", "money", "landings"]
Cell = str | int
COLUMNS: dict[TableName, tuple[str, ...]] = {
    "moves": ("move", "time", "turn", "player", "what", "counts", "clauses"),
    "money": ("move", "time", "turn", "payer", "payee", "amount", "kind", "deed", "group", "clauses"),
    "landings": ("move", "time", "turn", "player", "space", "name", "in_jail"),
}


def rows(story: Story, table: TableName) -> list[tuple[Cell, ...]]:
    names, board = story.names, story.end.board
    match table:
        case "moves":
            counted = {move.number for move in story.moves}
            return [
                (
                    move.number,
                    _time(move.at_ms),
                    move.before.turn_number,
                    names[move.before.turn],
                    describe_act(story, move),
                    int(move.number in counted),
                    _clauses(move),
                )
                for move in story.recorded
            ]
        case "money":
            return [
                (
                    line.move.number,
                    _time(line.move.at_ms),
                    line.turn,
                    _account(story, line.payer),
                    _account(story, line.payee),
                    line.amount,
                    line.kind.value,
                    board.deeds[line.deed].name if line.deed >= 0 else "",
                    board.deeds[line.deed].group.value if line.deed >= 0 else "",
                    " ".join(line.clauses),
                )
                for line in money_lines(story)
            ]
        case "landings":
            return [
                (
                    landing.move.number,
                    _time(landing.move.at_ms),
                    landing.turn,
                    names[landing.player],
                    landing.space,
                    board.spaces[landing.space].name,
                    int(landing.jailed),
                )
                for landing in landings(story)
            ]


def as_csv(story: Story, table: TableName) -> str:
    """With a header, commas and CRLF, as spreadsheets expect (RFC 4180)."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS[table])
    writer.writerows([_inert(cell) for cell in row] for row in rows(story, table))
    return text.getvalue()


def _inert(cell: Cell) -> Cell:
    """A spreadsheet would take a name like =1+1 for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


def as_json(story: Story, id: str) -> str:
    """One object with the game, its players and the three tables; every row is an object."""
    start, end = story.start, story.end
    players = [
        {
            "name": player.name,
            "cash_at_start": first.cash,
            "cash": player.cash,
            "worth": end_worth(end, seat),
            "bankrupt": player.bankrupt,
            "retired": player.retired,
            "won": seat in end.winners,
        }
        for seat, (first, player) in enumerate(zip(start.game.players, end.players, strict=True))
    ]
    game = {
        "id": id,
        "title": start.title,
        "edition": start.rules.key,
        "variants": start.rules.variants,
        "board": end.board.key,
        "currency": end.board.currency.sign,
        "over": end.over,
    }
    tables: dict[str, object] = {
        name: [dict(zip(columns, row, strict=True)) for row in rows(story, name)] for name, columns in COLUMNS.items()
    }
    content = {"format": FORMAT, "game": game, "players": players, **tables}
    return msgspec.json.format(msgspec.json.encode(content)).decode() + "\n"


def _clauses(move: RecordedMove) -> str:
    events = [event for event in move.events if isinstance(event, Event)]
    return " ".join(dict.fromkeys(clause for event in events for clause in event.clauses))


def _account(story: Story, account: Account) -> str:
    return story.names[account] if account >= 0 else "Bank" if account == BANK else "pot"


def _time(at_ms: int) -> str:
    """In UTC, so that a table means the same everywhere."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
