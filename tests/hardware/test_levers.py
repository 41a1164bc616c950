"""Levers as JSON: each moves something, and an impossible one is refused with a sentence."""

import json
from typing import Any

import pytest

from hardware.levers import LEVERS, pull
from hardware.signals import Signal
from hardware.simulated_devices import BadLever
from tests.hardware.rig_bench import CAR, HAT, RigBench

PRESS = {"lever": "press", "button": "dice"}
SCRIPT = """
{"lever": "press", "button": "dice"}
{"lever": "hold", "button": "cancel"}
{"lever": "edge", "button": "confirm", "down": true}
{"lever": "place", "reader": "deeds", "uid": "04A2B3C4D5E680"}
{"lever": "lift", "reader": "deeds", "uid": "04A2B3C4D5E680"}
{"lever": "garble", "reader": "deeds", "polls": 3}
{"lever": "overlook", "reader": "deeds", "polls": 1}
{"lever": "put", "uid": "DEADBEEF", "space": 39}
{"lever": "knock-over", "shift": 39}
{"lever": "knock-over"}
{"lever": "put", "uid": "0123456789ABCDEF0123", "space": 0}
{"lever": "pick-up", "uid": "0123456789ABCDEF0123"}
{"lever": "lose", "device": "deeds", "why": "The cable is loose."}
{"lever": "find", "device": "deeds"}
{"lever": "lose", "device": "board"}
"""
FELT = """
ButtonPressed ButtonPressed ButtonPressed TagPlaced TokenSeen TokenLifted TokenSeen TokenLifted TokenSeen TokenLifted
DeviceLost DeviceFound DeviceLost
"""


@pytest.fixture
def bench() -> RigBench:
    return RigBench().open()


def test_a_script_pulls_every_lever(bench: RigBench) -> None:
    script = [json.loads(line) for line in SCRIPT.split("\n") if line]
    for lever in script:
        pull(bench.rig, lever)
    assert {lever["lever"] for lever in script} == set(LEVERS)
    assert [type(one).__name__ for one in bench.news()] == FELT.split()


def test_a_lever_does_the_same_as_its_method(bench: RigBench) -> None:
    told = {}
    for lever in (
        PRESS,
        {"lever": "place", "reader": "deeds", "uid": CAR},
        {"lever": "put", "uid": HAT, "space": 7},
        {"lever": "lose", "device": "lamps", "why": "Dark."},
    ):
        pull(bench.rig, lever)
        told[lever["lever"]] = bench.news()
    other = RigBench().open()
    assert told == {
        "press": after(other, lambda rig: rig.press("dice")),
        "place": after(other, lambda rig: rig.place("deeds", CAR)),
        "put": after(other, lambda rig: rig.put(HAT, 7)),
        "lose": after(other, lambda rig: rig.lose("lamps", "Dark.")),
    }


def after(bench: RigBench, lever: Any) -> list[Signal]:
    lever(bench.rig)
    return bench.news()


WHY = "The lever lose: why must be a sentence of at most 200 characters, not"
TAGS = "a tag's number of 8, 14 or 20 hexadecimal digits in capitals"


