"""The state of a game: immutable, and nothing in it can be worked out from the rest."""

from itertools import compress

from msgspec import Struct

from companion.rules.board import Board
from companion.rules.cards import Deck
from companion.rules.deeds import GROUP_DEEDS, Deed, Group
from companion.rules.editions import Rules
from companion.rules.ids import BANK, Account, DeedId, PlayerId, SpaceId
from companion.rules.pending_steps import AnyPendingStep, Debt, Offer, Rent

HOTEL_LEVEL = 5  # `Title.buildings`: 0 to 4 houses, or a hotel
_CHEST = Deck.CHEST  # looking up an enum's member is slow in Python 3.11
KEY = "key"  # a plastic key in `Player.jail_cards`; a card is there as the value of its deck


class Player(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    name: str
    cash: int = 0
    place: SpaceId = 0
    jail: int | None = None  # failed rolls in Jail; None when free
    jail_cards: tuple[str, ...] = ()
    lapped: bool = False  # has landed on or passed GO
    bankrupt: bool = False
    retired: bool = False

    @property
    def is_out(self) -> bool:
        return self.bankrupt or self.retired


class Title(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    owner: Account = BANK
    buildings: int = 0
    mortgaged: bool = False


class Opening(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Rolling to see who goes first [SETUP-4]. `contenders` still have to roll, or have tied."""

    contenders: tuple[PlayerId, ...]
    thrown: tuple[tuple[PlayerId, int], ...] = ()


class Game(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    rules: Rules
    board: Board
    players: tuple[Player, ...]
    titles: tuple[Title, ...]
    decks: tuple[tuple[int, ...], tuple[int, ...]]  # chance and chest, top first; held cards are absent
    turn: PlayerId = 0
    turn_number: int = 1
    turn_throws: int = 0
    throw_due: bool = True
    dice: tuple[int, ...] = ()  # the last roll to move
    doubles: int = 0
    left_jail: bool = False  # in this turn
    throws: int = 0  # of any dice, since the start
    opening: Opening | None = None
    pending: tuple[AnyPendingStep, ...] = ()  # what is open, the most urgent first
    offer: Offer | None = None
    rents: tuple[Rent, ...] = ()
    bank: int = 0  # the Bank's account; all accounts sum to zero
    pot: int = 0
    houses_lost: int = 0  # taken out of play by a given position
    hotels_lost: int = 0
    electronic_decks: bool = False  # the companion draws: `decks` is the true order
    over: bool = False
    winners: tuple[PlayerId, ...] = ()

    def holds_group(self, owner: Account, group: Group) -> bool:
        return self.holds_all(owner, GROUP_DEEDS[group])

    def holds_all(self, owner: Account, deeds: tuple[DeedId, ...]) -> bool:
        titles = self.titles
        for deed in deeds:  # noqa: SIM110 - every landing on a street asks this
            if titles[deed].owner != owner:
                return False
        return True

    def held(self, owner: Account, group: Group) -> int:
        titles = self.titles
        return sum([titles[deed].owner == owner for deed in GROUP_DEEDS[group]])

    def has_buildings(self, deeds: tuple[DeedId, ...]) -> bool:
        titles = self.titles
        for deed in deeds:  # noqa: SIM110 - as above
            if titles[deed].buildings:
                return True
        return False

    def has_mortgage(self, deeds: tuple[DeedId, ...]) -> bool:
        titles = self.titles
        for deed in deeds:  # noqa: SIM110 - as above
            if titles[deed].mortgaged:
                return True
        return False

    def deeds_of(self, owner: Account) -> tuple[Deed, ...]:
        return tuple(compress(self.board.deeds, [title.owner == owner for title in self.titles]))

    def still_in(self) -> tuple[PlayerId, ...]:
        return tuple([seat for seat, player in enumerate(self.players) if not (player.bankrupt or player.retired)])

    def left_of(self, player: PlayerId) -> tuple[PlayerId, ...]:
        """The other players still in the game, from this player's left."""
        seats = len(self.players)
        seated = ((player + step) % seats for step in range(1, seats))
        return tuple(index for index in seated if not self.players[index].is_out)

    def next_player(self) -> PlayerId:
        players, seats = self.players, len(self.players)
        seat = (self.turn + 1) % seats
        while players[seat].bankrupt or players[seat].retired:
            seat = (seat + 1) % seats
        return seat

    def debt_of(self, player: PlayerId) -> Debt | None:
        """The debt this player must deal with first [DEBT-3]."""
        for step in self.pending:
            if isinstance(step, Debt) and step.debtor == player:
                return step
        return None

    def name(self, account: Account) -> str:
        return self.players[account].name if account >= 0 else "the Bank" if account == BANK else "the pot"

    def money(self, amount: int) -> str:
        """As written at this table. A game record writes plain digits instead."""
        return self.board.currency.show(amount)

    def gain(self, change: int) -> str:
        """With a plus for what somebody gets, a minus for what somebody gives."""
        return self.board.currency.show(change, plus=True)

    def steps(self, deed: DeedId) -> int:
        """How many buildings a lot has had; a hotel counts as the houses turned in for it and one more."""
        level = self.titles[deed].buildings
        return level if level < HOTEL_LEVEL else self.rules.houses_for_hotel + 1

    def houses_left(self) -> int:
        levels = [title.buildings for title in self.titles]
        standing = sum(levels) - HOTEL_LEVEL * levels.count(HOTEL_LEVEL)
        return self.rules.houses - self.houses_lost - standing

    def hotels_left(self) -> int:
        standing = [title.buildings for title in self.titles].count(HOTEL_LEVEL)
        return self.rules.hotels - self.hotels_lost - standing

    def keys_left(self) -> int:
        """Plastic keys nobody holds; none where the decks have cards instead."""
        keys = self.rules.jail_keys
        return keys - sum(len(player.jail_cards) for player in self.players) if keys else 0

    def bankruptcies(self) -> int:
        return sum(player.bankrupt for player in self.players)

    def deck(self, deck: Deck) -> tuple[int, ...]:
        return self.decks[deck is _CHEST]

    def is_between_turns(self) -> bool:
        """One turn has passed and the next player has not rolled yet."""
        return self.turn_throws == 0
