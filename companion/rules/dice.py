"""Dice: how many a roll needs, who rolls the Speed Die, and what they add up to. Moves are in `turn` and `move`."""

from msgspec.structs import replace

from companion.rules.commands import SPEED_FACES, Legal, Needs, Roll, Throw
from companion.rules.ids import PlayerId
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game

BUS, MR_M = "bus", "mr"


def throws_speed_die(game: Game, player: PlayerId) -> bool:
    """From the first roll after landing on or passing GO.  [SPEED-2]"""
    return game.rules.speed_die and game.players[player].lapped


def require_dice(game: Game, player: PlayerId, dice: tuple[int, ...], speed: str, clauses: tuple[str, ...]) -> bool:
    """Two white dice, and the Speed Die if the player uses it. Returns whether that is so."""
    wanted = throws_speed_die(game, player)
    require_white(game, player, dice, 2, clauses[0])
    if wanted and speed not in SPEED_FACES:
        raise Refusal(Code.BAD_DICE, ("SPEED-2", *clauses), f"{game.name(player)} rolls the Speed Die, too.")
    if speed and not wanted:
        raise Refusal(Code.BAD_DICE, ("SPEED-2", *clauses), f"{game.name(player)} does not roll the Speed Die here.")
    return wanted


def require_white(game: Game, player: PlayerId, dice: tuple[int, ...], count: int, clause: str) -> None:
    if len(dice) != count or not all(1 <= face <= 6 for face in dice):
        raise Refusal(Code.BAD_DICE, clause, f"{game.name(player)} rolls {count} dice here, with faces 1 to 6.")


def dice_total(dice: tuple[int, ...], speed: str) -> int:
    """What the dice add up to; the Bus and Mr. M count 0.  [SPEED-3, SPEED-10]"""
    return sum(dice) + (int(speed) if speed.isdigit() else 0)


def legal_throw(game: Game, command: Roll | Throw, dice: int, *, is_sure: bool = False) -> Legal:
    """A roll of two dice, or of three: the third is the Speed Die where the player uses it."""
    if is_sure:
        return Legal(command, Needs.DICE, most=dice, is_sure=True)
    example = replace(command, dice=(1, 2))
    if dice == 3 and throws_speed_die(game, command.player):
        example = replace(command, dice=(1, 2), speed="1")
    elif dice == 3:
        example = replace(command, dice=(1, 2, 3))
    return Legal(command, Needs.DICE, most=dice, example=example)
