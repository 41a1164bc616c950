"""Cards of the decks and ways out of Jail: drawn or used when that is due, otherwise only described."""

import pytest
from msgspec.structs import replace

from companion.boards import shipped_board
from companion.rules.board import Board
from companion.rules.cards import Deck, Does
from companion.rules.commands import (
    DrawCard,
    EndTurn,
    PayFine,
    UseJailCard,
)
from companion.rules.pending_steps import Buying, CardDue
from companion.rules.position import set_jail_cards
from companion.rules.state import Game
from companion.table.gestures.context import Close, Do, MoveHighlight, Show
from companion.table.gestures.interpret import interpret
from companion.table.gestures.tags import Bindings, CardTag, DeedTag, JailTag, TaggedThing, bind
from hardware.signals import TagPlaced
from tests.kit import ANN, ATLANTIC, BEN, deed, game
from tests.table.gestures.contexts import NOW, card, context, press, tag
from tests.table.gestures.states import CANCEL, CONFIRM, STATES, GestureState, came_to, done, named_states

# Cards of the decks


CHANCE_DUE = game(pending=(CardDue(ANN, Deck.CHANCE),), thrown=True)
CHEST_DUE = game(pending=(CardDue(ANN, Deck.CHEST),), thrown=True)
LONDON = shipped_board("london")
GO, DOCTOR = CardTag("chance/advance-go"), CardTag("chest/doctor")


def test_a_card_that_is_due_is_the_card_drawn() -> None:
    assert interpret(tag(GO), context(CHANCE_DUE)) == Do(DrawCard(ANN, "chance/advance-go"), ANN)
    assert interpret(tag(DOCTOR), context(CHEST_DUE)) == Do(DrawCard(ANN, "chest/doctor"), ANN)


def test_a_card_of_the_other_deck_is_refused() -> None:
    assert came_to(interpret(tag(DOCTOR), context(CHANCE_DUE))) == (
        "refused: This is the Community Chest card “the doctor's bill”. The card is due from the Chance deck."
    )


def tapped(what: TaggedThing, table: Game | None, board: Board) -> str:
    """At a table where this is the only tag."""
    met = replace(context(table), board=board, bindings=bind(Bindings(), "DEADBEEF", what))
    return came_to(interpret(TagPlaced("deeds", "DEADBEEF", NOW), met))


@pytest.mark.parametrize(("table", "cue"), [(CHANCE_DUE, "refused"), (CHEST_DUE, "refused"), (game(), "read")])
def test_a_card_of_another_board_says_so_and_draws_nothing(table: Game, cue: str) -> None:
    assert tapped(CardTag("chance/our-own"), table, ATLANTIC) == (
        f"{cue}: This is a Chance card of another board, `our-own`. "
        "It is not a card of Atlantic City, older boxes, the board of this game."
    )


def test_without_a_game_a_tag_has_the_names_of_the_usual_board() -> None:
    told = tapped(DeedTag(deed("Oriental")), None, LONDON)
    assert told.startswith("asks: This is the deed of The Angel, Islington. No game is in play.")
    told = tapped(CardTag("chest/our-own"), None, LONDON)
    assert told.startswith("asks: This is a Community Chest card of another board, `our-own`. No game is in play.")


def test_the_card_to_leave_jail_of_an_own_board_is_drawn_and_used_whatever_it_is_called() -> None:
    cards = tuple(replace(one, id="free") if one.does is Does.JAIL_FREE else one for one in ATLANTIC.chance)
    own, card_tag = replace(ATLANTIC, chance=cards), CardTag("chance/free")
    due = game(pending=(CardDue(ANN, Deck.CHANCE),), thrown=True, board=own)
    assert tapped(card_tag, due, own) == tapped(JailTag("chance"), due, own) == done(DrawCard(ANN, "chance/free"), ANN)
    held = game(jailed={"Ann": 0}, jail_cards={"Ann": 1}, board=own)
    assert tapped(card_tag, held, own) == tapped(JailTag("chance"), held, own)
    assert "UseJailCard" in tapped(card_tag, held, own)


