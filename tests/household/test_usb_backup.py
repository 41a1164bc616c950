"""`backup --all`, `restore --all` and `export --all`: everything goes to a stick and back, and what is newer stays."""

import errno
import json
import os
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.boards import shipped_text
from companion.boards.own_boards import add_own_board, find_board, own_boards, own_path
from companion.cli import main
from companion.cli import restore as command
from companion.household.usb_backup import (
    FORMAT,
    MAX_TOTAL_BYTES,
    BackupDamaged,
    HouseholdFile,
    Manifest,
    decode_manifest,
    describe_file,
    encode_manifest,
)
from companion.journal import RealDisk
from companion.journal.tape import TAPE
from companion.rules.commands import CorrectCash
from companion.table.games.last_choices import FILE as CHOICES
from companion.table.games.tags_file import FILE as TAGS
from tests.table.data_folder import DataFolder, dollars, in_play
from tests.table.running_table import RunningTable

Captured = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]
BOUND = b'{"format":1,"tags":[]}'


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Uses settings of its own, not this machine's."""
    settings = tmp_path / "settings" / "companion.toml"
    settings.parent.mkdir()
    settings.write_text("[sounds]\nvolume = 20\n")
    monkeypatch.setenv("COMPANION_CONFIG", str(settings))


@pytest.fixture
def data_folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


@pytest.fixture
def other(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "other")


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def done(data_folder: DataFolder, capsys: Captured, *words: str, code: int = 0) -> tuple[str, str]:
    capsys.readouterr()
    assert main([*words, "--data", str(data_folder.data)]) == code
    out, err = capsys.readouterr()
    assert (err == "") == (code == 0)
    return out, err


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def tapes(data_folder: DataFolder) -> dict[str, bytes]:
    return {id: data_folder.games_folder.disk(id).read(TAPE) for id in data_folder.games_folder.ids()}


def play_on(data_folder: DataFolder, moves: int) -> None:
    with data_folder.library() as library:
        for number in range(moves):
            in_play(library).give(f"later-{moves}-{number}", CorrectCash(0, 1, "found in a pocket"))


def one_backup(stick: Path) -> Path:
    (folder,) = stick.iterdir()
    return folder


# To the stick


def test_all_games_tags_and_settings_go_to_a_folder_of_their_own(
    data_folder: DataFolder, capsys: Captured, stick: Path
) -> None:
    first, second = data_folder.new(3), data_folder.new(5)
    (data_folder.data / TAGS).write_bytes(BOUND)
    out, _ = done(data_folder, capsys, "backup", "--all", str(stick))
    folder = one_backup(stick)
    assert out == f"In {folder}, and read back: 2 games, {TAGS}, {CHOICES} and companion.toml.\n"
    kept = {path.parent.name: path.read_bytes() for path in folder.glob("games/*/*.tape")}
    assert kept == tapes(data_folder)
    assert set(kept) == {first, second}
    assert (folder / "household" / TAGS).read_bytes() == BOUND
    assert (folder / "settings/companion.toml").read_text() == "[sounds]\nvolume = 20\n"


def test_own_boards_go_along_and_come_back(
    data_folder: DataFolder, other: DataFolder, capsys: Captured, stick: Path
) -> None:
    """Also one that is not finished yet."""
    data_folder.new(1)
    ours = add_own_board(data_folder.data, "ours", shipped_text("london"))
    add_own_board(data_folder.data, "half-done", "title = 'Begun'\n")
    (ours.parent / "Not A Board.toml").write_text("")
    (ours.parent / "london.toml").write_text("")
    (ours.parent / "huge.toml").write_text("#" * 300_000)
    out, err = done(data_folder, capsys, "backup", "--all", str(stick), code=1)
    assert err == f"{ours.parent}/huge.toml was left out: it is too large for a board.\n"
    assert out.endswith(f"1 game, {CHOICES}, companion.toml, half-done.toml and ours.toml.\n")
    assert sorted(path.name for path in (one_backup(stick) / "boards").iterdir()) == ["half-done.toml", "ours.toml"]
    out, _ = done(other, capsys, "restore", "--all", str(stick))
    assert "ours.toml is restored.\n" in out
    assert find_board("ours", other.data).title == "London"
    assert own_path(other.data, "half-done").read_text() == "title = 'Begun'\n"
    out, _ = done(other, capsys, "restore", "--all", str(stick))
    assert "ours.toml is here already.\n" in out
    own_path(other.data, "ours").write_text(shipped_text("france"), "utf-8")
    out, err = done(other, capsys, "restore", "--all", str(stick), code=1)
    assert err == "ours.toml is left as it is: it was changed here since. --force replaces it.\n"
    out, _ = done(other, capsys, "restore", "--all", str(stick), "--force")
    assert "ours.toml is restored. The old one is kept as ours.toml.before.\n" in out
    assert [each.key for each in own_boards(other.data)] == ["half-done", "ours"]


