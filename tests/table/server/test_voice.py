"""The voice: what is no longer true is not said, nothing is late, and whatever becomes of it, the table goes on."""

import shutil
from array import array
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.table.server.voice import GRACE_S, LATE_MS, MAX_WAITING, CannotSpeak, Espeak, Voice
from hardware.clock import HandClock
from tests.deadline import DEADLINE_S
from tests.emulators.stand_in_voice import StandInVoice
from tests.processes import wait_for


class HeldSpeech:
    """It takes until the test says so."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_cut = False
        self._done = Event()

    def finish(self) -> None:
        self._done.set()

    def cut(self) -> None:
        self.is_cut = True
        self._done.set()

    def wait(self, timeout_s: float) -> None:
        assert timeout_s >= GRACE_S
        self._done.wait(DEADLINE_S)


class HeldSpeaker:
    def __init__(self) -> None:
        self.speeches: list[HeldSpeech] = []
        self.fails_with: Exception | None = None

    def missing(self) -> str:
        return ""

    def begin(self, text: str) -> HeldSpeech:
        if self.fails_with is not None:
            raise self.fails_with
        self.speeches.append(HeldSpeech(text))
        return self.speeches[-1]

    def said(self) -> list[str]:
        return [one.text for one in self.speeches]


class HeldVoice:
    def __init__(self) -> None:
        self.clock = HandClock()
        self.speaker = HeldSpeaker()
        self.voice = Voice(self.speaker, self.clock.now_ms)

    def says(self, text: str) -> HeldSpeech:
        """Waits until it begins to say this."""
        wait_for(lambda: text in self.speaker.said(), text)
        return self.speaker.speeches[-1]


@pytest.fixture
def held() -> Iterator[HeldVoice]:
    held = HeldVoice()
    yield held
    held.voice.close()


def test_sentences_are_said_one_after_the_other(held: HeldVoice) -> None:
    for about, text in (("move 1", "Ann rolled 2 and 4."), ("cash 0", "Ann has 600 dollars."), ("question", "Ben?")):
        held.voice.say(about, text)
    for text in ("Ann rolled 2 and 4.", "Ann has 600 dollars.", "Ben?"):
        held.says(text).finish()
    wait_for(lambda: held.voice.view().counters == (("said", 3),), "the end of all three")


def test_a_newer_question_takes_the_place_of_one_that_waits_and_cuts_one_that_is_said(held: HeldVoice) -> None:
    held.voice.say("move 1", "Ann rolled 2 and 4.")
    rolled = held.says("Ann rolled 2 and 4.")
    held.voice.say("question", "Ann bids 10 dollars.")
    held.voice.say("question", "Ben bids 20 dollars.")
    rolled.finish()
    bids = held.says("Ben bids 20 dollars.")
    held.voice.say("question", "Cy bids 30 dollars.")
    last = held.says("Cy bids 30 dollars.")
    last.finish()
    assert (rolled.is_cut, bids.is_cut, last.is_cut) == (False, True, False)
    assert held.speaker.said() == ["Ann rolled 2 and 4.", "Ben bids 20 dollars.", "Cy bids 30 dollars."]


def test_old_news_are_not_said_but_a_question_that_still_stands_is(held: HeldVoice) -> None:
    held.voice.say("move 1", "Ann rolled 2 and 4.")
    rolled = held.says("Ann rolled 2 and 4.")
    held.voice.say("question", "Ben may buy.")
    held.voice.say("move 2", "Ben rolled 1 and 1.")
    held.clock.pass_ms(LATE_MS)
    held.voice.say("cash 1", "Ben has 500 dollars.")
    rolled.finish()
    for text in ("Ben may buy.", "Ben has 500 dollars."):
        held.says(text).finish()
    assert "Ben rolled 1 and 1." not in held.speaker.said()


def test_what_no_longer_holds_is_cut_and_forgotten(held: HeldVoice) -> None:
    held.voice.say("move 1", "Ann bought.")
    bought = held.says("Ann bought.")
    held.voice.say("cash 0", "Ann has 5 dollars.")
    held.voice.forget()
    held.voice.say("board", "Car is on 15.")
    board = held.says("Car is on 15.")
    held.voice.say("board", "")
    held.voice.say("move 2", "Taken back.")
    held.says("Taken back.").finish()
    assert (bought.is_cut, board.is_cut) == (True, True)
    assert held.speaker.said() == ["Ann bought.", "Car is on 15.", "Taken back."]


def test_however_much_is_said_little_waits(held: HeldVoice) -> None:
    held.voice.say("move 0", "first")
    first = held.says("first")
    for number in range(1, 1_000):
        held.voice.say(f"move {number}", f"news {number}")
    first.finish()
    for number in range(1_000 - MAX_WAITING, 1_000):
        held.says(f"news {number}").finish()
    assert len(held.speaker.said()) == 1 + MAX_WAITING


@pytest.mark.parametrize(
    ("error", "told"),
    [(CannotSpeak("No sound card."), "No sound card."), (ValueError("?"), "The table cannot speak (ValueError).")],
)
def test_a_voice_that_fails_says_so_and_speaks_again(held: HeldVoice, error: Exception, told: str) -> None:
    held.speaker.fails_with = error
    held.voice.say("move 1", "Ann rolled.")
    wait_for(lambda: held.voice.view().state == "lost", "the failure")
    assert held.voice.view().why == told
    held.speaker.fails_with = None
    held.voice.say("move 2", "Ben rolled.")
    held.says("Ben rolled.").finish()
    wait_for(lambda: held.voice.view().state == "present", "the recovery")


def test_a_closed_voice_says_nothing_and_ends_in_the_middle_of_a_sentence(held: HeldVoice) -> None:
    held.voice.say("move 1", "Ann rolled.")
    speech = held.says("Ann rolled.")
    held.voice.close()
    held.voice.say("move 2", "Ben rolled.")
    assert speech.is_cut
    assert held.speaker.said() == ["Ann rolled."]


# The programs


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandInVoice:
    return StandInVoice(tmp_path, monkeypatch)


def test_the_sentence_goes_to_espeak_and_its_sound_to_aplay(programs: StandInVoice) -> None:
    Espeak("en-gb", 70, "plughw:CARD=Headphones").begin("-x Ann has 600 dollars; $(rm) & more.").wait(DEADLINE_S)
    assert programs.said() == ["-x Ann has 600 dollars; $(rm) & more."]
    assert programs.words("espeak-ng") == ["-v en-gb -a 70 -s 160 --stdin --stdout"]
    assert programs.words("aplay") == ["-q -D plughw:CARD=Headphones"]
    assert programs.played() == b"sound\n"


@pytest.mark.parametrize(("asked", "used"), [(-5, 0), (0, 0), (100, 100), (1_000, 100)])
def test_it_is_never_louder_than_the_loudest_that_does_not_clip(programs: StandInVoice, asked: int, used: int) -> None:
    Espeak(volume=asked).begin("Ann?").wait(DEADLINE_S)
    assert f" -a {used} " in programs.words("espeak-ng")[0]


def test_a_program_that_is_not_installed_is_named_with_its_package(
    programs: StandInVoice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert Espeak().missing() == ""
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    programs.remove("aplay")
    only = "The table cannot speak: aplay is not installed. Run: sudo apt install alsa-utils"
    assert Espeak().missing() == only
    programs.remove("espeak-ng")
    both = "The table cannot speak: espeak-ng and aplay are not installed. Run: sudo apt install espeak-ng alsa-utils"
    with pytest.raises(CannotSpeak, match=both):
        Espeak().begin("Ann?")


def test_a_program_that_crashes_or_has_no_sound_card_is_told(programs: StandInVoice) -> None:
    programs.set("espeak-ng", "crashes")
    with pytest.raises(CannotSpeak, match=r"espeak-ng ended with 3\."):
        Espeak().begin("Ann?").wait(DEADLINE_S)
    programs.set("espeak-ng", "crashes", on=False)
    programs.set("aplay", "broken")
    with pytest.raises(CannotSpeak, match=r"aplay says “aplay: main:831: audio open error: No such file or directory”"):
        Espeak().begin("Ann?").wait(DEADLINE_S)


def test_a_program_that_is_stuck_is_ended(programs: StandInVoice) -> None:
    programs.set("espeak-ng", "stuck")
    speech = Espeak().begin("Ann?")
    with pytest.raises(CannotSpeak, match=r"A sentence was stopped"):
        speech.wait(0.05)
    assert None not in (speech._maker.returncode, speech._player.returncode)
    cut = Espeak().begin("Ann?")
    cut.cut()
    cut.wait(DEADLINE_S)
    assert None not in (cut._maker.returncode, cut._player.returncode)


needs_espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="not installed: espeak-ng")


@needs_espeak
def test_the_real_espeak_makes_a_sound_as_loud_as_it_was_set(programs: StandInVoice) -> None:
    """And the loudest does not clip."""
    programs.remove("espeak-ng")

    def peak(volume: int) -> int:
        Espeak("en", volume).begin("Ann may buy Oriental Avenue for 100 dollars.").wait(DEADLINE_S)
        sound = programs.played()
        assert sound[:4] == b"RIFF"
        assert len(sound) > 22_050 * 2, "it takes longer than a second"
        samples = array("h", sound[44 : len(sound) // 2 * 2])
        return max(map(abs, samples))

    silent, soft, loud = peak(0), peak(30), peak(100)
    assert silent == 0 < soft < loud < 32_767
