"""The levers of a simulated table as JSON, for scripts and for the socket: `{"lever": "press", "button": "dice"}`.

Everything is checked before anything moves. A table with real devices has no levers.
"""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import NamedTuple

from hardware.board import SPACES
from hardware.simulated import SimulatedRig
from hardware.simulated_devices import BadLever

MAX_POLLS = 1_000
MAX_TEXT = 200
UID_DIGITS = (8, 14, 20)  # a tag's number has 4, 7 or 10 bytes


class LeverValue(NamedTuple):
    expected: str
    fits: Callable[[object], bool]


def _whole(least: int, most: int) -> LeverValue:
    return LeverValue(
        f"a number from {least} to {most}",
        lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most,
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_TEXT and value.isprintable()


NAME = LeverValue("a name", _is_text)
SENTENCE = LeverValue(f"a sentence of at most {MAX_TEXT} characters", _is_text)
SWITCH = LeverValue("true or false", lambda value: isinstance(value, bool))
TAG = LeverValue(
    "a tag's number of 8, 14 or 20 hexadecimal digits in capitals",
    lambda value: isinstance(value, str) and len(value) in UID_DIGITS and set(value) <= set("0123456789ABCDEF"),
)
SPACE = SHIFT = _whole(0, SPACES - 1)
POLLS = _whole(1, MAX_POLLS)


class Lever(NamedTuple):
    pull: Callable[..., None]
    needs: Mapping[str, LeverValue]
    takes: Mapping[str, LeverValue] = {}  # may be left out


# fmt: off
LEVERS: Mapping[str, Lever] = {
    "press":      Lever(SimulatedRig.press,      {"button": NAME}),
    "hold":       Lever(SimulatedRig.hold,       {"button": NAME}),
    "edge":       Lever(SimulatedRig.edge,       {"button": NAME, "down": SWITCH}),
    "place":      Lever(SimulatedRig.place,      {"reader": NAME, "uid": TAG}),
    "lift":       Lever(SimulatedRig.lift,       {"reader": NAME, "uid": TAG}),
    "garble":     Lever(SimulatedRig.garble,     {"reader": NAME, "polls": POLLS}),
    "overlook":   Lever(SimulatedRig.overlook,   {"reader": NAME, "polls": POLLS}),
    "put":        Lever(SimulatedRig.put,        {"uid": TAG, "space": SPACE}),
    "pick-up":    Lever(SimulatedRig.pick_up,    {"uid": TAG}),
    "knock-over": Lever(SimulatedRig.knock_over, {}, {"shift": SHIFT}),
    "lose":       Lever(SimulatedRig.lose,       {"device": NAME}, {"why": SENTENCE}),
    "find":       Lever(SimulatedRig.find,       {"device": NAME}),
}
# fmt: on


def pull(rig: object, given: object) -> None:
    """Raises BadLever, and then nothing was moved."""
    if not isinstance(rig, SimulatedRig):
        raise BadLever("Only a simulated table has levers; this one has real devices.")
    if not isinstance(given, dict):
        raise BadLever('A lever is an object such as {"lever": "press", "button": "dice"}.')
    name = given.get("lever")
    if name is None:
        raise BadLever(f"No lever is named. The levers are: {', '.join(LEVERS)}.")
    if not isinstance(name, str) or name not in LEVERS:
        nearest = _describe_nearest(name, LEVERS)
        raise BadLever(f"There is no lever {_quote(name)}{nearest}. The levers are: {', '.join(LEVERS)}.")
    lever = LEVERS[name]
    known = {**lever.needs, **lever.takes}
    values = {key: value for key, value in given.items() if key != "lever"}
    for key, value in values.items():
        if key not in known:
            nearest = _describe_nearest(key, known)
            raise BadLever(f"The lever {name} has no value {_quote(key)}{nearest}. It takes: {', '.join(known)}.")
        if not known[key].fits(value):
            raise BadLever(f"The lever {name}: {key} must be {known[key].expected}, not {_quote(value)}.")
    for key in lever.needs:
        if key not in values:
            raise BadLever(f"The lever {name} needs {key} ({known[key].expected}).")
    lever.pull(rig, **values)


def _describe_nearest(written: object, names: Iterable[str]) -> str:
    close = get_close_matches(written[:MAX_TEXT], names, n=1) if isinstance(written, str) else []
    return f" (did you mean {close[0]}?)" if close else ""


def _quote(value: object) -> str:
    """Whatever it is, on one line and not too long."""
    text = ascii(value) if not isinstance(value, str) or not value.isprintable() else f'"{value}"'
    return text if len(text) <= 60 else f"{text[:60]}…"
