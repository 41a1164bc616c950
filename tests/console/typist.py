"""A hostile typist: random bursts of keys, while the console stalls and others move. `make typist` runs ten thousand.

The typist writes down what can be seen before each burst, from the screen alone. Whatever the table then does for the
console must have been named by one of the keys: by a digit or Enter for what stood beside it when the burst began, by
dice for the roll that was asked for, or by a letter for its act. What others have changed unseen was not meant. A key
names one act at most.

Keys come all at once, or some milliseconds apart while the console has done a part of its work or none at all.
"""

import argparse
import asyncio
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec
from textual.pilot import Pilot

from companion.console.app import ConsoleApp
from companion.console.choose_move import MoveOffer, roll_to_enter
from companion.console.console_screen import ValueList
from companion.console.screens.raise_cash import RaiseCashScreen
from companion.console.screens.table import TableScreen
from companion.console.state import ConsoleState
from companion.console.widgets.move_buttons import MoveButton
from companion.play.acts import Act, Undo
from companion.play.options import Option, options
from companion.rules.catalogue import BY_HAND, CATALOGUE, MENU
from companion.rules.commands import Needs, Roll
from companion.rules.dice import throws_speed_die
from companion.rules.refusal import Refusal
from companion.rules.state import Game
from companion.table.messages.views import MoveView
from tests.console.fast_apps import at_rest
from tests.console.screen_pilot import SMALL, send_burst, settled, text_of
from tests.console.tables import InMemoryTable
from tests.kit import game

SETTLE_S = 0.35
LONG_S = 2.0
QUIET_TURNS = 12  # of the loop in a row
GAPS_S = (0.05, 0.2, 0.4, 1.2, LONG_S)
GAPS_IN_A_BURST_S = (0.0, 0.0, 0.03, 0.2)
STALLS = (0, 0, 0, 3, 20)  # turns of the loop that the console has between two keys
LETTERS = "tdcCbnopHsyjgrehlmfkxB$@#uUaqA"
DIGITS = "1234567890"
OTHERS = ("enter", "backspace", "escape", "space")
TYPICAL = ("d24", "11", "2", "24", "t", "tb", "b", "n", "o145", "e", "uy", "s2", "h11", "m1")
NAMES = {"$": "dollar_sign", "@": "at", "#": "number_sign"}
ROUNDS_OF_A_GAME = 60
NEVER = ("CallTime", "EndGame", "RetirePlayer", "GoBankrupt")  # by others: the game should go on
UNDOES = {"u": "Undo", "U": "Redo"}
ROLLS = ("Roll", "Throw")


class Caught(AssertionError):
    """An act that no key has named."""


class Seen(NamedTuple):
    """What is on the screen before a burst."""

    asks: bool  # else it is a pad or another screen
    offers: tuple[MoveOffer, ...]  # that can be seen, with their caps
    enter: MoveOffer | None
    state: ConsoleState
    faces: tuple[str, ...] = ()  # of dice that were entered before


