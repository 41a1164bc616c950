"""A simulated table driven by signals: buttons, tags and tokens, a game on a disk, and a clock set by the test."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from companion.journal import Disk, RealDisk
from companion.play.acts import Act, RecordedMove, Start
from companion.play.dice import DiceSource
from companion.rules.board import Board
from companion.rules.ids import PlayerId, SpaceId
from companion.rules.state import Game
from companion.table.games.session import Session, SessionDeps
from companion.table.gestures.tags import Bindings, PlayerTag, TaggedThing, TokenTag
from companion.table.messages.views import SheetView
from companion.table.messages.wire import Ask, Reply, TablePrompts
from companion.table.server.announcer import Announcer
from companion.table.server.signal_controller import SignalController
from companion.table.server.table import SignalQueue
from companion.table.server.voice import Voice
from hardware.clock import HandClock
from hardware.signals import BoardKind
from hardware.simulated import SimulatedRig, let_pass
from tests.kit import ANN, ATLANTIC, deed, game
from tests.table.gestures.contexts import HOUSEHOLD, PIECES

GAME = "20261116-2041-aa"
LOOK_MS = 250  # how often the table looks at its board
UIDS = {what: uid for uid, what in HOUSEHOLD.tags}
START = game(cash={"Ann": 500, "Ben": 500, "Cy": 500})
ORIENTAL, BALTIC = deed("Oriental Avenue"), deed("Baltic Avenue")


class ScriptedDice:
    """The next dice, as the script wants them."""

    def __init__(self) -> None:
        self.faces: tuple[int, ...] = (1, 2)

    def dice(self, number: int, count: int, speed: bool) -> tuple[tuple[int, ...], str]:
        del number
        assert len(self.faces) == count
        assert not speed
        return self.faces, ""

    def decks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        raise AssertionError("the decks of this table are real")

    def deal(self) -> tuple[int, ...]:
        raise AssertionError("nobody deals at this table")


class OneGameHost:
    """One game, or none."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.trouble = ""

    @property
    def board(self) -> Board:
        return self.session.game.board if self.session is not None else ATLANTIC

    def probe(self) -> None:
        if self.session is not None:
            self.session.probe()

    def prepare(self, _: Ask) -> None:
        return None

    def answer(self, ask: Ask) -> Reply:
        return Reply(ask.id, done=False)


