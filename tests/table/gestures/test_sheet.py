"""The sheet on the screen: the moves of a deed or of the question, with prices, the likeliest first."""

import pytest
from msgspec.structs import replace

from companion.play.options import options as all_options
from companion.rules.cards import Deck
from companion.rules.commands import (
    AcceptDeal,
    AnyCommand,
    Bid,
    Build,
    ChooseSteps,
    ClaimRent,
    CorrectDeed,
    Mortgage,
    MoveTo,
    OfferDeal,
    Redeem,
    Roll,
    SellBuilding,
)
from companion.rules.pending_steps import (
    HOUSE,
    Auction,
    BusChoice,
    Buying,
    CardDue,
    Debt,
    Goods,
    Interest,
    Placing,
    SpaceChoice,
    TaskDue,
    TaxChoice,
)
from companion.rules.state import Game
from companion.table.gestures.sheet import (
    BID_STEP,
    QUESTION,
    Sheet,
    deed_sheet,
    likeliest_move,
    offers,
    open_sheet,
    question_sheet,
    refresh_after_act,
)
from tests.kit import ANN, ATLANTIC, BEN, CY, because, deed, game, new_game, play, rules_of
from tests.table.positions import moments

ORIENTAL, VERMONT, READING, ELECTRIC = map(deed, ("Oriental", "Vermont", "Reading", "Electric"))
BY = ("RENT-1",)
SPEEDY = ("platinum-2010", ("Ann", "Ben"), ("speed",))


def labels(sheet: Sheet) -> list[str]:
    """Each with whose it is."""
    return [f"{move.seat} {move.label}" for move in sheet.moves]


def highlighted(sheet: Sheet) -> str:
    return sheet.move.label if sheet.move else ""


# A deed


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (game(), "Oriental Avenue is the Bank's. Its price is $100."),
        (game(owns={"Ben": ["Oriental"]}), "Oriental Avenue is Ben's. Its rent is $6."),
        (game(owns={"Ben": ["light-blue"]}), "Oriental Avenue is Ben's. Its rent is $12."),
        (game(owns={"Ben": ["Oriental"]}, mortgaged=["Oriental"]), "Oriental Avenue is Ben's and mortgaged."),
        (
            game(owns={"Ben": ["light-blue"]}, buildings={"light-blue": 2}),
            "Oriental Avenue is Ben's, with 2 houses. Its rent is $90.",
        ),
    ],
)
def test_a_deeds_sheet_says_how_it_stands(table: Game, text: str) -> None:
    assert deed_sheet(table, ORIENTAL).text == text


def test_a_utilitys_rent_is_by_the_dice() -> None:
    assert deed_sheet(game(owns={"Ben": ["Electric"]}), ELECTRIC).text.endswith("Its rent is 4 times the dice.")


def test_nothing_can_be_done_with_a_deed_of_the_bank() -> None:
    assert deed_sheet(game(), ORIENTAL).moves == ()
    assert deed_sheet(game(), ORIENTAL).move is None


def test_a_deeds_moves_are_all_about_that_deed_with_prices_the_likeliest_first() -> None:
    table = game(owns={"Ann": ["light-blue", "Reading"]}, buildings={"light-blue": 1})
    assert labels(deed_sheet(table, ORIENTAL)) == [
        "0 Build a house on Oriental Avenue (-$50)",
        "0 Sell a house on Oriental Avenue (+$25)",
        "0 Sell all light blue buildings (+$75)",
    ]
    assert highlighted(deed_sheet(table, ORIENTAL)) == "Build a house on Oriental Avenue (-$50)"


def test_a_deed_may_be_mortgaged_or_dealt_away() -> None:
    table = game(owns={"Ann": ["Reading"], "Ben": ["Oriental"]})
    assert labels(deed_sheet(table, READING)) == [
        "0 Mortgage Reading Railroad (+$100)",
        "0 Offer Ben a deal",
        "0 Offer Cy a deal",
        "1 Offer Ann a deal",
        "2 Offer Ann a deal",
    ]


def test_a_deed_to_buy_is_bought_or_not() -> None:
    sheet = deed_sheet(game(pending=(Buying(ANN, ORIENTAL),), thrown=True), ORIENTAL)
    assert labels(sheet) == ["0 Buy Oriental Avenue for $100", "0 Don't buy: auction"]
    assert highlighted(sheet) == "Buy Oriental Avenue for $100"
    assert deed_sheet(game(pending=(Buying(ANN, ORIENTAL),), thrown=True), VERMONT).moves == ()


