"""A London box: its deeds are enrolled by their own names, and the game is played by taps."""

from pathlib import Path

from companion.boards import shipped_board
from companion.table.games.tags_file import KeptTags
from companion.table.gestures.tags import Bindings, CardTag, DeedTag, PlayerTag, bind
from companion.table.messages.requests import BindTag, ExportTags, NewGame
from companion.table.messages.wire import TablePrompts
from tests.kit import ANN, BEN, game
from tests.table.running_table import RunningTable
from tests.table.server.enrol_table import EnrolEvening
from tests.table.server.test_signals_served import ListeningClient
from tests.table.signal_driver import DrivenTable, notice_of, sheet, throw

LONDON = shipped_board("london")
OLD_KENT, WHITECHAPEL = "04A2B3C4D5E680", "04A2B3C4D5E681"
ANNS, BENS, FOREIGN = "04A2B3C4D5E682", "04A2B3C4D5E683", "04A2B3C4D5E684"


def enrolled(tmp_path: Path) -> Bindings:
    evening = EnrolEvening(tmp_path, printed=LONDON).begun()
    assert evening.view.prompt == "Hold the deed of Old Kent Road to the reader."
    evening.hold(OLD_KENT)
    assert evening.view.told == "The deed of Old Kent Road: done, 1 of 28."
    evening.hold(OLD_KENT)
    assert evening.view.question == (
        f"Tag {OLD_KENT} is the deed of Old Kent Road already. "
        "Use this tag for the deed of Whitechapel Road from now on?"
    )
    evening.hold(WHITECHAPEL)
    evening.begin("players", instead=True)
    evening.wait(500)
    evening.hold(ANNS)
    evening.hold(BENS)
    return KeptTags(tmp_path).bindings


def test_an_evening_in_london_is_enrolled_and_played_by_taps(tmp_path: Path) -> None:
    bindings = enrolled(tmp_path)
    assert dict(bindings.tags) == {
        OLD_KENT: DeedTag(0),
        WHITECHAPEL: DeedTag(1),
        ANNS: PlayerTag(ANN),
        BENS: PlayerTag(BEN),
    }
    bindings = bind(bindings, FOREIGN, CardTag("chance/our-own-card"))
    table = DrivenTable(tmp_path, game(players=("Ann", "Ben"), board=LONDON), bindings=bindings)
    table.tap(WHITECHAPEL)
    assert sheet(table).text == "Whitechapel Road is the Bank's. Its price is £60."
    throw(table, 1, 2)
    table.wait(2_000)
    table.tap(ANNS)
    assert table.cash() == [1440, 1500]
    table.tap(WHITECHAPEL)
    assert sheet(table).text == "Whitechapel Road is Ann's. Its rent is £4."
    assert sheet(table).moves[0].label == "Mortgage Whitechapel Road (+£30)"
    table.press("cancel")
    table.tap(BENS)
    assert notice_of(table)[0] == "Ben has £1,500. Ann is done? Ben rolls next."
    table.tap(FOREIGN)
    assert notice_of(table)[0] == (
        "This is a Chance card of another board, `our-own-card`. It is not a card of London, the board of this game."
    )
    table.wait(4_000)
    throw(table, 1, 2)
    table.wait(2_000)
    assert table.prompts().notice == ""
    table.tap(ANNS)
    assert table.cash() == [1444, 1496], "Ann asks for the rent with her card"


def test_a_tag_of_atlantic_city_is_the_same_deed_in_london(tmp_path: Path) -> None:
    """At a real table: the tag is named as the board of the game in play does, and before one as the usual board."""
    with RunningTable(tmp_path / "data") as table:
        assert table.ask(BindTag(WHITECHAPEL, {"deed": 3})).message == (
            f"Tag {WHITECHAPEL} is the deed of Baltic Avenue now."
        )
        begun = table.ask(NewGame(("Ann", "Ben"), board="london", position="given turn Ann"))
        assert begun.done, begun.message
        assert table.ask(ExportTags()).words == ("the deed of Whitechapel Road",)
        everything = table.ask(ExportTags(everything=True))
        assert {"the deed of Mayfair", "the Chance card to leave Jail"} <= set(everything.words)
        with ListeningClient(table.socket) as banker:
            banker.pull("place", reader="deeds", uid=WHITECHAPEL)
            shown = banker.until(TablePrompts, lambda now: now.sheet is not None).sheet
            assert shown is not None
            assert shown.text == "Whitechapel Road is the Bank's. Its price is £60."
