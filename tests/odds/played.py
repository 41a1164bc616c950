"""Games of automatic players on the disk, as commands find them."""

from companion.players.automatic import AutomaticTable
from companion.players.dice import RandomDice
from companion.table.messages.requests import NewGame
from tests.table.data_folder import DataFolder, ask

NAMES = ("Ann", "Ben", "Cy")
END = 10**9


def play_stored_game(folder: DataFolder, moves: int = END, seed: str = "stored", **choices: object) -> str:
    """So many moves, or to the end; returns the game's id."""
    with folder.library(resumes=False) as library:
        ask(library, NewGame(NAMES, starts="Ann", electronic_cards=True, **choices))  # type: ignore[arg-type]
        session = library.session
        assert session is not None
        people = AutomaticTable(RandomDice.from_seed(seed))
        while not session.game.over and session.number < moves:
            session.give(f"{seed}-{session.number}", people.next_command(session.game))
        return session.game_id
