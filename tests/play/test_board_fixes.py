"""What people must put right on the board after an undo or redo: told exactly, and enough to get there."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from msgspec.structs import replace

from companion.play.acts import Act, Redo, Rename, Undo
from companion.play.board_fixes import BoardFix, FixKind, board_fixes, describe_fix, fixes_after
from companion.rules.cards import Deck
from companion.rules.commands import (
    AcceptDeal,
    Build,
    BuyDeed,
    CorrectDeed,
    CorrectJailCards,
    CorrectPlace,
    DealDeeds,
    DrawCard,
    EndTurn,
    GoBankrupt,
    Mortgage,
    MoveMoney,
    OfferDeal,
    PayFine,
    Redeem,
    RetirePlayer,
    Roll,
    SellBuilding,
    SellGroup,
    Throw,
    UseJailCard,
)
from companion.rules.deeds import Group
from companion.rules.ids import BANK
from companion.rules.pending_steps import Buying, CardDue, Debt, Goods, TaskDue
from companion.rules.state import Game, Title
from tests.kit import ANN, BEN, CY, because, deed, game, new_game, play, rules_of
from tests.table.positions import made, moments, whole_games

VERMONT, ORIENTAL, READING = deed("Vermont"), deed("Oriental"), deed("Reading")
BY = ("RENT-1",)
LIGHT_BLUE = {"Ann": ["light-blue"]}


def words(start: Game, *acts: Act) -> list[str]:
    """What is to be put right after the last of these acts."""
    moves = made(start, *acts)
    return [describe_fix(mend, moves[-1].after) for mend in fixes_after(moves[-1], moves)]


def card_due(deck: Deck, at: int, *, electronic: bool = False) -> Game:
    return game(at={"Ann": at}, pending=(CardDue(ANN, deck),), thrown=True, electronic=electronic)


EXAMPLES: list[tuple[Game, Act, list[str], list[str]]] = [
    # the table, what was done, what an undo asks for, what a redo asks for
    (
        game(at={"Ann": 5}),
        Roll(ANN, (1, 2)),
        ["Ann's token back to Reading Railroad"],
        ["Ann's token back to Vermont Avenue"],
    ),
    (
        game(at={"Ann": 7}),
        Roll(ANN, (1, 2)),
        ["Ann's token back to Chance (after Oriental Avenue)"],
        ["Ann's token back to Jail, just visiting"],
    ),
    (
        game(at={"Ann": 27}),
        Roll(ANN, (1, 2)),
        ["Ann's token out of Jail, back to Ventnor Avenue"],
        ["Ann's token into Jail"],
    ),
    (
        game(jailed={"Ann": 0}),
        PayFine(ANN),
        ["Ann's token into Jail"],
        ["Ann's token out of Jail, to just visiting"],
    ),
    (
        game(jailed={"Ann": 0}),
        Roll(ANN, (3, 3)),
        ["Ann's token into Jail"],
        ["Ann's token out of Jail, back to St. James Place"],
    ),
    (game(jailed={"Ann": 0}), Roll(ANN, (3, 4)), [], []),
    (game(thrown=True), EndTurn(ANN), [], []),
    (new_game(rules_of(), ("Ann", "Ben")), Throw(ANN, (3, 4)), [], []),
    (
        game(at={"Ann": 10}),
        CorrectPlace(ANN, 10, "slipped", in_jail=True),
        ["Ann's token out of Jail, to just visiting"],
        ["Ann's token into Jail"],
    ),
    (
        game(pending=(Buying(ANN, ORIENTAL),), thrown=True),
        BuyDeed(ANN),
        ["Oriental Avenue's deed to the Bank"],
        ["Oriental Avenue's deed to Ann"],
    ),
    (
        new_game(rules_of(variants=["short"]), ("Ann", "Ben")),
        DealDeeds(BEN, (0, 2, 3)),
        [
            "Mediterranean Avenue's deed to the Bank",
            "Reading Railroad's deed to the Bank",
            "Oriental Avenue's deed to the Bank",
        ],
        ["Mediterranean Avenue's deed to Ben", "Reading Railroad's deed to Ben", "Oriental Avenue's deed to Ben"],
    ),
    (
        game(owns={"Ann": ["Vermont"]}),
        CorrectDeed(VERMONT, "as it lies", owner=BEN, mortgaged=True),
        ["Vermont Avenue's deed to Ann", "Vermont Avenue's deed face up"],
        ["Vermont Avenue's deed to Ben", "Vermont Avenue's deed face down"],
    ),
    (
        game(owns={"Ann": ["Vermont"]}),
        Mortgage(ANN, VERMONT),
        ["Vermont Avenue's deed face up"],
        ["Vermont Avenue's deed face down"],
    ),
    (
        game(owns={"Ann": ["Vermont"]}, mortgaged=["Vermont"]),
        Redeem(ANN, VERMONT),
        ["Vermont Avenue's deed face down"],
        ["Vermont Avenue's deed face up"],
    ),
    (
        game(owns=LIGHT_BLUE),
        Build(ANN, VERMONT),
        ["one house off Vermont Avenue"],
        ["one house onto Vermont Avenue"],
    ),
    (
        game(owns=LIGHT_BLUE, buildings={"light-blue": 4}),
        Build(ANN, VERMONT),
        ["the hotel off Vermont Avenue, four houses onto it"],
        ["four houses off Vermont Avenue, the hotel onto it"],
    ),
    (
        game(owns=LIGHT_BLUE, buildings={"light-blue": 5}),
        SellBuilding(ANN, VERMONT),
        ["four houses off Vermont Avenue, the hotel onto it"],
        ["the hotel off Vermont Avenue, four houses onto it"],
    ),
    (
        game(owns=LIGHT_BLUE, buildings={"light-blue": 3}, variants=["short"]),
        Build(ANN, VERMONT),
        ["the hotel off Vermont Avenue, three houses onto it"],
        ["three houses off Vermont Avenue, the hotel onto it"],
    ),
    (
        game(owns={"Ann": ["brown"]}, buildings={"Mediterranean": 2, "Baltic": 3}),
        SellGroup(ANN, Group.BROWN),
        ["two houses onto Mediterranean Avenue", "three houses onto Baltic Avenue"],
        ["two houses off Mediterranean Avenue", "three houses off Baltic Avenue"],
    ),
    (
        game(owns={"Ann": ["brown"]}, buildings={"brown": 5}),
        SellGroup(ANN, Group.BROWN),
        ["the hotel onto Mediterranean Avenue", "the hotel onto Baltic Avenue"],
        ["the hotel off Mediterranean Avenue", "the hotel off Baltic Avenue"],
    ),
    (
        game(jailed={"Ann": 0}, jail_cards={"Ann": 1}),
        UseJailCard(ANN),
        ["Ann's token into Jail", "the card to leave Jail from the Chance deck back to Ann"],
        ["Ann's token out of Jail, to just visiting", "Ann's card to leave Jail back to the Chance deck"],
    ),
    (
        game("keys-2010", jailed={"Ann": 0}, jail_cards={"Ann": 2}),
        UseJailCard(ANN),
        ["Ann's token into Jail", "a key to leave Jail back to Ann"],
        ["Ann's token out of Jail, to just visiting", "Ann's key to leave Jail back with the others"],
    ),
    # of both cards, the one that went
    (
        game(jailed={"Ann": 0}, jail_cards={"Ann": 2}),
        UseJailCard(ANN, "chest"),
        ["Ann's token into Jail", "the card to leave Jail from the Community Chest deck back to Ann"],
        ["Ann's token out of Jail, to just visiting", "Ann's card to leave Jail back to the Community Chest deck"],
    ),
    (
        play(
            game(jail_cards={"Ann": 2}),
            OfferDeal(ANN, BEN, Goods(jail_cards=1, decks=("chest",)), Goods(cash=30)),
        ),
        AcceptDeal(BEN),
        ["Ben's Community Chest card to leave Jail to Ann"],
        ["Ann's Community Chest card to leave Jail to Ben"],
    ),
    (
        game(jail_cards={"Ann": 1}),
        CorrectJailCards(ANN, 1, "mixed up", "chest"),
        [
            "the card to leave Jail from the Chance deck back to Ann",
            "Ann's card to leave Jail back to the Community Chest deck",
        ],
        [
            "Ann's card to leave Jail back to the Chance deck",
            "the card to leave Jail from the Community Chest deck back to Ann",
        ],
    ),
    (game(), MoveMoney(ANN, BEN, 50, "agreed"), [], []),
    (
        game("keys-2010", at={"Ann": 7}, pending=(TaskDue(ANN, Deck.CHANCE),), thrown=True),
        DrawCard(ANN, "chance/boardwalk"),  # read from a list: no card lies anywhere
        ["Ann's token back to Chance (after Oriental Avenue)"],
        ["Ann's token back to Boardwalk"],
    ),
    # cards of a real deck lie somewhere; those of the companion's own do not
    (
        card_due(Deck.CHANCE, 22),
        DrawCard(ANN, "chance/back-three"),
        [
            "Ann's token back to Chance (after Kentucky Avenue)",
            "the Chance card (Go back 3 spaces) on top of its deck",
        ],
        ["Ann's token back to New York Avenue", "the Chance card (Go back 3 spaces) under its deck"],
    ),
    (
        card_due(Deck.CHANCE, 22, electronic=True),
        DrawCard(ANN, "chance/back-three"),
        ["Ann's token back to Chance (after Kentucky Avenue)"],
        ["Ann's token back to New York Avenue"],
    ),
    (
        card_due(Deck.CHEST, 2),
        DrawCard(ANN, "chest/inherit"),
        ["the Community Chest card (an inheritance) on top of its deck"],
        ["the Community Chest card (an inheritance) under its deck"],
    ),
    (
        card_due(Deck.CHEST, 2),
        DrawCard(ANN, "chest/jail-free"),
        ["Ann's card to leave Jail back to the Community Chest deck, on top"],
        ["the card to leave Jail from the Community Chest deck back to Ann"],
    ),
    (
        card_due(Deck.CHEST, 2, electronic=True),
        DrawCard(ANN, "chest/jail-free"),
        ["Ann's card to leave Jail back to the Community Chest deck"],
        ["the card to leave Jail from the Community Chest deck back to Ann"],
    ),
    (
        game("keys-2010", at={"Ann": 7}, pending=(TaskDue(ANN, Deck.CHANCE),), thrown=True),
        Throw(ANN, (1, 1, 4)),  # the nearest utility: a task, not a card
        ["Ann's token back to Chance (after Oriental Avenue)"],
        ["Ann's token back to Electric Company"],
    ),
    (
        game("keys-2010", at={"Ann": 7}, pending=(TaskDue(ANN, Deck.CHANCE),), thrown=True),
        Throw(ANN, (2, 4, 4)),
        ["Ann's key to leave Jail back with the others"],
        ["a key to leave Jail back to Ann"],
    ),
]


@pytest.mark.parametrize(
    ("start", "act", "undone", "redone"), EXAMPLES, ids=[f"{number} {one[1]}" for number, one in enumerate(EXAMPLES)]
)
def test_what_is_to_be_put_right(start: Game, act: Act, undone: list[str], redone: list[str]) -> None:
    assert words(start, act, Undo()) == undone
    assert words(start, act, Undo(), Redo()) == redone


def test_everything_of_a_deal_goes_back() -> None:
    table = game(owns={"Ann": ["Reading"], "Ben": ["Oriental"]}, jail_cards={"Ann": 1})
    offer = OfferDeal(ANN, BEN, Goods((READING,), 50, 1), Goods((ORIENTAL,)))
    undone = [
        "Reading Railroad's deed to Ann",
        "Oriental Avenue's deed to Ben",
        "Ben's Chance card to leave Jail to Ann",
    ]
    assert words(table, offer, AcceptDeal(BEN), Undo()) == undone
    keys = game("keys-2010", jail_cards={"Ann": 2, "Cy": 1}, owns={"Ann": ["Reading"]})
    dealt = (OfferDeal(ANN, BEN, Goods((READING,), 0, 2), Goods()), AcceptDeal(BEN))
    assert words(keys, *dealt, Undo())[1:] == ["Ben's key to leave Jail to Ann"] * 2


def test_nothing_is_to_be_put_right_after_anything_else() -> None:
    assert words(game(), Roll(ANN, (2, 4))) == []
    assert words(game(), Roll(ANN, (2, 4)), Rename(ANN, "Lou")) == []


def test_names_are_those_of_now_and_as_they_are() -> None:
    back = (Roll(ANN, (2, 4)), Rename(ANN, "[red]"), Undo())
    assert words(game(), *back) == ["[red]'s token back to GO"]
    assert describe_fix(BoardFix(FixKind.DEED, BEN, deed=VERMONT), game(players=("Ann", "\u202eBen"))) == (
        "Vermont Avenue's deed to \u202eBen"
    )


def test_without_the_events_nothing_is_said_of_the_decks() -> None:
    draw = made(card_due(Deck.CHEST, 2), DrawCard(ANN, "chest/jail-free"))[0]
    mends = board_fixes(draw.after, draw.before)
    fixes = [describe_fix(mend, draw.before) for mend in mends]
    assert fixes == ["Ann's card to leave Jail back to the Community Chest deck"]


# A player who comes back

ESTATE = game(
    cash={"Ben": 20},
    at={"Ben": 24, "Ann": 10},
    owns={"Ben": ["brown", "Reading", "Oriental"], "Ann": ["red"]},
    buildings={"Mediterranean": 4, "Baltic": 5},
    mortgaged=["Reading"],
    jail_cards={"Ben": 1},
    turn="Ben",
    thrown=True,
    pending=(Debt(BEN, ANN, 2_000, BY, because("Illinois Avenue, hotel")),),
)
TO_THE_BANK = replace(ESTATE, pending=(Debt(BEN, BANK, 2_000, BY, because("Income Tax")),))
EVERYTHING_BACK = [
    "Ben's token back to Illinois Avenue",
    "Mediterranean Avenue's deed to Ben",
    "four houses onto Mediterranean Avenue",
    "Baltic Avenue's deed to Ben",
    "the hotel onto Baltic Avenue",
    "Reading Railroad's deed to Ben",
]


def test_who_was_bankrupt_to_a_player_gets_everything_back() -> None:
    back = [*EVERYTHING_BACK, "Oriental Avenue's deed to Ben", "Ann's Chance card to leave Jail to Ben"]
    assert words(ESTATE, GoBankrupt(BEN), Undo()) == back


def test_who_was_bankrupt_to_the_bank_gets_everything_back() -> None:
    card = "the card to leave Jail from the Chance deck back to Ben"
    face_down = "Reading Railroad's deed face down"
    back = [*EVERYTHING_BACK, face_down, "Oriental Avenue's deed to Ben", card]
    assert words(TO_THE_BANK, GoBankrupt(BEN), Undo()) == back


def test_who_is_bankrupt_again_leaves_everything_again() -> None:
    assert words(TO_THE_BANK, GoBankrupt(BEN), Undo(), Redo()) == [
        "Ben's token off the board",
        "Mediterranean Avenue's deed to the Bank",
        "four houses off Mediterranean Avenue",
        "Baltic Avenue's deed to the Bank",
        "the hotel off Baltic Avenue",
        "Reading Railroad's deed to the Bank",
        "Reading Railroad's deed face up",
        "Oriental Avenue's deed to the Bank",
        "Ben's card to leave Jail back to the Chance deck",
    ]


def test_who_left_from_jail_comes_back_into_jail() -> None:
    assert words(game(jailed={"Cy": 1}), RetirePlayer(CY, "supper"), Undo()) == ["Cy's token into Jail"]
    assert words(game(jailed={"Cy": 1}), RetirePlayer(CY, "supper"), Undo(), Redo()) == ["Cy's token off the board"]


# Enough, and nothing more


class Board:
    """A real table, as far as hands can change it."""

    def __init__(self, game: Game) -> None:
        self.tokens: dict[int, object] = {
            seat: (player.place, player.jail is not None)
            for seat, player in enumerate(game.players)
            if not player.is_out
        }
        self.titles = list(game.titles)
        self.jail_cards = sorted((seat, card) for seat, player in enumerate(game.players) for card in player.jail_cards)

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def mend(self, mend: BoardFix) -> None:
        match mend.kind:
            case FixKind.TOKEN | FixKind.OUT_OF_JAIL:
                self.tokens[mend.seat] = mend.space, False
            case FixKind.INTO_JAIL:
                self.tokens[mend.seat] = 10, True
            case FixKind.OFF_BOARD:
                del self.tokens[mend.seat]
            case FixKind.JAIL_CARD:
                self._hand_over(mend)
            case FixKind.CARD:
                pass  # decks are in no game
            case _:
                self.titles[mend.deed] = self._title(mend)

    def _hand_over(self, mend: BoardFix) -> None:
        if mend.giver != BANK:
            self.jail_cards.remove((mend.giver, mend.deck))
        if mend.seat != BANK:
            self.jail_cards = sorted([*self.jail_cards, (mend.seat, mend.deck)])

    def _title(self, mend: BoardFix) -> Title:
        title = self.titles[mend.deed]
        match mend.kind:
            case FixKind.DEED:
                assert title.owner == mend.giver
                return replace(title, owner=mend.seat)
            case FixKind.BUILDINGS:
                assert title.buildings == mend.was
                return replace(title, buildings=mend.count)
        return replace(title, mortgaged=mend.kind is FixKind.FACE_DOWN)


def mended(before: Game, mends: Sequence[BoardFix]) -> Board:
    board = Board(before)
    for mend in mends:
        board.mend(mend)
    return board


def require_enough(before: Game, after: Game) -> None:
    mends = board_fixes(before, after)
    assert mended(before, mends) == Board(after)
    assert (mends == ()) == (Board(before) == Board(after))
    assert len(set(map(str, mends))) == len(mends) or before.rules.jail_keys, "keys alone are all alike"
    assert all(describe_fix(mend, after) for mend in mends)


def each_way(games: Sequence[Game]) -> Iterator[tuple[Game, Game]]:
    for one, other in pairwise(games):
        yield one, other
        yield other, one


def test_after_every_move_of_whole_games_the_mends_lead_back_and_forth() -> None:
    for steps in list(whole_games())[::3]:
        states = [state for step in steps for state in (step.before, step.after)]
        for before, after in each_way(states):
            require_enough(before, after)


def test_between_any_two_moments_of_a_game_the_mends_lead_from_one_to_the_other() -> None:
    """Far more at once than one undo: tokens, deeds, hotels and cards, and players come back."""
    for one, other in each_way([table for table in moments() if table.rules.key == "classic"][::5]):
        if len(one.players) == len(other.players):
            require_enough(one, other)
    for steps in list(whole_games())[1::6]:
        states = [step.before for step in steps][::40]
        for before, after in each_way([states[0], states[-1], *states[1:-1]]):
            require_enough(before, after)


def test_the_law_sees_a_mend_that_is_missing_or_wrong() -> None:
    taken = made(ESTATE, GoBankrupt(BEN))[0]
    mends = board_fixes(taken.after, taken.before)
    for at, mend in enumerate(mends):
        assert mended(taken.after, mends[:at] + mends[at + 1 :]) != Board(taken.before), mend
