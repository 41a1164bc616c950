"""The simulated table: what stands in the middle of its ring, which is what the table was told and what it holds."""

from collections.abc import Iterable, Sequence

from textual.content import Content
from textual.theme import Theme

from companion.console.colours import seat_marks
from companion.console.simulated_hands import tag_title
from companion.console.state import ConsoleState
from companion.console.tag_list import ListedTag
from companion.console.words import cells

# The colour of each light on the lamps, and its word for people who do not see the colour.
LIGHTS = {
    "read": ("white", "read"),
    "unknown": ("purple", "unknown tag"),
    "refused": ("red", "refused"),
    "money-in": ("green", "money in"),
    "money-out": ("amber", "money out"),
    "your-turn": ("blue", "your turn"),
}
LIGHT_STYLES = {
    "white": "#ffffff",
    "purple": "#c58aff",
    "red": "#ff6a5f",
    "green": "#5fd787",
    "amber": "#ffb347",
    "blue": "#6aa6ff",
}
SPEED_KEYS = "Space pauses it, + and - change the speed, Ctrl-Q ends it"


def middle_lines(state: ConsoleState, tags: Sequence[ListedTag], held: str, width: int, theme: Theme) -> list[Content]:
    """The question, everybody's cash, light, sound and dice, the cards on the readers, and the token in the hand."""
    rig, view = state.prompts.rig, state.view
    if rig is None:
        return []
    speed = []
    if state.demo_speed is not None:
        speed.append(Content.styled(f" {state.demo_speed.words} ", "reverse"))
        speed.append(Content.styled(SPEED_KEYS, "$foreground-muted"))
    prompt = Content.styled(view.prompt if view is not None else "No game is in play.", "bold $text-accent")
    cash, marks = [], seat_marks(view, theme) if view is not None else ()
    for player in view.players if view is not None else ():
        token = f" ({view.tokens[player.seat]})" if view and player.seat < len(view.tokens) else ""
        style = "bold" if view and player.seat == view.turn else ""
        words = Content.styled(f" {player.name}{token} {player.out or state.money(player.cash)}", style)
        cash.append(marks[player.seat].drawn(is_wide=False) + words)
    devices = [Content("light ○ dark")]
    if rig.lights:
        colour, word = LIGHTS.get(rig.lights[-1], ("white", rig.lights[-1]))
        before = f" (before: {_light_word(rig.lights[-2])})" if len(rig.lights) > 1 else ""
        lamp = ("●", f"bold {LIGHT_STYLES[colour]}")
        devices = [Content.assemble("light ", lamp, f" {colour}, {word}{before}")]
    devices.append(Content(f"sound ♪ {_light_word(rig.sounds[-1])}" if rig.sounds else "sound none"))
    dice = " ".join(f"[{face}]" for face in rig.dice)
    devices.append(Content(f"dice {dice}" if dice else "dice display dark"))
    for reader, uids in rig.readers:
        lies = " and ".join(tag_title(tags, uid) for uid in uids) or "nothing"
        devices.append(Content.styled(f"on {reader}: {lies}", "bold" if uids else ""))
    if rig.down:
        devices.append(Content.styled(f"held down: {', '.join(rig.down)}", "bold"))
    if held:
        devices.append(Content.styled(f"in hand: {tag_title(tags, held)}", "bold reverse"))
    return [line for parts in (speed, [prompt], cash, devices) for line in _side_by_side(parts, width)]


def _light_word(light: str) -> str:
    return LIGHTS.get(light, ("", light))[1]


def _side_by_side(parts: Iterable[Content], width: int) -> list[Content]:
    """As long as there is room; a long part is wrapped and never cut."""
    lines: list[Content] = []
    for part in parts:
        if lines and cells(lines[-1].plain) + 3 + part.cell_length <= width:
            lines[-1] = lines[-1] + " · " + part
        else:
            lines.append(part)
    return [line for part in lines for line in part.wrap(max(width, 10))]
