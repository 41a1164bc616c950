"""Fair dice: the same throw for the same press, an undo gives no second chance, and every alteration is noticed."""

import re
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.cli import main
from companion.play.acts import Start, Undo
from companion.play.fair_dice import commitment_of, in_groups, throw
from companion.play.timeline import Timeline
from companion.players.automatic import AutomaticTable
from companion.players.dice import RandomDice
from companion.record.dice_proof import NoProof, proof_lines, verify
from companion.rules.commands import CallTime, EndGame, Roll, Throw
from companion.rules.editions import CLASSIC, Rules
from companion.rules.events import DiceRolled
from companion.story.dice_test import measure_dice
from companion.table.games.export import export
from tests.kit import ANN, NAMES, SORTED_DECKS, in_every_game, new_game, rules_of

SEED = "51ab" * 8
PRESSED_MS = 1_800_000_000_000


def played(rules: Rules = CLASSIC, acts: int = 120, *, ended: bool = True) -> Timeline:
    """A game whose throws are left to the companion, with some of them taken back."""
    timeline = Timeline(Start(new_game(rules, NAMES, SORTED_DECKS), dice_seed=SEED), RandomDice.from_seed("others"))
    people, random, clock = AutomaticTable(RandomDice.from_seed("people")), Random(7), PRESSED_MS
    for number in range(acts):
        if timeline.game.over:
            break
        act = people.next_command(timeline.game)
        if isinstance(act, CallTime):
            break
        clock += random.randrange(1_000, 9_000)
        if isinstance(act, Roll | Throw):
            act = replace(act, dice=(), speed="")
        timeline.apply(act, timeline.plan(act, clock), f"m{number}", clock)
        if isinstance(act, Roll) and random.random() < 0.2:
            timeline.apply(Undo(), timeline.plan(Undo(), clock), f"u{number}", clock)
    if ended and not timeline.game.over:
        timeline.apply(EndGame("late"), timeline.plan(EndGame("late"), clock), "end", clock)
    return timeline


def record_of(timeline: Timeline) -> str:
    return export(timeline.start, timeline.moves, timeline.game)


@in_every_game
def test_the_throws_of_a_game_are_proven_by_its_record(rules: Rules) -> None:
    proof = verify(record_of(played(rules)))
    assert proof.problems == ()
    assert proof.commitment == commitment_of(SEED)
    assert len(proof.throws) > 10
    assert all(one.holds for one in proof.throws)


def test_a_throw_taken_back_is_the_same_however_late_it_is_rolled_again() -> None:
    timeline = Timeline(Start(new_game(CLASSIC, NAMES), dice_seed=SEED), RandomDice.from_seed("x"))
    first = timeline.plan(Roll(ANN, ()), PRESSED_MS)
    timeline.apply(Roll(ANN, ()), first, "a", PRESSED_MS)
    timeline.apply(Undo(), timeline.plan(Undo()), "b", PRESSED_MS)
    for later in range(40):
        assert timeline.plan(Roll(ANN, ()), PRESSED_MS + later * 1_000) == first


def test_another_second_gives_another_throw() -> None:
    """In 40 seconds, all the same would be a miracle."""
    timeline = Timeline(Start(new_game(CLASSIC, NAMES), dice_seed=SEED), RandomDice.from_seed("x"))
    rolled = set[tuple[int, ...]]()
    for later in range(40):
        events = timeline.plan(Roll(ANN, ()), PRESSED_MS + later * 1_000)
        rolled.add(next(event.dice for event in events if isinstance(event, DiceRolled)))
    assert len(rolled) > 10
    assert timeline.plan(Roll(ANN, ()), PRESSED_MS) == timeline.plan(Roll(ANN, ()), PRESSED_MS + 999)


@pytest.mark.parametrize("alterations", [2_000, pytest.param(10_000, marks=pytest.mark.long_run)])
def test_thousands_of_random_alterations_are_all_noticed(alterations: int) -> None:
    """One throw, one press, the seed, the commitment, the seal or any character of the file."""
    text = record_of(played(acts=60))
    random, lines = Random(20), text.splitlines()
    throws = [at for at, line in enumerate(lines) if line.startswith("# dice throw")]
    others = [
        at for at, line in enumerate(lines) if line.startswith(("# dice seed", "# dice commitment", "# dice seal"))
    ]
    rolls = [at for at, line in enumerate(lines) if re.search(r" rolls \d \d", line)]
    assert verify(text).problems == ()
    for number in range(alterations):
        at = random.choice((throws, throws, others, rolls)[number % 4])
        digits = [place for place, char in enumerate(lines[at]) if char in "0123456789abcdef" and place > 6]
        place = random.choice(digits)
        was = lines[at][place]
        instead = random.choice([char for char in "123456" if char != was])
        altered = [*lines]
        altered[at] = f"{lines[at][:place]}{instead}{lines[at][place + 1 :]}"
        try:
            problems = verify("\n".join(altered) + "\n").problems
        except NoProof as none:  # the word "commitment" or "seed" itself was altered
            problems = (str(none),)
        assert problems, f"{lines[at]} became {altered[at]}"


def test_a_throw_altered_together_with_its_seal_is_still_noticed() -> None:
    timeline = played(acts=60)
    record = record_of(timeline).partition("# dice commitment")[0]
    rolled = re.search(r" rolls (\d) (\d)", record)
    assert rolled is not None
    other = 1 + int(rolled[1]) % 6
    forged = record.replace(rolled[0], f" rolls {other} {rolled[2]}", 1)
    proof = verify(proof_lines(timeline.start, timeline.moves, forged, is_over=True))
    assert proof.problems


def test_before_the_end_the_seed_is_not_in_the_record() -> None:
    text = record_of(played(acts=40, ended=False))
    assert commitment_of(SEED) in text
    assert SEED not in text
    with pytest.raises(NoProof, match="revealed when the game is over"):
        verify(text)


def test_a_record_of_an_older_game_gets_a_plain_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = tmp_path / "old.game", tmp_path / "new.game"
    old.write_text("players Ann Ben\nAnn rolls 1 2\n")
    assert main(["dice", "verify", str(old)]) == 1
    assert capsys.readouterr().out.startswith("This record has no commitment to verify")
    new.write_text(record_of(played(acts=60)), "utf-8")
    assert main(["dice", "verify", str(new)]) == 0
    told = capsys.readouterr().out
    assert "Nothing was altered." in told
    assert in_groups(commitment_of(SEED)) in told


def test_three_dice_and_the_speed_die_come_from_the_same_press() -> None:
    proof = verify(record_of(played(rules_of("platinum-2010", ("speed",)))))
    assert any(one.shown.split()[-1] in ("bus", "mr") for one in proof.throws)
    assert throw(SEED, 0, 1) == throw(SEED, 0, 1)


@pytest.mark.parametrize("throws", [150_000, pytest.param(1_000_000, marks=pytest.mark.long_run)])
def test_throws_are_uniform_in_faces_pairs_and_runs(throws: int) -> None:
    found = measure_dice("a million", throws)
    assert sum(found.faces.values()) == 2 * throws
    assert min(found.chances.values()) > 0.001, found.chances
