"""The levers of a simulated table as JSON, for scripts and for the socket: `{"lever": "press", "button": "dice"}`.

Everything is checked before anything moves. A table with real devices has no levers.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from hardware.board import SPACES
from hardware.errors import BadLever
from hardware.simulated import SimulatedRig

POLLS_MOST = 1_000
TEXT_MOST = 200
UID_DIGITS = (8, 14, 20)  # tags have numbers of 4, 7 or 10 bytes


class Value(NamedTuple):
    expected: str
    fits: Callable[[object], bool]


def _whole(least: int, most: int) -> Callable[[object], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= TEXT_MOST and value.isprintable()


def _is_uid(value: object) -> bool:
    return isinstance(value, str) and len(value) in UID_DIGITS and set(value) <= set("0123456789ABCDEF")


NAME = Value("a name", _is_text)
SENTENCE = Value(f"a sentence of at most {TEXT_MOST} characters", _is_text)
SWITCH = Value("true or false", lambda value: isinstance(value, bool))
TAG = Value("a tag's number of 8, 14 or 20 hexadecimal digits in capitals", _is_uid)
SPACE = Value(f"a space from 0 to {SPACES - 1}", _whole(0, SPACES - 1))
POLLS = Value(f"a number from 1 to {POLLS_MOST}", _whole(1, POLLS_MOST))
SHIFT = Value(f"a number from 0 to {SPACES - 1}", _whole(0, SPACES - 1))


class Lever(NamedTuple):
    pull: Callable[..., None]
    needs: Mapping[str, Value]
    takes: Mapping[str, Value] = {}  # and may be left out


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
    if not isinstance(name, str) or name not in LEVERS:
        raise BadLever(_unknown("lever", name, LEVERS))
    values = {key: value for key, value in given.items() if key != "lever"}
    _require_values(name, values)
    LEVERS[name].pull(rig, **values)


def _require_values(name: str, values: Mapping[str, object]) -> None:
    lever = LEVERS[name]
    known = {**lever.needs, **lever.takes}
    if strange := [key for key in values if key not in known]:
        raise BadLever(f"The lever {name}: {_unknown('value', strange[0], known)}")
    if missing := [key for key in lever.needs if key not in values]:
        raise BadLever(f"The lever {name} needs {missing[0]}: {known[missing[0]].expected}.")
    for key, value in values.items():
        if not known[key].fits(value):
            raise BadLever(f"The lever {name} takes as {key} {known[key].expected}, not {_shown(value)}.")


def _unknown(what: str, written: object, known: Iterable[str]) -> str:
    names = tuple(known)
    if written is None:
        return f"It names no {what}. There are: {', '.join(names)}."
    return f"There is no {what} {_shown(written)}{_nearest(written, names)}. There are: {', '.join(names) or 'none'}."


def _nearest(written: object, names: Iterable[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(written[:TEXT_MOST], names, n=1) if isinstance(written, str) else []
    return f" (did you mean {close[0]}?)" if close else ""


def _shown(value: object) -> str:
    """Whatever it is, on one line and not too long."""
    text = ascii(value) if not isinstance(value, str) or not value.isprintable() else f'"{value}"'
    return text if len(text) <= 60 else f"{text[:60]}…"
