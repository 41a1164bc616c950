"""What is true of every game at any time. If it is not, it is our bug, or a given position is impossible."""

from collections.abc import Iterator

from msgspec import Struct

from companion.rules.board import JAIL
from companion.rules.cards import DECK_SIZE, Deck
from companion.rules.deeds import GROUP_DEEDS, STREET_GROUPS, Group
from companion.rules.editions import MortgageNeeds
from companion.rules.ids import BANK, DeedId
from companion.rules.pending_steps import Debt, TurnEnds
from companion.rules.refusal import Code
from companion.rules.state import HOTEL_LEVEL, KEY, Game


class InvariantBroken(Exception):
    """Our bug: the state must be thrown away before anybody sees it."""


class Problem(Struct, frozen=True):
    """Something that cannot be on a table. `about` names the deeds concerned."""

    code: Code
    message: str
    about: tuple[DeedId, ...] = ()


def check(game: Game) -> None:
    """Raises InvariantBroken unless the game could be on a table and its accounts balance."""
    balance = sum(player.cash for player in game.players) + game.bank + game.pot
    if balance:
        raise InvariantBroken(f"the accounts sum to {game.money(balance)}, not to zero")
    if game.pot < 0 or (game.pot and game.rules.pot is None):
        raise InvariantBroken(f"the pot holds {game.money(game.pot)}")
    if len(game.titles) != len(game.board.deeds):
        raise InvariantBroken(f"there are {len(game.titles)} titles")
    if not 0 <= game.turn < len(game.players):
        raise InvariantBroken(f"it is the turn of player {game.turn + 1} of {len(game.players)}")
    if any(not BANK <= title.owner < len(game.players) for title in game.titles):
        raise InvariantBroken("a deed belongs to somebody who does not play")
    for deck in Deck:  # every card is in its deck or in one player's hand
        held = sum(player.jail_cards.count(deck.value) for player in game.players)
        if sorted((*game.deck(deck), *[game.board.jail_free(deck)] * held)) != list(range(DECK_SIZE)):
            raise InvariantBroken(f"the {deck.value} deck is not complete")
    kinds = {KEY} if game.rules.jail_keys else {deck.value for deck in Deck}
    if any(card not in kinds for player in game.players for card in player.jail_cards):
        raise InvariantBroken("a jail card of another edition is in play")
    if game.over and not game.winners:
        raise InvariantBroken("the game is over and nobody has won")
    if not game.over and len(game.still_in()) < 2:
        raise InvariantBroken("fewer than two players are in a game that is not over")
    if not game.over and game.players[game.turn].is_out and TurnEnds(game.turn) not in game.pending:
        raise InvariantBroken(f"it is {game.name(game.turn)}'s turn, who is out of the game")
    for step in game.pending:
        if isinstance(step, Debt) and (step.amount < 1 or step.debtor == step.creditor):
            raise InvariantBroken(f"there cannot be a debt of {game.money(step.amount)}")
    for problem in problems(game):
        raise InvariantBroken(problem.message)


def problems(game: Game) -> Iterator[Problem]:
    """Everything impossible about who holds what, and where."""
    for player in game.players:
        if player.cash < 0:
            yield Problem(Code.NO_CASH, f"{player.name} has {game.money(player.cash)}, less than nothing")
        if not 0 <= player.place < 40:
            yield Problem(Code.WRONG_MOMENT, f"{player.name} is on space {player.place}")
        if player.jail is not None and (player.place != JAIL or not 0 <= player.jail < game.rules.jail_turns):
            jail = game.board.names["jail"]
            yield Problem(Code.NOT_IN_JAIL, f"{player.name} cannot have failed {player.jail} rolls in {jail}")
        if player.is_out and (player.cash or player.jail_cards):
            yield Problem(Code.WRONG_MOMENT, f"{player.name} is out of the game and still holds something")
    if game.rules.jail_keys and game.keys_left() < 0:
        yield Problem(Code.NO_JAIL_CARD, f"there are only {game.rules.jail_keys} keys")
    for deed, title in zip(game.board.deeds, game.titles, strict=True):
        if title.owner == BANK and title.mortgaged:
            yield Problem(Code.NOT_OWNER, f"{deed.name} is mortgaged and nobody owns it", (deed.id,))
        if title.owner >= 0 and game.players[title.owner].is_out:
            yield Problem(Code.NOT_OWNER, f"{game.name(title.owner)} is out and owns {deed.name}", (deed.id,))
        if title.buildings and not deed.is_street:
            yield Problem(Code.INCOMPLETE_GROUP, f"nothing is built on {deed.name}", (deed.id,))
        if game.rules.houses_for_hotel < title.buildings < HOTEL_LEVEL or not 0 <= title.buildings <= HOTEL_LEVEL:
            houses = game.board.words.houses
            yield Problem(Code.UNEVEN, f"{title.buildings} {houses} cannot stand on {deed.name}", (deed.id,))
    for group in STREET_GROUPS:
        if game.has_buildings(GROUP_DEEDS[group]):
            yield from _group_problems(game, group)
    if game.rules.unlimited_buildings:
        return
    built = tuple(deed for deed, title in enumerate(game.titles) if title.buildings)
    for code, what, left, total in (
        (Code.NO_HOUSES, game.board.words.houses, game.houses_left(), game.rules.houses),
        (Code.NO_HOTELS, game.board.words.hotels, game.hotels_left(), game.rules.hotels),
    ):
        if left < 0:
            yield Problem(code, f"{total - left} {what}, and the box has {total}", built)


def _group_problems(game: Game, group: Group) -> Iterator[Problem]:
    """Buildings stand evenly, on the complete groups of players; at the end of one short game also on the Bank's."""
    deeds = GROUP_DEEDS[group]
    about = tuple(deed for deed in deeds if game.titles[deed].buildings)
    owners = {game.titles[deed].owner for deed in deeds}
    if len(owners) > 1 or (owners == {BANK} and not game.over):
        yield Problem(Code.INCOMPLETE_GROUP, f"buildings on an incomplete group, {game.board.group_name(group)}", about)
    steps = [game.steps(deed) for deed in deeds]
    if max(steps) - min(steps) > 1:
        yield Problem(Code.UNEVEN, f"uneven building on {game.board.group_name(group)}", about)
    mortgaged = tuple(deed for deed in deeds if game.titles[deed].mortgaged)
    lone = game.rules.mortgage_needs is MortgageNeeds.BARE_LOT
    if mortgaged and (not lone or game.has_buildings(mortgaged)):
        yield Problem(Code.GROUP_MORTGAGED, f"buildings beside a mortgage on {game.board.group_name(group)}", mortgaged)
