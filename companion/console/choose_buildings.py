"""Which buildings: one on a lot, one on each lot of a group, or several groups up to a level, with the sums."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import json

from companion.console.pads.buildings import BuildingLine, BuildingsPad, LevelsPad
from companion.console.pads.choose import BUTTONS_MAX, ChoosePad, PadChoice
from companion.console.state import ConsoleState
from companion.table.messages.views import LevelView, MoveView

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp


async def choose_buildings(
    app: "ConsoleApp", state: ConsoleState, title: str, moves: Sequence[MoveView]
) -> MoveView | bytes | None:
    """A move for one lot, or the whole act for several; None if somebody changed their mind."""
    seats = sorted({move.seat for move in moves})
    if len(moves) > BUTTONS_MAX and len(seats) > 1:
        players = [PadChoice(state.name(seat), seat, digit=seat + 1) for seat in seats]
        whose = await app.show_pad(ChoosePad(title, players))
        if whose is None:
            return None
        moves, seats = [move for move in moves if move.seat == whose], [whose]
    chosen = await app.show_pad(BuildingsPad(title, _lines(state, moves)))
    if chosen is None:
        return None
    move, level = chosen
    if move.needs != "buildings":
        return move
    deeds = level.deeds if level is not None else await _several_groups(app, state, move)
    return None if deeds is None else json.encode(json.decode(move.act, type=dict[str, Any]) | {"deeds": deeds})


def _lines(state: ConsoleState, moves: Sequence[MoveView]) -> list[BuildingLine]:
    """Group by group: one on each lot, then each lot alone. Last, several groups at once."""
    names = len({move.seat for move in moves}) > 1
    cash = {player.seat: player.cash for player in state.view.players} if state.view else {}

    def line(move: MoveView, label: str, change: int, level: LevelView | None = None) -> BuildingLine:
        whose = f"{state.name(move.seat)}: " if names else ""
        left = cash.get(move.seat, 0) + change
        after = f"leaves {state.money(left)}" if left >= 0 else f"{state.money(-left)} short"
        return BuildingLine(
            whose + label, *((state.money(change, plus=True), after) if change else ("", "")), move, level
        )

    several = [move for move in moves if move.needs == "buildings"]
    alone = [move for move in moves if move.needs != "buildings"]
    lines = []
    for family in several:
        for level in (one for one in family.levels if not one.digit):
            lines.append(line(family, level.label, level.change, level))
            for move in [one for one in alone if _is_about(state, one, level.deeds)]:
                alone.remove(move)
                lines.append(line(move, _bare_label(state, move), move.change))
    lines += [line(move, _bare_label(state, move), move.change) for move in alone]
    return lines + [line(family, "Several groups, or up to a level …", 0) for family in several]


def _bare_label(state: ConsoleState, move: MoveView) -> str:
    return move.label.removesuffix(f" ({state.money(move.change, plus=True)})")


def _is_about(state: ConsoleState, move: MoveView, deeds: Sequence[int]) -> bool:
    act = json.decode(move.act, type=dict[str, Any])
    groups = {state.board.deeds[deed].group for deed in deeds}
    return act.get("group", "") in groups or (
        act.get("deed", -1) >= 0 and state.board.deeds[act["deed"]].group in groups
    )


async def _several_groups(app: "ConsoleApp", state: ConsoleState, family: MoveView) -> tuple[int, ...] | None:
    cash = next((one.cash for one in state.view.players if one.seat == family.seat), 0) if state.view else 0
    levels = [level for level in family.levels if level.digit]
    title = f"{state.name(family.seat)}: {family.label}"
    return await app.show_pad(LevelsPad(title, state.board.currency, cash, levels))