class Typist:
    def __init__(self, seed: int, app: ConsoleApp, pilot: Pilot[None], table: InMemoryTable, now: list[float]) -> None:
        self._random, self._app, self._pilot, self._table, self._now = Random(seed), app, pilot, table, now
        self._letters: list[str] = []  # since the table was last seen: they may have opened a pad,
        self._taken: list[MoveOffer] = []  # and so may these, by their digits
        self._burst_saw: list[Seen] = []  # keys that follow at once are part of the burst, and meant for what it saw
        self._acted: list[str] = []  # before in the same burst
        self.bursts = self.acts = 0

    async def hand(self) -> None:
        """Some bursts, from the table on."""
        while not isinstance(self._app.screen, TableScreen):
            self._now[0] += LONG_S
            before = self._app.screen
            send_burst(self._pilot, self._now[0], "escape")
            await _rest(self._app)
            if self._app.screen is before:
                before.dismiss()
                await _rest(self._app)
        for _ in range(self._random.randint(1, 3)):
            await self._burst()

    async def _burst(self) -> None:
        random, done = self._random, len(self._table.done)
        gap = random.choice(GAPS_S)
        self._now[0] += gap
        seen = self._look()
        keys = self._keys(seen)
        if random.random() < 0.3:
            at = random.randrange(len(keys))
            keys = (*keys[:at], keys[at], *keys[at:])  # held down
        is_same = gap < SETTLE_S
        self._burst_saw = [*(self._burst_saw if is_same else ()), seen]
        self._acted = self._acted if is_same else []
        if seen.asks:
            self._letters, self._taken = [], []
        parts = sorted(random.sample(range(len(keys) + 1), random.randint(0, min(2, len(keys)))))
        foreign: list[tuple[int, str]] = []  # what others made, and how many acts were done before it
        for at, key in enumerate((*keys, "")):
            if at in parts:
                foreign += [(len(self._table.done) - done, name) for name in self._others_move()]
            if key:
                self._now[0] += random.choice(GAPS_IN_A_BURST_S) if at else 0
                send_burst(self._pilot, self._now[0], NAMES.get(key, key))
            for _ in range(random.choice(STALLS)):
                await asyncio.sleep(0)
        await _rest(self._app)
        if self._app.mistake is not None:
            raise Caught(f"the console fell over: {self._app.mistake!r}")
        acts = [msgspec.json.decode(act, type=dict[str, Any]) for act in self._table.done[done:]]
        self._judge(keys, acts, foreign)
        self._letters += [key for key in keys if key in LETTERS]
        self._taken += [offer for offer in seen.offers if offer.cap in keys]
        self._acted += [act["type"] for act in acts]
        self.bursts, self.acts = self.bursts + 1, self.acts + len(acts)

    def _look(self) -> Seen:
        screen, state = self._app.screen, self._app.state
        if isinstance(screen, RaiseCashScreen) and screen.wanted is not None:
            pay, ways = _offer(state, "y", screen.wanted), screen.query_one(ValueList)
            offers = [_offer(state, str(number), move) for number, move in enumerate(screen.ways[:9], 1)]
            line = offers[ways.highlighted or 0] if ways.has_focus and offers else pay
            return Seen(True, (*offers, pay), line, state)
        if not isinstance(screen, TableScreen):
            return Seen(False, (), None, state)
        buttons = [one for one in screen.query(MoveButton) if one.display and one.offer is not None]
        enter = next((one.offer for one in buttons if str(one.label).endswith("↵")), None)
        faces = tuple(re.findall(r"\[(\d)\]", text_of(self._app)))
        return Seen(True, tuple(one.offer for one in buttons if one.offer is not None), enter, state, faces)

    def _keys(self, seen: Seen) -> tuple[str, ...]:
        """What can be seen to do something, what people often type, or anything."""
        random, way = self._random, self._random.random()
        if way < 0.4 and seen.offers:
            letters = {seen.state.menu_entry(move).key for move in seen.state.moves} & {*LETTERS}
            sensible = sorted({*letters, *(offer.cap for offer in seen.offers)})
            return tuple(random.choice(sensible) for _ in range(random.randint(1, 2)))
        if way < 0.7:
            return tuple(random.choice(TYPICAL)) + tuple(random.choice(DIGITS) for _ in range(random.randint(0, 2)))
        kinds = (LETTERS, DIGITS, DIGITS, OTHERS)
        return tuple(random.choice(random.choice(kinds)) for _ in range(random.randint(1, 5)))

    def _others_move(self) -> Iterator[str]:
        session = self._table.host.session
        assert session is not None
        act = self._any_act(session.game)
        with suppress(Refusal):  # two others may want to take back the same
            if act is not None:
                self._table.act(act)
                yield type(act).__name__

    def _any_act(self, now: Game) -> Act | None:
        if now.over:
            return None
        if self._random.random() < 0.1 and self._app.state.view is not None and self._app.state.view.undo_number:
            return Undo()
        may = [one for one in options(now) if one.needs in (Needs.NOTHING, Needs.AMOUNT, Needs.DICE)]
        may = [one for one in may if type(one.command).__name__ not in NEVER]
        return self._filled(now, self._random.choice(may)) if may else None

    def _filled(self, now: Game, option: Option) -> Act:
        command = option.command
        if isinstance(command, Roll) and not command.dice:
            dice = self._random.randint(1, 6), self._random.randint(1, 6)
            is_speed = now.players[command.player].jail is None and throws_speed_die(now, command.player)
            return msgspec.structs.replace(command, dice=dice, speed="1" if is_speed else "")
        return command

    # What was named

    def _judge(self, keys: Sequence[str], acts: Sequence[dict[str, Any]], foreign: Sequence[tuple[int, str]]) -> None:
        at = 0
        for number, act in enumerate(acts):
            others = [name for done, name in foreign if done <= number]
            own = [*self._acted, *(one["type"] for one in acts[:number])]
            named = (to for to in range(at, len(keys)) if self._names(keys, to, act, own, others))
            if (found := next(named, None)) is None:
                raise Caught(
                    f"{act} was named by none of {keys[at:]} of {keys}, others made {foreign}, "
                    f"seen were {[(one.cap, one.label) for one in self._burst_saw[0].offers]}; "
                    f"now:\n{text_of(self._app)}"
                )
            at = found + 1

    def _names(
        self, keys: Sequence[str], at: int, act: dict[str, Any], own: Sequence[str], others: Sequence[str]
    ) -> bool:
        """Whether the key at this place may have named the act, perhaps with the keys before it on a pad.

        A letter may be about anything that was seen during its burst, and about what the burst's own acts have led to,
        which is known to its hand. A digit is about what was seen at the start.
        """
        key, type_, seen = keys[at], act["type"], self._burst_saw[0]
        if at and keys[at - 1] == key and key not in DIGITS:
            return False  # held down
        is_on_pad = any(not one.asks for one in self._burst_saw)
        letters = [*(self._letters if is_on_pad else ()), *keys[: at + 1]]
        if any(self._is_letter_for(letter, act) for letter in letters if letter in LETTERS):
            return bool(own) or not others or any(self._was_there(act, one.state) for one in self._burst_saw)
        if is_on_pad and any(_is_act_of(offer, act) for offer in self._taken):
            return True
        if not seen.asks or (type_ in ROLLS and any(one in ROLLS for one in (*own, *others))):
            return False  # another roll was seen
        if key == "enter":
            return seen.enter is not None and _is_act_of(seen.enter, act)
        roll = roll_to_enter(seen.state)
        if roll is not None and type_ in ROLLS:
            faces = self._burst_saw[-1].faces  # the burst may have entered some before
            return act["player"] == roll.seat and list(act["dice"]) == _dice((*faces, *keys[: at + 1]))
        return any(offer.cap == key and _is_act_of(offer, act) for offer in seen.offers)

    def _is_letter_for(self, letter: str, act: dict[str, Any]) -> bool:
        type_ = act["type"]
        if letter == "a":
            return True  # everything possible now: its pad names the act
        if type_ in UNDOES.values():
            return bool(UNDOES.get(letter) == type_)
        spec = next(row for kind, row in CATALOGUE.items() if kind.__name__ == type_)
        entries = {spec.menu, BY_HAND.get(spec.needs, spec.menu)}
        return letter in {MENU[entry].key for entry in entries}

    def _was_there(self, act: dict[str, Any], state: ConsoleState) -> bool:
        if act["type"] in UNDOES.values():
            return state.view is not None and act["number"] in (state.view.undo_number, state.view.redo_number)
        same = (msgspec.json.decode(move.act, type=dict[str, Any]) for move in state.known_moves)
        return any(one["type"] == act["type"] and one.get("player") == act.get("player") for one in same)


