"""What a simulated table was told and holds: the question, everybody's cash, light, sound, dice, cards on readers."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from companion.console.gestures import words_of
from companion.console.state import State
from companion.console.tags import Tag
from companion.console.words import cells, money
from companion.table.messages.views import RigView

# The colour of each light as the lamps have it, and its word: nobody needs to see the colour.
LIGHTS = {
    "read": ("white", "read"),
    "unknown": ("purple", "unknown tag"),
    "refused": ("red", "refused"),
    "money-in": ("green", "money in"),
    "money-out": ("amber", "money out"),
    "your-turn": ("blue", "your turn"),
}
PACE_KEYS = "Space holds it, + and - set the pace, Ctrl-Q ends it"
STYLES = {
    "white": "#ffffff",
    "purple": "#c58aff",
    "red": "#ff6a5f",
    "green": "#5fd787",
    "amber": "#ffb347",
    "blue": "#6aa6ff",
}


def told_lines(state: State, tags: Sequence[Tag], held: str, width: int) -> list[Content]:
    rig = state.prompts.rig
    if rig is None:
        return []
    prompt = state.view.prompt if state.view is not None else "No game is in play."
    return [
        *_wrapped(list(_pace(state)), width),
        *_wrapped([Content.styled(prompt, "bold $text-accent")], width),
        *_wrapped(list(_cash(state)), width),
        *_wrapped([_light(rig), _sound(rig), _dice(rig), *_lying(rig, tags), *_held(tags, held)], width),
    ]


def _pace(state: State) -> Iterator[Content]:
    if state.pace is not None:
        yield Content.styled(f" {state.pace.words} ", "reverse")
        yield Content.styled(PACE_KEYS, "$foreground-muted")


def _cash(state: State) -> Iterator[Content]:
    if state.view is None:
        return
    for player, piece in zip(state.view.players, (*state.view.tokens, *[""] * len(state.view.players)), strict=False):
        token = f" ({piece})" if piece else ""
        has = player.out or money(player.cash)
        style = "bold" if player.seat == state.view.turn else ""
        yield Content.styled(f"{player.name}{token} {has}", style)


def _light(rig: RigView) -> Content:
    if not rig.lights:
        return Content("light ○ dark")
    colour, word = LIGHTS.get(rig.lights[-1], ("white", rig.lights[-1]))
    before = f" (before: {LIGHTS.get(rig.lights[-2], ('', rig.lights[-2]))[1]})" if len(rig.lights) > 1 else ""
    return Content.assemble("light ", ("●", f"bold {STYLES[colour]}"), f" {colour}, {word}{before}")


def _sound(rig: RigView) -> Content:
    return Content(f"sound ♪ {LIGHTS.get(rig.sounds[-1], ('', rig.sounds[-1]))[1]}" if rig.sounds else "sound none")


def _dice(rig: RigView) -> Content:
    return Content(f"dice {' '.join(f'[{face}]' for face in rig.dice)}" if rig.dice else "dice display dark")


def _lying(rig: RigView, tags: Sequence[Tag]) -> Iterator[Content]:
    for reader, uids in rig.readers:
        lies = " and ".join(words_of(tags, uid) for uid in uids) or "nothing"
        yield Content.styled(f"on {reader}: {lies}", "bold" if uids else "")
    if rig.down:
        yield Content.styled(f"held down: {', '.join(rig.down)}", "bold")


def _held(tags: Sequence[Tag], held: str) -> Iterator[Content]:
    if held:
        yield Content.styled(f"in hand: {words_of(tags, held)}", "bold reverse")


def _wrapped(parts: Sequence[Content], width: int) -> list[Content]:
    """Beside each other as long as there is room; a long one is broken and never cut."""
    lines: list[Content] = []
    for part in parts:
        if lines and cells(lines[-1].plain) + 3 + part.cell_length <= width:
            lines[-1] = lines[-1] + " · " + part
        else:
            lines.append(part)
    return [line for part in lines for line in part.wrap(max(width, 10))]
