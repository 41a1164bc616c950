"""What happened. Events are the only truth, and each applies itself.

Money moves only in `Paid`, titles only in `DeedConveyed`, tokens only in `TokenMoved`. Every event carries the
clauses it rests on, the nearest first.
"""

from collections.abc import Callable
from itertools import takewhile
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.rules.cards import JAIL_FREE, Deck
from companion.rules.house_rules import Value, with_house_rule
from companion.rules.ids import BANK, Account, DeedId, PlayerId, SpaceId
from companion.rules.matters import OWED, AnyMatter, Auction, AuctionsDue, Debt, Interest, Offer, Rent
from companion.rules.state import KEY, Game, Opening, Player, Title

Clauses = tuple[str, ...]
T = TypeVar("T")


class Event(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """The root of all events."""

    clauses: Clauses

    def apply(self, game: Game) -> Game:
        return game


def _with_player(game: Game, index: PlayerId, player: Player) -> tuple[Player, ...]:
    players = game.players
    return (*players[:index], player, *players[index + 1 :])


def _with_title(game: Game, index: DeedId, title: Title) -> Game:
    titles = game.titles
    return replace(game, titles=(*titles[:index], title, *titles[index + 1 :]))


class Noted(Event, frozen=True):
    """Nothing changed, and this is why; or a word about what follows."""

    player: Account
    why: str


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
        return replace(game, players=_with_player(game, self.player, jailed))


class JailThrowFailed(Event, frozen=True):
    player: PlayerId

    def apply(self, game: Game) -> Game:
        player = game.players[self.player]
        waiting = replace(player, jail=(player.jail or 0) + 1)
        return replace(game, players=_with_player(game, self.player, waiting))


class JailLeft(Event, frozen=True):
    player: PlayerId

    def apply(self, game: Game) -> Game:
        free = replace(game.players[self.player], jail=None)
        return replace(game, players=_with_player(game, self.player, free), left_jail=self.player == game.turn)


class Paid(Event, frozen=True):
    """Money from one account to another. `why` says how the sum came about."""

    payer: Account
    payee: Account
    amount: int
    why: str

    def apply(self, game: Game) -> Game:
        payer, payee, amount, players = self.payer, self.payee, self.amount, list(game.players)
        if payer >= 0 and payee >= 0:
            players[payer] = replace(players[payer], cash=players[payer].cash - amount)
            players[payee] = replace(players[payee], cash=players[payee].cash + amount)
            return replace(game, players=tuple(players))
        return self._with_bank(game, players)

    def _with_bank(self, game: Game, players: list[Player]) -> Game:
        payer, payee, amount = self.payer, self.payee, self.amount
        bank, pot = game.bank, game.pot
        if payer >= 0:
            players[payer] = replace(players[payer], cash=players[payer].cash - amount)
        elif payer == BANK:
            bank -= amount
        else:
            pot -= amount
        if payee >= 0:
            players[payee] = replace(players[payee], cash=players[payee].cash + amount)
        elif payee == BANK:
            bank += amount
        else:
            pot += amount
        return replace(game, players=tuple(players), bank=bank, pot=pot)


class DeedConveyed(Event, frozen=True):
    deed: DeedId
    owner: Account

    def apply(self, game: Game) -> Game:
        return _with_title(game, self.deed, replace(game.titles[self.deed], owner=self.owner))


class DeedMortgaged(Event, frozen=True):
    deed: DeedId

    def apply(self, game: Game) -> Game:
        return _with_title(game, self.deed, replace(game.titles[self.deed], mortgaged=True))


class MortgageLifted(Event, frozen=True):
    deed: DeedId

    def apply(self, game: Game) -> Game:
        return _with_title(game, self.deed, replace(game.titles[self.deed], mortgaged=False))


class Built(Event, frozen=True):
    deed: DeedId
    buildings: int  # what stands there now

    def apply(self, game: Game) -> Game:
        return _with_title(game, self.deed, replace(game.titles[self.deed], buildings=self.buildings))


class BuildingsRemoved(Event, frozen=True):
    deed: DeedId
    buildings: int  # what still stands there

    def apply(self, game: Game) -> Game:
        return _with_title(game, self.deed, replace(game.titles[self.deed], buildings=self.buildings))


class CardDrawn(Event, frozen=True):
    """A card turned up, obeyed, and put back underneath (a card to keep leaves by `JailCardMoved`)."""

    player: PlayerId
    deck: Deck
    card: int

    def apply(self, game: Game) -> Game:
        return _with_deck(game, self.deck, (*_without(game.deck(self.deck), self.card), self.card))


class JailCardMoved(Event, frozen=True):
    """A card (by its deck) or key that lets its holder out of Jail, from the Bank, to it, or between players."""

    card: str
    giver: Account
    receiver: Account

    def apply(self, game: Game) -> Game:
        if self.giver >= 0:
            player = game.players[self.giver]
            kept = replace(player, jail_cards=_without(player.jail_cards, self.card))
            game = replace(game, players=_with_player(game, self.giver, kept))
        if self.receiver >= 0:
            player = game.players[self.receiver]
            more = replace(player, jail_cards=tuple(sorted((*player.jail_cards, self.card))))
            game = replace(game, players=_with_player(game, self.receiver, more))
        return game if self.card == KEY else _deck_follows(game, self)


def _deck_follows(game: Game, moved: JailCardMoved) -> Game:
    deck = Deck(moved.card)
    if moved.giver < 0:
        return _with_deck(game, deck, _without(game.deck(deck), JAIL_FREE[deck]))
    if moved.receiver < 0:
        return _with_deck(game, deck, (*game.deck(deck), JAIL_FREE[deck]))
    return game


def _with_deck(game: Game, deck: Deck, cards: tuple[int, ...]) -> Game:
    chance, chest = game.decks
    return replace(game, decks=(cards, chest) if deck is Deck.CHANCE else (chance, cards))


def _without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    index = items.index(item)
    return items[:index] + items[index + 1 :]


class MatterOpened(Event, frozen=True):
    matter: AnyMatter
    last: bool = False  # behind everything that is open

    def apply(self, game: Game) -> Game:
        agenda = game.agenda
        at = len(agenda) if self.last else _place(agenda, self.matter)
        return replace(game, agenda=(*agenda[:at], self.matter, *agenda[at:]))


_IN_LINE = Debt, AuctionsDue


def _place(agenda: tuple[AnyMatter, ...], matter: AnyMatter) -> int:
    """New matters come first; a debt comes behind older debts [DEBT-3], a bankrupt's auctions behind all debts."""
    if not isinstance(matter, _IN_LINE):
        return 0
    owed = list(takewhile(lambda waiting: isinstance(waiting, OWED), agenda))
    if isinstance(matter, AuctionsDue):
        return len(owed)
    return max((index + 1 for index, waiting in enumerate(owed) if isinstance(waiting, Debt)), default=0)


class MatterClosed(Event, frozen=True):
    matter: AnyMatter

    def apply(self, game: Game) -> Game:
        return replace(game, agenda=_without(game.agenda, self.matter))


class InterestAnswered(Event, frozen=True):
    player: PlayerId
    deed: DeedId

    def apply(self, game: Game) -> Game:
        agenda = tuple(_answered(matter, (self.player, self.deed)) for matter in game.agenda)
        return replace(game, agenda=tuple(m for m in agenda if not (isinstance(m, Interest) and not m.owed)))


def _answered(matter: AnyMatter, answer: tuple[PlayerId, DeedId]) -> AnyMatter:
    if isinstance(matter, Interest) and answer in matter.owed:
        return replace(matter, owed=_without(matter.owed, answer))
    return matter


class BidMade(Event, frozen=True):
    player: PlayerId
    amount: int

    def apply(self, game: Game) -> Game:
        return _with_auction(game, lambda auction: replace(auction, high=self.amount, bidder=self.player))


class BidPassed(Event, frozen=True):
    """Out of the auction. Who leaves the game takes the highest bid along: the bidding starts again."""

    player: PlayerId

    def apply(self, game: Game) -> Game:
        return _with_auction(game, self._passed)

    def _passed(self, auction: Auction) -> Auction:
        passed = (*auction.passed, self.player)
        if auction.bidder == self.player:
            return replace(auction, passed=passed, high=0, bidder=BANK)
        return replace(auction, passed=passed)


def _with_auction(game: Game, change: Callable[[Auction], Auction]) -> Game:
    agenda = (change(matter) if isinstance(matter, Auction) else matter for matter in game.agenda)
    return replace(game, agenda=tuple(agenda))


class OfferMade(Event, frozen=True):
    offer: Offer

    def apply(self, game: Game) -> Game:
        return replace(game, offer=self.offer)


class OfferClosed(Event, frozen=True):
    offer: Offer
    outcome: str  # accepted, rejected, withdrawn, lapsed

    def apply(self, game: Game) -> Game:
        return replace(game, offer=None)


class RentIncurred(Event, frozen=True):
    """A rent the owner has yet to ask for. What lapsed earlier between the two is forgotten now."""

    rent: Rent

    def apply(self, game: Game) -> Game:
        rent = self.rent
        kept = (old for old in game.rents if not (old.lapsed and old.owner == rent.owner and old.payer == rent.payer))
        return replace(game, rents=(*kept, rent))


class RentClaimed(Event, frozen=True):
    rent: Rent

    def apply(self, game: Game) -> Game:
        return replace(game, rents=_without(game.rents, self.rent))


class RentLapsed(Event, frozen=True):
    rent: Rent

    def apply(self, game: Game) -> Game:
        lapsed = replace(self.rent, lapsed=True)
        return replace(game, rents=tuple(lapsed if rent == self.rent else rent for rent in game.rents))


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
        opening = game.opening and replace(game.opening, contenders=_without(game.opening.contenders, self.player))
        return replace(game, players=_with_player(game, self.player, gone), rents=rents, opening=opening)


class HouseRuleSet(Event, frozen=True):
    name: str
    value: Value
    reason: str

    def apply(self, game: Game) -> Game:
        return replace(game, rules=with_house_rule(game.rules, self.name, self.value))


class GameEnded(Event, frozen=True):
    winners: tuple[PlayerId, ...]

    def apply(self, game: Game) -> Game:
        return replace(game, over=True, winners=self.winners, agenda=(), offer=None, rents=(), throw_due=False)


AnyEvent = (
    Noted
    | StartThrown
    | StartTied
    | StartDecided
    | DiceRolled
    | DiceThrown
    | TokenMoved
    | JailEntered
    | JailThrowFailed
    | JailLeft
    | Paid
    | DeedConveyed
    | DeedMortgaged
    | MortgageLifted
    | Built
    | BuildingsRemoved
    | CardDrawn
    | JailCardMoved
    | MatterOpened
    | MatterClosed
    | InterestAnswered
    | BidMade
    | BidPassed
    | OfferMade
    | OfferClosed
    | RentIncurred
    | RentClaimed
    | RentLapsed
    | TurnPassed
    | PlayerLeft
    | HouseRuleSet
    | GameEnded
)
Events = tuple[Event, ...]
