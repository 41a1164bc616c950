"""The answer as people read it: on a terminal, on the console and on the Banker's page."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.odds.chances import Chance, DecidingDeeds, differences, position_odds
from companion.odds.play_out import MAX_THROWS, ROUNDS, PlayOut
from companion.rules.deeds import GROUP_DEEDS
from companion.rules.lists import and_list
from companion.rules.state import Game
from companion.table.messages.odds import OddsTold, SeatTold, TurnTold

NOTHING_STANDS_OUT = "No deeds stand out."
ASSUMED = "Automatic players made every choice. People play differently."


def tell_odds(game: Game, headline: str, asked: int, played: Sequence[PlayOut]) -> OddsTold:
    odds = position_odds(played)
    deciding = tuple(_describe_decider(game, one) for one in odds.deciders) or (NOTHING_STANDS_OUT,)
    notes = _notes(asked, len(played), odds.unfinished)
    return OddsTold(headline, _names(game), len(played), asked, _seats(game, played), deciding=deciding, notes=notes)


def tell_difference(
    game: Game, headline: str, asked: int, as_it_was: Sequence[PlayOut], otherwise: Sequence[PlayOut]
) -> OddsTold:
    """Of two courses of one game, from the same moment on."""
    changed = []
    for seat, one in zip(_seats(game, otherwise), differences(as_it_was, otherwise), strict=True):
        change, error = 100 * one.change, 100 * one.error
        told = f"{change:+.0f}, give or take {max(error, 1):.0f}" if abs(change) > error else "no clear difference"
        changed.append(replace(seat, change=one.change, change_error=one.error, change_told=told))
    unfinished = max(position_odds(played).unfinished for played in (as_it_was, otherwise))
    notes = _notes(asked, len(as_it_was), unfinished)
    names = _names(game)
    return OddsTold(headline, names, len(as_it_was), asked, _seats(game, as_it_was), tuple(changed), notes=notes)


def tell_course(
    game: Game, headline: str, asked: int, turns: Sequence[int], played: Sequence[Sequence[PlayOut]]
) -> OddsTold:
    course, error = [], 0.0
    for turn, outs in zip(turns, played, strict=True):
        chances = [seat.wins for seat in position_odds(outs).seats]
        error = max(error, *((chance.high - chance.low) / 2 for chance in chances))
        shares = tuple(chance.share for chance in chances)
        course.append(TurnTold(turn, shares, tuple(map(percent, shares))))
    count = len(played[0])
    unfinished = max(position_odds(outs).unfinished for outs in played)
    notes = (f"Each chance is right to about {100 * error:.0f} points.", *_notes(asked, count, unfinished))
    return OddsTold(headline, _names(game), count, asked, course=tuple(course), notes=notes)


def percent(share: float) -> str:
    """Only what is certain is 0% or 100%."""
    if 0 < share < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= share < 1 else f"{100 * share:.0f}%"


def describe_chance(chance: Chance) -> str:
    return f"{percent(chance.share)} ({100 * chance.low:.0f} to {100 * chance.high:.0f}%)"


def _names(game: Game) -> tuple[str, ...]:
    return tuple(player.name for player in game.players)


def _seats(game: Game, played: Sequence[PlayOut]) -> tuple[SeatTold, ...]:
    told = []
    for name, seat in zip(_names(game), position_odds(played).seats, strict=True):
        worth, error, wins = round(seat.worth), round(seat.worth_error), seat.wins
        about = f"{game.money(worth)} ± {game.board.currency.digits(error)}"
        told.append(SeatTold(name, wins.share, wins.low, wins.high, worth, error, describe_chance(wins), about))
    return tuple(told)


def _describe_decider(game: Game, one: DecidingDeeds) -> str:
    deeds = and_list(game.board.deeds[deed].name for deed in GROUP_DEEDS[one.group])
    name, wins, loses = game.name(one.player), percent(one.above), percent(one.below)
    if not one.amount:
        return f"{deeds}: {name} wins {wins} if they bring {name} any rent in the next {ROUNDS} rounds, else {loses}."
    more = f"more than {game.money(one.amount)}"
    return f"{deeds}: {name} wins {wins} if they bring {name} {more} in the next {ROUNDS} rounds, else {loses}."


def _notes(asked: int, played: int, unfinished: float) -> tuple[str, ...]:
    notes = [ASSUMED]
    if played < asked:
        notes.insert(0, f"So far: {played:,} of {asked:,} play-outs.")
    if unfinished:
        stopped = f"{percent(unfinished)} of the play-outs had not ended after {MAX_THROWS:,} rolls"
        notes.append(f"{stopped}, and went to the richest player.")
    return tuple(notes)
