"""A game in a few lines, for a shelf of games: who played, who won, and how everybody's worth went."""

from msgspec import Struct

from companion.play.setup import seat_colours
from companion.story.course import Story, finish_order, worth_over_turns
from companion.story.money import MoneyKind, MoneyLine, money_lines

POINTS = 24  # in a picture of somebody's worth
LEVELS = "0123456789abcdefghijklmnopqrstuvwxyz"  # of its heights, from nothing to the most that anybody had


class PlayerSummary(Struct, frozen=True, forbid_unknown_fields=True):
    """`place` is 0 while the game goes on. `bought` are the deeds that they bought of the Bank, `rent` is the largest
    that they got.
    """

    name: str
    colour: str
    place: int = 0
    won: bool = False
    worth: str = ""
    bought: tuple[str, ...] = ()
    rent: int = 0
    rent_shown: str = ""
    rent_deed: str = ""


class GameSummary(Struct, frozen=True, forbid_unknown_fields=True):
    board: str
    turns: int
    players: tuple[PlayerSummary, ...]


def summarise(story: Story) -> GameSummary:
    end, seats = story.end, range(len(story.names))
    places = {seat: place for place, seat in enumerate(finish_order(story), start=1)} if end.over else {}
    lines, deeds = money_lines(story), end.board.deeds
    rents = [line for line in lines if line.kind is MoneyKind.RENT]
    bought = [line for line in lines if line.kind is MoneyKind.DEEDS and line.deed >= 0]
    pictures, colours = _pictures(story), seat_colours(story.start.colours, len(seats))
    players = []
    for seat, name in enumerate(story.names):
        largest: MoneyLine | None = max(
            (line for line in rents if line.payee == seat), key=lambda line: line.amount, default=None
        )
        players.append(
            PlayerSummary(
                name,
                colours[seat],
                1 if seat in end.winners else places.get(seat, 0),
                seat in end.winners,
                pictures[seat],
                tuple(dict.fromkeys(deeds[line.deed].name for line in bought if line.payer == seat)),
                largest.amount if largest else 0,
                end.money(largest.amount) if largest else "",
                deeds[largest.deed].name if largest else "",
            )
        )
    return GameSummary(end.board.title, end.turn_number, tuple(players))


def _pictures(story: Story) -> list[str]:
    """One for each player, all on one scale."""
    points = worth_over_turns(story)
    last = len(points) - 1
    drawn = [points[round(at * last / (POINTS - 1))] for at in range(POINTS)] if last >= POINTS else points
    most = max((worth for point in points for worth in point.worth), default=0) or 1
    top = len(LEVELS) - 1
    return [
        "".join(LEVELS[max(0, min(top, round(point.worth[seat] * top / most)))] for point in drawn)
        for seat in range(len(story.names))
    ]
