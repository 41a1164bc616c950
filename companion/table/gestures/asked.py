"""What a yes or a no is about: what is open, or the throw that a token's way tells, or what the table waits for."""

from msgspec.structs import replace

from companion.play.whose_turn import WalkedToken
from companion.rules.state import Game
from companion.table.gestures.next_turn import next_turn_sheet
from companion.table.gestures.scene import Scene
from companion.table.gestures.sheet import NEXT_TURN, THROWN, Sheet, look_again, question, still
from companion.table.gestures.thrown import throw_sheet


def asked_sheet(game: Game, scene: Scene) -> Sheet:
    """As it must look now. It is not the one that is open if something has changed since that was shown."""
    sheet = scene.sheet
    if sheet is None:
        return _told_by_token(game, scene) or question(game)
    if sheet.deed == THROWN:
        return still(sheet, throw_sheet(game, scene.walked) or question(game))
    if sheet.deed == NEXT_TURN:
        return still(sheet, next_turn_sheet(game) or question(game))
    return look_again(game, sheet)


def _told_by_token(game: Game, scene: Scene) -> Sheet | None:
    return throw_sheet(game, scene.walked) if scene.walked is not None else None


def gone(scene: Scene, walked: WalkedToken | None, now_ms: int) -> Scene:
    """Once a token has gone so far: what a confirmation takes comes up as soon as it rests, and goes with it."""
    if walked == scene.walked:
        return scene
    scene = replace(scene, walked=walked)
    if scene.game is not None and (sheet := _told_by_token(scene.game, scene)) is not None:
        return replace(scene, sheet=sheet, shown_at_ms=now_ms)
    is_old = scene.sheet is not None and scene.sheet.deed == THROWN
    return replace(scene, sheet=None) if is_old else scene
