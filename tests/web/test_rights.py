"""An unpaired device sees and changes nothing; a paired one can do only what its pairing allows."""

import http.client
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import msgspec
import pytest

from companion.play.acts import Act, Undo
from companion.rules.commands import CorrectCash, DrawCard, Roll
from companion.table.messages.requests import (
    ExplainClauses,
    ListDevices,
    ListGames,
    NewGame,
    OpenPairing,
    ReadLog,
    RevokeDevice,
    SetSounds,
)
from companion.table.messages.wire import Answer
from companion.web.gate import CookieSigner
from companion.web.server import HEADERS, WebServer
from tests.processes import wait_for
from tests.table.running_table import DEADLINE_S
from tests.web.page_link import PageLink
from tests.web.web_server import LEFT_OUT, WebTable, device_of

OPEN = {
    "/pair",
    "/pair/address",
    "/wall",
    "/wall/knock",
    "/wall/enter",
    "/health",
    "/page/{name}",
    "/page/{digest}/{name}",
}
FORGED = "companion=1.0123456789abcdef.banker.1790000000.00"
PLAYER, OTHER, VIEWER = OpenPairing("player", 0), OpenPairing("player", 1), OpenPairing("viewer")


def routes() -> list[tuple[str, str]]:
    """Every route of the server."""
    app = WebServer(Path("nowhere"), CookieSigner(b"k" * 32), frozenset()).app()
    return [(route.method, route.resource.canonical) for route in app.router.routes() if route.resource]


def give(served: WebTable, cookie: str, act: Act, id: str = "a") -> Answer:
    with PageLink(served, cookie) as page:
        return page.give(act, id=id)


@pytest.mark.parametrize(("method", "path"), routes())
@pytest.mark.parametrize("cookie", [LEFT_OUT, FORGED])
def test_strangers_can_only_reach_the_pairing_page(shared: WebTable, method: str, path: str, cookie: str) -> None:
    said = shared.pages.ask(method, path, Cookie=cookie)
    if path in OPEN:
        assert said.status in (200, 400, 404, 429), said
    else:
        assert (said.status, said.headers["Location"]) == ((303, "/pair") if path == "/" else (401, None))
    assert not [secret for secret in ("Ann", "Ben", "1500", "Mediterranean") if secret in said.text]


@pytest.mark.parametrize("path", ["/pair", "/health", "/", "/paired", "/page/page.css", "/nowhere"])
def test_every_answer_carries_the_security_headers(shared: WebTable, path: str) -> None:
    said = shared.pages.ask("GET", path)
    assert {name: said.headers[name] for name in HEADERS} == HEADERS
    assert said.headers["Cache-Control"] == "no-store"


def test_the_cookie_is_for_this_site_only_and_hidden_from_scripts(shared: WebTable) -> None:
    said = shared.pages.pair(shared.code(VIEWER))
    assert {part.strip() for part in said.headers["Set-Cookie"].split(";")[1:]} == {
        "HttpOnly",
        "SameSite=Strict",
        "Path=/",
        "Max-Age=5184000",
    }


def test_a_player_cannot_act_for_others_or_as_the_banker(own: WebTable) -> None:
    own.table.begin("Ann", "Ben")
    ann, ben, viewer = (own.paired(whose) for whose in (PLAYER, OTHER, VIEWER))
    for cookie, act in (
        (ben, Roll(0, ())),  # it is Ann's roll
        (ann, Roll(0, (1, 2))),  # only the Banker enters rolled dice
        (ann, CorrectCash(0, 500, "please")),
        (ann, DrawCard(0, "chest/inherit")),
        (ann, Undo()),
        (viewer, Roll(0, ())),
    ):
        assert give(own, cookie, act).outcome == "forbidden", act
    done = give(own, ann, Roll(0, ()), "hers")
    assert (done.outcome, done.number) == ("done", 1), "the forbidden acts left no move"
    assert give(own, ann, Roll(0, ()), "hers") == done, "the same id is the same move"


def test_each_role_gets_its_own_page(shared: WebTable) -> None:
    ann, banker = shared.paired(PLAYER), shared.paired()
    assert "/player.js" in shared.pages.ask("GET", "/", Cookie=ann).text
    assert "/banker.js" in shared.pages.ask("GET", "/", Cookie=banker).text


def test_clauses_are_explained_in_words(own: WebTable) -> None:
    own.table.begin("Ann", "Ben")
    with PageLink(own, own.paired(PLAYER)) as ann:
        ann.give(Roll(0, ()))
        (clause,) = ann.ask(ExplainClauses(("TURN-1",), 1)).clauses
        assert (clause.id, bool(clause.text)) == ("TURN-1", True)


