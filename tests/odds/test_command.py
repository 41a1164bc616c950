"""The command `companion odds`, over games on the disk."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.odds.what_if import OFF
from tests.cli.run_commands import Captured, complaint, shown
from tests.deadline import DEADLINE_S
from tests.odds.played import play_stored_game
from tests.processes import children, is_gone, wait_for
from tests.table.data_folder import DataFolder

FEW = ("--play-outs", "20", "--jobs", "2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> DataFolder:
    data = tmp_path_factory.mktemp("odds") / "data"
    data.mkdir()
    return DataFolder(data)


@pytest.fixture(scope="module")
def finished(folder: DataFolder) -> str:
    return play_stored_game(folder)


@pytest.fixture(scope="module")
def let_in(folder: DataFolder) -> str:
    return play_stored_game(folder, moves=150, seed="let in", options={"odds": True})


@pytest.fixture(scope="module")
def private(folder: DataFolder) -> str:
    return play_stored_game(folder, moves=150, seed="private")


def told(folder: DataFolder, capsys: Captured, *words: str) -> dict[str, Any]:
    found = json.loads(shown(folder, capsys, "odds", *words, *FEW, "--json"))
    assert isinstance(found, dict)
    return found


def test_a_game_in_play_needs_the_house_rule(folder: DataFolder, private: str, let_in: str, capsys: Captured) -> None:
    assert complaint(folder, capsys, "odds", private) == f"{OFF}\n"
    assert complaint(folder, capsys, "odds", private, "--at", "3") == f"{OFF}\n"
    text = shown(folder, capsys, "odds", let_in, *FEW)
    assert "as it stands now: 20 play-outs." in text
    assert "Deeds that decide it:" in text
    assert all(name in text for name in ("Ann", "Ben", "Cy"))


def test_the_answer_is_the_same_on_any_number_of_cores(folder: DataFolder, let_in: str, capsys: Captured) -> None:
    answers = {
        shown(folder, capsys, "odds", let_in, "--play-outs", "45", "--json", "--jobs", jobs) for jobs in ("1", "2", "4")
    }
    assert len(answers) == 1
    assert shown(folder, capsys, "odds", let_in, "--play-outs", "45", "--json", "--seed", "2") not in answers


def test_a_finished_game_is_told_over_its_turns(folder: DataFolder, finished: str, capsys: Captured) -> None:
    course = told(folder, capsys, finished)["course"]
    assert [row["turn"] for row in course] == sorted({row["turn"] for row in course})
    assert course[0]["turn"] == 1
    assert len(course) == 8
    for row in course:
        assert sum(row["chances"]) == pytest.approx(1)
    assert "turn   Ann   Ben    Cy" in shown(folder, capsys, "odds", finished, *FEW)


def test_a_turn_is_told_as_it_began(folder: DataFolder, finished: str, capsys: Captured) -> None:
    found = told(folder, capsys, finished, "--at", "20")
    assert found["headline"] == "Turn 20, as it began"
    assert sum(seat["chance"] for seat in found["seats"]) == pytest.approx(1)
    assert all(seat["low"] <= seat["chance"] <= seat["high"] for seat in found["seats"])
    assert "There is no turn 100000: the turns of this game are 1 to " in complaint(
        folder, capsys, "odds", finished, "--at", "100000"
    )


def test_a_move_is_taken_away_by_its_number_or_its_words(folder: DataFolder, finished: str, capsys: Captured) -> None:
    listed = complaint(folder, capsys, "odds", finished, "--without", "bought")
    assert "moves have these words. Say the number of one:" in listed
    number, _, text = listed.splitlines()[1].strip().partition("  ")
    found = told(folder, capsys, finished, "--without", number)
    assert found["headline"] == f"As it was, and without move {number}: {text.strip()}"
    assert len(found["seats"]) == len(found["otherwise"]) == 3
    assert all("change_told" in seat for seat in found["otherwise"])
    assert "No move that somebody chose has these words: zebra." in complaint(
        folder, capsys, "odds", finished, "--without", "zebra"
    )
    assert "There is no move 99999" in complaint(folder, capsys, "odds", finished, "--without", "99999")


def test_what_is_changed_changes_the_odds(folder: DataFolder, finished: str, capsys: Captured) -> None:
    change = "Bank corrects Ann cash 9000: what if"
    found = told(folder, capsys, finished, "--at", "10", "--change", change)
    assert found["otherwise"][0]["chance"] > found["seats"][0]["chance"]


def test_changes_are_read_from_a_file(folder: DataFolder, finished: str, tmp_path: Path, capsys: Captured) -> None:
    changes = tmp_path / "what-if.game"
    changes.write_text("# Ann is rich\nBank corrects Ann cash 9000: what if\n\nBank moves 100 from Ann to Ben: why\n")
    found = told(folder, capsys, finished, "--at", "10", "--changes", str(changes))
    assert found["otherwise"][0]["chance"] > found["seats"][0]["chance"]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--at", "10", "--change", "Ann dances"], 2, "unknown verb `dances`"),
        (["--at", "10", "--change", "? Ann cash 3"], 2, "expected what a player or the Bank does"),
        (["--at", "10", "--change", "Zed rolls 1 2"], 2, "Zed"),
        (["--at", "10", "--change", "Ben accepts"], 1, "--change, line 1: Ben accepts"),
        (["--at", "10", "--change", "# nothing"], 1, "These changes change nothing."),
        (["--change", "Bank corrects Ann cash 9: why"], 1, "The game is over, and nothing can be done"),
        (["--changes", "/no/such/file"], 1, "The game is over"),
        (["--at", "10", "--changes", "/no/such/file"], 2, "/no/such/file: cannot be read"),
        (["--at", "10", "--without", "3"], 2, "--without says where"),
        (["--players", "bold"], 2, "nobody is 'bold'"),
        (["--players", "careful,trader"], 2, "name one for each seat, or one for all"),
    ],
)
def test_what_cannot_be_told_is_refused_in_words(
    folder: DataFolder, finished: str, capsys: Captured, words: list[str], code: int, says: str
) -> None:
    assert says in complaint(folder, capsys, "odds", finished, *words, code=code)


def test_temperaments_may_be_named(folder: DataFolder, let_in: str, capsys: Captured) -> None:
    steady = told(folder, capsys, let_in)
    assert told(folder, capsys, let_in, "--players", "steady") == steady
    assert told(folder, capsys, let_in, "--players", "careful,builder,trader") != steady


def test_programs_can_follow_how_the_answer_comes_about(
    folder: DataFolder, let_in: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.odds.FOLLOW_S", 0)
    in_order = ("--play-outs", "20", "--jobs", "1")  # of two processes, the second may be done first
    lines = [json.loads(line) for line in shown(folder, capsys, "odds", let_in, *in_order, "--follow").splitlines()]
    counts = [line["play_outs"] for line in lines]
    assert counts == sorted(counts)
    assert (len(lines) > 1, counts[-1]) == (True, 20)
    assert lines[0]["notes"][0] == f"So far: {counts[0]} of 20 play-outs."
    assert lines[-1] == told(folder, capsys, let_in)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="by design: looks for processes where Linux lists them")
def test_an_interrupt_tells_the_answer_so_far_and_leaves_nobody_behind(folder: DataFolder, let_in: str) -> None:
    words = [sys.executable, "-m", "companion", "odds", let_in, "--play-outs", "900000", "--data", str(folder.data)]
    with subprocess.Popen(
        [*words, "--jobs", "2", "--follow"], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        try:
            assert running.stdout is not None
            first = json.loads(running.stdout.readline())  # some are ready, and in order
            workers = children(running.pid)
            assert len(workers) == 2
            assert {os.sched_getscheduler(pid) for pid in workers} == {os.SCHED_IDLE}, "they give way to everything"
            running.send_signal(signal.SIGINT)
            out, _ = running.communicate(timeout=DEADLINE_S)
            wait_for(lambda: all(map(is_gone, workers)), "the end of those it had started")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == 130
    last = json.loads(out.splitlines()[-1])
    assert last["play_outs"] >= first["play_outs"]
    assert last["notes"][0] == f"So far: {last['play_outs']:,} of 900,000 play-outs."
