"""`companion report-bug`: everything that happened is in it, no names are, and its records still run."""

import html
import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from pwd import struct_passwd
from urllib.parse import quote

import pytest

from companion.cli import main
from companion.cli import report_bug as command
from companion.cli.console import write_crash_note
from companion.household.bug_report import describe_mistake, describe_settings
from companion.household.redact_names import anonymous_record, player_aliases, redact_names
from companion.household.settings_file import parse as parse_config
from companion.play.acts import Rename
from companion.record.parser import parse
from companion.record.runner import Runner
from companion.rules.commands import CorrectCash
from companion.table.messages.requests import NewGame
from tests.table.data_folder import DataFolder, ask, in_play

Captured = pytest.CaptureFixture[str]
GAMES = Path(__file__).parents[1] / "games"
LOG = "20:41 companion[7]: Game 20261116-2041-aa (Annas Sunday) is in play: Boardwalk pays anna 14, once Anan.\n"


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DataFolder:
    monkeypatch.setattr(command, "service_log", lambda: LOG)
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "companion.toml"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    (tmp_path / "companion.toml").write_text('[tablet]\nnames = ["annas-pi.lan"]\n[sounds]\nvolume = 20\n')
    return DataFolder(tmp_path / "data")


def evening(data_folder: DataFolder) -> str:
    """A game with a player who was renamed, and one whose name is that of a space."""
    with data_folder.library(resumes=False) as library:
        ask(library, NewGame(("Anan", "Boardwalk"), title="Annas Sunday"))
        session = in_play(library)
        session.give("r1", Rename(0, "Anna"))
        session.give("c1", CorrectCash(0, 5, "Anna found it under Boardwalk's chair"))
        return session.game_id