def test_a_jail_card_is_told_of_with_the_names_of_the_board() -> None:
    germany = shipped_board("germany")
    told = tapped(JailTag("chance"), game(board=germany), germany)
    assert told == "read: This is the Ereignisfeld card to leave Gefängnis. It is in the Ereignisfeld deck."
    told = tapped(JailTag("chance"), game(board=germany, jail_cards={"Ben": 1}), germany)
    assert told.endswith("Ben may use it in Gefängnis, before a roll.")


def test_a_card_that_is_in_a_hand_is_not_drawn() -> None:
    table = set_jail_cards(CHANCE_DUE, BEN, 1)
    for what in (CardTag("chance/jail-free"), JailTag("chance")):
        assert came_to(interpret(tag(what), context(table))).endswith(
            "That card is in a player's hand, not in the deck."
        )


def test_where_the_companion_draws_a_card_only_says_what_it_is() -> None:
    table = replace(CHANCE_DUE, electronic_decks=True)
    assert came_to(interpret(tag(GO), context(table))) == (
        "read: This is the Chance card “forward to GO”, but in this game the companion draws the cards."
    )


@pytest.mark.parametrize(
    "state", [state for state in STATES if not state.name.startswith("a card of a real")], ids=lambda state: state.name
)
def test_a_card_that_is_not_due_only_says_what_it_is(state: GestureState) -> None:
    for what in (GO, DOCTOR):
        assert came_to(interpret(tag(what), context(state.table))).startswith("read: This is the C")


# Ways out of Jail


JAILED = game(jailed={"Ann": 0}, jail_cards={"Ann": 1})
BOTH = game(jailed={"Ann": 0}, jail_cards={"Ann": 2})


WAYS_OUT = {
    "Ann is in Jail with a card": done(UseJailCard(ANN), ANN),
    "Ann has rolled, and Ben is in Jail with a card": done(UseJailCard(BEN), BEN, EndTurn(ANN)),
    "a card of a real deck is due": done(DrawCard(ANN, "chance/jail-free"), ANN),
}


@named_states
def test_a_jail_card_is_used_or_drawn_where_that_is_possible_and_else_only_told(state: GestureState) -> None:
    for what in (JailTag("chance"), CardTag("chance/jail-free")):
        told = came_to(interpret(tag(what), context(state.table)))
        assert told == WAYS_OUT.get(state.name, told)
        assert told.startswith("read: This is the Chance card") != (state.name in WAYS_OUT)


@named_states
def test_a_card_that_nobody_holds_cannot_be_used(state: GestureState) -> None:
    for what in (JailTag("chest"), CardTag("chest/jail-free"), JailTag("key")):
        assert came_to(interpret(tag(what), context(state.table))).startswith(("read: This is ", "refused: This is "))


@pytest.mark.parametrize("what", [JailTag("chance"), CardTag("chance/jail-free")])
def test_a_jail_card_is_used_when_that_is_possible(what: TaggedThing) -> None:
    assert interpret(tag(what), context(JAILED)) == Do(UseJailCard(ANN), ANN)


def test_a_key_is_used_when_that_is_possible() -> None:
    table = game("keys-2010", jailed={"Ann": 0}, jail_cards={"Ann": 1})
    assert interpret(tag(JailTag("key")), context(table)) == Do(UseJailCard(ANN), ANN)


@pytest.mark.parametrize("what", [JailTag("chance"), CardTag("chance/jail-free")])
def test_the_same_card_is_the_card_drawn_when_one_is_due(what: TaggedThing) -> None:
    assert interpret(tag(what), context(CHANCE_DUE)) == Do(DrawCard(ANN, "chance/jail-free"), ANN)


@pytest.mark.parametrize("kind", ["chance", "chest"])
def test_of_two_cards_the_one_on_the_reader_is_used(kind: str) -> None:
    assert interpret(tag(JailTag(kind)), context(BOTH)) == Do(UseJailCard(ANN, kind), ANN)


