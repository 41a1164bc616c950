"""The story of the game in play as a page: for the Banker, with a policy that allows its own style and nothing else."""

from companion.table.messages.requests import ListGames, OpenPairing
from tests.web.web_server import WebTable


def test_the_banker_gets_the_story_and_nobody_else(shared: WebTable) -> None:
    told = shared.pages.ask("GET", "/report", Cookie=shared.paired(OpenPairing("banker")))
    assert (told.status, told.text[:15]) == (200, "<!DOCTYPE html>"), told
    assert "Not finished yet" in told.text
    assert told.headers["Content-Security-Policy"].startswith("default-src 'none'; style-src 'unsafe-inline'")
    assert told.headers["X-Frame-Options"] == "DENY"
    banker = shared.paired(OpenPairing("banker"))
    (game,) = shared.table.ask(ListGames()).games
    assert shared.pages.ask("GET", f"/report?game={game.id}", Cookie=banker).text == told.text
    missing = shared.pages.ask("GET", "/report?game=1999", Cookie=banker)
    assert (missing.status, missing.text) == (503, "No game here begins with 1999.")
    for odd in ("--output=/tmp/x", "..%2F..%2Fetc", "a%00b", "x" * 80):
        assert shared.pages.ask("GET", f"/report?game={odd}", Cookie=banker).status == 400, odd
    for request in (OpenPairing("player", 0), OpenPairing("viewer")):
        assert shared.pages.ask("GET", "/report", Cookie=shared.paired(request)).status == 403
