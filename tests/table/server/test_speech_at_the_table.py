"""The voice of a table that runs: on by a key, kept, never in the way; without its programs the game goes on."""

from pathlib import Path

import msgspec
import pytest

from companion.table.messages.requests import ListGames, NewGame, SetSpeech
from companion.table.messages.wire import Signal, encode
from companion.table.server.lamps_and_sounds import Sounds
from tests.emulators.stand_in_voice import StandInVoice
from tests.journal.conftest import tmp_path
from tests.processes import children, wait_for
from tests.table.running_table import RunningTable, SocketClient

__all__ = ["tmp_path"]  # short: a socket's path must be
PRESS_DICE = encode(Signal("one", msgspec.Raw(b'{"lever":"press","button":"dice"}')))


def test_it_is_off_until_the_settings_or_a_key_say_otherwise(tmp_path: Path) -> None:
    assert (Sounds(tmp_path).are_spoken(), Sounds(tmp_path, is_spoken=True).are_spoken()) == (False, True)
    reply = Sounds(tmp_path).set_speech("a", on=True)
    assert reply.message == "The voice of the table is on."
    assert Sounds(tmp_path).are_spoken()
    assert Sounds(tmp_path).set("a", on=False).done
    assert Sounds(tmp_path).are_spoken(), "the sounds are another matter"
    assert Sounds(tmp_path).set_speech("a", on=False).done
    assert not Sounds(tmp_path, is_spoken=True).are_spoken()
    assert Sounds(tmp_path).are_muted()


def test_a_turn_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = StandInVoice(tmp_path, monkeypatch)

    def hears(text: str) -> None:
        wait_for(lambda: any(text in one for one in programs.said()), text)

    with RunningTable(tmp_path / "data") as table:
        assert table.ask(NewGame(("Ann", "Ben"), position="given turn Ann")).done
        assert table.ask(SetSpeech(on=True)).message == "The voice of the table is on."
        hears("Ann, roll the dice.")
        with SocketClient(table.socket).greeted() as hands:
            hands.say(PRESS_DICE)
            hears("Ann rolled ")
        assert table.ask(SetSpeech(on=False)).message == "The voice of the table is off."
        assert table.ask(NewGame(("Cid", "Dora"), position="given turn Dora")).done
        assert table.ask(NewGame(("Eve", "Finn"), position="given turn Finn")).done
        assert table.ask(SetSpeech(on=True)).done
        hears("Finn, roll the dice.")
        assert not any("Dora" in one for one in programs.said()), "the voice was off"
        assert table.end().code == 0


def test_a_voice_that_is_stuck_holds_nothing_and_ends_with_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = StandInVoice(tmp_path, monkeypatch)
    programs.set("espeak-ng", "stuck")
    with RunningTable(tmp_path / "data") as table:
        assert table.ask(NewGame(("Ann", "Ben"), position="given turn Ann")).done
        assert table.ask(SetSpeech(on=True)).done
        wait_for(lambda: len(children(table.process.pid)) == 2, "both programs")
        started = children(table.process.pid)
        assert len(table.ask(ListGames()).games) == 1
        assert table.end().code == 0
        wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in started), "their end")


def test_without_its_programs_one_sentence_says_so_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    missing = "espeak-ng and aplay are not installed. Run: sudo apt install espeak-ng alsa-utils"
    data = tmp_path / "data"
    data.mkdir()
    with RunningTable(data) as table:
        reply = table.ask(SetSpeech(on=True))
        assert (reply.done, reply.message) == (False, f"The table cannot speak: {missing}")
    Sounds(data).set_speech("a", on=True)
    with RunningTable(data) as table:
        assert table.line.count(missing) == 1
        assert table.begin().done
        assert table.end().code == 0