class DrivenTable:
    """Use the levers of `rig`; `prompts` are those sent last, and `cues` those played since the last call.

    Signals go through the queue as at a real table, but without threads.
    """

    def __init__(
        self,
        folder: Path,
        game: Game | None = None,
        *,
        board: BoardKind | None = BoardKind.IDENTIFYING,
        hand_dice: bool = False,
        bindings: Bindings = HOUSEHOLD,
        disk: Disk | None = None,
        fitted: Callable[[HandClock], SimulatedRig] | None = None,
        voice: Voice | None = None,
    ) -> None:
        self.clock = HandClock(1_000_000)
        self.dice = ScriptedDice()
        self.host = OneGameHost()
        simulated = fitted or partial(SimulatedRig, board=board)
        self.rig = simulated(self.clock)
        self.told: list[TablePrompts] = []
        self.heard: list[RecordedMove] = []
        self._screens = 0
        self._waking = 0
        self._folder = folder
        self.controller = SignalController(
            self.host,
            self.rig,
            bindings,
            now_ms=self.clock.now_ms,
            send=self.told.append,
            name="hands",
            board=board or BoardKind.IDENTIFYING,
            hand_dice=hand_dice,
            announcer=Announcer(voice),
        )
        self._queue = SignalQueue(self.controller.feel, self._wake)
        self.rig.open(self._queue.emit)
        if game is not None:
            self.begin(game, disk)

    def begin(
        self,
        game: Game,
        disk: Disk | None = None,
        tokens: tuple[str, ...] = PIECES,
        dice: Literal["", "button", "hand"] = "",
    ) -> Session:
        """Puts away the game in play, if there is one."""
        chance: DiceSource = self.dice
        start = Start(game, tokens=tokens[: len(game.players)], dice=dice)
        deps = SessionDeps(chance, self.clock.now_ms, "0.1.0")
        self.put_away()
        self.host.session = Session.create(disk or RealDisk(self._folder / GAME), start, deps, self._listen)
        self.controller.changed()
        return self.host.session

    def put_away(self) -> None:
        if self.host.session is not None:
            self.host.session.close()
        self.host.session = None

    def _listen(self, taken: RecordedMove) -> None:
        self.controller.news(taken)
        self.heard.append(taken)

    def _wake(self) -> None:
        self._waking += 1

    # What people do

    def wait(self, ms: int) -> None:
        """As the table does: signals are carried out as they come, and the board is looked at now and then."""
        for left in range(ms, 0, -LOOK_MS):
            let_pass(self.rig, self.clock, min(left, LOOK_MS))
            self._mind()
            self.controller.look()

    def _mind(self) -> None:
        while self._waking:
            self._waking -= 1
            self._queue.deliver()

    def press(self, button: str) -> None:
        self.rig.press(button)
        self.wait(100)

    def hold(self, button: str) -> None:
        self.rig.hold(button)
        self.wait(2_500)

    def tap(self, what: TaggedThing | str) -> None:
        """Lays a tag on the reader, and takes it away again."""
        uid = what if isinstance(what, str) else UIDS[what]
        self.rig.place("deeds", uid)
        self.wait(500)
        self.rig.lift("deeds", uid)
        self.wait(500)

    def show_card(self, seat: PlayerId) -> None:
        self.tap(PlayerTag(seat))

    def put(self, seat: PlayerId, space: SpaceId) -> None:
        self.rig.put(UIDS[TokenTag(PIECES[seat])], space)
        self._mind()

    def pick_up(self, seat: PlayerId) -> None:
        self.rig.pick_up(UIDS[TokenTag(PIECES[seat])])
        self._mind()

    def set_up(self, *places: SpaceId) -> None:
        """Puts every token where the game says, or elsewhere."""
        for seat, player in enumerate(self.game.players):
            self.put(seat, places[seat] if places else player.place)
        self.wait(5_000)

    def on_screen(self, act: Act) -> RecordedMove:
        """Given by a screen."""
        self._screens += 1
        return self.session.give(f"screen-{self._screens}", act)

    # What is seen

    @property
    def session(self) -> Session:
        assert self.host.session is not None
        return self.host.session

    @property
    def game(self) -> Game:
        return self.session.game

    def prompts(self) -> TablePrompts:
        return self.controller.prompts()

    def cash(self) -> list[int]:
        return [player.cash for player in self.game.players]

    def cues(self) -> list[str]:
        """Those played since the last call; every one of them was shown, too."""
        assert self.rig.lamps is not None
        assert self.rig.speaker is not None
        played: Sequence[str] = list(self.rig.speaker.played)
        assert played == list(self.rig.lamps.shown)
        self.rig.speaker.played.clear()
        self.rig.lamps.shown.clear()
        return list(played)


def space(name: str) -> SpaceId:
    """By its name, or by its number where several spaces have that name."""
    if name.isdecimal():
        return int(name)
    (found,) = (one.id for one in ATLANTIC.spaces if one.name == name)
    return found


# Shorthand for tests


def driven_table(folder: Path, start: Game | None = None, **how: Any) -> DrivenTable:
    """With a game, and every token where it belongs."""
    table = DrivenTable(folder, start or START, **how)
    if table.rig.board is not None:
        table.set_up()
    table.cues()
    return table


def throw(table: DrivenTable, *faces: int) -> None:
    table.dice.faces = faces
    table.press("dice")


def sheet(table: DrivenTable) -> SheetView:
    shown = table.prompts().sheet
    assert shown is not None
    return shown


def notice_of(table: DrivenTable) -> tuple[str, str]:
    return table.prompts().notice, table.prompts().cue


def elsewhere(table: DrivenTable, space: int = 8) -> None:
    """Ann rolls 6, and her token is put on another space."""
    throw(table, 2, 4)
    table.put(ANN, space)
    table.wait(2_500)
    assert table.prompts().questions == ()
    table.wait(1_500)
