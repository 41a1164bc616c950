"""A whole evening of three players by their signals alone: everything they do, and everything seen and heard of it.

The same by dice that the companion throws and by dice thrown by hand; nobody touches a screen.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.journal.codec import decode_act, digest
from companion.play.acts import Act
from companion.play.whose_turn import prompt
from companion.record.parser import parse
from companion.record.runner import Runner
from companion.rules.commands import Roll
from companion.rules.ids import PlayerId
from companion.rules.opening import may_throw_to_start
from companion.table.games.export import export
from companion.table.games.session import Session
from companion.table.games.upkeep import read_session
from companion.table.gestures.tags import CardTag, DeedTag, JailTag
from hardware.clock import HandClock
from hardware.simulated import SimulatedRig
from tests.kit import deed, new_game, rules_of
from tests.table.gestures.contexts import PIECES
from tests.table.signal_driver import DrivenTable, space

NAMES = ("Ann", "Ben", "Cy")
SCRIPT = Path(__file__).with_name("evening_by_signals.txt")
RECORD = Path(__file__).parents[1] / "games" / "evening-by-signals.game"
PAUSE_MS = 1_500  # time for people to look at what happened
FOR_THE_START = " throws "
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
        if not cells[0] and len(cells) == 2:  # another line of what is seen
            line = replace(line, seen=(*line.seen, cells[1]))
        elif cells[0]:
            if line.number:
                yield line
            done, money, heard, *seen = cells
            line = Line(number, done, money, heard, tuple(seen))
    yield line


# The people

Fitted = Callable[[HandClock], SimulatedRig]


class SignalEvening:
    def __init__(self, folder: Path, *, hand_dice: bool, fitted: Fitted | None = None) -> None:
        rules = rules_of(options={"cash-at-start": 700})
        self.table = DrivenTable(folder, new_game(rules, NAMES), hand_dice=hand_dice, fitted=fitted)
        self._hand_dice = hand_dice
        self.between: Callable[[], None] = lambda: None  # what people do
        self.table.set_up()

    def live(self, line: Line) -> None:
        """Does what people do, and checks what is seen."""
        before = self.table.cash()
        self.table.cues()
        self.between()
        self._do(line.done)
        self.table.wait(PAUSE_MS)
        at = f"line {line.number}: {line.done}"
        assert self._money(before) == line.money, at
        assert " ".join(self.table.cues()) == line.heard, at
        waits = tuple(one for one in line.seen if one.startswith(WAITS))
        assert waits in ((), (f"{WAITS}{prompt(self.table.game).text}",)), at
        assert self._seen() == [one for one in line.seen if one not in waits], at

    def _do(self, notice_of: str) -> None:
        match notice_of.split(" "):
            case [name, "throws" | "rolls", *rest]:
                self._throw(NAMES.index(name), *" ".join(rest).split(", "))
            case ["deed", *name]:
                self.table.tap(DeedTag(deed(" ".join(name))))
            case ["card", card]:
                self.table.tap(CardTag(card))
            case ["way", "out", kind]:
                self.table.tap(JailTag(kind))
            case ["hold", button]:
                self.table.hold(button)
            case [owner, "card"]:
                self.table.show_card(_seat(owner))
            case [owner, "button"]:
                self.table.press(f"seat-{_seat(owner) + 1}")
            case [piece, "off", "the", "board"]:
                self.table.pick_up(PIECES.index(piece))
            case [_, "to", *_]:
                self._walk(notice_of)
            case [button]:
                self.table.press(button)
            case _:
                raise AssertionError(f"nobody knows how to do this: {notice_of}")

    def _walk(self, notice_of: str) -> None:
        piece, _, place = notice_of.partition(" to ")
        self.table.put(PIECES.index(piece), space(place))

    # Dice

    def _throw(self, seat: PlayerId, fell: str, walk: str = "") -> None:
        faces = tuple(map(int, fell.split()))
        if self._hand_dice:
            self._throw_by_hand(seat, faces, walk)
        else:
            self._press_dice(seat, faces, walk)

    def _press_dice(self, seat: PlayerId, faces: tuple[int, ...], walk: str) -> None:
        """The guide says how far to move, and goes when that is done. Rolls for the start have none."""
        self.table.wait(0 if may_throw_to_start(self.table.game) else 4_000)
        self.table.dice.faces = faces
        self.table.press("dice")
        display = self.table.rig.dice_display
        assert display is not None
        assert display.shown[-1] == faces
        if walk:
            (guide,) = self.table.prompts().guides
            assert guide.startswith((f"{PIECES[seat]}: {sum(faces)} on to ", f"{PIECES[seat]}: into Jail"))
            self._walk(walk)

    def _throw_by_hand(self, seat: PlayerId, faces: tuple[int, ...], walk: str) -> None:
        """The token moves first, or the dice button says that it stays in Jail; then the roll is entered."""
        if walk:
            self._walk(walk)
        else:
            self.table.press("dice")
        self.table.wait(2 * PAUSE_MS)
        assert self.table.prompts().proposed_throw == (sum(faces) if walk else 0)
        if self._would() != Roll(seat, faces):
            self.table.press("cancel")
            self.table.wait(PAUSE_MS)
        assert self._would() == Roll(seat, faces)
        assert set(self.table.cues()) == {"read"}
        self.table.press("confirm")

    def _would(self) -> Act | None:
        """What Confirm takes."""
        sheet = self.table.prompts().sheet
        return decode_act(bytes(sheet.moves[sheet.highlighted].act)) if sheet and sheet.highlighted >= 0 else None

    # What is seen and heard

    def _money(self, before: list[int]) -> str:
        seats = zip(NAMES, before, self.table.cash(), strict=True)
        return ", ".join(f"{name} {now}" for name, cash, now in seats if now != cash)

    def _seen(self) -> list[str]:
        prompts, sheet = self.table.prompts(), self.table.prompts().sheet
        return [
            *([f"sheet: {sheet.text}"] if sheet else []),
            *([f"would: {sheet.moves[sheet.highlighted].label}"] if sheet and sheet.highlighted >= 0 else []),
            *([f"notice: {prompts.notice}"] if prompts.notice else []),
            *(f"choice: {choice.label}" for choice in prompts.choices),
            *(f"guide: {line}" for line in prompts.guides),
            *(f"question: {question.text}" for question in prompts.questions),
            *(f"{'done' if one.done else 'to do'}: {one.text}" for one in prompts.board_fixes),
        ]


def _seat(owner: str) -> PlayerId:
    return NAMES.index(owner.removesuffix("'s"))


# The record


def statements(text: str) -> list[str]:
    """Without comments and checks."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("?")]


