"""`companion report-bug`: all that happened is in it, no name is, and the records in it still play."""

import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli import report_bug as command
from companion.config import parse as parse_config
from companion.journal.codec import Rename
from companion.keeping.anonymous import aliases, anonymous_record, without_names
from companion.keeping.report import settings
from companion.record.parser import parse
from companion.record.runner import Runner
from companion.rules.commands import CorrectCash
from companion.table.messages import NewGame
from tests.table.machine import Machine, ask, in_play

Captured = pytest.CaptureFixture[str]
GAMES = Path(__file__).parents[1] / "games"
LOG = "20:41 companion[7]: Game 20261116-2041-aa (Annas Sunday) is in play: Boardwalk pays anna 14, once Anan.\n"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr(command, "_log", lambda: LOG)
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "companion.toml"))
    (tmp_path / "companion.toml").write_text('[tablet]\nnames = ["annas-pi.lan"]\n[sounds]\nvolume = 20\n')
    return Machine(tmp_path / "data")


def evening(machine: Machine) -> str:
    """Of a player who was called otherwise at first, and of one who is called like a space."""
    with machine.keeper(resumes=False) as keeper:
        ask(keeper, NewGame(("Anan", "Boardwalk"), title="Annas Sunday"))
        session = in_play(keeper)
        session.give("r1", Rename(0, "Anna"))
        session.give("c1", CorrectCash(0, 5, "Anna found it under Boardwalk's chair"))
        return session.game_id


def reported(machine: Machine, capsys: Captured, *words: str) -> str:
    capsys.readouterr()
    assert main(["report-bug", *words, "--output", "-", "--data", str(machine.data)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def section(text: str, title: str) -> str:
    return text.split(f"== {title} ==\n")[1].split("\n== ")[0]


def test_no_name_is_in_it(machine: Machine, capsys: Captured) -> None:
    id = evening(machine)
    text = reported(machine, capsys)
    assert re.findall(r"anna|anan|sunday|annas-pi", text, re.IGNORECASE) == []
    assert "players P1 P2\n" in section(text, f"game {id}")
    assert "P1 found it under P2's chair" in section(text, f"game {id}")
    assert section(text, "log").endswith("(a title) is in play: P2 pays P1 14, once P3.\n")


def test_everything_else_is(machine: Machine, capsys: Captured) -> None:
    id = evening(machine)
    text = reported(machine, capsys)
    assert re.findall(r"^== (.*) ==$", text, re.M) == ["program", "settings", "health", "journals", f"game {id}", "log"]
    assert "companion 0." in section(text, "program")
    assert sorted(section(text, "settings").split("\n")[:2]) == ["sounds.volume = 20", "tablet.names = 1 of them"]
    assert f"{id}: whole, 2 moves." in section(text, "journals")
    assert "disk" in section(text, "health")


def test_what_was_our_mistake_is_in_it(machine: Machine, capsys: Captured) -> None:
    id = evening(machine)
    machine.shelf.disk(id).replace("reports/000002.json", b'{"error":"Anna has less than nothing"}')
    assert "P1 has less than nothing" in section(reported(machine, capsys), f"mistake 000002 of game {id}")


def test_only_the_last_day_or_the_game_that_is_meant(machine: Machine, capsys: Captured) -> None:
    old = machine.new(1)
    machine._now_ms += 3 * command.NIGHT_MS
    first, second = machine.new(1), machine.new(1)
    assert re.findall(r"^== game (.*) ==$", reported(machine, capsys), re.M) == [second, first]
    assert re.findall(r"^== game (.*) ==$", reported(machine, capsys, old), re.M) == [old]


def test_a_damaged_game_is_told_as_far_as_it_is_known(machine: Machine, capsys: Captured) -> None:
    id = machine.new(4)
    machine.lose_move(id, 3)
    text = reported(machine, capsys)
    assert "The game is damaged, and the record ends before that" in section(text, f"game {id}")
    assert "1 damaged" in section(text, "journals")


def test_no_games_at_all_are_reported_too(machine: Machine, capsys: Captured) -> None:
    assert "0 games, nothing damaged." in section(reported(machine, capsys), "journals")


def test_a_file_is_written_and_what_is_in_it_is_shown(machine: Machine, capsys: Captured, tmp_path: Path) -> None:
    id = evening(machine)
    path = tmp_path / "report.txt"
    assert main(["report-bug", "--output", str(path), "--data", str(machine.data)]) == 0
    first, *titles, last = capsys.readouterr().out.splitlines()
    assert (first, last) == (f"{path} has:", "Read it before you send it. Nothing was sent.")
    assert [line.rpartition(" (")[0].strip() for line in titles] == re.findall(r"^== (.*) ==$", path.read_text(), re.M)
    assert f"  game {id} (" in "\n".join(titles)


def test_a_file_that_cannot_be_written_is_told(machine: Machine, capsys: Captured, tmp_path: Path) -> None:
    assert main(["report-bug", "--output", str(tmp_path / "none" / "x"), "--data", str(machine.data)]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_a_game_that_is_not_there_is_told(machine: Machine, capsys: Captured) -> None:
    machine.new(1)
    assert main(["report-bug", "1999", "--data", str(machine.data)]) == 2
    assert capsys.readouterr().err == "companion report-bug: there is no game 1999. `companion games` lists them.\n"


# Names


def exported() -> list[Path]:
    """Records that say everything and leave nothing to chance, as those of a table do."""
    texts = {path: path.read_text("utf-8") for path in sorted(GAMES.glob("*.game"))}
    return [path for path, text in texts.items() if not re.search(r"^(seed|!)|electronic|refused", text, re.M)]


def end_of(text: str) -> list[tuple[int, int, bool]]:
    runner = Runner(parse(text))
    list(runner.play())
    return [(player.cash, player.place, player.bankrupt) for player in runner.game.players]


def test_a_record_without_names_ends_as_the_one_with() -> None:
    played = 0
    for path in exported()[::4]:
        text, names = path.read_text("utf-8"), parse(path.read_bytes()).header.names
        try:
            again = anonymous_record(text, aliases(names))
        except ValueError:
            continue
        assert end_of(again) == end_of(text), path.name
        assert set(parse(again).header.names) & set(names) == set()
        played += 1
    assert played > 20


def test_a_name_is_a_whole_word_in_whatever_letters() -> None:
    others = aliases(["Ann", "Anna", "Aunt May", "J.R."])
    said = "ANN and Anna, Annabel, Aunt May's, Aunt-May, J.R. too, Maya"
    assert without_names(said, others) == "P1 and P2, Annabel, P3's, P3, P4 too, Maya"


def test_settings_tell_what_is_not_as_usual() -> None:
    assert settings(parse_config("")) == "Everything is as usual."
    assert settings(parse_config("[sounds]\nvolume = 20\n")) == "sounds.volume = 20"
