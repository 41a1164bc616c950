"""Signals at a table in a process of its own: levers are pulled over the socket, and every client hears the result."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from companion.table.messages.message import PROTOCOL, RoleName
from companion.table.messages.requests import BindTag, NewGame
from companion.table.messages.views import ChoiceView
from companion.table.messages.wire import (
    Answer,
    AnswerQuestion,
    FromTable,
    Hello,
    Moved,
    Pairing,
    Signal,
    Snapshot,
    TablePrompts,
    decode_from_table,
    encode,
)
from tests.table.running_table import RunningTable, SocketClient

CAR, DEED, UNKNOWN = "04A2B3C4D5E680", "04A2B3C4D5E681", "DEADBEEF"
FORBIDDEN = "Only the Banker may do that."
T = TypeVar("T", bound=FromTable)


class ListeningClient(SocketClient):
    """Reads everything, prompts included."""

    def __init__(self, path: Path, role: RoleName = "banker", seat: int = -1) -> None:
        super().__init__(path)
        self._ids = (f"{role}-{number}" for number in count(1))
        self.say(encode(Hello(PROTOCOL, role, seat)))
        self.until(Snapshot)

    def __enter__(self) -> "ListeningClient":
        return self

    def until(self, kind: type[T], is_wanted: Callable[[T], bool] = lambda _: True) -> T:
        """The next message of this kind; the socket has a deadline."""
        while True:
            told = self._heard.hear(decode_from_table(self._file.readline()))
            if isinstance(told, kind) and is_wanted(told):
                return told

    def pull(self, lever: str, **values: str | int) -> str:
        id = next(self._ids)
        self.say(encode(Signal(id, msgspec.Raw(msgspec.json.encode({"lever": lever, **values})))))
        return id

    def decide(self, question: int, *, board_is_right: bool) -> str:
        id = next(self._ids)
        self.say(encode(AnswerQuestion(id, question, board_is_right)))
        return id

    def answer(self, id: str) -> Answer:
        return self.until(Answer, lambda answer: answer.id == id)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    """Ann rolls next, and has the Car."""
    with RunningTable(tmp_path / "data") as running:
        assert running.ask(NewGame(("Ann", "Ben"), position="given turn Ann", tokens=("Car", "Hat"))).done
        assert running.ask(BindTag(CAR, {"token": "Car"})).done
        assert running.ask(BindTag(DEED, {"deed": 3})).done
        yield running


def test_the_dice_are_pressed_and_a_viewer_sees_the_move_and_the_guide(table: RunningTable) -> None:
    with ListeningClient(table.socket) as banker, ListeningClient(table.socket, "viewer") as viewer:
        assert banker.answer(banker.pull("put", uid=CAR, space=0)) == Answer("banker-1", "done")
        banker.pull("press", button="dice")
        moved = viewer.until(Moved)
        place = moved.view.players[0].space
        assert (moved.number, place) == (1, sum(moved.view.dice))
        guided = viewer.until(TablePrompts, lambda now: bool(now.guides))
        assert guided.guides[0].startswith("Car: ")
        banker.pull("put", uid=CAR, space=place)
        viewer.until(TablePrompts, lambda now: not now.guides)


def test_a_tag_on_the_reader_is_shown_on_every_screen(table: RunningTable) -> None:
    with ListeningClient(table.socket) as banker, ListeningClient(table.socket, "viewer") as viewer:
        banker.pull("place", reader="deeds", uid=DEED)
        shown = viewer.until(TablePrompts, lambda now: now.sheet is not None).sheet
        assert shown is not None
        assert shown.text == "Baltic Avenue is the Bank's. Its price is $60."
        banker.pull("lift", reader="deeds", uid=DEED)
        banker.pull("press", button="cancel")
        viewer.until(TablePrompts, lambda now: now.sheet is None)
        banker.pull("place", reader="deeds", uid=UNKNOWN)
        offered = viewer.until(TablePrompts, lambda now: now.notice == "This tag is not known here.")
        assert offered.choices == (ChoiceView("Say what it is", does="enrol", uid=UNKNOWN),)


def test_a_later_client_is_shown_the_prompts(table: RunningTable) -> None:
    with ListeningClient(table.socket) as banker:
        banker.pull("place", reader="deeds", uid=DEED)
        banker.until(TablePrompts, lambda now: now.sheet is not None)
        with SocketClient(table.socket) as late:
            late.say(encode(Hello(PROTOCOL, "viewer")))
            late.next()
            snapshot = late.next()
            assert isinstance(snapshot, Snapshot)
            assert snapshot.prompts is not None
            assert snapshot.prompts.sheet is not None
            assert "deeds" in {device.name for device in snapshot.prompts.devices}


def test_a_question_about_the_board_is_decided(table: RunningTable) -> None:
    """The question comes after three seconds, for which this test waits."""
    with ListeningClient(table.socket) as banker:
        banker.pull("put", uid=CAR, space=20)
        (question,) = banker.until(TablePrompts, lambda now: bool(now.questions)).questions
        assert question.text == "Car is on Free Parking, but the game says GO."
        held = banker.pull("press", button="dice")
        assert banker.answer(held).outcome == "done"
        assert banker.until(TablePrompts, lambda now: bool(now.notice)).notice.startswith("First the question")
        unknown = banker.answer(banker.decide(question.number + 1, board_is_right=True))
        assert (unknown.outcome, unknown.message) == ("refused", "This question is not open any more.")
        right = banker.decide(question.number, board_is_right=True)
        moved = banker.until(Moved)
        assert (moved.number, moved.view.players[0].space) == (1, 20)
        assert banker.answer(right) == Answer(right, "done", 1)


def test_the_screen_may_be_right(table: RunningTable) -> None:
    with ListeningClient(table.socket) as banker:
        banker.pull("put", uid=CAR, space=20)
        (question,) = banker.until(TablePrompts, lambda now: bool(now.questions)).questions
        right = banker.decide(question.number, board_is_right=False)
        guided = banker.until(TablePrompts, lambda now: bool(now.guides))
        assert (guided.guides, guided.questions) == (("Hat: to GO", "Car: back to GO"), ())
        assert banker.answer(right) == Answer(right, "done")


def test_a_held_confirm_opens_the_door_though_no_game_is_in_play(tmp_path: Path) -> None:
    with RunningTable(tmp_path / "data") as running, ListeningClient(running.socket) as banker:
        banker.pull("hold", button="confirm")
        opened = banker.until(Pairing)
        assert len(opened.pairing.code) == 6
        told = banker.until(TablePrompts, lambda now: "code" in now.notice)
        assert told.notice == "A code for the Banker's tablet is on the Banker's screen, under Tablets and phones."


def test_only_the_banker_pulls_levers_and_decides(table: RunningTable) -> None:
    with (
        ListeningClient(table.socket) as banker,
        ListeningClient(table.socket, "viewer") as viewer,
        ListeningClient(table.socket, "player", 0) as player,
    ):
        banker.pull("put", uid=CAR, space=20)
        (question,) = banker.until(TablePrompts, lambda now: bool(now.questions)).questions
        for connection in (viewer, player):
            pulled = connection.answer(connection.pull("pick-up", uid=CAR))
            decided = connection.answer(connection.decide(question.number, board_is_right=True))
            assert (pulled.outcome, pulled.message) == ("forbidden", FORBIDDEN)
            assert (decided.outcome, decided.message) == ("forbidden", FORBIDDEN)
        right = banker.answer(banker.decide(question.number, board_is_right=True))
        assert (right.outcome, right.number) == ("done", 1), "the token still stands there, and nothing has moved"


@pytest.mark.parametrize(
    ("lever", "values", "why"),
    [
        ("shake", {}, "There is no lever"),
        ("press", {"button": "bell"}, "There is no bell button on this table."),
        ("put", {"uid": CAR, "space": 40}, "The lever put: space must be a number from 0 to 39"),
        ("lift", {"reader": "deeds", "uid": DEED}, f"The tag {DEED} is not on deeds."),
    ],
)
def test_an_impossible_lever_is_refused(
    table: RunningTable, lever: str, values: dict[str, str | int], why: str
) -> None:
    with ListeningClient(table.socket) as banker:
        answer = banker.answer(banker.pull(lever, **values))
        assert (answer.outcome, answer.code) == ("refused", "bad-lever")
        assert answer.message.startswith(why)


def test_none_of_this_is_logged(table: RunningTable) -> None:
    with ListeningClient(table.socket) as banker:
        for space in range(40):
            banker.pull("put", uid=CAR, space=space)
        for _ in range(5):
            banker.pull("press", button="dice")
        banker.pull("lose", device="deeds")
        lost = banker.until(TablePrompts, lambda now: any(device.state == "lost" for device in now.devices))
        assert [device.name for device in lost.devices if device.state == "lost"] == ["deeds"]
    ended = table.end()
    assert (ended.code, ended.said) == (0, "")


def test_unreadable_tags_are_reported_at_the_start_and_kept(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "tags.json").write_bytes(b"{ rubbish")
    with RunningTable(data) as running:
        assert "tags.json cannot be read" in running.line
    assert b"{ rubbish" in [path.read_bytes() for path in data.glob("tags.json*")]