def test_a_second_backup_leaves_the_first(data_folder: DataFolder, capsys: Captured, stick: Path) -> None:
    data_folder.new(3)
    done(data_folder, capsys, "backup", "--all", str(stick))
    before = everything(one_backup(stick))
    done(data_folder, capsys, "backup", "--all", str(stick))
    first, second = sorted(stick.iterdir())
    assert everything(first) == before
    assert everything(second)


def test_a_running_table_is_asked_for_its_copies(tmp_path: Path, capsys: Captured, stick: Path) -> None:
    data_folder = DataFolder(tmp_path / "d")
    id = data_folder.new(3)
    with RunningTable(data_folder.data):
        done(data_folder, capsys, "backup", "--all", str(stick))
        _, err = done(data_folder, capsys, "restore", "--all", str(stick), code=1)
        assert err == f"{command.RUNNING}\n"
    assert [path.parent.name for path in stick.glob("*/games/*/*.tape")] == [id]


def test_a_damaged_game_does_not_stop_the_backup_of_the_others(
    data_folder: DataFolder, capsys: Captured, stick: Path
) -> None:
    good, bad = data_folder.new(3), data_folder.new(3)
    data_folder.lose_move(bad, 2)
    out, err = done(data_folder, capsys, "backup", "--all", str(stick), code=1)
    assert out == f"In {one_backup(stick)}, and read back: 1 game, {CHOICES} and companion.toml.\n"
    assert err.startswith(f"Game {bad} could not be saved: ")
    assert [path.name for path in (one_backup(stick) / "games").iterdir()] == [good]


