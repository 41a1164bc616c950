"""What every press and tap means in every state that matters, row by row."""

import pytest

from companion.play.acts import Undo
from companion.play.whose_turn import prompt
from companion.rules.commands import (
    AnyCommand,
)
from companion.rules.ids import PlayerId
from companion.table.gestures.context import (
    BEGIN,
    RESUME,
    ChoicePrompt,
    Close,
    Enrol,
    LetIn,
    MoveHighlight,
    Nothing,
    Notice,
    OfferedChoice,
    Show,
)
from companion.table.gestures.interpret import interpret
from companion.table.gestures.sheet import deed_sheet, question_sheet
from companion.table.gestures.tags import CardTag, DeedTag, JailTag, PlayerTag, TaggedThing, TokenTag
from hardware.signals import (
    ButtonHeld,
    ButtonPressed,
    DeviceFound,
    DeviceLost,
    Signal,
    TagPlaced,
    TagRemoved,
    TagsCrowded,
    TokenLifted,
    TokenSeen,
)
from tests.kit import ANN, BEN, CY, game
from tests.table.gestures.contexts import NOW, UNKNOWN, card, context, press, tag
from tests.table.gestures.states import (
    CANCEL,
    CONFIRM,
    DICE,
    ORIENTAL,
    OVER,
    READING,
    VERMONT,
    GestureState,
    came_to,
    done,
    named_states,
)

# The dice button, the confirm button, a player's own card and a seat button


def expected(state: GestureState, told: str | AnyCommand, seat: PlayerId = ANN) -> str:
    if isinstance(told, str):
        player = state.table.players[seat]
        return told.format(asked=prompt(state.table).text, name=player.name, cash=player.cash)
    return done(told, told.player)  # type: ignore[union-attr]


@named_states
def test_the_dice_button_throws_for_the_player_who_is_due(state: GestureState) -> None:
    assert came_to(interpret(DICE, context(state.table))) == expected(state, state.dice)


@named_states
def test_the_confirm_button_is_the_highlighted_move_of_the_player_who_is_due(state: GestureState) -> None:
    assert came_to(interpret(CONFIRM, context(state.table))) == expected(state, state.confirm)


@named_states
def test_a_players_own_card_is_that_players_yes(state: GestureState) -> None:
    assert came_to(interpret(card(ANN), context(state.table))) == expected(state, state.anns_card)


@named_states
def test_a_seat_button_is_the_yes_of_the_player_who_sits_there(state: GestureState) -> None:
    assert came_to(interpret(press("seat-2"), context(state.table))) == expected(state, state.bens_seat, BEN)


@named_states
def test_a_seat_button_and_a_player_card_are_the_same(state: GestureState) -> None:
    for seat in (ANN, BEN, CY):
        by_button = interpret(press(f"seat-{seat + 1}"), context(state.table))
        assert by_button == interpret(card(seat), context(state.table))


# Other signals, the same in every state


@named_states
def test_a_deed_tag_looks(state: GestureState) -> None:
    for id in (ORIENTAL, READING):
        assert interpret(tag(DeedTag(id)), context(state.table)) == Show(deed_sheet(state.table, id))


@named_states
def test_a_deed_tag_looks_at_another_deed_while_one_is_open(state: GestureState) -> None:
    open_now = deed_sheet(state.table, VERMONT)
    assert interpret(tag(DeedTag(READING)), context(state.table, open_now)) == Show(deed_sheet(state.table, READING))


@named_states
def test_cancel_walks_through_the_other_answers_and_then_closes_the_sheet(state: GestureState) -> None:
    met, passed = context(state.table), list[str]()
    while isinstance(meant := interpret(CANCEL, met), MoveHighlight):
        assert meant.sheet.move is not None
        assert meant.at_ms == NOW
        passed.append(meant.sheet.move.label)
        met = context(state.table, meant.sheet)
    assert tuple(passed) == state.cancels
    assert meant == (Close() if passed else Nothing())


@named_states
def test_cancel_goes_on_from_what_confirm_has_shown(state: GestureState) -> None:
    shown = interpret(CONFIRM, context(state.table))
    if isinstance(shown, Show):
        further = came_to(interpret(CANCEL, context(state.table, shown.sheet)))
        assert further == (f"moves on in the question: {state.cancels[0]}" if state.cancels else "Close")


@named_states
def test_cancel_closes_a_deed_at_once(state: GestureState) -> None:
    for id in (ORIENTAL, READING):
        assert interpret(CANCEL, context(state.table, deed_sheet(state.table, id))) == Close()


@named_states
def test_cancel_takes_back_what_was_offered_and_shows_nothing_else(state: GestureState) -> None:
    asked = ChoicePrompt("Take back the last move?", (OfferedChoice("Take it back", Undo(17)),))
    offered = Notice("This tag is not known here.", "unknown", (OfferedChoice("Say what it is", Enrol(UNKNOWN)),))
    for sheet in (question_sheet(state.table), deed_sheet(state.table, ORIENTAL)):
        assert interpret(CANCEL, context(state.table, sheet, notice=asked)) == Close()
        assert interpret(CANCEL, context(state.table, sheet, notice=offered)) == Nothing(), "what is open stays so"
    for said in (asked, offered):
        assert interpret(CANCEL, context(state.table, notice=said)) == Nothing()


