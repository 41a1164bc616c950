"""A bug report has no words of a household's own board, and its record still plays exactly like the game."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.boards import SHIPPED, shipped_board
from companion.boards.own_boards import add_own_board, own_boards
from companion.boards.write_board import write_board
from companion.household.redact_board import anonymous_board, own_names
from companion.household.redact_names import anonymous_record, household_aliases, redact_names
from companion.record.parser import parse
from companion.record.runner import Runner
from companion.record.writer import write
from companion.rules import commands as said
from companion.rules import new_game
from companion.rules.board import Board
from companion.rules.board_checks import check_board
from companion.rules.commands import AnyCommand
from companion.rules.editions import CLASSIC
from companion.rules.state import Game
from tests.record.test_boards import renamed
from tests.record.test_writer import played

LONDON = shipped_board("london")


def family_board() -> Board:
    """London with a family's own words wherever a board has any, on space 39, a card and a group too."""
    chance = (
        replace(LONDON.chance[0], id="grandma-calls", meaning="Grandma calls", search="phone"),
        *LONDON.chance[1:],
    )
    groups = (replace(LONDON.groups[0], name="mud"), *LONDON.groups[1:])
    words = replace(LONDON.words, house="shed", houses="sheds")
    board = replace(LONDON, title="Meier family", chance=chance, groups=groups, words=words)
    return renamed(board, {39: "Grandma's garden", 0: "Our door"}, "meiers")


OURS = family_board()
PRIVATE = ("grandma", "meier", "our door", "mud", "shed", "phone")


@pytest.mark.parametrize("key", SHIPPED)
def test_a_shipped_board_stays_as_it_is(key: str) -> None:
    board = shipped_board(key)
    assert anonymous_board(board) is board
    assert own_names([board]) == {}


def test_a_board_without_names_plays_the_same_and_says_nothing() -> None:
    check_board(OURS)
    bare = anonymous_board(OURS)
    check_board(bare)
    assert not [word for word in PRIVATE if word in write_board(bare).casefold()]
    assert [space.name for space in bare.spaces if space.id in (0, 1, 39)] == ["Space 0", "Old Kent Road", "Space 39"]
    assert [(deed.price, deed.rents) for deed in bare.deeds] == [(deed.price, deed.rents) for deed in OURS.deeds]
    assert [card.does for card in bare.chance] == [card.does for card in OURS.chance]


def test_a_record_without_names_ends_in_the_same_position() -> None:
    for seed in range(20):
        end, acts = played(new_game(CLASSIC, OURS, ("Ann", "Ben")), Random(seed).randbytes(300))
        text = anonymous_record(write(CLASSIC, OURS, ("Ann", "Ben"), acts), {"Ann": "P1", "Ben": "P2"})
        assert not [word for word in PRIVATE if word in text.casefold()]
        runner = Runner(parse(text))
        list(runner.play())
        assert position(runner.game) == position(end)


def test_a_card_of_their_own_is_drawn_by_another_name() -> None:
    acts: list[AnyCommand] = [said.Roll(0, (3, 4)), said.DrawCard(0, "chance/grandma-calls"), said.Roll(1, (3, 4))]
    text = anonymous_record(write(CLASSIC, OURS, ("Ann", "Ben"), acts), {})
    assert "P1 draws chance/card-1\n" in text
    runner = Runner(parse(text))
    list(runner.play())
    assert runner.game.players[0].place == OURS.chance[0].target


def position(game: Game) -> tuple[object, ...]:
    players = tuple(replace(player, name="") for player in game.players)
    return players, game.titles, game.decks, game.pending, game.bank, game.turn


def test_names_of_the_board_are_replaced_in_every_other_text() -> None:
    aliases = own_names([OURS])
    text = "Ann paid for Grandma's garden (Meier family, meiers.toml): grandma-calls, Grandma calls. Mayfair stays."
    assert redact_names(text, aliases) == (
        "Ann paid for Space 39 (A board of their own, own.toml): card-1, card 1. Mayfair stays."
    )


def test_what_is_wrong_with_a_board_is_not_told(tmp_path: Path) -> None:
    written = write_board(OURS).replace("Grandma's garden", "Grandma: kitchen")
    add_own_board(tmp_path, "meiers", written)
    (wrong,) = (one.wrong for one in own_boards(tmp_path))
    assert "Grandma: kitchen" in wrong
    aliases = household_aliases(tmp_path, (), (), ())
    told = redact_names(f'note boards {wrong}. meiers.toml has "Grandma: kitchen".', aliases)
    assert not [word for word in ("grandma", "meiers") if word in told.casefold()]
