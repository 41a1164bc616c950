"""`python -m hardware.selftest`: what it shows, what it reports, and its exit codes."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.household.build_rig import wiring_of
from companion.household.settings import Config
from companion.household.settings_file import locate
from hardware import selftest
from hardware.clock import HandClock
from hardware.outputs import CUES
from hardware.selftest import SelfTest, describe_signal, find_config, main
from hardware.signals import SpotCovered, TagsRead, TokenLifted, TokenSeen
from hardware.simulated import SimulatedRig, let_pass
from hardware.wiring import BadWiring, RigWiring, read_wiring
from tests.hardware.rig_bench import CAR, HAT

Captured = pytest.CaptureFixture[str]


class SelfTestTable:
    """Time passes only while the self-test sleeps."""

    def __init__(self, *, has_outputs: bool = True) -> None:
        self.clock = HandClock(1_000)
        self.rig = SimulatedRig(self.clock, buttons=("dice", "confirm"), has_outputs=has_outputs)
        self.lines: list[str] = []
        self.bench = SelfTest(self.rig, self.lines.append, self.sleep)
        self.bench.open()

    def sleep(self, seconds: float) -> None:
        let_pass(self.rig, self.clock, round(seconds * 1_000))


def test_every_light_sound_and_face_in_turn() -> None:
    table = SelfTestTable()
    table.bench.show_outputs()
    assert table.rig.lamps is not None
    assert table.rig.speaker is not None
    assert table.rig.dice_display is not None
    assert tuple(table.rig.lamps.shown) == tuple(table.rig.speaker.played) == CUES
    assert list(table.rig.dice_display.shown) == [*((face, face) for face in range(1, 7)), ()]
    assert table.lines[0] == "lamps: read"
    assert len(table.lines) == 2 * len(CUES) + 6


def test_absent_devices_are_not_tried_and_failing_ones_only_once() -> None:
    bare = SelfTestTable(has_outputs=False)
    bare.bench.show_outputs()
    assert bare.lines == []
    table = SelfTestTable()
    assert table.rig.speaker is not None
    table.rig.speaker.fault.lose("Its wire is off.")
    table.bench.show_outputs()
    assert table.lines.count("  speaker: LOST: Its wire is off.") == 1
    assert "speaker: your-turn" not in table.lines
    assert "dice-display: 6 6" in table.lines
    assert not table.bench.report_health()
    assert "speaker       LOST: Its wire is off." in table.lines


def test_everything_that_is_sensed_is_reported() -> None:
    table = SelfTestTable()
    table.rig.press("dice")
    table.rig.place("deeds", CAR)
    table.rig.put(HAT, 7)
    table.bench.listen(1)
    assert sorted(table.lines) == [
        f"  board: token {HAT} at spot simulated/7",
        f"  board: token {HAT} on space 7",
        f"  deeds: tag {CAR} placed",
        "  dice: pressed",
    ]
    assert table.bench.report_health()
    assert "confirm       answers; nothing came from it: press it, or hold a tag to it" in table.lines
    assert "dice          answers, presses 1" in table.lines


def test_signals_in_words() -> None:
    assert describe_signal(TokenSeen(3, "", 0)) == ("board", "something on space 3")
    assert describe_signal(TokenLifted(3, CAR, 0)) == ("board", f"token {CAR} left space 3")
    assert describe_signal(SpotCovered("north/3", "", 0)) == ("board", "something at spot north/3")
    assert describe_signal(TagsRead("deeds", (CAR,), False, 0)) == ("deeds", "")


# The command


def test_a_simulated_table_is_tried_by_simulated_hands(capsys: Captured) -> None:
    assert main(["--simulated"], sleep=lambda _: None) == 0
    out = capsys.readouterr().out
    assert "lamps: read" in out
    assert "dice          answers, presses 1" in out


def test_without_any_devices_it_says_what_is_missing_and_fails(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.pins.GpioPins.contact", _no_pins)
    monkeypatch.setattr("hardware.pins.GpioPins.light", _no_pins)
    monkeypatch.setattr("hardware.pins.GpioPins.buzzer", _no_pins)
    config = tmp_path / "companion.toml"
    config.write_text('[rig]\nboard = "none"\n[readers]\n')
    assert main(["--config", str(config), "--seconds", "1"], sleep=lambda _: None) == 1
    out = capsys.readouterr().out
    assert "dice          LOST: There are no pins here." in out
    assert "board         not fitted" in out


def _no_pins(*_: object, **__: object) -> None:
    from hardware.health import DeviceMissing

    raise DeviceMissing("There are no pins here.")


def test_ctrl_c_ends_it_with_a_report(capsys: Captured) -> None:
    def interrupted(_: float) -> None:
        raise KeyboardInterrupt

    assert main(["--simulated"], sleep=interrupted) == 0
    assert "deeds         answers" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["--seconds", "0"], ["--seconds", "x"], ["--nonsense"]])
def test_wrong_usage(words: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[pins", "This is not TOML"),
        ("[pins]\ndice = 28", "pins.dice = 28: expected a number from 0 to 27."),
        ('[pins]\ndice = "x"', "pins.dice = 'x'"),
        ("[pins]\nseats = [1, true]", "pins.seats"),
        ("pins = 3", "pins: expected a section."),
        ('[rig]\nboard = "round"', "rig.board: expected identifying, presence, tap or none, not round."),
        ("[rig]\nboard = 1", "rig.board = 1: expected a text in quotes."),
        ("[board]\nports = [1]", "board.ports"),
        ("[readers.deeds]\nbus = 2", "deeds.bus = 2"),
        ("[board]\nports = []", "board.ports = []"),
    ],
)
def test_an_impossible_wiring_is_refused(tmp_path: Path, capsys: Captured, text: str, why: str) -> None:
    with pytest.raises(BadWiring) as refused:
        read_wiring(text)
    assert why in str(refused.value)
    config = tmp_path / "companion.toml"
    config.write_text(text)
    assert main(["--config", str(config)]) == 2
    assert why in capsys.readouterr().err


def test_two_devices_of_one_name_are_refused(tmp_path: Path, capsys: Captured) -> None:
    config = tmp_path / "companion.toml"
    config.write_text("[readers.dice]")
    assert main(["--config", str(config)]) == 2
    assert f"{config}: two devices would be called 'dice'" in capsys.readouterr().err


def test_a_missing_file_is_refused(tmp_path: Path, capsys: Captured) -> None:
    assert main(["--config", str(tmp_path / "nowhere")]) == 2
    assert "No such file" in capsys.readouterr().err


# The wiring


def test_the_usual_wiring_is_the_companions() -> None:
    """The hardware must not import it, so the defaults are written twice."""
    assert RigWiring() == read_wiring("")
    assert replace(RigWiring(), volume=Config().sounds.volume) == wiring_of(Config())


def test_a_wiring_is_read() -> None:
    wired = read_wiring(
        '[rig]\nboard = "tap"\n[pins]\ndice = 5\ncancel = "none"\nseats = [6, 12]\nspeaker = "none"\n'
        '[lamps]\ncommon = "anode"\n[readers.cards]\ndevice = 1\nreset = "none"\n[board]\nports = ["/dev/x"]\n'
        '[dice-display]\nkind = "pips"\nfirst = [1, 2, 3, 4]\n'
    )
    assert wired.buttons == {"dice": 5, "confirm": 27, "seat-1": 6, "seat-2": 12}
    assert (wired.speaker, wired.is_active_low, wired.ports, wired.display) == (None, True, ("/dev/x",), "pips")
    assert wired.pips[0] == (1, 2, 3, 4)
    (reader,) = wired.readers.values()
    assert (reader.bus, reader.device, reader.reset) == (0, 1, None)


def test_the_file_of_the_pi_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    etc, own = tmp_path / "etc/companion.toml", tmp_path / ".config/companion/companion.toml"
    for place in (etc, own):
        place.parent.mkdir(parents=True)
    monkeypatch.setattr(selftest, "ETC", etc)
    monkeypatch.setattr("companion.household.settings_file.ETC", etc)
    named = {"COMPANION_CONFIG": "/x"}
    envs: tuple[dict[str, str], ...] = (
        {"HOME": str(tmp_path)},
        {"XDG_CONFIG_HOME": str(tmp_path / ".config")},
        {},
        named,
    )
    found = [[find_config(env) for env in envs]]
    for place in (own, etc):
        place.touch()
        found.append([find_config(env) for env in envs])
        assert found[-1] == [locate(None, env) for env in envs], "the companion finds the same"
    assert found == [[None, None, None, Path("/x")], [own, own, None, Path("/x")], [etc, etc, etc, Path("/x")]]


def test_it_says_which_file_it_uses(tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "companion.toml"
    config.write_text("[readers.window]\n")
    monkeypatch.setenv("COMPANION_CONFIG", str(config))
    assert main(["--simulated"], sleep=lambda _: None) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Using the wiring in {config}.\n")
    assert "  window: tag" in out


def test_the_timing_is_read() -> None:
    wired = read_wiring("[timing]\nbutton-quiet-ms = 60\ntag-quiet-ms = 500\npoll-ms = 200")
    assert (wired.timing.button_quiet_ms, wired.timing.tag_quiet_ms, wired.timing.poll_ms) == (60, 500, 200)