@pytest.mark.parametrize(
    ("lever", "why"),
    [
        (None, 'A lever is an object such as {"lever": "press", "button": "dice"}.'),
        ([PRESS], 'A lever is an object such as {"lever": "press", "button": "dice"}.'),
        ({}, f"No lever is named. The levers are: {', '.join(LEVERS)}."),
        ({"button": "dice"}, f"No lever is named. The levers are: {', '.join(LEVERS)}."),
        ({"lever": 7}, f"There is no lever 7. The levers are: {', '.join(LEVERS)}."),
        ({"lever": ["press"]}, f"There is no lever ['press']. The levers are: {', '.join(LEVERS)}."),
        ({"lever": "pres"}, f'There is no lever "pres" (did you mean press?). The levers are: {", ".join(LEVERS)}.'),
        ({"lever": "press"}, "The lever press needs button (a name)."),
        (
            {"lever": "press", "buton": "dice"},
            'The lever press has no value "buton" (did you mean button?). It takes: button.',
        ),
        ({"lever": "press", 7: 1}, "The lever press has no value 7. It takes: button."),
        ({"lever": "press", "button": "bell"}, "There is no bell button on this table."),
        ({"lever": "hold", "button": "bell"}, "There is no bell button on this table."),
        ({"lever": "edge", "button": "bell", "down": True}, "There is no bell button on this table."),
        ({"lever": "press", "button": 17}, "The lever press: button must be a name, not 17."),
        ({"lever": "press", "button": ""}, 'The lever press: button must be a name, not "".'),
        ({"lever": "press", "button": "a\nb"}, "The lever press: button must be a name, not 'a\\nb'."),
        (
            {"lever": "press", "button": "x" * 201},
            f'The lever press: button must be a name, not "{"x" * 59}….',
        ),
        ({"lever": "edge", "button": "dice", "down": 1}, "The lever edge: down must be true or false, not 1."),
        (
            {"lever": "place", "reader": "window", "uid": CAR},
            "This table has no window. It has: dice, confirm, cancel, deeds, board, lamps, speaker, "
            "dice-display, seat-1, seat-2, seat-3, seat-4, seat-5, seat-6, seat-7, seat-8.",
        ),
        (
            {"lever": "place", "reader": "deeds", "uid": "04a2b3c4"},
            f'The lever place: uid must be {TAGS}, not "04a2b3c4".',
        ),
        ({"lever": "place", "reader": "deeds", "uid": "04"}, f'The lever place: uid must be {TAGS}, not "04".'),
        (
            {"lever": "place", "reader": "deeds", "uid": "٠٤A2B3C4"},
            f'The lever place: uid must be {TAGS}, not "٠٤A2B3C4".',
        ),
        ({"lever": "lift", "reader": "deeds", "uid": CAR}, f"The tag {CAR} is not on deeds."),
        (
            {"lever": "garble", "reader": "deeds", "polls": 0},
            "The lever garble: polls must be a number from 1 to 1000, not 0.",
        ),
        ({"lever": "put", "uid": CAR, "space": 40}, "The lever put: space must be a number from 0 to 39, not 40."),
        ({"lever": "put", "uid": CAR, "space": -1}, "The lever put: space must be a number from 0 to 39, not -1."),
        ({"lever": "put", "uid": CAR, "space": True}, "The lever put: space must be a number from 0 to 39, not True."),
        ({"lever": "put", "uid": CAR, "space": 7.0}, "The lever put: space must be a number from 0 to 39, not 7.0."),
        (
            {"lever": "knock-over", "shift": 40},
            "The lever knock-over: shift must be a number from 0 to 39, not 40.",
        ),
        (
            {"lever": "knock-over", "shift": -1},
            "The lever knock-over: shift must be a number from 0 to 39, not -1.",
        ),
        ({"lever": "press", "button": "x"}, "There is no x button on this table."),
        ({"lever": "pick-up", "uid": CAR}, f"The token {CAR} is not on the board."),
        ({"lever": "lose", "device": "lamps", "why": None}, f"{WHY} None."),
        ({"lever": "lose", "device": "lamps", "why": "a\x1b[2J"}, f"{WHY} 'a\\x1b[2J'."),
    ],
)
def test_an_impossible_lever_is_refused_and_nothing_moves(bench: RigBench, lever: object, why: str) -> None:
    before = bench.rig.health()
    with pytest.raises(BadLever) as refused:
        pull(bench.rig, lever)
    assert str(refused.value) == why
    assert bench.rig.health() == before
    assert bench.news() == []


def test_an_absent_board_has_no_levers() -> None:
    bench = RigBench(None, (), ("dice",), has_outputs=False).open()
    for lever in ({"lever": "put", "uid": CAR, "space": 0}, {"lever": "pick-up", "uid": CAR}, {"lever": "knock-over"}):
        with pytest.raises(BadLever, match=r"^This table has no board. It has: dice.$"):
            pull(bench.rig, lever)


def test_only_a_simulated_table_has_levers() -> None:
    with pytest.raises(BadLever, match=r"^Only a simulated table has levers; this one has real devices.$"):
        pull(object(), PRESS)
