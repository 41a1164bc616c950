"""Names that must exist. A command may come from any program, so its players, deeds and spaces are checked first."""

from typing import Any, get_args

from companion.rules.cards import Deck
from companion.rules.commands import AnyCommand
from companion.rules.deeds import DEED_SPACES
from companion.rules.ids import BANK, POT
from companion.rules.pending_steps import HOTEL, HOUSE
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game

_NAMES = {
    "player",
    "to",
    "payer",
    "owner",
    "deed",
    "deeds",
    "gives",
    "gets",
    "space",
    "building",
    "giver",
    "receiver",
    "deck",
}
_FIELDS = {kind: tuple(field for field in kind.__struct_fields__ if field in _NAMES) for kind in get_args(AnyCommand)}
_DEEDS = range(len(DEED_SPACES))
# Nearly every command names a player, or a player and a deed.
ONLY_A_PLAYER = frozenset(kind for kind, fields in _FIELDS.items() if fields == ("player",))
_PLAYER_AND_DEED = frozenset(kind for kind, fields in _FIELDS.items() if fields == ("player", "deed"))
_DECKS = tuple(deck.value for deck in Deck)


def require_known(game: Game, command: AnyCommand) -> None:
    kind = type(command)
    seats = range(len(game.players))
    if kind in _PLAYER_AND_DEED and command.player in seats and command.deed in _DEEDS:  # type: ignore[union-attr]
        return
    for field in _FIELDS[kind]:
        value: Any = getattr(command, field)
        match field:
            case "player" | "to":
                what, known = "player", value in seats
            case "payer":
                what, known = "player", value is None or value in seats
            case "owner":
                what, known = "player", value in (None, BANK) or value in seats
            case "giver" | "receiver":
                what, known = "account", value in (BANK, POT) or value in seats
            case "deck":
                what, known = "deck", not value or value in _DECKS
            case "deed":
                what, known = "deed", value in _DEEDS
            case "deeds":
                what, known = "deed", all(deed in _DEEDS for deed in value)
            case "gives" | "gets":
                what, known = "deed", all(deed in _DEEDS for deed in value.deeds)
                if known:
                    what, known = "deck", all(deck in _DECKS for deck in value.decks)
            case "space":
                what, known = "space", value in range(40)
            case _:
                what, known = "building", value in (HOUSE, HOTEL)
        if not known:
            raise Refusal(Code.UNKNOWN_NAME, "SETUP-1", f"There is no such {what}.")