def test_games_on_a_read_only_card_can_be_backed_up(
    data_folder: DataFolder, capsys: Captured, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, bad = data_folder.new(3), data_folder.new(3)
    data_folder.lose_move(bad, 2)
    before, replace = tapes(data_folder)[good], RealDisk.replace

    def read_only(disk: RealDisk, name: str, content: bytes) -> None:
        if disk.folder.is_relative_to(data_folder.data):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        replace(disk, name, content)

    with monkeypatch.context() as patch:
        patch.setattr(RealDisk, "replace", read_only)
        _, err = done(data_folder, capsys, "backup", "--all", str(stick), code=1)
    assert err.startswith(f"Game {bad} could not be saved: ")
    assert err.count("could not be saved") == 1
    assert [path.read_bytes() for path in one_backup(stick).glob("games/*/000003-*.tape")] == [before]
    shutil.rmtree(data_folder.data)
    done(data_folder, capsys, "restore", "--all", str(stick))
    assert tapes(data_folder) == {good: before}


@pytest.mark.parametrize("command", ["backup", "export", "restore"])
def test_a_missing_stick_is_reported(data_folder: DataFolder, capsys: Captured, tmp_path: Path, command: str) -> None:
    _, err = done(data_folder, capsys, command, "--all", str(tmp_path / "none"), code=2)
    assert (
        err == f"companion {command}: there is no folder {tmp_path / 'none'}. If it is a USB stick, is it plugged in?\n"
    )


@pytest.mark.parametrize("why", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
@pytest.mark.parametrize("at", [1, 3])
def test_a_full_stick_keeps_no_half_backup(
    data_folder: DataFolder, capsys: Captured, stick: Path, monkeypatch: pytest.MonkeyPatch, why: int, at: int
) -> None:
    data_folder.new(3)
    data_folder.new(3)
    before, replace = tapes(data_folder), RealDisk.replace
    written = 0

    def fill(disk: RealDisk, name: str, content: bytes) -> None:
        nonlocal written
        if disk.folder.is_relative_to(stick):
            written += 1
            if written == at:
                raise OSError(why, os.strerror(why))
        replace(disk, name, content)

    monkeypatch.setattr(RealDisk, "replace", fill)
    _, err = done(data_folder, capsys, "backup", "--all", str(stick), code=1)
    said = f"companion backup: nothing was saved in {stick}: {os.strerror(why)}. The games are safe.\n"
    assert err == said
    assert list(stick.iterdir()) == []
    assert tapes(data_folder) == before


def test_everything_is_on_the_stick_before_it_says_so(
    data_folder: DataFolder, capsys: Captured, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then they pull it out."""
    data_folder.new(1)
    synced = list[bool]()
    monkeypatch.setattr(os, "sync", lambda: synced.append((one_backup(stick) / "manifest.json").exists()))
    done(data_folder, capsys, "backup", "--all", str(stick))
    assert synced == [True]


def test_a_stick_that_returns_wrong_data_is_noticed(
    data_folder: DataFolder, capsys: Captured, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data_folder.new(3)
    read = RealDisk.read
    monkeypatch.setattr(
        RealDisk, "read", lambda disk, name: read(disk, name)[: -1 if disk.folder.is_relative_to(stick) else None]
    )
    _, err = done(data_folder, capsys, "backup", "--all", str(stick), code=1)
    assert "It does not read back as it was written" in err


def test_all_excludes_other_options(data_folder: DataFolder, capsys: Captured, stick: Path) -> None:
    for words in (("backup", "x"), ("backup", "--to", "y"), ("restore", "x"), ("restore", "--list"), ("export", "x")):
        _, err = done(data_folder, capsys, *words, "--all", str(stick), code=2)
        assert "--all is every" in err


# And back


def test_another_machine_gets_everything(
    data_folder: DataFolder,
    other: DataFolder,
    capsys: Captured,
    stick: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    id = data_folder.new(3)
    (data_folder.data / TAGS).write_bytes(BOUND)
    done(data_folder, capsys, "backup", "--all", str(stick))
    elsewhere = tmp_path / "elsewhere.toml"
    elsewhere.write_bytes((ROOT / "firmware_notes/companion.toml").read_bytes())  # as the installer leaves it
    monkeypatch.setenv("COMPANION_CONFIG", str(elsewhere))
    out, _ = done(other, capsys, "restore", "--all", str(stick))
    first, game, *rest = out.splitlines()
    assert first == f"From {one_backup(stick)}:"
    assert game.startswith(f"Game {id} is as it was in backup 000003-")
    assert rest == [
        f"{TAGS} is restored.",
        f"{CHOICES} is restored.",
        "elsewhere.toml is restored. The old one is kept as elsewhere.toml.before.",
    ]
    assert dollars(other) == 3
    assert (other.data / TAGS).read_bytes() == BOUND
    assert elsewhere.read_text() == "[sounds]\nvolume = 20\n"


def test_the_same_again_changes_nothing(data_folder: DataFolder, capsys: Captured, stick: Path) -> None:
    id = data_folder.new(3)
    (data_folder.data / TAGS).write_bytes(BOUND)
    done(data_folder, capsys, "backup", "--all", str(stick))
    before = data_folder.files()
    out, _ = done(data_folder, capsys, "restore", "--all", str(stick))
    assert out.splitlines()[1:] == [
        f"Game {id} is here already.",
        f"{TAGS} is here already.",
        f"{CHOICES} is here already.",
        "companion.toml is here already.",
    ]
    assert data_folder.files() == before


def test_a_game_that_was_continued_here_stays(data_folder: DataFolder, capsys: Captured, stick: Path) -> None:
    id = data_folder.new(3)
    done(data_folder, capsys, "backup", "--all", str(stick))
    play_on(data_folder, 2)
    out, _ = done(data_folder, capsys, "restore", "--all", str(stick))
    assert f"Game {id} is left as it is: it has been played since." in out
    assert dollars(data_folder) == 5


def test_a_game_that_was_continued_elsewhere_is_restored(
    data_folder: DataFolder, other: DataFolder, capsys: Captured, stick: Path
) -> None:
    data_folder.new(3)
    done(data_folder, capsys, "backup", "--all", str(stick))
    done(other, capsys, "restore", "--all", str(stick))
    play_on(other, 2)
    done(other, capsys, "backup", "--all", str(stick))
    done(data_folder, capsys, "restore", "--all", str(max(stick.iterdir())))
    assert dollars(data_folder) == 5


def test_tags_that_were_changed_here_are_replaced_only_by_force(
    data_folder: DataFolder, capsys: Captured, stick: Path
) -> None:
    data_folder.new(1)
    tags = data_folder.data / TAGS
    tags.write_bytes(BOUND)
    os.utime(tags, (1_000, 1_000))
    done(data_folder, capsys, "backup", "--all", str(stick))
    tags.write_bytes(b"newer")
    _, err = done(data_folder, capsys, "restore", "--all", str(stick), code=1)
    assert err == f"{TAGS} is left as it is: it was changed here since. --force replaces it.\n"
    assert tags.read_bytes() == b"newer"
    out, _ = done(data_folder, capsys, "restore", "--all", str(stick), "--force")
    assert f"{TAGS} is restored. The old one is kept as {TAGS}.before." in out
    assert (tags.read_bytes(), (data_folder.data / f"{TAGS}.before").read_bytes()) == (BOUND, b"newer")


def test_the_newest_of_several_backups_is_restored(
    data_folder: DataFolder, other: DataFolder, capsys: Captured, stick: Path
) -> None:
    data_folder.new(3)
    done(data_folder, capsys, "backup", "--all", str(stick))
    play_on(data_folder, 1)
    done(data_folder, capsys, "backup", "--all", str(stick))
    done(other, capsys, "restore", "--all", str(stick))
    assert dollars(other) == 4


# Damage


def damage_nothing_named(folder: Path) -> None:
    (folder / "manifest.json").unlink()


def damage_half(folder: Path) -> None:
    manifest = folder / "manifest.json"
    manifest.write_bytes(manifest.read_bytes()[:100])


def damage_manifest(folder: Path) -> None:
    manifest = folder / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"app": "', '"app": "9'))


def damage_way_out(folder: Path) -> None:
    manifest = folder / "manifest.json"
    told = json.loads(manifest.read_text())
    told["files"][0]["path"] = "../../etc/passwd"
    manifest.write_text(json.dumps(told))


def damage_newer(folder: Path) -> None:
    (folder / "manifest.json").write_text(f'{{"format": {FORMAT + 1}, "more": []}}')


def damage_noise(folder: Path) -> None:
    (folder / "manifest.json").write_bytes(b"\xff\xfe\x00")


def damage_tape(folder: Path) -> None:
    tape = min(folder.glob("games/*/*.tape"))
    content = bytearray(tape.read_bytes())
    content[40] ^= 1
    tape.write_bytes(content)


def damage_missing(folder: Path) -> None:
    tape = min(folder.glob("games/*/*.tape"))
    tape.unlink()


def damage_pipe(folder: Path) -> None:
    tape = min(folder.glob("games/*/*.tape"))
    tape.unlink()
    os.mkfifo(tape)


def damage_link(folder: Path) -> None:
    tape = min(folder.glob("games/*/*.tape"))
    tape.rename(folder / "elsewhere")
    tape.symlink_to(folder / "elsewhere")


def damage_giant(folder: Path) -> None:
    told = decode_manifest((folder / "manifest.json").read_bytes())
    giants = tuple(replace(one, size=MAX_TOTAL_BYTES) for one in told.files)
    (folder / "manifest.json").write_bytes(encode_manifest(replace(told, files=giants)))


def damage_longer(folder: Path) -> None:
    tape = min(folder.glob("games/*/*.tape"))
    os.truncate(tape, 1 << 40)  # no disk has it, and nobody reads it


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (damage_giant, "it is larger than any table could have written"),
        (damage_nothing_named, "there is no manifest.json, so it is no backup or was never finished"),
        (damage_newer, "it was written by a newer companion: upgrade this one first"),
    ],
)
def test_a_damaged_backup_is_reported_and_not_used(
    data_folder: DataFolder, other: DataFolder, capsys: Captured, stick: Path, damage: object, why: str
) -> None:
    data_folder.new(3)
    done(data_folder, capsys, "backup", "--all", str(stick))
    folder = one_backup(stick)
    assert callable(damage)
    damage(folder)
    _, err = done(other, capsys, "restore", "--all", str(folder), code=1)
    assert err.startswith(f"The backup in {folder} cannot be used: ")
    assert err.endswith(f"{why}. Nothing was changed.\n")
    assert not other.data.exists()


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (damage_pipe, "it is not a file"),
        (damage_link, "it is not a file"),
        (damage_longer, "it is too large, with 1,099,511,627,776 bytes of at most 67,108,864"),
        (damage_tape, "it is not as it was written"),
        (damage_missing, "it is missing"),
    ],
)
def test_what_is_sound_is_restored_and_the_rest_named(
    data_folder: DataFolder, other: DataFolder, capsys: Captured, stick: Path, damage: object, why: str
) -> None:
    bad, good = data_folder.new(3), data_folder.new(2)
    done(data_folder, capsys, "backup", "--all", str(stick))
    folder = one_backup(stick)
    assert callable(damage)
    damage(folder)
    out, err = done(other, capsys, "restore", "--all", str(folder), code=1)
    assert f"Game {good} is as it was in backup" in out
    assert err.startswith(f"Game {bad} was not restored: in the backup, games/{bad}/")
    assert err.endswith(f", {why}. `companion restore {bad} --list` shows the copies on this machine, if it has any.\n")
    assert other.games_folder.ids() == (good,)


def test_an_older_backup_beside_a_damaged_one_is_named(
    data_folder: DataFolder, other: DataFolder, capsys: Captured, stick: Path
) -> None:
    bad = data_folder.new(3)
    done(data_folder, capsys, "backup", "--all", str(stick))
    play_on(data_folder, 1)
    done(data_folder, capsys, "backup", "--all", str(stick))
    first, second = sorted(stick.iterdir())
    damage_tape(second)
    _, err = done(other, capsys, "restore", "--all", str(stick), code=1)
    assert err.endswith(f"`companion restore --all {first}` has an older copy.\n")
    done(other, capsys, "restore", "--all", str(first))
    assert other.games_folder.ids() == (bad,)


@pytest.mark.parametrize("damage", [damage_half, damage_manifest, damage_way_out, damage_noise])
def test_without_its_list_the_games_that_prove_themselves_are_restored(
    data_folder: DataFolder, other: DataFolder, capsys: Captured, stick: Path, damage: object
) -> None:
    bad, good = data_folder.new(3), data_folder.new(2)
    done(data_folder, capsys, "backup", "--all", str(stick))
    folder = one_backup(stick)
    damage_tape(folder)
    assert callable(damage)
    damage(folder)
    out, err = done(other, capsys, "restore", "--all", str(folder), code=1)
    assert f"Game {good} is as it was in backup" in out
    assert f"in the backup, games/{bad}" in err
    assert "\nmanifest.json " in err
    assert err.endswith(f"only games that prove themselves were restored. All files are still in {folder}.\n")
    assert other.games_folder.ids() == (good,)
    assert not (other.data / CHOICES).exists()


def test_unusable_settings_are_restored_only_by_force(
    data_folder: DataFolder, capsys: Captured, stick: Path, tmp_path: Path
) -> None:
    data_folder.new(1)
    settings = tmp_path / "settings/companion.toml"
    settings.write_text("[rig]\nkind = 'imagined'\n")
    os.utime(settings, (4_000_000_000, 4_000_000_000))
    done(data_folder, capsys, "backup", "--all", str(stick))
    settings.write_text("[sounds]\nvolume = 20\n")
    _, err = done(data_folder, capsys, "restore", "--all", str(stick), code=1)
    assert err.startswith(
        "companion.toml is left as it is: no table would start with the one in the backup (companion.toml, line"
    )
    assert settings.read_text() == "[sounds]\nvolume = 20\n"
    done(data_folder, capsys, "restore", "--all", str(stick), "--force")
    assert "imagined" in settings.read_text()


def test_a_path_out_of_the_folder_is_refused_even_with_the_right_checksum() -> None:
    for path in (
        "../x",
        "/etc/passwd",
        "games/../../x/000001-20261116T204100.tape",
        "household/../tags.json",
        "",
        "boards/../tags.json",
        "boards/X.toml",
        "boards/ours",
        "boards/a/b.toml",
        "boards/.toml",
    ):
        with pytest.raises(BackupDamaged, match="which no backup contains"):
            decode_manifest(encode_manifest(Manifest(FORMAT, "0.1.0", 0, (describe_file(HouseholdFile(path, b"x")),))))


# Records


def test_every_game_is_written_as_a_record(data_folder: DataFolder, capsys: Captured, stick: Path) -> None:
    ids = [data_folder.new(1), data_folder.new(2)]
    out, _ = done(data_folder, capsys, "export", "--all", str(stick))
    assert out == f"2 games written to {stick}.\n"
    assert sorted(path.stem for path in stick.iterdir()) == sorted(ids)
    assert main(["check", *(str(path) for path in stick.iterdir())]) == 0


def test_a_damaged_game_is_exported_as_far_as_it_is_known(
    data_folder: DataFolder, capsys: Captured, stick: Path
) -> None:
    bad, _ = data_folder.new(3), data_folder.new(1)
    data_folder.lose_move(bad, 2)
    _, err = done(data_folder, capsys, "export", "--all", str(stick), code=1)
    assert err.startswith(f"Game {bad}: The game is damaged, and the record ends before that")
    assert len(list(stick.iterdir())) == 2
