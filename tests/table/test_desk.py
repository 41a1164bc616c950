"""Where callers are served: who may say what when, one effect and one answer to an id, and what everybody hears."""

import msgspec
import pytest
from msgspec import Raw

from companion.journal.codec import Act, Rename, Undo, digest
from companion.rules.commands import Bid, BuyDeed, CorrectCash, EndTurn, Roll
from companion.table.caller import WAITING_MOST
from companion.table.desk import LOG_MOVES
from companion.table.messages import (
    PROTOCOL,
    Answer,
    Ask,
    FromClient,
    Give,
    Goodbye,
    Hello,
    ListGames,
    Moved,
    Reply,
    Resync,
    RoleName,
    Snapshot,
    Trouble,
    Welcome,
    decode_from_table,
    encode,
)
from tests.journal.conftest import closed_in_the_end
from tests.table.evening import id_of, move
from tests.table.room import Room, give_line, numbers

__all__ = ["closed_in_the_end"]
ANN, BEN, ZOE = range(3)
ROLL = Roll(ANN, (1, 2))


@pytest.fixture
def room() -> Room:
    made = Room("The table was restarted at 20:14.")
    made.begin()
    return made


# Hello


def test_hello_is_answered_with_a_welcome_and_a_snapshot(room: Room) -> None:
    caller = room.desk.connect()
    room.say(caller, Hello(PROTOCOL, "viewer"))
    welcome, snapshot = room.sent(caller)
    assert isinstance(welcome, Welcome)
    assert (welcome.version, welcome.app, welcome.restarted) == (PROTOCOL, "0.1.0", "The table was restarted at 20:14.")
    assert len(welcome.board.spaces) == 40
    assert isinstance(snapshot, Snapshot)
    assert snapshot.view is not None
    assert (snapshot.number, snapshot.view.game, snapshot.trouble) == (0, room.disk.game, "")


@pytest.mark.parametrize("first", [Ask("a", ListGames()), Resync()], ids=repr)
def test_nothing_is_heard_before_a_hello(room: Room, first: FromClient) -> None:
    caller = room.desk.connect()
    room.say(caller, first)
    assert room.sent(caller) == [Goodbye("Say hello first, and once.")]
    assert room.host.asked == []


def test_no_command_is_taken_before_a_hello(room: Room) -> None:
    caller = room.desk.connect()
    room.desk.hear(caller, give_line("a", ROLL))
    assert room.sent(caller) == [Goodbye("Say hello first, and once.")]
    assert room.host.session is not None
    assert room.host.session.number == 0


def test_who_has_not_said_hello_hears_nothing(room: Room) -> None:
    silent, banker = room.desk.connect(), room.greeted()
    room.give(banker, "a", ROLL)
    room.desk.changed()
    assert room.sent(silent) == []


@pytest.mark.parametrize(
    ("hello", "why"),
    [
        (Hello(PROTOCOL + 1, "banker"), "This table speaks version 1, not 2: update the older program."),
        (Hello(0, "viewer"), "This table speaks version 1, not 0: update the older program."),
        (Hello(PROTOCOL, "player"), "A player has a seat, and nobody else has."),
        (Hello(PROTOCOL, "banker", 0), "A player has a seat, and nobody else has."),
        (Hello(PROTOCOL, "viewer", 2), "A player has a seat, and nobody else has."),
    ],
    ids=repr,
)
def test_a_hello_that_will_not_do(room: Room, hello: Hello, why: str) -> None:
    caller = room.desk.connect()
    room.say(caller, hello)
    assert room.sent(caller) == [Goodbye(why)]
    assert caller.is_leaving


def test_hello_is_said_once(room: Room) -> None:
    caller = room.greeted("viewer")
    room.say(caller, Hello(PROTOCOL, "banker"))
    assert room.sent(caller) == [Goodbye("Say hello first, and once.")]
    assert caller.role == "viewer"


def test_who_is_to_leave_is_not_heard_any_more(room: Room) -> None:
    caller = room.greeted()
    room.desk.hear(caller, b"{")
    room.desk.hear(caller, give_line("a", ROLL))
    assert room.host.session is not None
    assert room.host.session.number == 0


# Roles


