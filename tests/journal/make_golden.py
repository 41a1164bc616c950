"""Makes the golden games of this format, once, when the format is new. After a release they are never made again:
a change that breaks them needs a new format and a migration.
"""

import shutil

import msgspec

from companion.boards import shipped_board
from companion.journal import FORMAT, Journal, RealDisk
from tests.journal.test_migrate import GOLDEN, PLAYED, GoldenGame, position_digest, replayed
from tests.journal.test_replay_digest import play
from tests.kit import rules_of

MOVES = 150
GAMES = {
    "20261116-2200-aa": ("classic", (), "london"),
    "20261116-2230-aa": ("platinum-2010", ("speed",), "germany"),
}


def main() -> None:
    shutil.rmtree(GOLDEN / f"format-{FORMAT}", ignore_errors=True)
    played = [golden for golden in PLAYED if golden.format != FORMAT]
    for game, (edition, variants, board) in GAMES.items():
        disk = RealDisk(GOLDEN / f"format-{FORMAT}" / game)
        play(disk, rules_of(edition, variants), "golden", MOVES, shipped_board(board))
        end = replayed(Journal.open(disk))
        played.append(GoldenGame(FORMAT, game, MOVES, board, position_digest(end)))
    content = msgspec.json.format(msgspec.json.encode(played))
    (GOLDEN / "played.json").write_bytes(content + b"\n")


if __name__ == "__main__":
    main()
