"""The set-up sheet: everything that lies on the real table is on it, once, and where it belongs."""

from pathlib import Path

from companion.play.acts import Start
from companion.rules.state import Game
from companion.table.messages.requests import NewGame, ShowSetup
from companion.table.messages.views import PartView
from companion.table.views.setup_sheet import setup_sheet
from tests.kit import ATLANTIC, game
from tests.table.data_folder import DataFolder, ask
from tests.table.positions import moments


def parts(table: Game, *tokens: str) -> dict[str, tuple[str, ...]]:
    return {part.title: part.lines for part in setup_sheet(table, Start(table, tokens=tokens))}


def test_a_table_in_the_middle_of_a_game() -> None:
    table = game(
        owns={"Ann": ["light-blue", "Boardwalk"], "Ben": ["Baltic"]},
        buildings={"Oriental": 2, "Vermont": 2, "Connecticut": 3},
        mortgaged=["Boardwalk"],
        at={"Ann": 7},
        jailed={"Ben": 1},
        jail_cards={"Ben": 1},
        cash={"Ann": 1234, "Ben": 5},
    )
    told = parts(table, "Car", "Dog", "Hat")
    assert told["Ann (Car, red)"] == (
        "Car on Chance (after Oriental Avenue)",
        "$1,234 in cash",
        "Oriental Avenue, and 2 houses on it",
        "Vermont Avenue, and 2 houses on it",
        "Connecticut Avenue, and 3 houses on it",
        "Boardwalk, face down: it is mortgaged",
    )
    assert told["Ben (Dog, blue)"] == (
        "Dog in Jail",
        "$5 in cash",
        "Baltic Avenue",
        "the Chance card to leave Jail",
    )
    bank = told["The Bank"]
    assert bank[:3] == ("25 houses and 12 hotels in stock", "brown: Mediterranean Avenue", bank[2])
    assert "dark blue: Park Place" in bank
    assert bank[-2:] == (
        "the Chance deck, shuffled, without its card to leave Jail",
        "the Community Chest deck, shuffled",
    )


def test_a_new_table_has_all_deeds_with_the_bank() -> None:
    told = parts(game(electronic=True))
    assert told["The Bank"] == ("32 houses and 12 hotels in stock", "all deeds", "no card decks: the companion draws")
    assert told["Ann (red)"] == ("the token on GO", "$1,500 in cash")


def test_who_is_out_has_nothing_on_the_table() -> None:
    assert parts(game(bankrupt=["Ben"]), "Car", "Dog")["Ben (Dog, blue)"] == ("Dog off the board",)


def test_keys_and_a_pot() -> None:
    told = parts(game("keys-2010", options={"free-parking-pot": 450}, jail_cards={"Ann": 2}), "Car")
    assert told["Ann (Car, red)"][-2:] == ("a key to leave Jail", "a key to leave Jail")
    assert told["The Bank"][-2:] == ("$450 under Free Parking", "4 keys to leave Jail")


def test_every_deed_is_on_the_sheet_once_whatever_was_played() -> None:
    for table in moments()[::20]:
        told = [line for part in setup_sheet(table, Start(table))[:-1] for line in part.lines if "token" not in line]
        count = {deed.name: sum(deed.name in line for line in told) for deed in ATLANTIC.deeds}
        assert set(count.values()) == {1} or "all deeds" in told


def test_it_is_told_of_the_game_in_play_and_of_others(tmp_path: Path) -> None:
    data_folder = DataFolder(tmp_path)
    with data_folder.library() as library:
        ask(library, NewGame(("Ann", "Ben"), position="given Ann cash 7\ngiven turn Ben", tokens=("Ship", "Hat")))
        first = ask(library, ShowSetup())
        ask(library, NewGame(("Cy", "Di")))
        games = data_folder.games_folder.ids()
        assert ask(library, ShowSetup(games[0])).parts == first.parts
        assert library.session is not None
        assert library.session.start.names == ("Cy", "Di"), "looking changes nothing"
    assert first.parts[0] == PartView("Ann (Ship, red)", ("Ship on GO", "$7 in cash"), 0)
    assert first.parts[-1].lines[0].startswith("Ben")