@pytest.mark.parametrize(
    ("role", "seat", "act", "why"),
    [
        ("viewer", -1, Roll(ANN, ()), "This screen only watches."),
        ("viewer", -1, Undo(), "This screen only watches."),
        ("player", BEN, Roll(ANN, ()), "That is another player's to do."),
        ("player", ANN, Roll(ANN, (6, 6)), "Only the Banker may say what fell or was drawn."),
        ("player", ANN, Undo(), "Only the Banker may do that."),
        ("player", ANN, Rename(ANN, "Anna"), "Only the Banker may do that."),
        ("player", ANN, CorrectCash(ANN, 100, "please"), "Only the Banker may do that."),
    ],
)
def test_what_is_forbidden_changes_nothing(room: Room, role: RoleName, seat: int, act: Act, why: str) -> None:
    caller = room.greeted(role, seat)
    assert room.host.session is not None
    before = digest(room.host.session.game)
    assert room.give(caller, "a", act) == Answer("a", "forbidden", message=why)
    assert digest(room.host.session.game) == before
    assert room.give(room.greeted(), "a", ROLL) == Answer("a", "done", 1), "the id is not used up"


def test_a_player_plays(room: Room) -> None:
    assert room.give(room.greeted("player", ANN), "a", Roll(ANN, ())) == Answer("a", "done", 1)


def test_a_seat_that_nobody_has_can_do_nothing(room: Room) -> None:
    answer = room.give(room.greeted("player", 7), "a", Roll(7, ()))
    assert (answer.outcome, answer.message) == ("refused", "There is no such player.")


@pytest.mark.parametrize(("role", "seat"), [("viewer", -1), ("player", ANN)])
def test_only_the_banker_asks_about_games(room: Room, role: RoleName, seat: int) -> None:
    caller = room.greeted(role, seat)
    room.say(caller, Ask("q", ListGames()))
    assert room.sent(caller) == [Reply("q", done=False, message="Only the Banker may ask that.")]
    assert room.host.asked == []


def test_the_host_answers_the_banker(room: Room) -> None:
    caller = room.greeted()
    room.say(caller, Ask("q", ListGames()))
    assert room.sent(caller) == [Reply("q", done=True)]
    assert room.host.asked == [Ask("q", ListGames())]


# Garbage

HUGE = b"1" + b"0" * 30
GARBAGE = {
    "open": b"{",
    "number": b"5",
    "list": b"[]",
    "nothing": b"",
    "null": b"null",
    "not a number": b"NaN",
    "deep": b"[" * 4_000 + b"]" * 4_000,
    "deeper inside": b'{"type":"Give","id":"a","act":' + b"[" * 32_000 + b"]" * 32_000 + b"}",
    "lone surrogate": b'{"type":"Hello","version":1,"role":"viewer","name":"\\ud800"}',
    "lone surrogate in an act": b'{"type":"Give","id":"a","act":{"type":"Rename","player":0,"name":"\\ud800"}}',
    "nul": b"\0",
    "nul behind": b'{"type":"Resync"}\0',
    "no utf-8": b"\xff\xfe\xfd",
    "no utf-8 inside": b'{"type":"Ask","id":"\xff","request":{"type":"ListGames"}}',
    "unknown type": b'{"type":"Rob","id":"a"}',
    "no type": b'{"id":"a"}',
    "unknown field": b'{"type":"Resync","please":true}',
    "unknown question": b'{"type":"Ask","id":"a","request":{"type":"Wipe"}}',
    "no id": encode(Ask("", ListGames())),
    "long id": encode(Ask("a" * 65, ListGames())),
    "id with a space": encode(Ask("a b", ListGames())),
    "id with an accent": encode(Ask("é", ListGames())),
    "number for a name": b'{"type":"Ask","id":5,"request":{"type":"ListGames"}}',
    "huge version": b'{"type":"Hello","version":' + HUGE + b',"role":"banker"}',
    "what tables say": encode(Goodbye("Enough.")),
}


@pytest.mark.parametrize("line", GARBAGE.values(), ids=GARBAGE.keys())
@pytest.mark.parametrize("is_greeted", [False, True])
def test_garbage_ends_its_caller_alone(room: Room, line: bytes, is_greeted: bool) -> None:
    other = room.greeted()
    caller = room.greeted() if is_greeted else room.desk.connect()
    room.desk.hear(caller, line)
    (goodbye,) = room.sent(caller)
    assert isinstance(goodbye, Goodbye)
    assert goodbye.why
    assert "\n" not in goodbye.why
    assert room.host.asked == []
    assert room.give(other, "a", ROLL) == Answer("a", "done", 1)


