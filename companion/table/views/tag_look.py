"""What somebody sees who opens a printed sticker: what it is, and which moves of their own view belong to it."""

from collections.abc import Iterator

import msgspec

from companion.play.whose_turn import prompt
from companion.rules.board import Board
from companion.rules.cards import Deck
from companion.rules.catalogue import MoveGroup, spec_of
from companion.rules.commands import AnyCommand, DrawCard, PayFine, UseJailCard
from companion.rules.state import KEY, Game
from companion.table.gestures.interpret import describe_jail_card
from companion.table.gestures.sheet import answers_question, concerns_deed, describe_deed
from companion.table.gestures.tags import CardTag, DeedTag, JailTag, PlayerTag, TaggedThing, describe_tag, jail_card
from companion.table.messages.views import MoveView, View
from companion.table.messages.wire import Reply

_command = msgspec.json.Decoder(AnyCommand)


def look_at_tag(id: str, what: TaggedThing, board: Board, game: Game | None, view: View | None) -> Reply:
    """`view` is that of whoever asks: it has only the moves that they may give."""
    if game is None or view is None:
        return Reply(id, done=True, message=f"This is {describe_tag(board, what)}. No game is in play.")
    acts = tuple(move.act for move in _moves(view) if _belongs(game, _command.decode(move.act), move, what))
    return Reply(id, done=True, message=_describe(game, what), acts=acts)


def _moves(view: View) -> Iterator[MoveView]:
    yield from view.moves
    yield from (one.move for one in view.raising)


def _describe(game: Game, what: TaggedThing) -> str:
    match what:
        case DeedTag(deed):
            return describe_deed(game, deed)
        case PlayerTag(seat) if seat >= len(game.players):
            return f"Nobody sits in seat {seat + 1} in this game."
        case PlayerTag(seat) if game.players[seat].is_out:
            return f"{game.name(seat)} is out of the game."
        case PlayerTag(seat):
            return f"{game.name(seat)} has {game.money(game.players[seat].cash)}. {prompt(game).text}"
        case JailTag():
            return describe_jail_card(game, what)
        case _:
            return f"This is {describe_tag(game.board, what)}."


def _belongs(game: Game, act: AnyCommand, move: MoveView, what: TaggedThing) -> bool:
    match what, act:
        case DeedTag(deed), _:
            return concerns_deed(game, act, deed)
        case PlayerTag(seat), _:
            is_way_out = isinstance(act, PayFine | UseJailCard)  # of the next player, too
            is_aside = spec_of(act).group is MoveGroup.ASIDE
            return move.seat == seat and (answers_question(game, act) or is_way_out or is_aside)
        case JailTag(kind), UseJailCard(player, deck):
            held = set(game.players[player].jail_cards)
            return kind == deck or (not deck and held == {kind})
        case JailTag(kind), DrawCard(_, card) if kind != KEY:
            return card == jail_card(game.board, Deck(kind)).card
        case CardTag(card), DrawCard(_, drawn):
            return card == drawn
    return False
