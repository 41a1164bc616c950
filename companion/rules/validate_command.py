"""Names that must exist. A command may come from any program, so its players, deeds and spaces are checked first."""

from typing import Any, get_args

from companion.rules.commands import AnyCommand
from companion.rules.deeds import DEEDS
from companion.rules.ids import BANK
from companion.rules.pending_steps import HOTEL, HOUSE
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game

_NAMES = {"player", "to", "payer", "owner", "deed", "deeds", "gives", "gets", "space", "building"}
_FIELDS = {kind: tuple(field for field in kind.__struct_fields__ if field in _NAMES) for kind in get_args(AnyCommand)}
_ONLY_A_PLAYER = frozenset(kind for kind, fields in _FIELDS.items() if fields == ("player",))
_DEEDS = range(len(DEEDS))


def require_known(game: Game, command: AnyCommand) -> None:
    if type(command) in _ONLY_A_PLAYER and 0 <= command.player < len(game.players):  # type: ignore[union-attr]
        return
    for field in _FIELDS[type(command)]:
        what, is_known = _look_up(game, field, getattr(command, field))
        if not is_known:
            raise Refusal(Code.UNKNOWN_NAME, "SETUP-1", f"There is no such {what}.")


def _look_up(game: Game, field: str, value: Any) -> tuple[str, bool]:
    """What the field names, and whether there is such a thing."""
    seats = range(len(game.players))
    match field:
        case "player" | "to":
            return "player", value in seats
        case "payer":
            return "player", value is None or value in seats
        case "owner":
            return "player", value in (None, BANK) or value in seats
        case "deed":
            return "deed", value in _DEEDS
        case "deeds":
            return "deed", all(deed in _DEEDS for deed in value)
        case "gives" | "gets":
            return "deed", all(deed in _DEEDS for deed in value.deeds)
        case "space":
            return "space", value in range(40)
        case _:
            return "building", value in (HOUSE, HOTEL)