def test_what_is_deep_inside_is_never_taken(room: Room) -> None:
    """How deep it may be before the line itself is garbage is for Python to say."""
    caller = room.greeted()
    room.desk.hear(caller, give_line("a", b"[" * 4_000 + b"]" * 4_000))
    (said,) = room.sent(caller)
    assert isinstance(said, Goodbye) or (isinstance(said, Answer) and said.outcome == "refused")


NO_ACTS = {
    "number": b"5",
    "nothing": b"{}",
    "unknown type": b'{"type":"Rob","player":0}',
    "unknown field": b'{"type":"EndTurn","player":0,"quietly":true}',
    "a word for a number": b'{"type":"Bid","player":0,"amount":"ten"}',
    "half a dollar": b'{"type":"Bid","player":0,"amount":0.5}',
    "no utf-8": b'{"type":"Rename","player":0,"name":"\xff"}',
    "too long": b'{"type":"Rename","player":0,"name":"' + b"a" * 2_000 + b'"}',
}


@pytest.mark.parametrize("act", NO_ACTS.values(), ids=NO_ACTS.keys())
def test_what_is_no_command_is_refused_and_the_caller_stays(room: Room, act: bytes) -> None:
    caller = room.greeted()
    answer = room.give(caller, "a", act)
    assert (answer.outcome, answer.code) == ("refused", "unknown-command")
    assert answer.message.startswith("There is no such command: ")
    assert room.give(caller, "b", ROLL) == Answer("b", "done", 1)


@pytest.mark.parametrize(
    "act",
    [
        b'{"type":"Rename","player":0,"name":"A\\u0000"}',
        b'{"type":"CorrectCash","player":0,"by":5,"reason":"\\u001b[2J"}',
        b'{"type":"EndGame","reason":"\\u202eetal"}',
    ],
)
def test_words_that_cannot_be_read_are_not_taken(room: Room, act: bytes) -> None:
    answer = room.give(room.greeted(), "a", act)
    assert (answer.outcome, answer.code) == ("refused", "unknown-command")


def test_a_command_for_another_game_is_not_taken(room: Room) -> None:
    caller = room.greeted()
    room.say(caller, Give("a", Raw(msgspec.json.encode(ROLL)), "19700101-0000-aa"))
    (answer,) = [told for told in room.sent(caller) if isinstance(told, Answer)]
    assert (answer.outcome, answer.code) == ("refused", "other-game")
    room.say(caller, Give("b", Raw(msgspec.json.encode(ROLL)), room.disk.game))
    assert Answer("b", "done", 1) in room.sent(caller)


OUT_OF_BOUNDS = {
    "huge player": (b'{"type":"EndTurn","player":' + HUGE + b"}", "unknown-name"),
    "player before the first": (b'{"type":"EndTurn","player":-1}', "unknown-name"),
    "huge bid": (b'{"type":"Bid","player":0,"amount":' + HUGE + b"}", "wrong-moment"),
    "huge correction": (b'{"type":"CorrectCash","player":0,"by":' + HUGE + b',"reason":"x"}', "bad-offer"),
    "huge face": (b'{"type":"Roll","player":0,"dice":[1,' + HUGE + b"]}", "bad-dice"),
    "deed before the first": (b'{"type":"Build","player":0,"deed":-3}', "unknown-name"),
    "huge deed": (b'{"type":"Mortgage","player":0,"deed":' + HUGE + b"}", "unknown-name"),
    "huge undo": (b'{"type":"Undo","number":' + HUGE + b"}", "nothing-to-undo"),
}


@pytest.mark.parametrize(("act", "code"), OUT_OF_BOUNDS.values(), ids=OUT_OF_BOUNDS.keys())
def test_numbers_out_of_all_bounds_are_refused_as_any_other(room: Room, act: bytes, code: str) -> None:
    caller = room.greeted()
    answer = room.give(caller, "a", act)
    assert (answer.outcome, answer.code) == ("refused", code)
    assert answer.clauses
    assert room.host.session is not None
    assert room.host.session.number == 0


