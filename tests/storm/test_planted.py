"""A storm that finds nothing proves nothing: faults planted in the real classes, each found, and for the right reason.

Every fault is one that somebody could make. It must be found within a thousand storms; most are in the first ten.
"""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from companion.journal import Disk, Journal, JournalEntry, JournalStale, Unsound, journal, recovery
from companion.journal.codec import encode_body
from companion.journal.database import DATABASE
from companion.journal.entry import TapeLine, parse_line
from companion.journal.recovery import Recovered
from companion.journal.tape import TAPE
from companion.play import timeline
from companion.play.acts import RecordedMove, Redo, Rename, Undo
from companion.play.dice import RememberedDice, decide_move
from companion.play.timeline import Timeline
from companion.rules import Refusal, debt, evolve, rent
from companion.rules.events import Event, Events, Paid
from companion.rules.state import Game
from companion.table.games.session import Session
from companion.table.messages.wire import decode_from_client
from companion.table.server.connection import Connection
from companion.table.server.dispatcher import Dispatcher
from tests.storm import laws, ledger, run, screen, world
from tests.storm.torn_disk import TornDisk

SEEDS = 1_000
STEPS = 40
Patch = pytest.MonkeyPatch


class PlantedFault(NamedTuple):
    title: str
    laws: tuple[str, ...]  # one of them must be seen to be broken
    plant: Callable[[Patch], None] = lambda _: None
    disk: type[TornDisk] = TornDisk
    first: int = 0  # storm: of some it is known that those before it need not be ridden


class Unsynced(TornDisk):
    """Says that everything is synced, and syncs nothing."""

    def _sync(self, file: int) -> None:
        pass


class Unsettled(TornDisk):
    """What two copies have is taken for being on the disk."""

    def settle(self, connection: sqlite3.Connection) -> None:
        pass

    def write_again(self, name: str, start: int, content: bytes) -> None:
        pass


# The journal


def written_later(patch: Patch) -> None:
    """Each entry is written when the next one comes."""
    write, late = Journal._write, dict[Journal, tuple[str, TapeLine]]()

    def write_the_one_before(self: Journal, id: str, line: TapeLine) -> None:
        before = late.pop(self, None)
        late[self] = id, line
        if before:
            write(self, *before)

    patch.setattr(Journal, "_write", write_the_one_before)


def blind_truncation(patch: Patch) -> None:
    """The tape is cut at its first bad line, and the database made from it."""
    recover = recovery.recover

    def cut_and_recover(disk: Disk, _: tuple[TapeLine, ...] = ()) -> Recovered:
        tape = disk.read(TAPE) if disk.exists(TAPE) else b""
        sound = _up_to_the_first_bad(tape)
        if sound and sound != tape:
            disk.replace(TAPE, sound)
            disk.remove(DATABASE)
        return recover(disk)

    patch.setattr(journal, "recover", cut_and_recover)


def _up_to_the_first_bad(tape: bytes) -> bytes:
    sound = b""
    with suppress(Unsound):
        for text in tape.split(b"\n")[:-1]:
            sound += parse_line(text).text + b"\n"
    return sound


def failures_ignored(patch: Patch) -> None:
    write = Journal._write

    def write_somehow(self: Journal, id: str, line: TapeLine) -> None:
        with suppress(JournalStale):
            write(self, id, line)
        self._stale = ""

    patch.setattr(Journal, "_write", write_somehow)


def tape_only(patch: Patch) -> None:
    def write_tape(disk: Disk, tape: str, _: int, _connection: object, line: TapeLine) -> None:
        disk.append(tape, line.text + b"\n")

    patch.setattr(journal, "add_to_both", write_tape)


# The session


def told_before_written(patch: Patch) -> None:
    give = Session.give

    def tell_and_write(self: Session, id: str, act: Any, held: str = "") -> RecordedMove:
        if id in self._numbers or id in self._refused or self._journal is None:
            return give(self, id, act, held)
        body = self._plan(id, act, held, self._deps.now_ms())
        stored = encode_body(body.act, body.events)
        taken = self._apply(JournalEntry(self.number + 1, id, self._deps.now_ms(), stored), body)
        try:
            self._journal.append(id, taken.at_ms, stored)
        except JournalStale as error:
            return self._check_if_saved(id, error)
        return taken

    patch.setattr(Session, "give", tell_and_write)


def no_memory_of_ids(patch: Patch) -> None:
    give = Session.give

    def give_again(self: Session, id: str, act: Any, held: str = "") -> RecordedMove:
        self._numbers.pop(id, None)
        if self._journal is not None:
            self._journal._by_id.pop(id, None)
        return give(self, id, act, held)

    patch.setattr(Session, "give", give_again)


def refused_and_yet(patch: Patch) -> None:
    """A refused command ends the turn all the same."""
    plan = Timeline.plan

    def plan_or_spoil(self: Timeline, *given: Any) -> Any:
        try:
            return plan(self, *given)
        except Refusal:
            self.game = replace(self.game, turn_number=self.game.turn_number + 1)
            raise

    patch.setattr(Timeline, "plan", plan_or_spoil)


def never_tries_again(patch: Patch) -> None:
    patch.setattr(Session, "probe", lambda _: None)


# The timeline


def thrown_anew(patch: Patch) -> None:
    """A roll that was taken back is forgotten."""
    patch.setattr(RememberedDice, "remember_roll", lambda *_: None)


