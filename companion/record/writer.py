"""A game written as a record. Read and run again, it ends in exactly the same state."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from companion.play.acts import Redo, Undo
from companion.play.setup import MAX_NAME
from companion.play.words import option_value, statement
from companion.record.board_lines import board_lines
from companion.record.errors import RecordError, RecordLine
from companion.record.header import Header, StatementScanner, is_name, is_reserved, seat_of
from companion.record.scanner import MAX_LINE
from companion.record.start_position import read_given
from companion.record.statements import Unclear, read_act
from companion.rules.board import GO, Board
from companion.rules.cards import Deck
from companion.rules.commands import AnyCommand
from companion.rules.editions import Rules
from companion.rules.house_rules import house_rules_of
from companion.rules.ids import DeedId
from companion.rules.naming import Naming
from companion.rules.state import HOTEL_LEVEL, Game

_MARKS = re.compile(r"[,:?#]")  # they have a meaning wherever they stand
_GAPS = re.compile(r"\s+")
_FOREIGN = re.compile(r"[^\w'.-]")
_NOT_A_START = re.compile(r"^[\W\d_]+")


def write(
    rules: Rules,
    board: Board,
    names: Sequence[str],
    acts: Iterable[AnyCommand | Undo | Redo],
    *,
    seed: int | None = None,
    position: Game | None = None,
) -> str:
    """`rules` as at the start, `names` as the table calls its players, `position` unless it is a new game."""
    words = one_word_names(names)
    header = Header(rules, board, words, seed)
    lines = [
        f"edition {rules.key}",
        *board_lines(rules, board),
        *(f"variant {name}" for name in rules.variants),
        *(f"option {name} {option_value(value)}" for name, value in house_rules_of(rules).items()),
        *(() if seed is None else (f"seed {seed}",)),
        f"players {' '.join(words)}",
        *(_position(position, header) if position is not None else ()),
        "",
    ]
    for act in acts:
        match act:
            case Undo():
                lines.append("undo")
            case Redo():
                lines.append("redo")
            case command:
                lines.append(_line(header, command))
    return "\n".join(lines).rstrip() + "\n"


# Names that are read back as what was meant


def clearly(naming: Naming, index: int) -> str:
    """By its code or its name, without the marks of the format; by the number of its space if that is not clear."""
    for name in (*naming.codes[index : index + 1], naming.names[index]):
        plain = " ".join(_MARKS.sub(" ", name).split())
        if naming.find(plain) == (index,):
            return plain
    return str(naming.spaces[index][0])


def by_number(naming: Naming, index: int) -> str:
    """What no name, amount or word of the format is ever taken for."""
    return f"@{naming.spaces[index][0]}"


def _line(header: Header, command: AnyCommand) -> str:
    """By names if they are read back as what was meant. A board has any names: `for`, `nothing`, `50`, `All Saints`."""
    clear, sure = (statement(header.board, command, header.names, call=call) for call in (clearly, by_number))
    if clear == sure or len(clear) > MAX_LINE:
        return sure
    try:
        read = read_act(_scanner(clear, header))
    except RecordError:
        return sure
    if isinstance(read, Undo | Redo | Unclear):
        return sure
    return clear if statement(header.board, read, header.names, call=by_number) == sure else sure


def _given_line(header: Header, deeds: Sequence[DeedId], before: str, after: str) -> str:
    """The same for a line of the position."""
    clear, sure = (
        f"given {before}{', '.join(call(header.board.deed_naming, deed) for deed in deeds)}{after}"
        for call in (clearly, by_number)
    )
    try:
        is_clear = len(clear) <= MAX_LINE and read_given(_scanner(clear, header)).fact.deeds == tuple(deeds)
    except RecordError:
        is_clear = False
    return clear if is_clear else sure


def _scanner(line: str, header: Header) -> StatementScanner:
    return StatementScanner(RecordLine("", 1, line), header)


def _position(game: Game, header: Header) -> Iterator[str]:
    """The table between two turns. Raises ValueError for what a record has no words for."""
    names = header.names
    unsettled = game.over or game.pending or game.offer or game.rents or any(player.retired for player in game.players)
    if unsettled or game.pot != (game.rules.pot or 0):
        raise ValueError("only a table with nothing open, nobody retired and no pot can be written as a position")
    # `jail cards` are taken from the Chance deck first, so whoever holds that card must come first.
    for seat in sorted(range(len(names)), key=lambda seat: Deck.CHANCE.value not in game.players[seat].jail_cards):
        given, player = f"given {names[seat]}", game.players[seat]
        if player.bankrupt:
            yield f"{given} bankrupt"
            continue
        yield f"{given} cash {player.cash}"
        if player.jail is not None:
            yield f"{given} in jail turn {player.jail}"
        elif player.place != GO:
            yield f"{given} at {clearly(game.board.space_naming, player.place)}"
        if owned := [deed.id for deed in game.deeds_of(seat)]:
            yield _given_line(header, owned, f"{names[seat]} owns ", "")
        if player.jail_cards:
            yield f"{given} jail cards {len(player.jail_cards)}"
        if player.lapped:
            yield f"{given} passed go"
    for deed, title in zip(game.board.deeds, game.titles, strict=True):
        if title.buildings:
            standing = "hotel" if title.buildings == HOTEL_LEVEL else f"houses {title.buildings}"
            yield _given_line(header, [deed.id], "", f" {standing}")
        if title.mortgaged:
            yield _given_line(header, [deed.id], "", " mortgaged")
    if game.opening is None:
        yield f"given turn {names[game.turn]}"
    if game.houses_lost:
        yield f"given bank houses {game.houses_left()}"
    if game.hotels_lost:
        yield f"given bank hotels {game.hotels_left()}"


def one_word_names(names: Sequence[str]) -> tuple[str, ...]:
    """A record's names for people: one word each, no two the same."""
    chosen: list[str] = []
    for seat, name in enumerate(names, start=1):
        joined = _GAPS.sub("-", unicodedata.normalize("NFC", name).strip())
        word = _NOT_A_START.sub("", _FOREIGN.sub("", joined))[:MAX_NAME].rstrip("-'._")
        word = candidate = word if is_name(word) else f"Player{seat}"
        number = 1
        while is_reserved(candidate) or seat_of(candidate, chosen) is not None:
            number += 1
            candidate = f"{word[: MAX_NAME - 3]}-{number}"
        chosen.append(candidate)
    return tuple(chosen)