def test_a_deed_under_the_hammer_has_everybodys_next_bid_and_none_highlighted() -> None:
    sheet = deed_sheet(game(pending=(Auction(ORIENTAL),), thrown=True), ORIENTAL)
    assert labels(sheet) == [
        *("0 Bid $10", "0 Ann passes", "1 Bid $10", "1 Ben passes", "2 Bid $10", "2 Cy passes"),
        "-1 No bid: the Bank keeps it",
    ]
    assert sheet.move is None


def test_rent_is_asked_for_on_the_deed_it_is_owed_for() -> None:
    table = play(game(options={"rent": "claim"}, owns={"Ben": ["Oriental", "Vermont"]}), Roll(ANN, (1, 5)))
    assert highlighted(deed_sheet(table, ORIENTAL)) == "Ask Ann for rent (+$6)"
    assert not offers(deed_sheet(table, VERMONT), ClaimRent(BEN))


def test_a_deal_stands_on_the_sheets_of_its_deeds() -> None:
    start = game(owns={"Ann": ["Reading"], "Ben": ["Oriental", "Vermont"]})
    table = play(start, OfferDeal(ANN, BEN, Goods((READING,)), Goods((ORIENTAL,), 50)))
    for id in (READING, ORIENTAL):
        assert highlighted(deed_sheet(table, id)) == "Say yes to Ann's offer (-$50)"
    assert not offers(deed_sheet(table, VERMONT), AcceptDeal(BEN))


def test_a_deed_can_be_where_the_token_goes() -> None:
    bus = game(*SPEEDY, lapped=["Ann"], pending=(BusChoice(ANN, (1, 5)),), thrown=True)
    anywhere = game(*SPEEDY, lapped=["Ann"], pending=(SpaceChoice(ANN),), thrown=True)
    assert [move.command for move in deed_sheet(bus, ORIENTAL).moves] == [ChooseSteps(ANN, 6)]
    assert deed_sheet(bus, VERMONT).moves == ()
    assert [move.command for move in deed_sheet(anywhere, VERMONT).moves] == [MoveTo(ANN, 8)]
    assert deed_sheet(anywhere, VERMONT).highlighted == 0


# The question of the moment


def owing(amount: int, cash: int, *owned: str) -> Game:
    return game(
        cash={"Ann": cash},
        owns={"Ann": owned},
        pending=(Debt(ANN, BEN, amount, BY, because("Oriental Avenue, no houses")),),
        thrown=True,
    )


OFFERED = play(game(owns={"Ann": ["Reading"]}), OfferDeal(ANN, BEN, Goods((READING,)), Goods(cash=50)))
BUYING = Buying(ANN, ORIENTAL)
FOR_THE_START = ("0 Roll to see who goes first", "1 Roll to see who goes first")
QUESTIONS: list[tuple[str, Game, list[str], str]] = [
    (
        "to buy",
        game(pending=(BUYING,), cash={"Ann": 100}, owns={"Ann": ["Reading"]}, thrown=True),
        ["0 Buy Oriental Avenue for $100", "0 Don't buy: auction"],
        "Buy",
    ),
    (
        "to raise cash for it",
        game(pending=(BUYING,), cash={"Ann": 60}, owns={"Ann": ["Reading"]}, thrown=True),
        ["0 Don't buy: auction", "0 Mortgage Reading Railroad (+$100)"],
        "Mortgage Reading",
    ),
    ("to pay", owing(100, 100, "Reading"), ["0 Pay Ben $100"], "Pay Ben"),
    (
        "to raise cash for a debt",
        owing(100, 20, "Reading"),
        ["0 Mortgage Reading Railroad (+$100)"],
        "Mortgage Reading",
    ),
    ("to go bankrupt", owing(100, 20), ["0 Go bankrupt (-$20)"], ""),
    (
        "to draw",
        game(pending=(CardDue(ANN, Deck.CHANCE),), thrown=True, electronic=True),
        ["0 Draw a Chance card"],
        "Draw",
    ),
    ("to draw a real card", game(pending=(CardDue(ANN, Deck.CHANCE),), thrown=True), [], ""),
    ("to leave Jail", game(jailed={"Ann": 0}), ["0 Roll for doubles", "0 Pay the $50 fine"], "Pay the $50"),
    (
        "to leave Jail with a card",
        game(jailed={"Ann": 0}, jail_cards={"Ann": 1}),
        ["0 Roll for doubles", "0 Use the card to leave Jail", "0 Pay the $50 fine"],
        "Use the card",
    ),
    (
        "to accept a deal",
        OFFERED,
        ["1 Say yes to Ann's offer (-$50)", "1 Say no to Ann's offer", "0 Take back the offer to Ben"],
        "Say yes",
    ),
    (
        "to choose a tax",
        game(pending=(TaxChoice(ANN),), thrown=True),
        ["0 Pay $200", "0 Pay 10% of everything"],
        "Pay $200",
    ),
    (
        "to take the Bus",
        game(*SPEEDY, lapped=["Ann"], pending=(BusChoice(ANN, (1, 5)),), thrown=True),
        [
            "0 Move 1 to Mediterranean Avenue",
            "0 Move 5 to Reading Railroad",
            "0 Move 6 to Oriental Avenue",
        ],
        "",
    ),
    (
        "to keep or lift a mortgage",
        game(
            owns={"Ben": ["Reading", "Oriental"]},
            mortgaged=["Reading", "Oriental"],
            pending=(Interest(((BEN, READING),), BY),),
            thrown=True,
        ),
        ["1 Keep Reading Railroad mortgaged (-$10)", "1 Pay off the mortgage on Reading Railroad (-$110)"],
        "Keep Reading",
    ),
    ("to roll", game(), ["0 Roll"], ""),
    (
        "to roll for a task",
        game("keys-2010", pending=(TaskDue(ANN, Deck.CHANCE),)),
        ["0 Roll three dice for a task"],
        "",
    ),
    (
        "to roll for the start",
        new_game(rules_of(), ("Ann", "Ben")),
        [*FOR_THE_START, "0 Roll"],
        "",
    ),
    (
        "to deal",
        new_game(rules_of(variants=["short"]), ("Ann", "Ben")),
        ["0 Deal the deeds", *FOR_THE_START],
        "Deal the deeds",
    ),
    ("to end the turn", game(thrown=True), ["1 Roll", "0 End the turn"], "End the turn"),
]


