"""A whole evening of three players by their signals: everything they do, and everything that is seen and heard of it.

What no gesture can say (no to a deed, the hammer, a deal, a bankruptcy, dice thrown by hand) comes from a screen.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.journal.codec import Act, digest
from companion.record.parser import load, parse
from companion.record.runner import Runner
from companion.record.statements import Done, Order
from companion.rules import new_game
from companion.rules.commands import Roll, Throw
from companion.rules.ids import PlayerId
from companion.rules.opening import may_throw_to_start
from companion.table.bindings import CardTag, DeedTag, JailTag
from companion.table.export import export
from companion.table.prompts import prompt
from companion.table.reading import reading_of
from companion.table.session import Session
from tests.kit import deed, rules_of
from tests.table.hands_kit import Seated, space
from tests.table.scenes import PIECES

NAMES = ("Ann", "Ben", "Cy")
SCRIPT = Path(__file__).with_name("evening_by_signals.txt")
RECORD = Path(__file__).parents[1] / "games" / "evening-by-signals.game"
PAUSE_MS = 1_500  # in which people look at what has happened
WAITS = "waits: "


# The script


class Line(Struct, frozen=True):
    number: int
    done: str
    money: str
    heard: str
    seen: tuple[str, ...]


def script() -> Iterator[Line]:
    line = Line(0, "", "", "", ())
    for number, text in enumerate(SCRIPT.read_text(encoding="utf-8").splitlines(), 1):
        cells = [cell.strip() for cell in text.partition("#")[0].split("|")]
        if not cells[0] and len(cells) == 2:  # more of what is seen
            line = replace(line, seen=(*line.seen, cells[1]))
        elif cells[0]:
            if line.number:
                yield line
            done, money, heard, *seen = cells
            line = Line(number, done, money, heard, tuple(seen))
    yield line


def act(statement: str) -> Act:
    """A statement of a record."""
    (done,) = parse(f"players {' '.join(NAMES)}\n{statement}\n").statements
    assert isinstance(done, Done)
    assert isinstance(done.act, Order)
    return done.act.command


# The people


class Evening:
    def __init__(self, folder: Path, *, hand_dice: bool) -> None:
        rules = rules_of(options={"cash-at-start": 700})
        self.table = Seated(folder, new_game(rules, NAMES), hand_dice=hand_dice)
        self._hand_dice = hand_dice
        self.table.set_up()

    def live(self, line: Line) -> None:
        """What people do, and what must be seen of it."""
        before = self.table.cash()
        self.table.cues()
        self._do(line.done)
        self.table.wait(PAUSE_MS)
        at = f"line {line.number}: {line.done}"
        assert self._money(before) == line.money, at
        assert " ".join(self.table.cues()) == self._to_hear(line), at
        waits = tuple(one for one in line.seen if one.startswith(WAITS))
        assert waits in ((), (f"{WAITS}{prompt(self.table.game).text}",)), at
        assert self._seen() == [one for one in line.seen if one not in waits], at

    def _do(self, said: str) -> None:
        match said.split(" "):
            case [name, "throws", *rest]:
                self._throw(NAMES.index(name), *" ".join(rest).split(", "))
            case ["deed", *name]:
                self.table.tap(DeedTag(deed(" ".join(name))))
            case ["card", card]:
                self.table.tap(CardTag(card))
            case ["way", "out", kind]:
                self.table.tap(JailTag(kind))
            case ["screen:", *statement]:
                self.table.on_screen(act(" ".join(statement)))
            case ["hold", button]:
                self.table.hold(button)
            case [owner, "card"]:
                self.table.show_card(_seat(owner))
            case [owner, "button"]:
                self.table.press(f"seat-{_seat(owner) + 1}")
            case [piece, "off", "the", "board"]:
                self.table.pick_up(PIECES.index(piece))
            case [_, "to", *_]:
                self._walk(said)
            case [button]:
                self.table.press(button)
            case _:
                raise AssertionError(f"nobody knows how to do this: {said}")

    def _walk(self, said: str) -> None:
        piece, _, place = said.partition(" to ")
        self.table.put(PIECES.index(piece), space(place))

    # Dice

    def _throw(self, seat: PlayerId, fell: str, walk: str = "") -> None:
        faces = tuple(map(int, fell.split()))
        if self._hand_dice:
            self._throw_by_hand(seat, faces, walk)
        else:
            self._press_dice(seat, faces, walk)

    def _press_dice(self, seat: PlayerId, faces: tuple[int, ...], walk: str) -> None:
        """The guide says how far to move, and is silent once that is done."""
        self.table.wait(4_000)
        self.table.dice.faces = faces
        self.table.press("dice")
        display = self.table.rig.dice_display
        assert display is not None
        assert display.shown[-1] == faces
        if walk:
            (guide,) = self.table.at_hand().guides
            assert guide.startswith((f"{PIECES[seat]}: {sum(faces)} on to ", f"{PIECES[seat]}: into Jail"))
            self._walk(walk)

    def _throw_by_hand(self, seat: PlayerId, faces: tuple[int, ...], walk: str) -> None:
        """The token goes first: how far it went is proposed, and the Banker says which faces that was."""
        is_start = may_throw_to_start(self.table.game)
        if walk:
            self._walk(walk)
        self.table.wait(PAUSE_MS)
        assert self.table.at_hand().proposed_throw == (sum(faces) if walk else 0)
        self.table.on_screen(Throw(seat, faces) if is_start else Roll(seat, faces))

    # What is seen and heard

    def _money(self, before: list[int]) -> str:
        seats = zip(NAMES, before, self.table.cash(), strict=True)
        return ", ".join(f"{name} {now}" for name, cash, now in seats if now != cash)

    def _to_hear(self, line: Line) -> str:
        """In brackets is what answers the dice button, which nobody presses where dice are thrown by hand."""
        answer = line.heard.startswith("(")
        return line.heard.strip("()") if not (answer and self._hand_dice) else ""

    def _seen(self) -> list[str]:
        at_hand, sheet = self.table.at_hand(), self.table.at_hand().sheet
        return [
            *([f"sheet: {sheet.text}"] if sheet else []),
            *([f"would: {sheet.moves[sheet.highlighted].label}"] if sheet and sheet.highlighted >= 0 else []),
            *([f"notice: {at_hand.notice}"] if at_hand.notice else []),
            *(f"choice: {choice.label}" for choice in at_hand.choices),
            *(f"guide: {line}" for line in at_hand.guides),
            *(f"question: {question.text}" for question in at_hand.questions),
            *(f"{'done' if one.done else 'to do'}: {one.text}" for one in at_hand.to_put_right),
        ]


def _seat(owner: str) -> PlayerId:
    return NAMES.index(owner.removesuffix("'s"))


# The record


def statements(text: str) -> list[str]:
    """Without comments and checks."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("?")]


def told(session: Session) -> str:
    reading = reading_of(session)
    return export(reading.start, reading.steps, reading.end)


@pytest.mark.parametrize("hand_dice", [False, True], ids=["electronic dice", "dice thrown by hand"])
def test_an_evening(tmp_path: Path, hand_dice: bool) -> None:
    evening = Evening(tmp_path, hand_dice=hand_dice)
    for line in script():
        evening.live(line)
    assert statements(told(evening.table.session)) == statements(RECORD.read_text(encoding="utf-8"))
    record = Runner(load(RECORD))
    list(record.play())  # its checks say what everybody has in the end
    assert digest(evening.table.game) == digest(record.game)
    evening.table.put_away()


def test_the_script_says_what_becomes_of_every_line() -> None:
    lines = list(script())
    assert len(lines) > 100
    assert [line.done for line in lines if not line.seen] == []
