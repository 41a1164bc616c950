"""How a game ends: one player left, the last bankruptcy of a short game, the agreed time, or the Banker."""

from collections.abc import Iterator

from companion.rules.commands import CallTime, EndGame, Legal
from companion.rules.events import Decision, GameEnded, Noted
from companion.rules.ids import BANK
from companion.rules.reasons import Reason
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game
from companion.rules.turn_checks import is_opening, whats_open
from companion.rules.worth import end_worth, worth_parts


def ends_with_bankruptcy(game: Game) -> bool:
    """Whether one more bankruptcy would end the game.  [WIN-1, SHORT-5]"""
    return len(game.still_in()) <= 2 or is_last_bankruptcy(game)


def is_last_bankruptcy(game: Game) -> bool:
    """Whether one more bankruptcy would be the one that ends a short game.  [SHORT-5]"""
    return bool(game.rules.ends_at) and game.bankruptcies() + 1 >= game.rules.ends_at


def end_with_last_player(decision: Decision, clauses: tuple[str, ...] = ()) -> None:
    decision.emit(GameEnded(("WIN-1", *clauses), decision.game.still_in()))


def end_with_richest(decision: Decision, clauses: tuple[str, ...]) -> None:
    """The richest player wins; equals win together.  [SHORT-6, SHORT-7]"""
    game = decision.game
    worths = {player: end_worth(game, player) for player in game.still_in()}
    for player, worth in worths.items():
        decision.emit(
            Noted(("SHORT-6",), player, Reason("worth", player=player, sums=(worth, *worth_parts(game, player))))
        )
    richest = tuple(player for player, worth in worths.items() if worth == max(worths.values()))
    decision.emit(GameEnded((*clauses, "SHORT-6", "SHORT-7"), richest))


def decide_time(decision: Decision, _: CallTime) -> None:
    game = decision.game
    if game.pending or game.offer is not None or is_opening(game):
        what = whats_open(game) if game.pending else "an offer is open" if game.offer else "who starts is not decided"
        raise Refusal(Code.WRONG_MOMENT, "TIMED-1", f"Not now: {what}.")
    if not game.rules.timed:
        raise Refusal(Code.NOT_IN_EDITION, "TIMED-1", "No time was agreed for this game.")
    end_with_richest(decision, ("TIMED-1",))


def decide_end_game(decision: Decision, command: EndGame) -> None:
    if command.reason:
        decision.emit(Noted(("END-1",), BANK, Reason("banker-ends", text=command.reason)))
    end_with_richest(decision, ("END-1",))


def candidates(game: Game) -> Iterator[Legal]:
    if game.rules.timed:
        yield Legal(CallTime())
    yield Legal(EndGame(), is_sure=True)