@pytest.mark.parametrize(
    ("table", "expected", "first"), [row[1:] for row in QUESTIONS], ids=[row[0] for row in QUESTIONS]
)
def test_the_question_has_its_answers_and_only_a_likely_one_is_highlighted(
    table: Game, expected: list[str], first: str
) -> None:
    ready = [move for move in question_sheet(table).moves if not (move.needs or move.banker)]
    assert [f"{move.seat} {move.label}" for move in ready] == expected
    assert highlighted(question_sheet(table)).startswith(first)
    assert bool(highlighted(question_sheet(table))) == bool(first)


def test_a_building_is_put_on_the_only_lot_or_else_somebody_must_say_where() -> None:
    one = game(owns={"Ann": ["brown"]}, buildings={"Baltic": 1}, pending=(Placing(ANN, HOUSE),), thrown=True)
    two = game(owns={"Ann": ["brown"]}, pending=(Placing(ANN, HOUSE),), thrown=True)
    assert highlighted(question_sheet(one)) == "Put the house on Mediterranean Avenue"
    assert highlighted(question_sheet(two)) == ""
    assert highlighted(deed_sheet(two, deed("Baltic"))) == "Put the house on Baltic Avenue"


def test_the_question_is_in_the_words_of_every_screen() -> None:
    assert (
        question_sheet(owing(100, 20, "Reading")).text
        == "Ann owes Ben $100 for Oriental Avenue. Ann has $20: short by $80."
    )


# Bids


@pytest.mark.parametrize(
    ("high", "cash", "bids"),
    [(0, 1500, 10), (10, 1500, 20), (59, 1500, 60), (60, 1500, 70), (60, 65, 65), (64, 65, 65), (0, 3, 3)],
)
def test_a_bid_goes_to_the_next_ten_or_as_far_as_the_cash(high: int, cash: int, bids: int) -> None:
    auction = Auction(ORIENTAL, high=high, bidder=BEN if high else -1)
    table = game(pending=(auction,), cash={"Ann": cash}, thrown=True)
    found = [move.command for move in question_sheet(table).moves if move.seat == ANN]
    assert found[0] == Bid(ANN, bids)
    assert BID_STEP == 10


def test_a_bid_is_ready_to_be_given_and_shows_its_sum() -> None:
    move = question_sheet(game(pending=(Auction(ORIENTAL, high=59, bidder=BEN),), thrown=True)).moves[0]
    assert (move.label, move.needs) == ("Bid $60", "")


def test_nobody_bids_above_their_own() -> None:
    sheet = question_sheet(game(pending=(Auction(ORIENTAL, high=59, bidder=BEN),), thrown=True))
    assert [move.command for move in sheet.moves if isinstance(move.command, Bid)] == [Bid(ANN, 60), Bid(CY, 60)]


