"""Whole games among automatic players, and their totals: the same for one seed, however many processes play."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from itertools import islice, takewhile
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from companion.players.automatic import AutomaticTable, Jail
from companion.players.dice import RandomDice
from companion.players.temperament import Temperament
from companion.rules import new_game, unfold
from companion.rules.board import Board
from companion.rules.commands import AnyCommand, Roll
from companion.rules.editions import Rules
from companion.rules.ids import PlayerId
from companion.rules.state import Game, Player
from companion.rules.worth import end_worth

IN_JAIL = 40  # the last of the 41 places where a token can rest
MAX_THROWS = 5_000
MAX_BATCH = 100  # games: handing over a batch takes as long as a quarter of a game
LOOK_S = 0.1  # whether Ctrl-C was pressed
HAND_IN_S = 1.0  # after it
WATCH_S = 0.5
LAST_NICE = 19
MAX_TRIES, TRY_S = 50, 0.05
ENDED_EARLY = KeyboardInterrupt, BrokenProcessPool  # by Ctrl-C, or because a process was killed
Watch = Callable[[Game, AnyCommand, Game], None]
T = TypeVar("T")
R = TypeVar("R")


class Plan(Struct, frozen=True):
    """What to play. One seed stands for one series of games."""

    rules: Rules
    board: Board
    players: int
    games: int
    seed: int
    jail: Jail = Jail.LEAVE
    tempers: tuple[Temperament, ...] = ()  # of all seats; they change seats from game to game


class Tally(Struct):
    """Totals over games. They are only ever added up, so the order does not matter."""

    games: int = 0
    throws: int = 0
    bankruptcies: int = 0
    unfinished: int = 0
    rests: list[int] = []
    wins: dict[str, float] = {}  # by temperament; players who win together share the game

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.throws += other.throws
        self.bankruptcies += other.bankruptcies
        self.unfinished += other.unfinished
        pairs = zip(self.rests or [0] * (IN_JAIL + 1), other.rests or [0] * (IN_JAIL + 1), strict=True)
        self.rests = [one + two for one, two in pairs]
        for name, won in other.wins.items():
            self.wins[name] = self.wins.get(name, 0) + won


def play_game(plan: Plan, number: int, watch: Watch | None = None) -> Tally:
    """One game to its end, or to more rolls than anyone would sit through. `watch` sees every command."""
    dice = RandomDice.from_seed(f"{plan.seed}/{number}")
    game = new_game(plan.rules, plan.board, [f"P{seat + 1}" for seat in range(plan.players)], dice.decks())
    seated = tuple(plan.tempers[(seat + number) % plan.players] for seat in range(len(plan.tempers)))
    table = AutomaticTable(dice, plan.jail, seated, few_commands=True)
    rests, thrower, throws = [0] * (IN_JAIL + 1), -1, 0
    while not game.over and throws <= MAX_THROWS:
        command = table.next_command(game)
        if type(command) is Roll:
            if throws:
                person = game.players[thrower]  # not by `_resting_place`: every roll asks
                rests[person.place if person.jail is None else IN_JAIL] += 1
            thrower, throws = command.player, throws + 1
        after = unfold(game, command).game
        if watch is not None:
            watch(game, command, after)
        game = after
    if thrower >= 0:
        rests[_resting_place(game.players[thrower])] += 1
    wins = dict.fromkeys((temper.name for temper in seated), 0.0)
    winners = who_wins(game) if seated else ()
    for seat in winners:
        wins[seated[seat].name] += 1 / len(winners)
    return Tally(1, throws, game.bankruptcies(), int(not game.over), rests, wins)


def who_wins(game: Game) -> tuple[PlayerId, ...]:
    """Of a game that lasts too long, those who would win if it ended now.  [SHORT-6, SHORT-7]"""
    if game.over:
        return game.winners
    worths = {player: end_worth(game, player) for player in game.still_in()}
    return tuple(player for player, worth in worths.items() if worth == max(worths.values()))


def _resting_place(player: Player) -> int:
    return player.place if player.jail is None else IN_JAIL


def play_games(plan: Plan, jobs: int = 1) -> Iterator[Tally]:
    """Tallies as they come in, each of some games of the plan. After Ctrl-C, only games that had not ended are lost."""
    if jobs == 1:
        with _LaterInterrupts():
            for number in takewhile(lambda _: not _CtrlC.came, range(plan.games)):
                yield play_game(plan, number)
        return
    size = max(1, min(MAX_BATCH, plan.games // (4 * jobs)))
    batches = [range(start, min(start + size, plan.games)) for start in range(0, plan.games, size)]
    yield from run_in_processes(partial(_play_batch, plan), batches, jobs)


def _play_batch(plan: Plan, batch: range) -> Tally:
    """In a process of its own, until somebody stops it."""
    total = Tally()
    for number in batch:
        if _CtrlC.came:
            break
        total.add(play_game(plan, number))
    return total


class _CtrlC:
    """No event of `threading`: whoever handles a signal must not wait for a lock."""

    came = False  # in each process


def _note_ctrl_c(*_: object) -> None:
    _CtrlC.came = True


def run_in_processes(work: Callable[[T], R], parts: Iterable[T], jobs: int, *, gives_way: bool = False) -> Iterator[R]:
    """The result of each part, as it comes in. After Ctrl-C, those that come in at once; then nobody waits any longer.

    Processes that give way get only what nobody else on the machine wants to use.
    """
    with (
        _LaterInterrupts(),
        ProcessPoolExecutor(jobs, initializer=_serve, initargs=(os.getpid(), gives_way)) as pool,
    ):
        # One part for each process at a time: what waits in the pool's own queue could not be cancelled.
        submitted = (pool.submit(work, part) for part in parts)
        running = set(islice(submitted, jobs))
        try:
            while running and not _CtrlC.came:
                done, running = wait(running, LOOK_S, return_when=FIRST_COMPLETED)
                running |= set(islice(submitted, len(done)))
                yield from (future.result() for future in done)
            if running:
                for process in multiprocessing.active_children():
                    if process.pid is not None:
                        os.kill(process.pid, signal.SIGINT)
                yield from (future.result() for future in wait(running, HAND_IN_S).done)
                _kill_processes()
        except GeneratorExit:
            _kill_processes()
            raise


class _LaterInterrupts:
    """Ctrl-C waits for the end of this. Raised in the pool, it could leave one of its locks locked for ever, or lose
    what is on its way to whoever asked. Only the main thread hears of it.
    """

    def __enter__(self) -> None:
        self._is_main = threading.current_thread() is threading.main_thread()
        if self._is_main:
            self._usual = signal.signal(signal.SIGINT, _note_ctrl_c)

    def __exit__(self, *_: object) -> None:
        if self._is_main:
            signal.signal(signal.SIGINT, self._usual)
            if _CtrlC.came:
                _CtrlC.came = False
                signal.raise_signal(signal.SIGINT)


def _kill_processes() -> None:
    """Nobody waits for what is half done."""
    for process in multiprocessing.active_children():
        process.kill()


def _serve(parent: int, gives_way: bool) -> None:
    """In each process. Ctrl-C reaches every process of the terminal: only the parent shall end by it, the others hand
    in what they have. Where the parent was killed and could tell nobody, they end by themselves.
    """
    signal.signal(signal.SIGINT, _note_ctrl_c)
    if gives_way:
        give_way()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH_S)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def give_way() -> None:
    """From now on this process gets only what nobody else wants. Linux may share a machine between sessions first, and
    only then between the processes of one: so it has a session of its own, which gives way, too.
    """
    os.setsid()
    with suppress(OSError):  # a service may not be allowed to
        os.nice(LAST_NICE)
    with suppress(OSError, AttributeError):  # only Linux has it
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    for _ in range(MAX_TRIES):
        try:
            Path("/proc/self/autogroup").write_text(str(LAST_NICE))
            return
        except BlockingIOError:  # the whole machine may do this ten times a second
            time.sleep(TRY_S)
        except OSError:  # such a machine does not group processes by sessions
            return
