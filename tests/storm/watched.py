"""A game on an honest disk, and a witness who saw all of it."""

from typing import NamedTuple

import msgspec

from companion.boards import usual_board
from companion.journal.database import DATABASE
from companion.journal.tape import TAPE
from companion.play.acts import Start
from companion.players.dice import RandomDice
from companion.players.seeded_random import SeededRandom
from companion.rules import new_game
from companion.rules.commands import AnyCommand, CorrectCash
from companion.rules.editions import DEFAULT
from companion.table.games.session import Session, SessionDeps
from tests.storm.laws import Witness
from tests.storm.medium import tape_lines
from tests.storm.process import TableProcess
from tests.storm.torn_disk import TornDisk

MEANS = SessionDeps(RandomDice.from_seed("dice"), lambda: 0, "test")
NAMES = ("Ann", "Ben")


def one_more(number: int) -> AnyCommand:
    return CorrectCash(0, number, "found")


class Watched(NamedTuple):
    disk: TornDisk
    process: TableProcess
    witness: Witness

    def send(self, id: str, act: AnyCommand) -> None:
        self.witness.sends(id, msgspec.json.encode(act))

    def give(self, id: str, number: int) -> None:
        self.send(id, one_more(number))
        before = self.witness.before(self.process.session)
        self.process.session.give(id, one_more(number))
        self.witness.after(before, self.process.session, id)

    def restart(self, *, may_lose: bool = False) -> Session:
        self.disk.kill()
        left = self.witness.left()
        session = Session(self.disk, MEANS)
        self.witness.restarted(session, left, may_lose=may_lose)
        return session


def begun() -> Watched:
    """Three moves, all answered."""
    disk = TornDisk(SeededRandom(1))
    process = TableProcess(disk, MEANS, Start(new_game(DEFAULT, usual_board(DEFAULT), NAMES)))
    watched = Watched(disk, process, Witness(disk, process.session))
    for number in (1, 2, 3):
        watched.give(f"tap-{number}", number)
    return watched


def cut_short(disk: TornDisk, moves: int) -> None:
    """Both copies, as if the rest had never been."""
    disk.kill()
    disk.replace(TAPE, b"".join(line + b"\n" for line in tape_lines(disk.read(TAPE))[: moves + 1]))
    disk.remove(DATABASE)
