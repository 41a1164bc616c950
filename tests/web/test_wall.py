"""A wall shows a code and is let in at the table, to watch; and how often anybody may ask for that."""

import json

from companion.rules.commands import CorrectCash
from companion.table.messages.requests import AdmitScreen, ListDevices
from companion.web.pairing import KNOCKS_AT_ONCE
from tests.web.page_link import PageLink
from tests.web.web_server import HttpAnswer, WebTable


def knock(served: WebTable) -> dict[str, str]:
    said = served.pages.ask("POST", "/wall/knock", b"{}")
    assert said.status == 200, said
    told: dict[str, str] = json.loads(said.text)
    return told


def enter(served: WebTable, secret: str) -> tuple[str, HttpAnswer]:
    said = served.pages.ask("POST", "/wall/enter", json.dumps({"secret": secret}))
    assert said.status == 200, said
    return json.loads(said.text)["state"], said


def test_a_wall_is_let_in_by_the_code_it_shows_and_can_only_watch(own: WebTable) -> None:
    own.table.begin("Ann", "Ben")
    wall = knock(own)
    pairing = own.table.ask(ListDevices()).pairing
    assert pairing is not None
    assert [one.code for one in pairing.waiting] == [wall["code"]]
    state, said = enter(own, wall["secret"])
    assert (state, said.cookie) == ("waiting", "")
    assert own.table.ask(AdmitScreen(wall["code"])).done
    state, said = enter(own, wall["secret"])
    assert state == "in"
    with PageLink(own, said.cookie) as page:
        assert (page.heard["welcome"].get("role", "viewer"), page.view["moves"]) == ("viewer", [])
        assert page.give(CorrectCash(0, 5, "found")).message == "This screen only watches."
    assert enter(own, wall["secret"])[0] == "over"


def test_a_wall_that_is_sent_away_hears_so(own: WebTable) -> None:
    wall = knock(own)
    assert own.table.ask(AdmitScreen(wall["code"], let_in=False)).done
    state, said = enter(own, wall["secret"])
    assert (state, said.cookie) == ("over", "")


def test_nobody_knocks_for_ever(own: WebTable) -> None:
    for _ in range(KNOCKS_AT_ONCE):
        knock(own)
    assert own.pages.ask("POST", "/wall/knock", b"{}").status == 429
    pairing = own.table.ask(ListDevices()).pairing
    assert pairing is not None
    assert len(pairing.waiting) == KNOCKS_AT_ONCE