def reported(data_folder: DataFolder, capsys: Captured, *words: str) -> str:
    capsys.readouterr()
    assert main(["report-bug", *words, "--output", "-", "--data", str(data_folder.data)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def section(text: str, title: str) -> str:
    return text.split(f"== {title} ==\n")[1].split("\n== ")[0]


def test_no_name_is_in_it(data_folder: DataFolder, capsys: Captured) -> None:
    id = evening(data_folder)
    text = reported(data_folder, capsys)
    assert re.findall(r"anna|anan|sunday|annas-pi", text, re.IGNORECASE) == []
    assert "players P1 P2\n" in section(text, f"game {id}")
    assert "cash +5: left out" in section(text, f"game {id}")
    assert section(text, "log").endswith("(a title) is in play: P2 pays P1 14, once P3.\n")


def test_everything_else_is_in_it(data_folder: DataFolder, capsys: Captured) -> None:
    id = evening(data_folder)
    text = reported(data_folder, capsys)
    assert re.findall(r"^== (.*) ==$", text, re.M) == ["program", "settings", "health", "journals", f"game {id}", "log"]
    assert "companion 0." in section(text, "program")
    assert sorted(section(text, "settings").split("\n")[:2]) == ["sounds.volume = 20", "tablet.names = 1 of them"]
    assert f"{id}: All 2 moves are there." in section(text, "journals")
    assert "disk" in section(text, "health")


def test_our_own_mistakes_are_in_it(data_folder: DataFolder, capsys: Captured) -> None:
    id = evening(data_folder)
    data_folder.games_folder.disk(id).replace("reports/000002.json", b'{"error":"Anna has less than nothing"}')
    assert "P1 has less than nothing" in section(reported(data_folder, capsys), f"mistake 000002 of game {id}")


def test_a_noted_mistake_is_shown_in_lines_and_an_unreadable_one_as_it_is() -> None:
    """In JSON a name at the start of a line follows `\\n` and would not be a whole word."""
    noted = {"after_move": 3, "act": {"reason": 'An"n'}, "error": "Traceback\nAnna has less than nothing\n"}
    told = describe_mistake(json.dumps(noted).encode())
    assert told.splitlines() == [
        "after_move: 3",
        'act: {"reason":"left out"}',
        "error: Traceback",
        "Anna has less than nothing",
    ]
    assert describe_mistake(b"{half a \xff") == "{half a \ufffd"


def test_console_crashes_are_in_it_wherever_they_were_noted(
    data_folder: DataFolder, capsys: Captured, tmp_path: Path
) -> None:
    evening(data_folder)
    at_home = tmp_path / "home/companion"
    at_home.mkdir(parents=True)
    for folder, who in ((data_folder.data, "Anna"), (at_home, "Anan")):
        assert write_crash_note(folder, LookupError(f"no card for '{who}'")) == str(folder / "console.log")
    text = reported(data_folder, capsys)
    assert re.findall(r"^LookupError: (.*)$", text, re.M) == ["no card for 'P1'", "no card for 'P3'"]
    assert text.count("== console ==\n") == 2


def test_the_end_of_a_long_console_log_is_in_it(data_folder: DataFolder, capsys: Captured) -> None:
    evening(data_folder)
    lines = [f"line {number}" for number in range(2 * command.LOG_LINES)]
    (data_folder.data / "console.log").write_text("\n".join(lines))
    assert section(reported(data_folder, capsys), "console").splitlines() == lines[command.LOG_LINES :]


def test_only_games_of_the_last_day_or_the_named_one_are_in_it(data_folder: DataFolder, capsys: Captured) -> None:
    old = data_folder.new(1)
    data_folder._now_ms += 3 * command.NIGHT_MS
    first, second = data_folder.new(1), data_folder.new(1)
    assert re.findall(r"^== game (.*) ==$", reported(data_folder, capsys), re.M) == [second, first]
    assert re.findall(r"^== game (.*) ==$", reported(data_folder, capsys, old), re.M) == [old]


def test_a_damaged_game_is_reported_as_far_as_it_is_known(data_folder: DataFolder, capsys: Captured) -> None:
    id = data_folder.new(4)
    data_folder.lose_move(id, 3)
    text = reported(data_folder, capsys)
    assert "The game is damaged, and the record ends before that" in section(text, f"game {id}")
    assert "1 damaged" in section(text, "journals")


def test_no_games_at_all_are_reported_too(data_folder: DataFolder, capsys: Captured) -> None:
    data_folder.data.mkdir()
    assert "0 games, nothing damaged." in section(reported(data_folder, capsys), "journals")


def test_a_file_is_written_and_what_is_in_it_is_shown(
    data_folder: DataFolder, capsys: Captured, tmp_path: Path
) -> None:
    id = evening(data_folder)
    path = tmp_path / "report.txt"
    assert main(["report-bug", "--output", str(path), "--data", str(data_folder.data)]) == 0
    first, *titles, last = capsys.readouterr().out.splitlines()
    assert (first, last) == (f"{path} has:", "Read it before you send it. Nothing was sent.")
    assert [line.rpartition(" (")[0].strip() for line in titles] == re.findall(r"^== (.*) ==$", path.read_text(), re.M)
    assert f"  game {id} (" in "\n".join(titles)


def test_a_file_that_cannot_be_written_is_reported(data_folder: DataFolder, capsys: Captured, tmp_path: Path) -> None:
    assert main(["report-bug", "--output", str(tmp_path / "none" / "x"), "--data", str(data_folder.data)]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_an_unknown_game_is_reported(data_folder: DataFolder, capsys: Captured) -> None:
    data_folder.new(1)
    assert main(["report-bug", "1999", "--data", str(data_folder.data)]) == 2
    assert capsys.readouterr().err == "companion report-bug: there is no game 1999. `companion games` lists them.\n"


# Names


def test_login_names_are_replaced(data_folder: DataFolder, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [("root", 0, "root"), ("kathy", 1000, "Kathleen Doe,,,"), ("nobody", 65_534, "nobody")]
    logins = [struct_passwd((name, "x", uid, uid, full, "/", "/bin/sh")) for name, uid, full in people]
    monkeypatch.setattr("companion.household.redact_names.getpwall", lambda: logins)
    monkeypatch.setattr(command, "service_log", lambda: "of /home/kathy/companion, Kathleen Doe, root, nobody\n")
    assert section(reported(data_folder, capsys), "log") == "of /home/here/companion, here, root, nobody\n"


def exported() -> list[Path]:
    """Records that leave nothing to chance, as a table exports them."""
    texts = {path: path.read_text("utf-8") for path in sorted(GAMES.glob("*.game"))}
    return [path for path, text in texts.items() if not re.search(r"^(seed|!)|electronic|refused", text, re.M)]


def end_of(text: str) -> list[tuple[int, int, bool]]:
    runner = Runner(parse(text))
    list(runner.play())
    return [(player.cash, player.place, player.bankrupt) for player in runner.game.players]


def test_a_record_without_names_ends_as_the_original() -> None:
    played = 0
    for path in exported()[::4]:
        text, names = path.read_text("utf-8"), parse(path.read_bytes()).header.names
        try:
            again = anonymous_record(text, player_aliases(names))
        except ValueError:
            continue
        assert end_of(again) == end_of(text), path.name
        assert set(parse(again).header.names) & set(names) == set()
        played += 1
    assert played > 20


def test_a_name_is_a_whole_word_in_any_case() -> None:
    others = player_aliases(["Ann", "Anna", "Aunt May", "J.R."])
    said = "ANN and Anna, Annabel, Aunt May's, Aunt-May, J.R. too, Maya"
    assert redact_names(said, others) == "P1 and P2, Annabel, P3's, P3, P4 too, Maya"


NAMES = ("The", 'An"n', "O'Brien", "Zoë", "[b]Kim[/b]", "P2", "title", "José María", "Weiß & Co")
SPELLED = (
    lambda name: json.dumps(name),
    lambda name: repr(name),
    lambda name: ascii(name),
    lambda name: unicodedata.normalize("NFD", name),
    lambda name: html.escape(name),
    lambda name: quote(name),
    lambda name: f"{name}'s",
    lambda name: f"seat_{name}_2",
    lambda name: name.upper(),
    lambda name: f"'\\n{name}'",
)


@pytest.mark.parametrize("spelled", SPELLED)
def test_a_name_is_found_in_every_spelling(spelled: Callable[[str], str]) -> None:
    others = player_aliases(NAMES)
    for number, name in enumerate(NAMES, 1):
        text = redact_names(f"({spelled(name)})", others)
        assert f"P{number}" in text, text
        assert redact_names(text, {f"P{number}": "", **dict.fromkeys(_words(name), "LEFT")}).count("LEFT") == 0, text


def _words(name: str) -> list[str]:
    return re.findall(r"[^\W_]{3,}", name)


def test_a_name_with_a_possessive_s_is_found_unless_it_is_short() -> None:
    assert redact_names("Annas jar, as is", player_aliases(["Anna", "A"])) == "P1 jar, as is"


def test_part_of_a_name_counts_but_not_the_word_player() -> None:
    others = player_aliases(["Aunt May", "Player 2"])
    assert redact_names("May asked which players may; Player 2 did", others) == "P1 asked which players P1; P2 did"


def test_an_alias_may_be_somebodys_name() -> None:
    assert redact_names("P2 pays Ann", player_aliases(["P2", "Ann"])) == "P1 pays P2"


def test_settings_show_only_what_differs_from_the_defaults() -> None:
    assert describe_settings(parse_config("")) == "Everything has its default."
    assert describe_settings(parse_config("[sounds]\nvolume = 20\n")) == "sounds.volume = 20"
