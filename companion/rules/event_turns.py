"""Events of a turn: throws, tokens, Jail, whose turn it is, and who is still in. Tokens move only in `TokenMoved`."""

from msgspec.structs import replace

from companion.rules.event import Event, with_player, without
from companion.rules.ids import PlayerId, SpaceId
from companion.rules.state import Game, Opening


class StartThrown(Event, frozen=True):
    player: PlayerId
    dice: tuple[int, ...]

    def apply(self, game: Game) -> Game:
        opening = game.opening or Opening(game.still_in())
        thrown = (*opening.thrown, (self.player, sum(self.dice)))
        return replace(game, opening=replace(opening, thrown=thrown), throws=game.throws + 1)


class StartTied(Event, frozen=True):
    """These threw the same and throw again."""

    players: tuple[PlayerId, ...]

    def apply(self, game: Game) -> Game:
        return replace(game, opening=Opening(self.players))


class StartDecided(Event, frozen=True):
    player: PlayerId

    def apply(self, game: Game) -> Game:
        return replace(game, opening=None, turn=self.player)


class DiceRolled(Event, frozen=True):
    """A turn's throw. `doubles` counts those of the turn so far; `again` says that another throw is due."""

    player: PlayerId
    dice: tuple[int, ...]
    speed: str
    doubles: int
    again: bool

    def apply(self, game: Game) -> Game:
        return replace(
            game,
            opening=None,
            dice=self.dice,
            doubles=self.doubles,
            throw_due=self.again,
            turn_throws=game.turn_throws + 1,
            throws=game.throws + 1,
        )


class DiceThrown(Event, frozen=True):
    """A throw that moves no token."""

    player: PlayerId
    dice: tuple[int, ...]
    speed: str

    def apply(self, game: Game) -> Game:
        return replace(game, throws=game.throws + 1)


class TokenMoved(Event, frozen=True):
    player: PlayerId
    to: SpaceId
    past_go: bool

    def apply(self, game: Game) -> Game:
        players = list(game.players)
        player = players[self.player]
        moved = replace(player, place=self.to, lapped=True) if self.past_go else replace(player, place=self.to)
        players[self.player] = moved
        return replace(game, players=tuple(players))


class JailEntered(Event, frozen=True):
    player: PlayerId

    def apply(self, game: Game) -> Game:
        jailed = replace(game.players[self.player], jail=0)
        return replace(game, players=with_player(game, self.player, jailed))


class JailThrowFailed(Event, frozen=True):
    player: PlayerId

    def apply(self, game: Game) -> Game:
        player = game.players[self.player]
        waiting = replace(player, jail=(player.jail or 0) + 1)
        return replace(game, players=with_player(game, self.player, waiting))


class JailLeft(Event, frozen=True):
    player: PlayerId

    def apply(self, game: Game) -> Game:
        free = replace(game.players[self.player], jail=None)
        return replace(game, players=with_player(game, self.player, free), left_jail=self.player == game.turn)


class TurnPassed(Event, frozen=True):
    player: PlayerId  # whose turn it is now

    def apply(self, game: Game) -> Game:
        return replace(
            game,
            turn=self.player,
            turn_number=game.turn_number + 1,
            throw_due=True,
            turn_throws=0,
            doubles=0,
            left_jail=False,
        )


class PlayerLeft(Event, frozen=True):
    """Out of the game, bankrupt or retired, with all that is open between this player and others."""

    player: PlayerId
    bankrupt: bool

    def apply(self, game: Game) -> Game:
        gone = replace(game.players[self.player], jail=None, bankrupt=self.bankrupt, retired=not self.bankrupt)
        rents = tuple(rent for rent in game.rents if self.player not in (rent.payer, rent.owner))
        opening = game.opening and replace(game.opening, contenders=without(game.opening.contenders, self.player))
        return replace(game, players=with_player(game, self.player, gone), rents=rents, opening=opening)


class GameEnded(Event, frozen=True):
    winners: tuple[PlayerId, ...]

    def apply(self, game: Game) -> Game:
        return replace(game, over=True, winners=self.winners, agenda=(), offer=None, rents=(), throw_due=False)