async def _rest(app: ConsoleApp) -> None:
    """Until nothing is left to do."""
    while not (await at_rest(app, QUIET_TURNS) and app.message_queue_size == 0 and app.keys.is_idle):
        if app.mistake is not None:
            return


def _offer(state: ConsoleState, cap: str, move: MoveView) -> MoveOffer:
    return MoveOffer(move.label, state.menu_entry(move), (move,), cap)


def _is_act_of(offer: MoveOffer, act: dict[str, Any]) -> bool:
    """Whether the button says so. A seat's digit bids the next step, whatever that is by then."""
    for move in offer.moves:
        named = msgspec.json.decode(move.act, type=dict[str, Any])
        open_fields = {*move.fills, *(("dice", "speed") if named["type"] in ROLLS else ())}
        if all(act[name] == value for name, value in named.items() if name not in open_fields):
            return True
    return False


def _dice(keys: Sequence[str]) -> list[int]:
    """What was typed last, with what was rubbed out taken away."""
    faces: list[int] = []
    for key in keys:
        if key == "backspace":
            faces = faces[:-1]
        elif key in "123456":
            faces.append(int(key))
    return faces[-2:]


def table_for(seed: int, *, takes_stale: bool) -> InMemoryTable:
    random = Random(seed)
    start = game(
        players=("Ann", "Ben", "Cy", "Dee")[: random.randint(2, 4)],
        owns={"Ann": ["red", "Reading"], "Ben": ["orange", "Water"]},
        cash={"Ben": 400},
        jailed={"Ben": 0} if random.random() < 0.3 else {},
        electronic=random.random() < 0.5,
    )
    dice: Literal["hand", "button"] = "hand" if random.random() < 0.6 else "button"
    return InMemoryTable(start, seed=seed, dice=dice, takes_stale=takes_stale)


async def type_bursts(seed: int, bursts: int, *, takes_stale: bool = False) -> tuple[int, int]:
    """At most so many, in one game. Returns how many they were, and how many acts were done. Raises Caught.

    A table that `takes_stale` acts leaves it to the console alone to do nothing that nobody meant.
    """
    table, now = table_for(seed, takes_stale=takes_stale), [100.0]
    app = ConsoleApp(table, settle_s=SETTLE_S, clock=lambda: now[0])
    app.animation_level = "none"
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        typist = Typist(seed, app, pilot, table, now)
        while typist.bursts < bursts:
            if app.state.view is not None and app.state.view.over:
                break
            await typist.hand()
    return typist.bursts, typist.acts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bursts", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    done = acts = 0
    for seed in count(wanted.seed):
        if done >= wanted.bursts:
            return
        try:
            more, did = asyncio.run(type_bursts(seed, ROUNDS_OF_A_GAME))
        except Caught as caught:
            raise SystemExit(f"seed {seed}: {caught}") from None
        done, acts = done + more, acts + did
        print(f"{done} bursts, {acts} acts, each named by its key", flush=True)


if __name__ == "__main__":
    main()
