"""A game at the start, or taken over from paper money. Each function sets one thing."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.rules.board import JAIL, Board, Kind
from companion.rules.cards import DECK_SIZE, Deck
from companion.rules.editions import Rules
from companion.rules.events import (
    BuildingsRemoved,
    Built,
    DeedConveyed,
    DeedMortgaged,
    JailCardMoved,
    Paid,
    with_player,
)
from companion.rules.ids import BANK, POT, DeedId, PlayerId, SpaceId
from companion.rules.invariants import problems
from companion.rules.pending_steps import Dealing
from companion.rules.reasons import NO_REASON
from companion.rules.state import KEY, Game, Opening, Player, Title

Decks = tuple[tuple[int, ...], tuple[int, ...]]
SETTING = ("SETUP-2",)


class Impossible(ValueError):
    """This cannot be on a table. `about` names the deeds concerned."""

    def __init__(self, message: str, about: tuple[DeedId, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.about = about


def new_game(rules: Rules, board: Board, names: Sequence[str], decks: Decks | None = None) -> Game:
    """Everybody on GO with the starting cash. `decks` is the shuffled order of electronic decks.  [SETUP-2, SETUP-7]"""
    if not 2 <= len(names) <= rules.players_max:
        raise Impossible(f"{rules.key} is for 2 to {rules.players_max} players, not {len(names)}")
    sorted_decks = (tuple(range(DECK_SIZE)),) * 2
    if decks is not None and tuple(tuple(sorted(deck)) for deck in decks) != sorted_decks:
        raise Impossible("a deck must hold each of its cards once")
    everybody = tuple(range(len(names)))
    game = Game(
        rules,
        board,
        players=tuple(Player(name) for name in names),
        titles=(Title(),) * len(board.deeds),
        decks=decks or sorted_decks,
        electronic_decks=decks is not None,
        opening=Opening(everybody),
        pending=(Dealing(everybody),) if rules.deal else (),
    )
    for player in everybody:
        game = set_cash(game, player, rules.starting_cash)
    return Paid(SETTING, BANK, POT, rules.pot, NO_REASON).apply(game) if rules.pot else game


def set_cash(game: Game, player: PlayerId, amount: int) -> Game:
    return Paid(SETTING, BANK, player, amount - game.players[player].cash, NO_REASON).apply(game)


def set_place(game: Game, player: PlayerId, space: SpaceId) -> Game:
    if game.board.spaces[space].kind is Kind.GO_TO_JAIL:
        raise Impossible(f"no token rests on {game.board.spaces[space].name}")
    return with_player(game, player, place=space, jail=None)


def set_jailed(game: Game, player: PlayerId, failed_throws: int) -> Game:
    if not 0 <= failed_throws < game.rules.jail_turns:
        jail = game.board.names["jail"]
        raise Impossible(f"{game.name(player)} cannot have failed {failed_throws} rolls and still be in {jail}")
    return with_player(game, player, place=JAIL, jail=failed_throws)


def set_lapped(game: Game, player: PlayerId) -> Game:
    return with_player(game, player, lapped=True)


def set_bankrupt(game: Game, player: PlayerId) -> Game:
    game = set_cash(game, player, 0)
    return with_player(game, player, bankrupt=True, jail=None)


def set_owner(game: Game, player: PlayerId, deed: DeedId) -> Game:
    owner = game.titles[deed].owner
    if owner not in (BANK, player):
        raise Impossible(
            f"{game.board.deeds[deed].name} cannot have two owners, {game.name(owner)} and {game.name(player)}", (deed,)
        )
    return DeedConveyed(SETTING, deed, player).apply(game)


def set_buildings(game: Game, deed: DeedId, level: int) -> Game:
    change = Built if level else BuildingsRemoved
    return change(SETTING, deed, level).apply(game)


def set_mortgaged(game: Game, deed: DeedId) -> Game:
    return DeedMortgaged(SETTING, deed).apply(game)


def set_jail_cards(game: Game, player: PlayerId, count: int) -> Game:
    """From the chance deck first, then the chest deck; or keys."""
    for _ in range(count):
        if game.rules.jail_keys:
            free = [KEY] * game.keys_left()
        else:
            free = [deck.value for deck in Deck if game.board.jail_free(deck) in game.deck(deck)]
        if not free:
            count, jail = game.rules.jail_keys or len(Deck), game.board.names["jail"]
            raise Impossible(f"there are only {count} cards or keys to leave {jail}")
        game = JailCardMoved(SETTING, free[0], BANK, player).apply(game)
    return game


def set_turn(game: Game, player: PlayerId) -> Game:
    return replace(game, turn=player, opening=None)


def set_bank_houses(game: Game, left: int) -> Game:
    """The other houses are taken out of play, to test a shortage."""
    lost = game.houses_left() + game.houses_lost - left
    if lost < 0:
        houses = game.board.words.houses
        raise Impossible(f"the Bank cannot have {left} {houses}, with {game.houses_left()} not on the board")
    return replace(game, houses_lost=lost)


def set_bank_hotels(game: Game, left: int) -> Game:
    lost = game.hotels_left() + game.hotels_lost - left
    if lost < 0:
        hotels = game.board.words.hotels
        raise Impossible(f"the Bank cannot have {left} {hotels}, with {game.hotels_left()} not on the board")
    return replace(game, hotels_lost=lost)


def set_up_done(game: Game, to_deal: tuple[PlayerId, ...] = ()) -> Game:
    """Deeds are dealt only to those named, and somebody who is still in goes first."""
    game = replace(game, pending=(Dealing(to_deal),) if to_deal and game.rules.deal else ())
    still_in = game.still_in()
    if len(still_in) < 2:
        raise Impossible("a game needs two players who are not bankrupt")
    if game.opening is not None:
        return replace(game, turn=still_in[0], opening=Opening(still_in))
    if game.turn not in still_in:
        raise Impossible(f"it cannot be {game.name(game.turn)}'s turn, who is bankrupt")
    return game


def require_possible(game: Game) -> None:
    for problem in problems(game):
        raise Impossible(problem.message, problem.about)
    if game.rules.ends_at and game.bankruptcies() >= game.rules.ends_at:
        raise Impossible("with so many bankrupt, this short game is over")
