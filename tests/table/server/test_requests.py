"""Requests about the household's tags; those about games go to the library."""

import errno
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.table.games.library import GameLibrary
from companion.table.games.tags_file import FILE, KeptTags, decode_tags, encode_tags
from companion.table.gestures.tags import Bindings, CardTag, DeedTag, JailTag, PlayerTag, TokenTag
from companion.table.messages.requests import BindTag, ExportTags, ImportTags, ListGames, NewGame, Request, UnbindTag
from companion.table.messages.wire import Ask, Reply
from companion.table.server.pairing import Pairings
from companion.table.server.requests import TableRequests
from tests.kit import deed
from tests.table.evening import usual_deps

ONE, TWO, THREE = "04A2B3C4D5E680", "04A2B3C4D5E681", "DEADBEEF"
BALTIC = DeedTag(deed("Baltic"))


class Home:
    def __init__(self, data: Path) -> None:
        self.data = data
        self.library = GameLibrary(data, usual_deps(), lambda _: None)
        self.bound: list[Bindings] = []
        self.household = TableRequests(
            self.library, KeptTags(data), Pairings(data, lambda: 0, lambda: 0), self.bound.append
        )

    def ask(self, request: Request) -> Reply:
        reply = self.household.answer(Ask("a", request))
        assert reply.id == "a"
        return reply

    def kept(self) -> dict[str, object]:
        """The tags on the disk; everybody who uses them was told."""
        bindings = KeptTags(self.data).bindings
        assert self.bound[-1:] == ([bindings] if bindings.tags or self.bound else [])
        return dict(bindings.tags)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    with closing(home.library):
        yield home


@pytest.mark.parametrize(
    ("what", "meant", "words"),
    [
        ({"deed": 3}, BALTIC, "the deed of Baltic Avenue"),
        ({"token": "Car"}, TokenTag("Car"), "the Car"),
        ({"player": 1}, PlayerTag(1), "the player card of seat 2"),
        ({"card": "chest/inherit"}, CardTag("chest/inherit"), "the Community Chest card “an inheritance”"),
        ({"jail": "chance"}, JailTag("chance"), "the Chance card to leave Jail"),
    ],
)
def test_a_tag_is_bound_on_the_disk_and_announced(
    home: Home, what: dict[str, str | int], meant: object, words: str
) -> None:
    reply = home.ask(BindTag(ONE.lower(), what))
    assert (reply.done, reply.message) == (True, f"Tag {ONE} is {words} now.")
    assert home.kept() == {ONE: meant}


@pytest.mark.parametrize(
    ("uid", "what", "why"),
    [
        ("12", {"player": 0}, "The number of a tag has 8, 14 or 20 hexadecimal digits, not `12`."),
        (ONE, {"deed": "Baltic Avenue"}, "A deed is the number of its space, such as 39, not `Baltic Avenue`."),
        (ONE, {"deed": 0}, "Space 0 has no deed."),
        (ONE, {"player": 8}, "There are 8 seats"),
        (ONE, {"player": "0"}, "A seat is a number"),
        (ONE, {"horse": 1}, "A tag cannot be a `horse`"),
        (ONE, {}, "A tag has its uid, and one word for what it is."),
        (ONE, {"player": 0, "token": "Car"}, "A tag has its uid, and one word for what it is."),
        (ONE, {"uid": TWO}, "A tag has its uid, and one word for what it is."),
    ],
)
def test_what_no_tag_can_be_is_refused(home: Home, uid: str, what: dict[str, str | int], why: str) -> None:
    reply = home.ask(BindTag(uid, what))
    assert not reply.done
    assert reply.message.startswith(why)
    assert (home.kept(), home.bound) == ({}, [])


def test_nothing_that_comes_with_a_tag_changes_which_tag_it_is(home: Home) -> None:
    assert home.ask(BindTag(ONE, {"uid": TWO, "token": "Car"})).done
    assert home.kept() == {ONE: TokenTag("Car")}


