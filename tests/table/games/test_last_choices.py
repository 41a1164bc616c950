"""The next game starts from what was chosen for the last one."""

from pathlib import Path

import msgspec
import pytest

from companion.play.acts import Rename
from companion.players.dice import SeededDice
from companion.table.games.last_choices import FILE
from companion.table.games.library import GameLibrary
from companion.table.games.session import SessionDeps
from companion.table.messages.requests import NewGame, Request, SetTheme
from companion.table.messages.setup import BoardCorrection, Usual, UsualPlayer
from companion.table.messages.wire import Ask, Reply

SETTINGS = Usual(options={"rent": "auto"}, dice="hand")
ASKED = NewGame(
    ("Ann", "Ben"),
    "rulebook",
    ("timed",),
    {"double-on-go": True},
    "Sunday",
    electronic_cards=False,
    tokens=("Ship", "Hat"),
    colours=("green", "red"),
    dice="button",
    minutes=90,
    board="london",
    corrections=(BoardCorrection("spaces.1.price", 70),),
)
CHOSEN = Usual(
    "rulebook",
    ("timed",),
    {"rent": "auto", "double-on-go": True},
    electronic_cards=False,
    dice="button",
    board="london",
    players=(UsualPlayer("Ann", "Ship", "green"), UsualPlayer("Ben", "Hat", "red")),
    minutes=90,
    corrections=(BoardCorrection("spaces.1.price", 70),),
)


class Household:
    """One table after the other on the same folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now_ms = 1_700_000_000_000
        self.library = self.opened()

    def opened(self, settings: Usual = SETTINGS) -> GameLibrary:
        return GameLibrary(self.folder, SessionDeps(SeededDice(1), self._tick, "0.1.0"), lambda _: None, usual=settings)

    def _tick(self) -> int:
        self.now_ms += 60_000
        return self.now_ms

    def again(self, settings: Usual = SETTINGS) -> Usual:
        self.library.close()
        self.library = self.opened(settings)
        return self.library.usual

    def ask(self, request: Request) -> Reply:
        reply = self.library.answer(Ask("1", request))
        assert reply.done, reply.message
        return reply


@pytest.fixture
def house(tmp_path: Path) -> "Household":
    return Household(tmp_path)


def test_before_the_first_game_the_settings_count(house: Household) -> None:
    assert house.library.usual == SETTINGS
    assert not (house.folder / FILE).exists()


def test_everything_that_was_chosen_is_remembered(house: Household) -> None:
    house.ask(ASKED)
    assert house.library.usual == CHOSEN
    assert house.again() == CHOSEN
    assert house.library.usual_board.deeds[0].price == 70
    assert house.library.usual_board.key == "london-corrected"
    assert house.library.printed_board.key == "london"


def test_the_board_of_the_book_is_not_a_choice(house: Household) -> None:
    """It follows when another book is chosen."""
    house.ask(NewGame(("Ann", "Ben"), "keys-2010", board="atlantic-city-2010"))
    assert house.library.usual.board == ""
    assert house.library.usual_board.key == "atlantic-city-2010"


def test_a_book_without_decks_says_nothing_about_the_decks(house: Household) -> None:
    house.ask(NewGame(("Ann", "Ben"), electronic_cards=False))
    house.ask(NewGame(("Ann", "Ben"), "keys-2010", electronic_cards=True))
    assert not house.library.usual.electronic_cards


def test_a_game_that_cannot_begin_is_not_remembered(house: Household) -> None:
    house.ask(ASKED)
    assert not house.library.answer(Ask("1", NewGame(("Ann", "Ann")))).done
    assert house.library.usual == CHOSEN


def test_changed_settings_count_again_but_the_players_stay(house: Household) -> None:
    house.ask(ASKED)
    house.ask(SetTheme("paper"))
    now = Usual(options={"rent": "claim"})
    expected = msgspec.structs.replace(now, players=CHOSEN.players, theme="paper")
    assert house.again(now) == expected
    house.ask(NewGame(("Cy", "Di"), "rulebook"))
    assert house.again(now).edition == "rulebook", "what is chosen after that is remembered again"


def test_what_is_left_out_of_a_request_comes_from_the_settings(house: Household) -> None:
    """Scripts know what they get."""
    house.ask(ASKED)
    house.ask(NewGame(("Ann", "Ben")))
    assert house.library.session is not None
    start = house.library.session.start
    assert (start.rules.key, start.dice, start.game.board.key) == ("classic", "hand", "atlantic-city")


def test_a_new_name_is_remembered(house: Household) -> None:
    told: list[str] = []
    house.library.setup_changed = lambda: told.append(house.library.usual.players[1].name)
    house.ask(ASKED)
    assert house.library.session is not None
    house.library.session.give("1", Rename(1, "Benjamin"))
    assert told == ["Ben", "Benjamin"]
    assert house.again().players == (UsualPlayer("Ann", "Ship", "green"), UsualPlayer("Benjamin", "Hat", "red"))


def test_the_theme_is_remembered_also_before_the_first_game(house: Household) -> None:
    house.ask(SetTheme("paper"))
    assert house.again() == msgspec.structs.replace(SETTINGS, theme="paper")
    house.ask(ASKED)
    assert house.again().theme == "paper"


@pytest.mark.parametrize("content", [b"", b"{", b'{"format":9}', b'{"format":1,"chosen":{"dice":"teeth"}}', b"\xff"])
def test_a_broken_file_is_put_aside_with_a_sentence(house: Household, content: bytes) -> None:
    (house.folder / FILE).write_bytes(content)
    assert house.again() == SETTINGS
    assert house.library.choices_trouble.startswith(f"What you chose last in {house.folder / FILE} cannot be read (")
    reply = house.ask(ASKED)
    assert f"What you chose before could not be read. That file is kept as {FILE}.damaged." in reply.lines
    assert (house.folder / f"{FILE}.damaged").read_bytes() == content
    assert house.library.choices_trouble == ""
    assert house.again() == CHOSEN


def test_a_game_begins_even_if_nothing_can_be_remembered(house: Household) -> None:
    (house.folder / f"{FILE}.part").mkdir()
    (house.folder / f"{FILE}.part" / "in the way").touch()
    reply = house.ask(ASKED)
    assert any(line.startswith("What you chose cannot be remembered for the next game: ") for line in reply.lines)


def test_a_board_that_is_gone_is_no_trouble(house: Household) -> None:
    (house.folder / FILE).write_bytes(
        msgspec.json.encode({"format": 1, "settings": msgspec.to_builtins(SETTINGS), "chosen": {"board": "atlantis"}})
    )
    assert house.again().board == "atlantis"
    assert house.library.usual_board.key == "atlantic-city"
