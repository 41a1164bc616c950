"""Names that must exist: a command may come from any program, so its players, deeds and spaces are looked up first."""

from collections.abc import Callable
from typing import Any, get_args

from companion.rules.commands import AnyCommand
from companion.rules.deeds import DEEDS
from companion.rules.ids import BANK
from companion.rules.pending_steps import HOTEL, HOUSE
from companion.rules.refusal import Code, Refusal
from companion.rules.state import Game


def _require(known: bool, what: str) -> None:
    if not known:
        raise Refusal(Code.UNKNOWN_NAME, "SETUP-1", f"There is no such {what}.")


def _seat(game: Game, value: int) -> None:
    _require(0 <= value < len(game.players), "player")


def _seat_or_none(game: Game, value: int | None) -> None:
    _require(value is None or 0 <= value < len(game.players), "player")


def _holder(game: Game, value: int | None) -> None:
    _require(value in (None, BANK) or 0 <= (value or 0) < len(game.players), "player")


def _deed(_: Game, value: int) -> None:
    _require(0 <= value < len(DEEDS), "deed")


def _deeds(_: Game, values: tuple[int, ...]) -> None:
    _require(all(0 <= value < len(DEEDS) for value in values), "deed")


def _goods(game: Game, value: Any) -> None:
    _deeds(game, value.deeds)


def _space(_: Game, value: int) -> None:
    _require(0 <= value < 40, "space")


def _building(_: Game, value: str) -> None:
    _require(value in (HOUSE, HOTEL), "building")


_LOOKUPS: dict[str, Callable[[Game, Any], None]] = {
    "player": _seat,
    "to": _seat,
    "payer": _seat_or_none,
    "owner": _holder,
    "deed": _deed,
    "deeds": _deeds,
    "gives": _goods,
    "gets": _goods,
    "space": _space,
    "building": _building,
}
_FIELDS = {
    kind: tuple((field, _LOOKUPS[field]) for field in kind.__struct_fields__ if field in _LOOKUPS)
    for kind in get_args(AnyCommand)
}


_ONLY_A_PLAYER = frozenset(kind for kind, fields in _FIELDS.items() if [name for name, _ in fields] == ["player"])


def require_known(game: Game, command: AnyCommand) -> None:
    if type(command) in _ONLY_A_PLAYER and 0 <= command.player < len(game.players):  # type: ignore[union-attr]
        return
    for field, look_up in _FIELDS[type(command)]:
        look_up(game, getattr(command, field))
