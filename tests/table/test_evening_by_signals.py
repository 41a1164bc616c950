"""A whole evening of three players by their signals alone: everything they do, and everything seen and heard of it.

The same by dice that the companion throws and by dice thrown by hand, and in the words of other boards; nobody
touches a screen.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.journal.codec import decode_act, digest
from companion.play.acts import Act
from companion.play.whose_turn import prompt
from companion.record.board_lines import board_lines
from companion.record.parser import parse
from companion.record.runner import Runner
from companion.rules.board import Board
from companion.rules.commands import Roll
from companion.rules.ids import PlayerId
from companion.rules.opening import may_throw_to_start
from companion.table.games.export import export
from companion.table.games.session import Session
from companion.table.games.upkeep import read_timeline
from companion.table.gestures.tags import CardTag, DeedTag, JailTag
from hardware.clock import HandClock
from hardware.simulated import SimulatedRig
from tests.kit import ATLANTIC, board_named, deed, new_game, rules_of
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


def script(board: Board = ATLANTIC) -> Iterator[Line]:
    """With what is seen in the words of this board."""
    words = new_words(board)
    for line in _lines():
        yield replace(line, seen=tuple(reworded(one, words, board) for one in line.seen))


def _lines() -> Iterator[Line]:
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


# Other boards


def dressed(key: str) -> Board:
    """The names, pieces, cards and money of a board with the numbers of Atlantic City, on which the evening rests."""
    board = board_named(key)
    deeds = zip(ATLANTIC.deeds, board.deeds, strict=True)
    chance, chest = (
        tuple(replace(card, meaning=board.card_named(card.id).meaning) for card in deck)
        for deck in (ATLANTIC.chance, ATLANTIC.chest)
    )
    return replace(
        board,
        deeds=tuple(replace(one, name=other.name) for one, other in deeds),
        chance=chance,
        chest=chest,
        railroad_rents=ATLANTIC.railroad_rents,
        utility_factors=ATLANTIC.utility_factors,
        income_tax=ATLANTIC.income_tax,
        luxury_tax=ATLANTIC.luxury_tax,
    )


def new_words(board: Board) -> dict[str, str]:
    """What this board says for the words of Atlantic City."""
    spaces = {one.name: other.name for one, other in zip(ATLANTIC.spaces, board.spaces, strict=True)}
    cards = {one.meaning: board.card_named(one.id).meaning for one in ATLANTIC.chance}
    return spaces | cards | {one: board.names[key] for key, one in ATLANTIC.names.items()}


def reworded(text: str, words: Mapping[str, str], board: Board) -> str:
    longest_first = sorted(words, key=len, reverse=True)
    text = re.sub(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b", lambda found: words[found[0]], text)
    return re.sub(r"\$([\d,]*\d)", lambda found: board.money(int(found[1].replace(",", ""))), text)


# The people

Fitted = Callable[[HandClock], SimulatedRig]


class SignalEvening:
    def __init__(self, folder: Path, *, hand_dice: bool, fitted: Fitted | None = None, board: Board = ATLANTIC) -> None:
        start = new_game(rules_of(options={"cash-at-start": 700}), NAMES, board=board)
        self.table = DrivenTable(folder, start, hand_dice=hand_dice, fitted=fitted)
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
            jail = self.table.game.board.names["jail"]
            assert guide.startswith((f"{PIECES[seat]}: {sum(faces)} on to ", f"{PIECES[seat]}: into {jail}"))
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
    reading = read_timeline(session.timeline)
    return export(reading.start, reading.moves, reading.end)


def recorded(hand_dice: bool, board: Board = ATLANTIC) -> str:
    """With real dice people have agreed who starts, and the first player just begins."""
    lines = RECORD.read_text(encoding="utf-8").splitlines(keepends=True)
    text = "".join(line for line in lines if not (hand_dice and FOR_THE_START in line))
    deeds = {one.name: other.name.replace(",", "") for one, other in zip(ATLANTIC.deeds, board.deeds, strict=True)}
    edition, rest = reworded(text, deeds, board).split("option", 1)
    return "\n".join((edition, *board_lines(rules_of(), board), f"option{rest}"))


@pytest.mark.parametrize("hand_dice", [False, True], ids=["electronic dice", "dice thrown by hand"])
def test_an_evening(tmp_path: Path, hand_dice: bool) -> None:
    evening = SignalEvening(tmp_path, hand_dice=hand_dice)
    live_through(evening, hand_dice=hand_dice)
    evening.table.put_away()


@pytest.mark.parametrize(
    ("key", "hand_dice", "words"),
    [
        ("london", True, ("Pentonville Road", "£600", "Fenchurch Street Station")),
        (
            "gull-island",
            False,
            ("Heather Path", "M6\N{NO-BREAK SPACE}000", "4 huts", "an inn", "The Brig", "Gust of Wind", "a good catch"),
        ),
    ],
)
def test_an_evening_on_another_board(tmp_path: Path, key: str, hand_dice: bool, words: tuple[str, ...]) -> None:
    board = dressed(key)
    seen = "\n".join(one for line in script(board) for one in line.seen)
    assert [one for one in words if one not in seen] == []
    assert not re.search(r"\$|Oriental|Railroad", seen)
    evening = SignalEvening(tmp_path, hand_dice=hand_dice, board=board)
    live_through(evening, hand_dice=hand_dice)
    evening.table.put_away()


def live_through(evening: SignalEvening, *, hand_dice: bool) -> None:
    board = evening.table.game.board
    for line in script(board):
        if not (hand_dice and FOR_THE_START in line.done):
            evening.live(line)
    expected = recorded(hand_dice, board)
    assert statements(told(evening.table.session)) == statements(expected)
    record = Runner(parse(expected))
    list(record.play())  # its checks say what everybody has at the end
    assert digest(evening.table.game) == digest(record.game)
    assert record.game.over
    assert all(taken.id.startswith("hands-") for taken in evening.table.heard), "nobody has touched a screen"


def test_the_script_says_what_becomes_of_every_line() -> None:
    lines = list(script())
    assert len(lines) > 100
    assert [line.done for line in lines if not line.seen] == []