@named_states
def test_cancel_held_offers_to_take_back_the_last_move(state: GestureState) -> None:
    met = context(state.table, undo="Ann buys Oriental Avenue", undo_number=17)
    assert interpret(ButtonHeld("cancel", NOW), met) == ChoicePrompt(
        "Take back the last move: Ann buys Oriental Avenue?", (OfferedChoice("Take it back", Undo(17)),)
    )


@named_states
def test_an_unknown_tag_is_a_quiet_notice_with_the_offer_to_enrol_it(state: GestureState) -> None:
    assert interpret(TagPlaced("deeds", UNKNOWN.lower(), NOW), context(state.table)) == Notice(
        "This tag is not known here.", "unknown", (OfferedChoice("Say what it is", Enrol(UNKNOWN)),)
    )


@named_states
def test_two_tags_at_once_are_neither(state: GestureState) -> None:
    told = interpret(TagsCrowded("deeds", (UNKNOWN, "04000000000000"), NOW), context(state.table))
    assert came_to(told).startswith("refused: One at a time")


@named_states
def test_tokens_devices_and_what_is_taken_away_are_for_others(state: GestureState) -> None:
    signals: tuple[Signal, ...] = (
        TokenSeen(5, UNKNOWN, NOW),
        TokenLifted(5, "", NOW),
        DeviceLost("deeds", "unplugged", NOW),
        DeviceFound("deeds", NOW),
        TagRemoved("deeds", UNKNOWN, NOW),
        *(ButtonHeld(button, NOW) for button in ("dice", "seat-1")),
        *(ButtonPressed(button, NOW) for button in ("", "seat-0", "seat-9", "seat-10", "seat-", "Dice", "seat-１")),
    )
    for signal in signals:
        assert interpret(signal, context(state.table)) == Nothing()


@named_states
def test_confirm_that_is_held_lets_a_tablet_or_a_phone_in(state: GestureState) -> None:
    assert interpret(ButtonHeld("confirm", NOW), context(state.table)) == LetIn()


@named_states
def test_confirm_that_is_held_after_it_said_yes_lets_nobody_in(state: GestureState) -> None:
    told = came_to(interpret(ButtonHeld("confirm", NOW), context(state.table, is_yes_taken=True)))
    assert told.startswith("read: Already confirmed.")


@named_states
def test_a_token_on_the_reader_says_whose_it_is(state: GestureState) -> None:
    own = came_to(interpret(tag(TokenTag("Dog")), context(state.table)))
    assert own.startswith(f"read: This is the Dog, Ben's token. Ben has ${state.table.players[BEN].cash:,}")
    other = interpret(tag(TokenTag("Barrow")), context(state.table))
    assert came_to(other) == "read: This is the Barrow, which is nobody's in this game."


# Without a game


def test_nothing_can_be_taken_back_before_the_first_move() -> None:
    for table in (None, game()):
        told = interpret(ButtonHeld("cancel", NOW), context(table))
        assert told == Notice("There is nothing to take back.", "refused")


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (DeedTag(ORIENTAL), "the deed of Oriental Avenue"),
        (PlayerTag(1), "the player card of seat 2"),
        (TokenTag("Car"), "the Car"),
        (CardTag("chest/doctor"), "the Community Chest card “the doctor's bill”"),
        (CardTag("chance/jail-free"), "the Chance card “Get out of Jail card”"),
        (JailTag("key"), "a key to leave Jail"),
    ],
)
def test_a_tap_with_no_game_says_what_the_tag_is_and_offers_to_start_or_resume(what: TaggedThing, words: str) -> None:
    assert interpret(tag(what), context(None)) == ChoicePrompt(f"This is {words}. No game is in play.", (BEGIN, RESUME))


@pytest.mark.parametrize("button", ["dice", "confirm", "seat-1", "seat-8"])
def test_a_press_with_no_game_offers_to_start_or_resume(button: str) -> None:
    assert interpret(press(button), context(None)) == ChoicePrompt("No game is in play.", (BEGIN, RESUME))


def test_an_unknown_tag_with_no_game_is_still_only_unknown() -> None:
    assert came_to(interpret(TagPlaced("deeds", UNKNOWN, NOW), context(None))) == "unknown: This tag is not known here."
    assert interpret(CANCEL, context(None)) == Nothing()


def test_with_no_game_a_tablet_is_still_let_in_and_two_tags_are_still_refused() -> None:
    assert interpret(ButtonHeld("confirm", NOW), context(None)) == LetIn()
    told = interpret(TagsCrowded("deeds", (UNKNOWN, "04000000000000"), NOW), context(None))
    assert came_to(told).startswith("refused: One at a time")
    for signal in (TokenSeen(5, UNKNOWN, NOW), TokenLifted(5, "", NOW), TagRemoved("deeds", UNKNOWN, NOW)):
        assert interpret(signal, context(None)) == Nothing()


def test_a_game_that_is_over_offers_a_new_one() -> None:
    for button in (DICE, CONFIRM):
        assert interpret(button, context(OVER)) == Notice("Ben wins.", "refused", (BEGIN,))