def test_a_conflict_is_reported_and_replaced_on_request(home: Home) -> None:
    home.ask(BindTag(ONE, {"token": "Car"}))
    home.ask(BindTag(TWO, {"deed": 3}))
    refused = home.ask(BindTag(ONE, {"deed": 3}))
    assert (refused.done, refused.message, refused.lines) == (
        False,
        f"Tag {ONE} is the Car already.",
        (f"For the deed of Baltic Avenue there is another tag already, {TWO}.",),
    )
    assert home.kept() == {ONE: TokenTag("Car"), TWO: BALTIC}
    assert home.ask(BindTag(ONE, {"deed": 3}, instead=True)).done
    assert home.kept() == {ONE: BALTIC}


def test_a_tag_is_forgotten(home: Home) -> None:
    home.ask(BindTag(ONE, {"token": "Car"}))
    assert home.ask(UnbindTag(ONE.lower())) == Reply("a", done=True, message=f"Tag {ONE} is nothing any more.")
    assert home.kept() == {}
    assert home.ask(UnbindTag(ONE)) == Reply("a", done=False, message=f"Tag {ONE} is not known here.")


def test_tags_are_written_out(home: Home) -> None:
    assert home.ask(ExportTags()).message == "0 tags."
    home.ask(BindTag(ONE, {"token": "Car"}))
    reply = home.ask(ExportTags())
    assert (reply.done, reply.message, reply.lines) == (True, "1 tag.", ())
    assert decode_tags(reply.text.encode()) == KeptTags(home.data).bindings


THEIRS = Bindings(((ONE, BALTIC), (THREE, PlayerTag(2))))


def test_tags_are_read_in_beside_ours(home: Home) -> None:
    home.ask(BindTag(TWO, {"token": "Car"}))
    reply = home.ask(ImportTags(encode_tags(THEIRS).decode()))
    assert (reply.done, reply.message) == (True, "2 tags read in.")
    assert home.kept() == {ONE: BALTIC, TWO: TokenTag("Car"), THREE: PlayerTag(2)}


def test_all_conflicts_are_reported_and_replaced_on_request(home: Home) -> None:
    home.ask(BindTag(ONE, {"token": "Car"}))
    home.ask(BindTag(TWO, {"deed": 3}))
    reply = home.ask(ImportTags(encode_tags(THEIRS).decode()))
    assert not reply.done
    assert (reply.message, *reply.lines) == (
        f"Tag {ONE} is the Car already.",
        f"For the deed of Baltic Avenue there is another tag already, {TWO}.",
    )
    assert home.kept() == {ONE: TokenTag("Car"), TWO: BALTIC}
    assert home.ask(ImportTags(encode_tags(THEIRS).decode(), instead=True)).done
    assert home.kept() == {ONE: BALTIC, THREE: PlayerTag(2)}


@pytest.mark.parametrize("text", ["", "{}", "tags", '{"format": 9, "tags": []}', "\ud800"])
def test_what_is_no_file_of_tags_is_refused_whole(home: Home, text: str) -> None:
    home.ask(BindTag(ONE, {"token": "Car"}))
    reply = home.ask(ImportTags(text, instead=True))
    assert not reply.done
    assert reply.message.endswith(".")
    assert home.kept() == {ONE: TokenTag("Car")}


def test_a_full_disk_is_reported_and_nothing_changes(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    home.ask(BindTag(ONE, {"token": "Car"}))
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        reply = home.ask(BindTag(TWO, {"token": "Hat"}))
    assert reply == Reply("a", done=False, message="The tags cannot be saved: No space left on device.")
    assert home.kept() == {ONE: TokenTag("Car")}


def full(*_: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_bad_file_is_reported_until_there_are_new_tags(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"{")
    home = Home(tmp_path)
    with closing(home.library):
        (told,) = home.ask(ExportTags()).lines
        assert told.startswith("The tags in ")
        reply = home.ask(BindTag(ONE, {"token": "Car"}))
        assert reply.lines == ("The file that could not be read is kept as tags.json.damaged.",)
        assert home.ask(ExportTags()).lines == ()


def test_other_requests_go_to_the_library(home: Home) -> None:
    assert home.household.session is None
    assert home.ask(NewGame(("Ann", "Ben"))).done
    assert home.household.session is home.library.session is not None
    assert [line.names for line in home.ask(ListGames()).games] == [("Ann", "Ben")]
    assert home.household.trouble == home.library.trouble == ""
    assert home.bound == []
