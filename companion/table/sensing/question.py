"""The question that a token elsewhere asks: is the screen right, or the board? And what was answered before."""

from collections.abc import Collection, Sequence
from enum import Enum
from typing import Final

from msgspec import Struct

from companion.play.words import place_name
from companion.rules.ids import PlayerId, SpaceId
from companion.rules.state import Game
from companion.table.sensing.guide import token_name

UNTOLD: Final = -1  # a seat that the board cannot tell
DISTURBED_FROM: Final = 3  # tokens elsewhere at once


class Answer(Enum):
    SCREEN = "the screen is right"
    BOARD = "the board is right"


class Displaced(Struct, frozen=True, order=True):
    seat: PlayerId  # or UNTOLD
    seen: SpaceId
    belongs: SpaceId  # -1 if it cannot be told whose it is


class Place(Struct, frozen=True):
    """Where a token belongs, ticked off once it is there."""

    seat: PlayerId
    space: SpaceId
    is_there: bool


class Question(Struct, frozen=True):
    """About one token; or about the whole board, with every place in the list."""

    tokens: tuple[Displaced, ...]
    places: tuple[Place, ...] = ()

    @property
    def is_disturbed(self) -> bool:
        return bool(self.places)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """A board that was knocked is right about nothing."""
        return (Answer.SCREEN,) if self.is_disturbed else (Answer.SCREEN, Answer.BOARD)


class Asked(Struct, frozen=True):
    """`disturbed` are the tokens of a knocked board, until all are back; for what is `kept` the screen was right."""

    disturbed: tuple[PlayerId, ...] = ()
    kept: tuple[Displaced, ...] = ()


def questions(displaced: Sequence[Displaced], home: Collection[PlayerId], game: Game, asked: Asked) -> list[Question]:
    """One for each token; and one for all if there are many, if it cannot be told whose, or until all are back."""
    unanswered = tuple(token for token in displaced if token not in asked.kept)
    waiting = [seat for seat in asked.disturbed if seat not in home]
    is_untold = any(token.seat == UNTOLD for token in unanswered)
    if waiting or is_untold or len(unanswered) >= DISTURBED_FROM:
        return [Question(unanswered, _places(home, game))]
    return [Question((token,)) for token in unanswered]


def _places(home: Collection[PlayerId], game: Game) -> tuple[Place, ...]:
    return tuple(Place(seat, game.players[seat].place, seat in home) for seat in game.still_in())


def remembered(
    asked: Asked, open_now: Sequence[Question], displaced: Sequence[Displaced], home: Collection[PlayerId], game: Game
) -> Asked:
    """A displacement is over, and may be asked about again, when the token is seen where it belongs."""
    still_in = game.still_in()
    disturbed = (seat for question in open_now if question.is_disturbed for seat in _seats(asked, question))
    kept = (token for token in asked.kept if token in displaced or _is_on_its_way(token, home, game))
    return Asked(tuple(sorted({seat for seat in disturbed if seat in still_in} - set(home))), tuple(kept))


def _seats(asked: Asked, question: Question) -> tuple[PlayerId, ...]:
    return (*asked.disturbed, *(token.seat for token in question.tokens))


def _is_on_its_way(token: Displaced, home: Collection[PlayerId], game: Game) -> bool:
    if token.seat not in game.still_in() or token.seat in home:
        return False
    return game.players[token.seat].place == token.belongs


def screen_is_right(asked: Asked, question: Question) -> Asked:
    """The guide goes on until the tokens are back; the same displacement is not asked about again."""
    kept = dict.fromkeys((*asked.kept, *question.tokens))
    return Asked(() if question.is_disturbed else asked.disturbed, tuple(kept))


# In words


def said(question: Question, game: Game, tokens: Sequence[str] = ()) -> str:
    """`tokens` are the pieces of the seats."""
    if not question.is_disturbed:
        (token,) = question.tokens
        name = token_name(token.seat, tokens) or f"{game.name(token.seat)}'s token"
        return f"{name} is on {place_name(token.seen)}, but the game says {_belongs(game, token.seat)}."
    untold = [place_name(token.seen) for token in question.tokens if token.seat == UNTOLD]
    if untold:
        return f"The board was disturbed: it cannot be told whose token is on {' and '.join(untold)}."
    away = [place for place in question.places if not place.is_there]
    count = "one token is" if len(away) == 1 else f"{len(away)} tokens are"
    return f"The board was disturbed: {count} not where the game says."


def said_places(question: Question, game: Game, tokens: Sequence[str] = ()) -> tuple[str, ...]:
    """The list of a disturbed board, one line a token that is still to be put back."""
    away = (place.seat for place in question.places if not place.is_there)
    return tuple(f"{token_name(seat, tokens) or game.name(seat)}: {_belongs(game, seat)}" for seat in away)


def _belongs(game: Game, seat: PlayerId) -> str:
    player = game.players[seat]
    return "in Jail" if player.jail is not None else place_name(player.place)
