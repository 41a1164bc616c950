"""A whole evening by what was spoken only: nobody sees a screen, and the table says all that must be known."""

from pathlib import Path
from queue import Queue

from companion.players.seeded_random import SeededRandom
from companion.table.gestures.tags import TaggedThing
from companion.table.server.voice import Voice
from tests.deadline import DEADLINE_S
from tests.kit import ATLANTIC, game
from tests.table.gestures.contexts import PIECES
from tests.table.players_by_ear import PlayersByEar
from tests.table.signal_driver import DrivenTable

NAMES = ("Ann", "Ben", "Cy")
OWNED = {"Ann": ("orange", "Baltic Avenue"), "Ben": ("light-blue", "Reading Railroad"), "Cy": ("red",)}
MAX_ACTS = 600
END = "That is all."
PAUSE_MS, ROLL_MS = 1_500, 4_000


class SaidAtOnce:
    """A sentence that takes no time, and can be heard in its order."""

    def __init__(self) -> None:
        self.heard: Queue[str] = Queue()

    def missing(self) -> str:
        return ""

    def begin(self, text: str) -> "SaidAtOnce":
        self.heard.put(text)
        return self

    def wait(self, timeout_s: float) -> None:
        pass

    def cut(self) -> None:
        pass


class TableByEar:
    """A simulated table whose every sentence is heard in its order; the dice fall as they fall."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._speaker = SaidAtOnce()
        self._voice = Voice(self._speaker, lambda: 0)
        self._dice = SeededRandom(f"dice {seed}")
        start = game(cash=dict.fromkeys(NAMES, 500), owns=OWNED)
        self.driven = DrivenTable(folder, start, voice=self._voice)
        self.driven.set_up()

    def hear(self) -> list[str]:
        """All that was said until now: the last is a mark of our own."""
        self._voice.say("mark", END)
        return list(iter(lambda: self._speaker.heard.get(timeout=DEADLINE_S), END))

    def close(self) -> None:
        self._voice.close()
        self.driven.put_away()

    def press(self, button: str) -> None:
        if button == "dice":
            self.driven.wait(ROLL_MS)
            self.driven.dice.faces = (self._dice.randint(1, 6), self._dice.randint(1, 6))
        self.driven.press(button)
        self.driven.wait(PAUSE_MS)

    def tap(self, what: TaggedThing) -> None:
        self.driven.tap(what)
        self.driven.wait(PAUSE_MS)

    def put(self, seat: int, space: int) -> None:
        self.driven.put(seat, space)
        self.driven.wait(PAUSE_MS)

    def pick_up(self, seat: int) -> None:
        self.driven.pick_up(seat)


def test_an_evening_by_ear(tmp_path: Path) -> None:
    table = TableByEar(tmp_path, seed=8)
    players = PlayersByEar(table, NAMES, ATLANTIC, seed=8)
    players.begin(PIECES)
    for _ in range(MAX_ACTS):
        players.listen()
        heard = [(players.cash[one], players.places[one]) for one in players.cash]
        truth = [(one.cash, one.place) for one in table.driven.game.players if not one.is_out]
        assert heard == truth, players.question
        if players.winner:
            break
        players.act()
    end = table.driven.game
    assert end.over
    assert players.winner == end.name(end.winners[0])
    assert players.houses > 3
    assert all(move.id.startswith("hands-") for move in table.driven.heard), "nobody has touched a screen"
    table.close()
