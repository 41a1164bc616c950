"""Tags on the reader. A deed is looked at, a card is drawn or used if that is due, and an unknown tag does nothing."""

from companion.rules import Refusal, unfold
from companion.rules.cards import Deck
from companion.rules.commands import DrawCard, EndTurn, UseJailCard
from companion.rules.pending_steps import CardDue
from companion.rules.phrases import or_list
from companion.rules.state import KEY, Game
from companion.rules.turn_checks import open_steps
from companion.rules.words import DECK_NAMES
from companion.table.gestures.confirm_button import press_as_player
from companion.table.gestures.context import (
    BEGIN,
    RESUME,
    ChoicePrompt,
    Do,
    Enrol,
    GestureContext,
    Meaning,
    Notice,
    OfferedChoice,
    Show,
)
from companion.table.gestures.question import after_turn
from companion.table.gestures.sheet import deed_sheet
from companion.table.gestures.tags import JAIL_CARD, CardTag, DeedTag, JailTag, PlayerTag, TokenTag, describe_tag


def tap_tag(context: GestureContext, uid: str, at_ms: int) -> Meaning:
    what, game = context.bindings.what(uid), context.game
    if what is None:
        return Notice("This tag is not known here.", "unknown", (OfferedChoice("Say what it is", Enrol(uid.upper())),))
    if game is None:
        return ChoicePrompt(f"This is {describe_tag(what)}. No game is in play.", (BEGIN, RESUME))
    match what:
        case DeedTag(deed):
            return Show(deed_sheet(game, deed))
        case PlayerTag(seat):
            return press_as_player(game, context, seat, at_ms)
        case TokenTag(token):
            pieces = [piece.casefold() for piece in context.tokens[: len(game.players)]]
            if token.casefold() not in pieces:
                return Notice(f"This is {describe_tag(what)}, which is nobody's in this game.", "read")
            owner = game.name(pieces.index(token.casefold()))
            return Notice(f"This is {describe_tag(what)}, {owner}'s token.", "read")
        case CardTag(card) if card.endswith(JAIL_CARD):
            return _tap_jail_card(game, JailTag(card.removesuffix(JAIL_CARD)))
        case CardTag():
            if (drawn := _draw(game, what)) is not None:
                return drawn
            if _card_due(game) is not None:
                text = f"This is {describe_tag(what)}, but in this game the companion draws the cards."
                return Notice(text, "read")
            return Notice(f"This is {describe_tag(what)}.", "read")
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
        return Notice(f"This is {describe_tag(what)}. {refusal.message}", "refused")
    return Do(drawn, due.player)


def _tap_jail_card(game: Game, what: JailTag) -> Meaning:
    """A card or key to leave Jail. The same card is first drawn from its deck, and used later."""
    if what.kind != KEY and (drawn := _draw(game, CardTag(f"{what.kind}{JAIL_CARD}"))) is not None:
        return drawn
    now = after_turn(game) or game  # the next player's card ends a turn that is only waiting to pass, as a roll does
    cards, used = now.players[now.turn].jail_cards, UseJailCard(now.turn)
    if what.kind in cards and _is_allowed(now, used):
        if what.kind != cards[0]:
            return Notice(f"First use {describe_tag(JailTag(cards[0]))}.", "refused")
        return Do(used, now.turn, () if now is game else (EndTurn(game.turn),))
    holders = [game.name(seat) for seat in game.still_in() if what.kind in game.players[seat].jail_cards]
    if holders:
        where = f"{or_list(holders)} may use it in Jail, before a roll."
    else:
        where = "Nobody holds one." if what.kind == KEY else f"It is in the {DECK_NAMES[Deck(what.kind)]} deck."
    return Notice(f"This is {describe_tag(what)}. {where}", "read")


def _is_allowed(game: Game, used: UseJailCard) -> bool:
    try:
        unfold(game, used)
    except Refusal:
        return False
    return True
