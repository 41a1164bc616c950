"""The course of a game: the moves that count, what everybody was worth after each turn, and where tokens landed."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from companion.play.acts import DoneAgain, RecordedMove, Renamed, Start, TakenBack
from companion.rules.events import Event, JailEntered, PlayerLeft, TokenMoved
from companion.rules.ids import PlayerId, SpaceId
from companion.rules.state import Game
from companion.rules.worth import end_worth


class Story(Struct, frozen=True):
    """`moves` are those that count, in their order: nothing that was taken back. `recorded` are all of them."""

    start: Start
    recorded: tuple[RecordedMove, ...]
    moves: tuple[RecordedMove, ...]
    end: Game

    @property
    def names(self) -> tuple[str, ...]:
        """As the players are called at the end."""
        return tuple(player.name for player in self.end.players)

    def events(self) -> "Iterator[ToldEvent]":
        """Every event that counts, with the game just before it."""
        for move in self.moves:
            game = move.before
            for event in move.events:
                assert isinstance(event, Event)
                yield ToldEvent(move, game, event)
                game = event.apply(game)


class ToldEvent(Struct, frozen=True):
    move: RecordedMove
    before: Game
    event: Event


def tell_story(start: Start, recorded: Sequence[RecordedMove], end: Game) -> Story:
    counted: list[int] = []  # indexes of the moves that stand, in their order
    for index, move in enumerate(recorded):
        match move.events:
            case (TakenBack(number),):
                counted.remove(number - 1)
            case (DoneAgain(number),):
                counted.append(number - 1)
            case (Renamed(),):
                pass
            case _:
                counted.append(index)
    return Story(start, tuple(recorded), tuple(recorded[index] for index in counted), end)


class WorthPoint(Struct, frozen=True):
    """Everybody's cash and worth when a turn had ended; `turn` 0 is the start. Worth is counted by SHORT-6."""

    turn: int
    move: int  # the last one of the turn
    cash: tuple[int, ...]
    worth: tuple[int, ...]


def worth_over_turns(story: Story) -> tuple[WorthPoint, ...]:
    """One point for the start, and one for the end of every turn in which something happened."""
    ends = {story.start.game.turn_number - 1: (0, story.start.game)}
    for move in story.moves:
        ends[move.after.turn_number] = (move.number, move.after)
    return tuple(_worth_point(turn, number, game) for turn, (number, game) in ends.items())


def _worth_point(turn: int, move: int, game: Game) -> WorthPoint:
    seats = range(len(game.players))
    cash = tuple(player.cash for player in game.players)
    return WorthPoint(turn, move, cash, tuple(end_worth(game, seat) for seat in seats))


def finish_order(story: Story) -> tuple[PlayerId, ...]:
    """Winners first, then whoever is still in by worth, then those who left, the last of them first."""
    end, left = story.end, list[PlayerId]()
    for told in story.events():
        if isinstance(told.event, PlayerLeft):
            left.append(told.event.player)
    ranks = {seat: len(left) - place for place, seat in enumerate(left)}  # who left last has the least
    return tuple(
        sorted(
            range(len(end.players)),
            key=lambda seat: (seat not in end.winners, ranks.get(seat, 0), -end_worth(end, seat)),
        )
    )


class Landing(Struct, frozen=True):
    """A token came to rest on a space, by dice or by a card. `jailed` is in Jail, not just visiting."""

    move: RecordedMove
    turn: int
    player: PlayerId
    space: SpaceId
    jailed: bool


def landings(story: Story) -> tuple[Landing, ...]:
    """Without the Banker's corrections: those only say where a token stood all the time."""
    found = list[Landing]()
    for told in story.events():
        match told.event:
            case TokenMoved(clauses, player, to) if not any(clause.startswith("CORRECT") for clause in clauses):
                found.append(Landing(told.move, told.before.turn_number, player, to, jailed=False))
            case JailEntered(player=player) if found and found[-1].move is told.move:
                last = found[-1]
                found[-1] = Landing(last.move, last.turn, last.player, last.space, jailed=last.player == player)
    return tuple(found)