# One effect, one answer


def test_the_same_id_is_one_effect_and_the_same_answer(room: Room) -> None:
    caller, other = room.greeted(), room.greeted()
    room.desk.hear(caller, give_line("a", ROLL))
    room.desk.hear(caller, give_line("a", ROLL))
    told = room.sent(caller)
    assert [type(message) for message in told] == [Moved, Answer, Answer]
    assert told[1] == told[2] == Answer("a", "done", 1)
    assert room.give(other, "a", BuyDeed(ANN)) == Answer("a", "done", 1), "whoever sends it, and whatever it says"
    assert room.host.session is not None
    assert room.host.session.number == 1


def test_the_same_id_is_the_same_answer_after_a_restart(room: Room) -> None:
    for number in range(1, 6):
        room.give(room.greeted(), id_of(number), move(number).act)
    session = room.restart()
    caller = room.greeted()
    for number in range(1, 6):
        assert room.give(caller, id_of(number), move(number).act) == Answer(id_of(number), "done", number)
    assert session.number == 5
    assert digest(session.game) == digest(move(5).after)


def test_a_refused_id_stays_refused(room: Room) -> None:
    caller = room.greeted()
    refused = room.give(caller, "early", EndTurn(ANN))
    assert (refused.outcome, refused.number) == ("refused", 0)
    assert refused.message
    assert refused.code
    assert refused.clauses
    room.give(caller, "a", ROLL)
    room.give(caller, "b", BuyDeed(ANN))
    assert room.give(caller, "early", EndTurn(ANN)) == refused
    assert room.give(caller, "late", EndTurn(ANN)).outcome == "done"


