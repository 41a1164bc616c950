"""Tags on the reader: a deed is looked at, a card drawn or used if that is due, and what is unknown costs nothing."""

from companion.rules import Refusal, unfold
from companion.rules.cards import Deck
from companion.rules.commands import DrawCard, EndTurn, UseJailCard
from companion.rules.pending_steps import CardDue
from companion.rules.phrases import or_list
from companion.rules.state import KEY, Game
from companion.rules.turn_checks import open_matters
from companion.rules.words import DECK_NAMES
from companion.table.gestures.meanings import BEGIN, RESUME, Choice, Do, Enrol, Meaning, Notice, Prompt, Show
from companion.table.gestures.next_turn import after_turn
from companion.table.gestures.scene import Scene
from companion.table.gestures.sheet import deed_sheet
from companion.table.gestures.yes import say_me
from companion.table.tags.bindings import CardTag, DeedTag, JailTag, PlayerTag, TokenTag, What, said

JAIL_FREE = "jail-free"


def tap(scene: Scene, uid: str, at_ms: int) -> Meaning:
    what, game = scene.bindings.what(uid), scene.game
    if what is None:
        return Notice("This tag is not known here.", "unknown", (Choice("Say what it is", Enrol(uid.upper())),))
    if game is None:
        return Prompt(f"This is {said(what)}. No game is in play.", (BEGIN, RESUME))
    return _known(game, scene, what, at_ms)


def _known(game: Game, scene: Scene, what: What, at_ms: int) -> Meaning:
    match what:
        case DeedTag(deed):
            return Show(deed_sheet(game, deed))
        case PlayerTag(seat):
            return say_me(game, scene, seat, at_ms)
        case TokenTag():
            return Notice(_whose_token(game, scene, what), "read")
        case CardTag(card) if card.endswith(f"/{JAIL_FREE}"):
            return _way_out(game, JailTag(card.partition("/")[0]))
        case CardTag():
            return _draw(game, what) or Notice(_what_it_is(game, what), "read")
        case JailTag():
            return _way_out(game, what)


def _whose_token(game: Game, scene: Scene, what: TokenTag) -> str:
    pieces = [piece.casefold() for piece in scene.tokens[: len(game.players)]]
    token = what.token.casefold()
    owner = f", {game.name(pieces.index(token))}'s token" if token in pieces else ", which is nobody's in this game"
    return f"This is {said(what)}{owner}."


# Cards that are drawn


def _due(game: Game) -> CardDue | None:
    first = open_matters(game)[:1]
    return first[0] if first and isinstance(first[0], CardDue) else None


def _draw(game: Game, what: CardTag) -> Meaning | None:
    """Only where the decks are real does the card that lies there say what was drawn."""
    due = _due(game)
    if due is None or game.electronic_decks:
        return None
    try:
        drawn = DrawCard(due.player, what.card)
        unfold(game, drawn)
        return Do(drawn, due.player)
    except Refusal as refusal:
        return Notice(f"This is {said(what)}. {refusal.message}", "refused")


def _what_it_is(game: Game, what: CardTag) -> str:
    if _due(game) is not None and game.electronic_decks:
        return f"This is {said(what)}, but in this game the companion draws the cards."
    return f"This is {said(what)}."


# Cards and keys that are kept


def _way_out(game: Game, what: JailTag) -> Meaning:
    """The same card is drawn from its deck at first, and used later."""
    if what.kind != KEY and (drawn := _draw(game, CardTag(f"{what.kind}/{JAIL_FREE}"))) is not None:
        return drawn
    now = after_turn(game) or game  # the next player's card ends a turn that only waits to pass, as a throw does
    cards = now.players[now.turn].jail_cards
    if what.kind not in cards or not _may_use(now):
        return Notice(f"This is {said(what)}. {_holder(game, what.kind)}", "read")
    if what.kind != cards[0]:
        return Notice(f"First use {said(JailTag(cards[0]))}.", "refused")
    return Do(UseJailCard(now.turn), now.turn, () if now is game else (EndTurn(game.turn),))


def _may_use(game: Game) -> bool:
    try:
        unfold(game, UseJailCard(game.turn))
    except Refusal:
        return False
    return True


def _holder(game: Game, kind: str) -> str:
    holders = [seat for seat in game.still_in() if kind in game.players[seat].jail_cards]
    if holders:
        return f"{or_list(map(game.name, holders))} may use it in Jail, before a throw."
    return "Nobody holds one." if kind == KEY else f"It is in the {DECK_NAMES[Deck(kind)]} deck."
