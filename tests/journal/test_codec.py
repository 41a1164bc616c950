"""What is stored is what is read, for every command and event there is; and what does not belong is damage."""

import os
import re
import subprocess
import sys
import typing
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import inspect
from msgspec.structs import fields, replace

from companion.journal import JournalDamaged, JournalEntry
from companion.journal.codec import decode_body, decode_head, digest, encode_body, encode_head, is_over
from companion.play.acts import DoneAgain, MoveEvent, Redo, Start, TakenBack, Undo
from companion.rules import EDITIONS
from companion.rules.board import Board
from companion.rules.commands import AnyCommand, EndTurn, Roll
from companion.rules.editions import Rules
from companion.rules.events import AnyEvent, GameEnded
from companion.rules.state import Game
from tests.choices import Script
from tests.journal.sample import GAME
from tests.journeys import any_options, any_table
from tests.kit import NAMES, in_every_game, new_game, title_of

ROOT = Path(__file__).parents[2]
START = Start(new_game(EDITIONS["classic"], NAMES), "Sunday")


def script(seed: str) -> Script:
    return Script(Random(seed).randbytes(4000))


@in_every_game
def test_a_table_comes_back(rules: Rules) -> None:
    for seed in range(10):
        choose = script(f"{title_of(rules)}/{seed}")
        start = Start(any_table(any_options(rules, choose), choose), "Zoë's")
        assert decode_head(encode_head(start), GAME) == start


COMMANDS: tuple[type[AnyCommand], ...] = typing.get_args(AnyCommand)
EVENTS: tuple[type[AnyEvent], ...] = typing.get_args(AnyEvent)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_every_command_comes_back(command: type[AnyCommand]) -> None:
    for seed in range(20):
        act = made(command, Random(seed))
        assert decode_body(encode_body(act, ()), GAME, 1).act == act


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.__name__)
def test_every_event_comes_back(event: type[AnyEvent]) -> None:
    for seed in range(20):
        events = (made(event, Random(seed)), made(event, Random(-seed)))
        assert decode_body(encode_body(EndTurn(0), events), GAME, 1).events == events


T = typing.TypeVar("T")


def made(kind: type[T], random: Random) -> T:
    """Any value of this type, sensible or not: every field is filled."""
    return typing.cast(T, _made(inspect.type_info(kind), random))


def _made(kind: inspect.Type, random: Random) -> object:
    match kind:
        case inspect.StructType():
            return kind.cls(*(_made(field.type, random) for field in kind.fields))
        case inspect.UnionType():
            return _made(random.choice(kind.types), random)
        case inspect.VarTupleType():
            return tuple(_made(kind.item_type, random) for _ in range(random.randrange(4)))
        case inspect.TupleType():
            return tuple(_made(item, random) for item in kind.item_types)
        case inspect.EnumType():
            return random.choice(list(kind.cls))
        case inspect.IntType():
            return random.choice((-2, -1, 0, 1, 39, 10**12))
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.StrType():
            return random.choice(("", "Ann", 'Zoë said "no" \\', "\U0001f3b2"))
        case inspect.NoneType():
            return None
    raise TypeError(f"{kind} is not stored")


def test_undo_and_redo_come_back() -> None:
    for act, event in ((Undo(), TakenBack(7)), (Redo(3), DoneAgain(7))):
        body = decode_body(encode_body(act, (event,)), GAME, 8)
        assert (body.act, body.events) == (act, (event,))


def test_a_body_is_json_that_people_can_read() -> None:
    body = encode_body(Roll(1, (3, 4)), ())
    assert body == b'{"act":{"type":"Roll","player":1,"dice":[3,4],"speed":""},"events":[]}'


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"\xff",
        b'{"act":{"type":"Roll","player":1},"events":[]}',
        b'{"act":{"type":"Rob","player":1},"events":[]}',
        b'{"act":{"type":"EndTurn","player":"1"},"events":[]}',
        b'{"act":{"type":"EndTurn","player":1,"more":2},"events":[]}',
        b'{"act":{"type":"EndTurn","player":1},"events":[],"more":2}',
        b'{"act":{"type":"EndTurn","player":1},"events":[{"type":"Paid"}]}',
        b'{"act":{"type":"EndTurn", "player":1},"events":[]}',
    ],
)
def test_a_body_of_anything_else_is_damage(body: bytes) -> None:
    with pytest.raises(JournalDamaged, match=r"damaged from move 9 on: .* Moves 1 to 8 can be saved\.") as caught:
        decode_body(body, GAME, 9)
    assert (caught.value.game, caught.value.from_number) == (GAME, 9)