def test_a_mistake_of_ours_is_told_and_changes_nothing(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    caller = room.greeted()
    monkeypatch.setattr("companion.table.course.decide_act", broken)
    answer = room.give(caller, "a", ROLL)
    assert answer.outcome == "mistake"
    assert "our mistake" in answer.message
    assert "a bug" not in answer.message
    monkeypatch.undo()
    assert room.give(caller, "a", ROLL) == answer
    assert room.give(caller, "b", ROLL) == Answer("b", "done", 1)


# News


def test_everybody_hears_of_every_move_once_and_in_order(room: Room) -> None:
    banker, others = room.greeted(), [room.greeted("viewer"), room.greeted("player", BEN)]
    for number in range(1, 31):
        assert room.give(banker, id_of(number), move(number).act).number == number
    for caller in others:
        told = room.sent(caller)
        assert numbers(told) == [("Moved", number) for number in range(1, 31)]
        assert all(isinstance(message, Moved) and message.log for message in told)


def test_an_overrun_is_exactly_one_snapshot_and_then_the_following_numbers(room: Room) -> None:
    banker, slow = room.greeted(), room.greeted("viewer")
    for number in range(1, WAITING_MOST + 10):
        room.give(banker, id_of(number), move(number).act)
    (snapshot,) = room.sent(slow)
    assert isinstance(snapshot, Snapshot)
    assert snapshot.number == WAITING_MOST + 9
    assert {line.number for line in snapshot.log} <= set(range(snapshot.number - LOG_MOVES + 1, snapshot.number + 1))
    for number in range(WAITING_MOST + 10, WAITING_MOST + 13):
        room.give(banker, id_of(number), move(number).act)
    assert numbers(room.sent(slow)) == [("Moved", number) for number in range(WAITING_MOST + 10, WAITING_MOST + 13)]


def test_who_missed_something_asks_for_a_snapshot(room: Room) -> None:
    banker, viewer = room.greeted(), room.greeted("viewer")
    room.give(banker, "a", ROLL)
    room.say(viewer, Resync())
    assert numbers(room.sent(viewer)) == [("Snapshot", 1)]
    room.give(banker, "b", BuyDeed(ANN))
    assert numbers(room.sent(viewer)) == [("Moved", 2)]


def test_an_undo_says_what_to_put_back(room: Room) -> None:
    banker = room.greeted()
    room.give(banker, "a", ROLL)
    room.give(banker, "b", BuyDeed(ANN))
    room.desk.hear(banker, give_line("c", Undo()))
    moved = room.sent(banker)[0]
    assert isinstance(moved, Moved)
    assert moved.number == 3
    assert len(moved.put_back) == 1
    assert "Baltic" in moved.put_back[0]


def test_who_has_left_hears_nothing_and_may_leave_twice(room: Room) -> None:
    banker, viewer = room.greeted(), room.greeted("viewer")
    room.desk.leave(viewer)
    room.desk.leave(viewer)
    room.give(banker, "a", ROLL)
    assert room.sent(viewer) == []
    assert room.desk.callers == [banker]


def test_everybody_is_told_why_the_table_closes(room: Room) -> None:
    callers = [room.desk.connect(), room.greeted(), room.greeted("viewer")]
    room.give(callers[1], "a", ROLL)
    room.desk.close("Good night.")
    assert [room.sent(caller) for caller in callers] == [[Goodbye("Good night.")]] * 3


# Trouble


def test_trouble_is_told_when_it_comes_and_when_it_goes(room: Room) -> None:
    banker, viewer = room.greeted(), room.greeted("viewer")
    room.give(banker, "a", ROLL)
    room.sent(viewer)
    room.disk.full = True
    answer = room.give(banker, "b", BuyDeed(ANN))
    assert answer.outcome in ("not-saved", "unknown")
    (trouble,) = room.sent(viewer)
    assert isinstance(trouble, Trouble)
    assert "no space left" in trouble.why
    assert room.give(banker, "c", BuyDeed(ANN)).outcome == "not-saved"
    room.desk.probe()
    assert room.sent(viewer) == [], "told once"
    assert _snapshot(room).trouble == trouble.why
    room.disk.full = False
    room.desk.probe()
    told = room.sent(viewer)
    assert told[-1] == Trouble("")
    assert _snapshot(room).trouble == ""


def test_what_the_disk_had_after_all_is_news_when_it_is_back(room: Room) -> None:
    banker, viewer = room.greeted(), room.greeted("viewer")
    room.disk.fsync_fails = True
    answers = [room.give(banker, id_of(number), move(number).act) for number in range(1, 6)]
    room.disk.fsync_fails = False
    room.desk.probe()
    assert room.host.session is not None
    told = numbers(room.sent(viewer))
    assert told == [("Moved", number) for number in range(1, room.host.session.number + 1)]
    done = [answer.number for answer in answers if answer.outcome == "done"]
    assert done == [number for number in done if ("Moved", number) in told]
    for answer in answers:
        again = room.give(banker, answer.id, move(int(answer.id.removeprefix("tap-"))).act)
        assert answer.outcome != "done" or again == answer


def _snapshot(room: Room) -> Snapshot:
    decoded = decode_from_table(room.desk.snapshot())
    assert isinstance(decoded, Snapshot)
    return decoded


# No game


def test_without_a_game_there_is_nothing_to_do() -> None:
    room = Room()
    caller = room.desk.connect()
    room.say(caller, Hello(PROTOCOL, "banker"))
    assert room.sent(caller)[1:] == [Snapshot(0, None)]
    answer = room.give(caller, "a", Bid(ANN, 10))
    assert answer == Answer("a", "refused", code="no-game", message="No game is in play: start or resume one.")
    room.desk.probe()
    assert room.sent(caller) == []


def test_why_there_is_no_game_is_told() -> None:
    room = Room()
    viewer = room.greeted("viewer")
    room.host.trouble = "Game 1 is damaged from move 7 on."
    room.desk.probe()
    assert room.sent(viewer) == [Trouble("Game 1 is damaged from move 7 on.")]
    room.say(viewer, Resync())
    assert room.sent(viewer) == [Snapshot(0, None, trouble="Game 1 is damaged from move 7 on.")]


def test_another_game_is_a_new_snapshot_for_everybody() -> None:
    room = Room()
    viewers = [room.greeted("viewer"), room.greeted("player", ANN)]
    room.begin()
    for viewer in viewers:
        (snapshot,) = room.sent(viewer)
        assert isinstance(snapshot, Snapshot)
        assert snapshot.view is not None
        assert snapshot.view.game == room.disk.game
    room.give(room.greeted(), "a", ROLL)
    room.host.session = None
    room.desk.changed()
    assert room.sent(viewers[0]) == [Snapshot(0, None)], "the move before is no news any more"
