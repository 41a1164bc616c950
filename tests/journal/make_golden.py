"""Makes the golden game of this format, once, when the format is new. After a release it is never made again:
a change that breaks it needs a new format and a migration.
"""

import json
import shutil

from companion.journal import FORMAT, RealDisk
from tests.journal.test_migrate import GOLDEN
from tests.journal.test_replay_digest import play
from tests.kit import rules_of

GAME = "20261116-2100-aa"
MOVES = 150


def main() -> None:
    folder, played = GOLDEN / f"format-{FORMAT}" / GAME, GOLDEN / "played.json"
    shutil.rmtree(folder, ignore_errors=True)
    digest = play(RealDisk(folder), rules_of("classic"), "golden", MOVES)
    known = json.loads(played.read_bytes()) if played.exists() else {}
    known[str(FORMAT)] = {"game": GAME, "entries": MOVES, "digest": digest}
    played.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