def test_a_player_who_cannot_reach_the_next_bid_has_none() -> None:
    table = game(pending=(Auction(ORIENTAL, high=60, bidder=BEN),), cash={"Ann": 60}, thrown=True)
    assert not any(isinstance(move.command, Bid) and move.seat == ANN for move in question_sheet(table).moves)


# Looking again


BARE = game(owns={"Ann": ["light-blue"]})


def test_a_sheet_that_has_not_changed_keeps_its_highlight() -> None:
    for at in (-1, 0, 1):
        sheet = replace(deed_sheet(BARE, ORIENTAL), highlighted=at)
        assert open_sheet(BARE, sheet, None) is sheet


def test_a_sheet_that_has_changed_is_replaced() -> None:
    sheet = deed_sheet(BARE, ORIENTAL)
    built = play(BARE, Build(ANN, VERMONT))
    assert open_sheet(built, sheet, None) == deed_sheet(built, ORIENTAL) != sheet
    assert open_sheet(built, question_sheet(owing(100, 20)), None) == question_sheet(built)


def test_building_can_go_on() -> None:
    table = game(owns={"Ann": ["brown"]}, buildings={"Baltic": 1})
    sheet = refresh_after_act(play(table, Build(ANN, 0)), deed_sheet(table, 0))
    assert highlighted(sheet) == "Build a house on Mediterranean Avenue (-$50)"


def test_no_press_too_many_sells_what_was_built() -> None:
    sheet = refresh_after_act(play(BARE, Build(ANN, ORIENTAL)), deed_sheet(BARE, ORIENTAL))
    assert offers(sheet, SellBuilding(ANN, ORIENTAL))
    assert sheet.move is None


def test_no_press_too_many_pays_off_what_was_mortgaged() -> None:
    table = game(owns={"Ann": ["Reading"]})
    sheet = refresh_after_act(play(table, Mortgage(ANN, READING)), deed_sheet(table, READING))
    assert offers(sheet, Redeem(ANN, READING))
    assert sheet.move is None


def test_what_another_player_does_elsewhere_leaves_the_highlight() -> None:
    table = game(owns={"Ann": ["light-blue"], "Ben": ["Reading"]})
    sheet = deed_sheet(table, ORIENTAL)
    assert highlighted(refresh_after_act(play(table, Mortgage(BEN, READING)), sheet)) == highlighted(sheet)


def test_a_highlight_beyond_the_moves_is_none() -> None:
    sheet = deed_sheet(BARE, ORIENTAL)
    assert replace(sheet, highlighted=len(sheet.moves) - 1).move == sheet.moves[-1]
    for at in (-2, -1, len(sheet.moves)):
        assert replace(sheet, highlighted=at).move is None


def test_each_player_has_an_own_answer() -> None:
    owed = Interest(((BEN, READING), (CY, ELECTRIC)), BY)
    table = game(
        owns={"Ben": ["Reading"], "Cy": ["Electric"]}, mortgaged=["Reading", "Electric"], pending=(owed,), thrown=True
    )
    sheet = question_sheet(table)
    assert sheet.moves[likeliest_move(sheet.moves, BEN)].label == "Keep Reading Railroad mortgaged (-$10)"
    assert sheet.moves[likeliest_move(sheet.moves, CY)].label == "Keep Electric Company mortgaged (-$8)"
    assert likeliest_move(sheet.moves, ANN) == -1


# Laws over whole games


def about(act: AnyCommand) -> int | None:
    return getattr(act, "deed", None)


def test_a_deeds_sheet_names_no_other_deed_and_leaves_out_no_move_that_names_it() -> None:
    for table in moments()[::25]:
        sheets = [deed_sheet(table, one.id) for one in ATLANTIC.deeds]
        for sheet in sheets:
            assert {about(move.command) for move in sheet.moves} <= {None, sheet.deed}
        named = {move.label for sheet in sheets for move in sheet.moves if about(move.command) is not None}
        assert named == {label for label, act in every_move(table) if about(act) is not None}


def every_move(table: Game) -> list[tuple[str, AnyCommand]]:
    moves = [(move.label, move.command) for move in all_options(table)]
    return [(label, act) for label, act in moves if not isinstance(act, CorrectDeed)]


def test_there_is_always_a_question_before_the_end() -> None:
    for table in moments()[::7]:
        sheet = question_sheet(table)
        assert sheet.deed == QUESTION
        assert bool(sheet.moves) != table.over
        assert sheet.text