def test_only_the_banker_asks_about_games_and_devices(own: WebTable) -> None:
    own.table.begin("Ann", "Ben")
    with PageLink(own, own.paired(PLAYER)) as ann, PageLink(own, own.paired()) as banker:
        for request in (ListGames(), NewGame(("Ann", "Cy")), OpenPairing(), RevokeDevice("x"), SetSounds(on=False)):
            assert ann.ask(request).message == "Only the Banker may ask that.", request
        assert ann.ask(ReadLog()).done
        assert [game.names for game in banker.ask(ListGames()).games] == [("Ann", "Ben")]


@pytest.mark.parametrize(("path", "count"), [("/give", 30), ("/ask", 45)])
def test_too_many_moves_or_questions_at_once_are_refused(own: WebTable, path: str, count: int) -> None:
    own.table.begin("Ann", "Ben")
    viewer = own.paired(VIEWER)
    said = [link.getresponse().status for link in _all_at_once(own, viewer, path, count)]
    assert (set(said), said.count(200) >= 20) == ({200, 429}, True)


def _all_at_once(served: WebTable, cookie: str, path: str, count: int) -> Iterator[http.client.HTTPConnection]:
    """From two addresses, to a server that stands still until all are sent: no slow machine spreads them out."""
    with ExitStack() as stack:
        served.pages.process.send_signal(signal.SIGSTOP)
        stack.callback(served.pages.process.send_signal, signal.SIGCONT)
        links = [_link(served, stack, f"127.0.0.{1 + number % 2}") for number in range(count)]
        for number, link in enumerate(links):
            asked = {"request": {"type": "ReadLog"}, "beat": 1}
            given = {"id": f"id-{number}", "act": Roll(0, ()), "seen": 0, "beat": 1}
            body = msgspec.json.encode(given if path == "/give" else asked)
            link.request("POST", path, body, {"Cookie": cookie, "Origin": served.pages.url})
        served.pages.process.send_signal(signal.SIGCONT)
        yield from links


def _link(served: WebTable, stack: ExitStack, source: str = "127.0.0.1") -> http.client.HTTPConnection:
    link = http.client.HTTPConnection("127.0.0.1", served.pages.port, timeout=DEADLINE_S, source_address=(source, 0))
    return stack.enter_context(closing(link))


def test_guessing_codes_is_slowed_down_and_then_blocked(own: WebTable) -> None:
    code = own.code(VIEWER)
    wrong = f"{(int(code) + 1) % 10**6:06}"
    assert [own.pages.pair(wrong).status for _ in range(6)] == [403] * 5 + [429]
    assert own.pages.pair(code).status == 429, "from this address, for a while"
    assert own.pages.pair("12345").status == 400


# Removed


def test_a_removed_device_loses_access_at_once(own: WebTable) -> None:
    ann, viewer = own.paired(PLAYER), own.paired(VIEWER)
    with _listening(own, ann) as link:
        _see_removed(own, ann, viewer, link)


def _see_removed(own: WebTable, ann: str, viewer: str, link: http.client.HTTPConnection) -> None:
    events = link.getresponse()
    while b"event: snapshot" not in events.readline():
        continue
    assert own.table.ask(RevokeDevice(device_of(ann))).done
    wait_for(lambda: own.pages.ask("GET", "/paired", Cookie=ann).status == 401, "its removal")
    events.read()  # the stream ends
    assert own.pages.ask("POST", "/give", b"{}", Cookie=ann).status == 401
    assert own.pages.ask("GET", "/", Cookie=ann).status == 303
    assert own.pages.ask("GET", "/paired", Cookie=viewer).status == 204, "and nobody else is removed"


@contextmanager
def _listening(served: WebTable, cookie: str) -> Iterator[http.client.HTTPConnection]:
    with closing(http.client.HTTPConnection("127.0.0.1", served.pages.port, timeout=DEADLINE_S)) as link:
        link.request("GET", "/events", headers={"Cookie": cookie})
        yield link


def test_the_table_hears_where_a_device_is(own: WebTable) -> None:
    cookie = own.paired()
    for source in ("127.0.0.1", "127.0.0.2"):
        assert own.pages.ask("GET", "/", Cookie=cookie, source=source).status == 200
        wait_for(lambda: own.table.ask(ListDevices()).devices[0].address == source, "its address")  # noqa: B023


def test_a_removal_while_the_server_was_down_holds_too(own: WebTable) -> None:
    ann, ben = own.paired(PLAYER), own.paired(OTHER)
    own.pages.end()
    assert own.table.ask(RevokeDevice(device_of(ann))).done
    own.pages.start()
    wait_for(lambda: own.pages.ask("GET", "/paired", Cookie=ann).status == 401, "its removal")
    assert own.pages.ask("GET", "/paired", Cookie=ben).status == 204, "cookies outlive the server"
