"""How a game begins: everybody on GO, or from the position of a paper game."""

from pathlib import Path

from msgspec.structs import replace

from companion.play.acts import Start
from companion.play.dice import DiceSource
from companion.rules import new_game
from companion.rules.board import Board
from companion.rules.editions import DEFAULT
from companion.rules.position import Impossible, set_turn
from companion.table.games.boards import board_for
from companion.table.games.new_game_fields import (
    CannotBegin,
    colours_for,
    minutes_for,
    names_for,
    rules_for,
    seat_for,
    title_for,
    tokens_for,
)
from companion.table.messages.requests import NewGame
from companion.table.messages.setup import Usual

NOTHING_SET = Usual()


def make_start(request: NewGame, dice: DiceSource, data: Path, usual: Usual = NOTHING_SET, seed: str = "") -> Start:
    """`data` is the folder with the household's own boards. Raises CannotBegin and nothing else.

    `seed` is for fair dice, if the companion rolls.
    """
    shuffled = dice if has_electronic_cards(request, usual) else None
    wanted = with_usual(request, usual)
    try:
        if request.position and request.starts:
            raise CannotBegin("A position says whose turn it is: leave out who starts.")
        if request.position:
            from companion.table.games.paper_game import set_up_paper_game  # imported lazily: a table starts faster

            game = set_up_paper_game(request, wanted, shuffled, data)
        else:
            rules = rules_for(wanted.edition, wanted.variants or (), wanted.options)
            board = board_for(wanted.board, rules, data, wanted.corrections)
            decks = shuffled.decks() if shuffled else None
            game = new_game(rules, board, names_for(request.names, rules), decks)
            game = set_turn(game, seat_for(request.starts, game)) if request.starts else game
    except Impossible as error:
        raise CannotBegin(str(error)) from error
    seats = len(game.players)
    return Start(
        game,
        title_for(request.title),
        tokens_for(request.tokens, seats),
        colours_for(request.colours, seats),
        request.dice or usual.dice,
        minutes_for(request.minutes, game.rules),
        "" if (request.dice or usual.dice) == "hand" else seed,
    )


def household_board(usual: Usual, data: Path) -> Board:
    """What a new game is played on here unless another board is named."""
    try:
        return board_for(usual.board, rules_for(usual.edition, (), {}), data, usual.corrections)
    except CannotBegin:  # the settings name a board that is gone
        return board_for("", DEFAULT, data)


def with_usual(request: NewGame, usual: Usual) -> NewGame:
    """The request with what is usual here. The usual variants belong to the usual edition, and to no other."""
    edition = request.edition or usual.edition
    is_usual = (edition.casefold() or DEFAULT.key) == (usual.edition.casefold() or DEFAULT.key)
    variants = (usual.variants if is_usual else ()) if request.variants is None else request.variants
    return replace(
        request,
        edition=edition,
        board=request.board or usual.board,
        variants=variants,
        options={**usual.options, **{name.casefold(): value for name, value in request.options.items()}},
        electronic_cards=has_electronic_cards(request, usual),
        dice=request.dice or usual.dice,
    )


def has_electronic_cards(request: NewGame, usual: Usual) -> bool:
    return usual.electronic_cards if request.electronic_cards is None else request.electronic_cards
