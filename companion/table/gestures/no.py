"""Cancel: "not this". It takes back what was offered, closes a deed, and walks through the other answers to a question.

It does nothing to the game. What it moves the highlight to is taken by the next confirmation, as anything highlighted.
"""

from msgspec.structs import replace

from companion.play.options import Option
from companion.rules.catalogue import Needs, Press, is_by_hand, spec_of
from companion.table.gestures.asked import asked_sheet
from companion.table.gestures.meanings import Close, Meaning, Nothing, Notice, Prompt, Show, Walk
from companion.table.gestures.scene import Scene
from companion.table.gestures.sheet import Sheet, own_move

_WALK = {Press.NO: 0, Press.LAST: 2}  # all other ways between them


def cancel(scene: Scene, at_ms: int) -> Meaning:
    if isinstance(scene.said, Notice) and scene.said.choices:
        return Nothing()  # what it offers goes with the press, and nothing else
    if isinstance(scene.said, Prompt):
        return _closed(scene)  # no is the answer
    game, sheet = scene.game, scene.sheet
    if game is None or game.over or (sheet is not None and sheet.is_deed):
        return _closed(scene)
    asked = asked_sheet(game, scene)
    if sheet not in (None, asked):
        return Show(asked)  # what was highlighted is not so any more
    further = _next_way(asked)
    return Walk(replace(asked, highlighted=further), at_ms) if further >= 0 else _closed(scene)


def _closed(scene: Scene) -> Meaning:
    return Close() if scene.sheet is not None else Nothing()


def _next_way(sheet: Sheet) -> int:
    """After the highlighted one; -1 after the last."""
    walk = ways(sheet)
    at = walk.index(sheet.highlighted) + 1 if sheet.highlighted in walk else 0
    return walk[at] if at < len(walk) else -1


def ways(sheet: Sheet) -> list[int]:
    """The places that cancel walks through: the likeliest, then the no, then all other ways, and what is final last."""
    likeliest = own_move(sheet, None)
    places = [at for at, move in enumerate(sheet.moves) if _is_way(move)]
    return sorted(places, key=lambda at: (at != likeliest, _rank(sheet.moves[at])))


def _is_way(move: Option) -> bool:
    """Throws are for the dice button and bids for the cards; what is the Banker's is done on a screen."""
    press = spec_of(move.command).press
    if move.needs is not Needs.NOTHING or move.banker or press is Press.OWN:
        return False
    return press is not Press.DICE or is_by_hand(move.command)


def _rank(move: Option) -> int:
    return _WALK.get(spec_of(move.command).press, 1)
