"""Who may do what: the Banker anything, players only their own commands, viewers nothing. And who has a seat."""

from companion.play.acts import Act, Redo, Rename, Undo
from companion.rules.catalogue import is_by_hand, seat_of, spec_of
from companion.rules.editions import EDITIONS
from companion.rules.ids import PlayerId
from companion.rules.phrases import names
from companion.rules.state import Game
from companion.table.messages.message import RoleName

MAX_SEATS = max(book.players_max for book in EDITIONS.values())


def why_forbidden(role: RoleName, seat: PlayerId, act: Act) -> str:
    """A sentence, or empty if it is allowed."""
    if role == "banker":
        return ""
    if role == "viewer":
        return "This screen only watches."
    if isinstance(act, Undo | Redo | Rename) or spec_of(act).banker:
        return "Only the Banker may do that."
    if seat_of(act) != seat:
        return "That is another player's to do."
    return "Only the Banker may enter a roll or a card." if is_by_hand(act) else ""


def why_no_seat(seat: PlayerId, game: Game | None) -> str:
    """A sentence; empty if somebody has that seat, or may have it in the next game."""
    if seat >= MAX_SEATS:
        return f"Nobody is player {seat + 1:,}: at most {MAX_SEATS} can play."
    if game is None or seat < len(game.players):
        return ""
    return f"Nobody is player {seat + 1} in this game: it is played by {names(game, range(len(game.players)))}."