def test_a_head_with_a_field_that_is_not_known_is_damage() -> None:
    """Also where a record does not mind: nothing may be dropped unseen."""
    body = encode_head(START)
    assert b'"timed_deal":{"count":2,' in body
    for old, new in (
        (b'"timed_deal":{', b'"timed_deal":{"more":1,'),
        (b'"title":"Sunday"', b'"title":"Sunday","more":1'),
    ):
        with pytest.raises(JournalDamaged, match="from the very beginning"):
            decode_head(body.replace(old, new), GAME)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda board: replace(board, spaces=board.spaces[:39]),
        lambda board: replace(board, spaces=(*board.spaces[1:], board.spaces[0])),
        lambda board: replace(board, deeds=(replace(board.deeds[0], price=-60), *board.deeds[1:])),
        lambda board: replace(board, deeds=(replace(board.deeds[0], space=39), *board.deeds[1:])),
        lambda board: replace(board, deeds=(replace(board.deeds[0], sisters=(0, 99)), *board.deeds[1:])),
        lambda board: replace(board, chance=board.chance[:15]),
        lambda board: replace(board, chest=(replace(board.chest[0], target=40), *board.chest[1:])),
        lambda board: replace(board, luxury_tax=10**30),
        lambda board: replace(board, currency=replace(board.currency, sign="\x1b[2J")),
        lambda board: replace(board, title="A" * 10_000),
    ],
)
def test_a_board_that_nobody_can_play_on_is_damage(spoil: Callable[[Board], Board]) -> None:
    game = replace(START.game, board=spoil(START.game.board))
    with pytest.raises(JournalDamaged, match="from the very beginning"):
        decode_head(msgspec.json.encode(Start(game)), GAME)


def test_a_start_knows_its_names_and_rules() -> None:
    assert START.names == NAMES
    assert START.rules == EDITIONS["classic"]


# Is it over


def bodies(*acts: tuple[MoveEvent, ...]) -> list[JournalEntry]:
    return [
        JournalEntry(number, f"{number}", 0, encode_body(EndTurn(0), events)) for number, events in enumerate(acts, 1)
    ]


ENDED = GameEnded(("WIN-1",), (0,))


def test_a_game_is_over_once_it_ended_and_that_was_not_taken_back() -> None:
    assert not is_over(bodies((), ()), GAME)
    assert is_over(bodies((), (ENDED,)), GAME)
    assert not is_over(bodies((), (ENDED,), (TakenBack(2),)), GAME)
    assert is_over(bodies((), (ENDED,), (TakenBack(2),), (DoneAgain(2),)), GAME)
    assert is_over(bodies((), (ENDED,), (TakenBack(1),)), GAME)


# Digests


def test_a_digest_tells_games_apart() -> None:
    games = [START.game, msgspec.structs.replace(START.game, pot=1), msgspec.structs.replace(START.game, turn=1)]
    assert len({digest(game) for game in games}) == 3


def test_a_digest_is_the_same_in_any_process() -> None:
    program = (
        "from companion.journal.codec import digest; from companion.rules import EDITIONS\n"
        "from tests.kit import new_game\n"
        f"print(digest(new_game(EDITIONS['classic'], {NAMES!r})))"
    )
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == digest(START.game)


def test_a_decoded_game_has_the_same_digest() -> None:
    game: Game = decode_head(encode_head(START), GAME).game
    assert digest(game) == digest(START.game)


def test_a_head_of_before_a_field_came_is_read_with_its_default() -> None:
    newest = encode_head(Start(START.game, "Sunday", ("Car",), ("red",), "hand"))
    for last in (b',"dice":', b',"colours":', b',"tokens":'):
        old = newest[: newest.rindex(last)] + b"}"
        assert encode_head(decode_head(old, GAME)).startswith(old[:-1])
        assert decode_head(old, GAME).title == "Sunday"
    assert decode_head(old, GAME) == Start(START.game, "Sunday")


def test_a_head_of_before_a_house_rule_came_is_read_with_its_default() -> None:
    """The rules stand in the middle of a head, and a new one at their end."""
    last = fields(Rules)[-1].name
    head = encode_head(START)
    old = re.sub(rb',"%s":[^,}]*(?=})' % last.encode(), b"", head, count=1)
    assert old != head
    assert decode_head(old, GAME) == START


@pytest.mark.parametrize(
    "change",
    [
        (b'"salary":200,', b""),
        (b'"salary":200', b'"salary":200,"loans":1'),
        (b'"houses":32,"hotels":12', b'"hotels":12,"houses":32'),
    ],
)
def test_rules_that_lack_a_field_or_have_one_too_many_are_damage(change: tuple[bytes, bytes]) -> None:
    head = encode_head(START)
    assert change[0] in head
    with pytest.raises(JournalDamaged):
        decode_head(head.replace(*change), GAME)


@pytest.mark.parametrize("cut", [b',"title":"Sunday"', b',"tokens":[]'])
def test_a_head_without_a_field_in_its_middle_is_damage(cut: bytes) -> None:
    head = encode_head(START)
    assert cut in head
    with pytest.raises(JournalDamaged):
        decode_head(head.replace(cut, b""), GAME)


def test_a_head_that_has_more_or_is_written_otherwise_is_damage() -> None:
    head = encode_head(START)
    for wrong in (head[:-1] + b',"more":1}', head.replace(b'"dice":""', b'"dice": ""'), head + b" "):
        with pytest.raises(JournalDamaged):
            decode_head(wrong, GAME)