# While the turn before only waits to pass

WAITING = game(thrown=True, jailed={"Ben": 0}, jail_cards={"Ben": 1})
FINE, CARD = PayFine(BEN), UseJailCard(BEN)


@pytest.mark.parametrize("what", [JailTag("chance"), CardTag("chance/jail-free")])
def test_the_next_players_card_out_of_jail_ends_a_turn_that_only_waits_to_pass(what: TaggedThing) -> None:
    assert interpret(tag(what), context(WAITING)) == Do(CARD, BEN, (EndTurn(ANN),))


@pytest.mark.parametrize(
    "table",
    [
        replace(WAITING, pending=(Buying(ANN, deed("Oriental")),)),
        replace(WAITING, throw_due=True),
        game(thrown=True, jailed={"Cy": 0}, jail_cards={"Cy": 1}),
    ],
    ids=["Ann may still buy", "Ann rolls again", "another comes before"],
)
def test_it_ends_no_turn_in_which_something_is_open(table: Game) -> None:
    assert came_to(interpret(tag(JailTag("chance")), context(table))).startswith("read: This is the Chance card")
    assert came_to(interpret(press("seat-2"), context(table))).startswith("read: Ben has $1,500.")


def test_the_next_player_chooses_the_fine_by_card_or_seat_button_and_not_with_confirm() -> None:
    table = game(thrown=True, jailed={"Ben": 0})
    for mine in (card(BEN), press("seat-2")):
        shown = interpret(mine, context(table))
        assert came_to(shown) == "shows the next turn: Pay the $50 fine"
        assert isinstance(shown, Show)
        assert shown.sheet.text == "Ann's turn ends with it. Ben is in Jail: roll for doubles or pay the $50 fine."
        met = context(table, shown.sheet)
        assert interpret(mine, met) == Do(FINE, BEN, (EndTurn(ANN),))
        assert "that is Ben's to do" in came_to(interpret(CONFIRM, met))


def test_of_a_card_and_the_fine_cancel_shows_the_other() -> None:
    shown = interpret(card(BEN), context(WAITING))
    assert isinstance(shown, Show)
    further = interpret(CANCEL, context(WAITING, shown.sheet))
    assert isinstance(further, MoveHighlight)
    assert interpret(card(BEN), context(WAITING, further.sheet)) == Do(FINE, BEN, (EndTurn(ANN),))
    assert interpret(CANCEL, context(WAITING, further.sheet)) == Close()


def test_if_the_turn_goes_on_after_all_the_way_out_is_shown_no_more() -> None:
    shown = interpret(card(BEN), context(WAITING))
    assert isinstance(shown, Show)
    now = replace(WAITING, pending=(Buying(ANN, deed("Oriental")),))
    assert came_to(interpret(card(BEN), context(now, shown.sheet))).startswith("shows the question: Buy")


@pytest.mark.parametrize(
    ("table", "kind", "more"),
    [
        (game(), "chance", "the Chance card to leave Jail. It is in the Chance deck."),
        (
            JAILED,
            "chest",
            "the Community Chest card to leave Jail. It is in the Community Chest deck.",
        ),
        (
            game(jailed={"Ann": 0}, jail_cards={"Ben": 1}),
            "chance",
            "the Chance card to leave Jail. Ben may use it in Jail, before a roll.",
        ),
        (
            game(jail_cards={"Ann": 1}),
            "chance",
            "the Chance card to leave Jail. Ann may use it in Jail, before a roll.",
        ),
        (game("keys-2010"), "key", "a key to leave Jail. Nobody holds one."),
        (
            game("keys-2010", jail_cards={"Ann": 1, "Ben": 1}),
            "key",
            "a key to leave Jail. Ann or Ben may use it in Jail, before a roll.",
        ),
    ],
)
def test_a_jail_card_that_cannot_be_used_says_who_has_it(table: Game, kind: str, more: str) -> None:
    assert came_to(interpret(tag(JailTag(kind)), context(table))) == f"read: This is {more}"