def decided_anew(patch: Patch) -> None:
    """A replay asks the rules again, instead of believing what is stored."""
    apply = Timeline.apply

    def apply_anew(self: Timeline, act: Any, events: Any, *entry: Any) -> RecordedMove:
        if not isinstance(act, Undo | Redo | Rename):
            with suppress(Refusal):
                events = decide_move(self.game, act, self._dice)
        return apply(self, act, events, *entry)

    patch.setattr(Timeline, "apply", apply_anew)


def old_names_come_back(patch: Patch) -> None:
    with_names = Timeline._with_names
    patch.setattr(Timeline, "_with_names", lambda self, game: with_names(self, game) if game is self.game else game)


# Money


def swapped_when_applied(patch: Patch) -> None:
    def swapped(event: Event) -> Event:
        return replace(event, payer=event.payee, payee=event.payer) if isinstance(event, Paid) else event

    patch.setattr(timeline, "evolve", lambda game, events: evolve(game, map(swapped, events)))


def rent_the_wrong_way(patch: Patch) -> None:
    charge = debt.charge
    patch.setattr(rent, "charge", lambda now, payer, payee, *more: charge(now, payee, payer, *more))


def float_rent(patch: Patch) -> None:
    charge = debt.charge
    patch.setattr(rent, "charge", lambda now, payer, payee, amount, *more: charge(now, payer, payee, amount / 1, *more))


def float_cash(patch: Patch) -> None:
    def evolve_in_floats(game: Game, events: Events) -> Game:
        after = evolve(game, events)
        return replace(after, players=tuple(replace(player, cash=player.cash / 1) for player in after.players))

    patch.setattr(timeline, "evolve", evolve_in_floats)


def money_from_nowhere(patch: Patch) -> None:
    """Everybody finds a dollar now and then, and nobody checks."""

    def evolve_and_find(game: Game, events: Events) -> Game:
        after = evolve(game, events)
        return replace(after, players=tuple(replace(player, cash=player.cash + 1) for player in after.players))

    patch.setattr(timeline, "evolve", evolve_and_find)
    patch.setattr(timeline, "check", lambda _: None)


# The desk


def a_move_untold(patch: Patch) -> None:
    """Every seventh line is lost on its way out, if it tells of a move."""
    send, sent = Connection.send, [0]

    def send_most(self: Connection, content: bytes, *, is_news: bool) -> None:
        sent[0] += 1
        if not is_news or sent[0] % 7:
            send(self, content, is_news=is_news)

    patch.setattr(Connection, "send", send_most)


def garbage_is_believed(patch: Patch) -> None:
    hear = Dispatcher.hear

    def hear_unguarded(self: Dispatcher, connection: Connection, line: bytes) -> None:
        decode_from_client(line)  # raises for garbage, and nobody catches it
        hear(self, connection, line)

    patch.setattr(Dispatcher, "hear", hear_unguarded)


FAULTS = (
    PlantedFault("no fsync", (laws.ON_DISK,), disk=Unsynced),
    PlantedFault("two copies in memory are believed", (laws.ON_DISK,), disk=Unsettled),
    PlantedFault("answered before it is written", (laws.ON_DISK,), written_later),
    PlantedFault("told before it is written", (laws.ON_DISK,), told_before_written),
    PlantedFault("no de-duplication", (laws.ONCE,), no_memory_of_ids),
    PlantedFault("blind truncation", (laws.SILENT, laws.HONEST), blind_truncation, first=136),
    PlantedFault("a failure to write is ignored", (laws.ON_DISK,), failures_ignored, first=7),
    PlantedFault("the second copy is not written", (laws.ON_DISK,), tape_only),
    PlantedFault("payer and payee swapped when applied", (laws.BOOKS, screen.MISTAKE), swapped_when_applied),
    PlantedFault("rent paid the wrong way", (ledger.RENTS,), rent_the_wrong_way),
    PlantedFault("rent in floats", (screen.MISTAKE, ledger.WHOLE), float_rent, first=21),
    PlantedFault("cash in floats", (ledger.WHOLE,), float_cash),
    PlantedFault("money from nowhere", (laws.ZERO,), money_from_nowhere),
    PlantedFault("a refused command changes something", (laws.UNCHANGED,), refused_and_yet),
    PlantedFault("an undo rolls again", (ledger.FALLS,), thrown_anew, first=9),
    PlantedFault("a replay decides anew", (laws.REPLAY,), decided_anew, first=14),
    PlantedFault("an undo brings old names back", (laws.BOOKS,), old_names_come_back, first=113),
    PlantedFault("trouble that never ends", (run.LIVELY,), never_tries_again, first=2),
    PlantedFault("a move not told", (screen.GAPS,), a_move_untold),
    PlantedFault("garbage is believed", (world.FALLS_OVER,), garbage_is_believed, first=7),
)


def seeds_until_found(fault: PlantedFault, most: int = SEEDS) -> int:
    """How many storms it takes; 0 if it is not found."""
    for count in range(most):
        if run.run_storm(fault.first + count, STEPS, fault.disk).broken.startswith(fault.laws):
            return count + 1
    return 0


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.title for fault in FAULTS])
def test_a_planted_fault_is_found(fault: PlantedFault, monkeypatch: Patch) -> None:
    fault.plant(monkeypatch)
    assert seeds_until_found(fault), f"{fault.title} was not found in {SEEDS} storms"
