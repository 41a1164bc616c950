"""What a button or a tag means. The signal brings the time, and the context everything else.

A tag on the reader shows its deed, draws or uses its card if that is due, or speaks for its player; an unknown one does
nothing. Tokens on the board and devices that come and go are interpreted elsewhere, and the dice are rolled elsewhere.
"""

import re

from companion.play.acts import Undo
from companion.play.options import options
from companion.play.whose_turn import prompt
from companion.play.words import describe_belongings
from companion.rules import Refusal, unfold
from companion.rules.cards import Deck
from companion.rules.commands import DrawCard, UseJailCard
from companion.rules.lists import or_list
from companion.rules.pending_steps import CardDue
from companion.rules.state import KEY, Game
from companion.rules.turn_checks import open_steps
from companion.table.gestures.buttons import answer_prompt, cancel, confirm, press_as_player, press_dice
from companion.table.gestures.context import (
    BEGIN,
    RESUME,
    ChoicePrompt,
    Cue,
    Do,
    Enrol,
    GestureContext,
    LetIn,
    Meaning,
    Nothing,
    Notice,
    OfferedChoice,
    Show,
)
from companion.table.gestures.sheet import after_turn, deed_sheet
from companion.table.gestures.tags import (
    CardTag,
    DeedTag,
    JailTag,
    PlayerTag,
    TokenTag,
    as_jail_card,
    describe_tag,
    jail_card,
)
from hardware.signals import ButtonHeld, ButtonPressed, Signal, TagPlaced, TagsCrowded

_KNOWN = re.compile(r"dice|confirm|seat-[1-8]")
_YES_TAKEN = "Already confirmed. To let a tablet or phone in, hold confirm when nothing is waiting."


def interpret(signal: Signal, context: GestureContext) -> Meaning:
    game = context.game
    match signal:
        case ButtonPressed("cancel", at_ms):
            return cancel(context, at_ms)
        case ButtonHeld("cancel") if not context.undo_number:
            return Notice("There is nothing to take back.", "refused")
        case ButtonHeld("cancel"):
            undo = OfferedChoice("Take it back", Undo(context.undo_number))
            return ChoicePrompt(f"Take back the last move: {context.undo}?", (undo,))
        case ButtonHeld("confirm"):
            return Notice(_YES_TAKEN, "read") if context.is_yes_taken else LetIn()
        case ButtonPressed(button, at_ms) if _KNOWN.fullmatch(button):
            if game is None:
                return ChoicePrompt("No game is in play.", (BEGIN, RESUME))
            if button.startswith("seat-"):
                return press_as_player(game, context, int(button.removeprefix("seat-")) - 1, at_ms)
            if button == "confirm" and (answer := answer_prompt(game, context, None, at_ms)) is not None:
                return answer
            if game.over:
                return Notice(prompt(game).text, "refused", (BEGIN,))
            return press_dice(game, context, at_ms) if button == "dice" else confirm(game, context, at_ms)
        case TagPlaced(_, uid, at_ms):
            return tap_tag(context, uid, at_ms)
        case TagsCrowded():
            return Notice("One at a time: several tags lie on the reader, and none of them counts.", "refused")
    return Nothing()


def tap_tag(context: GestureContext, uid: str, at_ms: int) -> Meaning:
    what, game = context.bindings.what(uid), context.game
    if what is None:
        return Notice("This tag is not known here.", "unknown", (OfferedChoice("Say what it is", Enrol(uid.upper())),))
    this_is = f"This is {describe_tag(context.board, what)}"
    if game is None:
        return ChoicePrompt(f"{this_is}. No game is in play.", (BEGIN, RESUME))
    match what:
        case DeedTag(deed):
            return Show(deed_sheet(game, deed))
        case PlayerTag(seat):
            return press_as_player(game, context, seat, at_ms)
        case TokenTag(token):
            pieces = [piece.casefold() for piece in context.tokens[: len(game.players)]]
            if token.casefold() not in pieces:
                return Notice(f"{this_is}, which is nobody's in this game.", "read")
            seat = pieces.index(token.casefold())
            return Notice(f"{this_is}, {game.name(seat)}'s token. {describe_belongings(game, seat)}", "read")
        case CardTag(card) if card not in game.board.card_names:
            cue: Cue = "read" if _card_due(game) is None else "refused"
            return Notice(f"{this_is}. It is not a card of {game.board.title}, the board of this game.", cue)
        case CardTag():
            if (kept := as_jail_card(game.board, what)) is not None:
                return _tap_jail_card(game, kept)
            if (drawn := _draw(game, what)) is not None:
                return drawn
            if _card_due(game) is not None:
                return Notice(f"{this_is}, but in this game the companion draws the cards.", "read")
            return Notice(f"{this_is}.", "read")
        case JailTag():
            return _tap_jail_card(game, what)


def _card_due(game: Game) -> CardDue | None:
    first = open_steps(game)[:1]
    return first[0] if first and isinstance(first[0], CardDue) else None


def _draw(game: Game, what: CardTag) -> Meaning | None:
    """The card on the reader is the one that was drawn, but only with real decks."""
    due = _card_due(game)
    if due is None or game.electronic_decks:
        return None
    drawn = DrawCard(due.player, what.card)
    try:
        unfold(game, drawn)
    except Refusal as refusal:
        return Notice(f"This is {describe_tag(game.board, what)}. {refusal.message}", "refused")
    return Do(drawn, due.player)


def _tap_jail_card(game: Game, what: JailTag) -> Meaning:
    """A card or key to leave Jail. The same card is first drawn from its deck, and used later."""
    if what.kind != KEY and (drawn := _draw(game, jail_card(game.board, Deck(what.kind)))) is not None:
        return drawn
    now, first = after_turn(game)  # the next player's card ends a turn that is only waiting to pass, as a roll does
    cards = now.players[now.turn].jail_cards
    used = UseJailCard(now.turn, what.kind if len(set(cards)) > 1 else "")
    if what.kind in cards and any(option.command == used for option in options(now)):
        return Do(used, now.turn, first)
    return Notice(describe_jail_card(game, what), "read")


def describe_jail_card(game: Game, what: JailTag) -> str:
    """What it is, and who may use it."""
    holders = [game.name(seat) for seat in game.still_in() if what.kind in game.players[seat].jail_cards]
    if holders:
        where = f"{or_list(holders)} may use it in {game.board.names['jail']}, before a roll."
    elif what.kind == KEY:
        where = "Nobody holds one."
    else:
        where = f"It is in the {game.board.deck_name(Deck(what.kind))} deck."
    return f"This is {describe_tag(game.board, what)}. {where}"