def told(session: Session) -> str:
    reading = read_session(session)
    return export(reading.start, reading.steps, reading.end)


def recorded(hand_dice: bool) -> str:
    """With real dice people have agreed who starts, and the first player just begins."""
    lines = RECORD.read_text(encoding="utf-8").splitlines(keepends=True)
    return "".join(line for line in lines if not (hand_dice and FOR_THE_START in line))


@pytest.mark.parametrize("hand_dice", [False, True], ids=["electronic dice", "dice thrown by hand"])
def test_an_evening(tmp_path: Path, hand_dice: bool) -> None:
    evening = SignalEvening(tmp_path, hand_dice=hand_dice)
    live_through(evening, hand_dice=hand_dice)
    evening.table.put_away()


def live_through(evening: SignalEvening, *, hand_dice: bool) -> None:
    for line in script():
        if not (hand_dice and FOR_THE_START in line.done):
            evening.live(line)
    assert statements(told(evening.table.session)) == statements(recorded(hand_dice))
    record = Runner(parse(recorded(hand_dice)))
    list(record.play())  # its checks say what everybody has at the end
    assert digest(evening.table.game) == digest(record.game)
    assert record.game.over
    assert all(taken.id.startswith("hands-") for taken in evening.table.heard), "nobody has touched a screen"


def test_the_script_says_what_becomes_of_every_line() -> None:
    lines = list(script())
    assert len(lines) > 100
    assert [line.done for line in lines if not line.seen] == []
