"""A game replayed from its journal, in another process with other hashes, comes to the state it was played to."""

import os
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest

from companion.journal import FORMAT, Journal, JournalHead, RealDisk
from companion.journal.codec import digest, encode_body, encode_head
from companion.play.acts import MoveEvent, Start
from companion.players.automatic import AutomaticTable, Jail
from companion.players.dice import RandomDice
from companion.rules import unfold
from companion.rules.board import Board
from companion.rules.editions import Rules
from tests.journal.sample import GAME
from tests.journal.test_migrate import replayed
from tests.kit import new_game, rules_of

ROOT = Path(__file__).parents[2]


def play(disk: RealDisk, rules: Rules, seed: str, moves: int, board: Board | None = None) -> str:
    """Automatic players, every move in the journal before the next; and the digest they came to."""
    dice = RandomDice.from_seed(seed)
    game = new_game(rules, ("Ann", "Ben", "Zoë"), dice.decks(), board)
    journal = Journal.create(disk, JournalHead(FORMAT, disk.game, 0, "0.1.0", encode_head(Start(game))))
    table = AutomaticTable(dice, Jail.LEAVE)
    while not game.over and journal.last_number < moves:
        command = table.next_command(game)
        decision = unfold(game, command)
        events = cast("tuple[MoveEvent, ...]", tuple(decision.events))
        journal.append(f"{seed}-{journal.last_number}", 0, encode_body(command, events))
        game = decision.game
    journal.close()
    return digest(game)


def replay_elsewhere(folder: Path, hash_seed: str) -> str:
    """This module as a program, in a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.journal.test_replay_digest", str(folder)]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("edition", "variants"), [("classic", ()), ("keys-2010", ("short",)), ("platinum-2010", ("speed",))]
)
def test_a_replay_elsewhere_comes_to_the_same_digest(tmp_path: Path, edition: str, variants: tuple[str, ...]) -> None:
    disk = RealDisk(tmp_path / GAME)
    played = play(disk, rules_of(edition, variants), edition, 300)
    assert {replay_elsewhere(disk.folder, seed) for seed in ("0", "31337")} == {played}


if __name__ == "__main__":
    journal = Journal.open(RealDisk(Path(sys.argv[1])))
    print(digest(replayed(journal)))
    journal.close()
