"""Where companion.toml is searched for, and files that cannot be read."""

import os
from pathlib import Path

import pytest

from companion.household import settings_file as config_file
from companion.household.settings import Config
from companion.household.settings_file import load, locate, parse
from companion.toml_document import TomlError
from tests.household.parsed_settings import complaint

# Where it is looked for


@pytest.fixture
def etc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "etc" / "companion.toml"
    path.parent.mkdir()
    monkeypatch.setattr(config_file, "ETC", path)
    return path


def written(path: Path, volume: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"sounds.volume = {volume}\n", "utf-8")
    return path


@pytest.mark.usefixtures("etc")
def test_no_file_at_all_is_a_valid_configuration(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "xdg")}
    assert locate(None, env) is None
    assert load(None, env) == parse("") == Config()
    assert load(None, {}) == Config()


def test_each_place_comes_before_the_next(etc: Path, tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path)}
    written(tmp_path / ".config" / "companion" / "companion.toml", 1)
    assert load(None, env).sounds.volume == 1
    env["XDG_CONFIG_HOME"] = str(tmp_path / "xdg")
    assert load(None, env).sounds.volume == 60
    written(tmp_path / "xdg" / "companion" / "companion.toml", 2)
    assert load(None, env).sounds.volume == 2
    written(etc, 3)
    assert load(None, env).sounds.volume == 3
    env["COMPANION_CONFIG"] = str(written(tmp_path / "own.toml", 4))
    assert load(None, env).sounds.volume == 4
    assert load(str(written(tmp_path / "named.toml", 5)), env).sounds.volume == 5
    env["COMPANION_CONFIG"] = ""
    assert load(None, env).sounds.volume == 3


@pytest.mark.usefixtures("etc")
def test_a_relative_config_folder_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "xdg" / "companion" / "companion.toml", 2)
    written(tmp_path / ".config" / "companion" / "companion.toml", 1)
    assert load(None, {"XDG_CONFIG_HOME": "xdg"}) == Config()
    assert load(None, {"XDG_CONFIG_HOME": "xdg", "HOME": "."}) == Config()
    assert load(None, {"XDG_CONFIG_HOME": "xdg", "HOME": str(tmp_path)}).sounds.volume == 1


# What cannot be read


def unreadable(path: Path) -> str:
    with pytest.raises(TomlError) as error:
        load(path, {})
    return str(error.value).replace(str(path), "FILE")


def test_a_named_file_must_exist(tmp_path: Path) -> None:
    missing = tmp_path / "none.toml"
    assert unreadable(missing) == "FILE: there is no such file"
    with pytest.raises(TomlError, match=r"none\.toml: there is no such file$"):
        load(None, {"COMPANION_CONFIG": str(missing)})


def test_a_broken_link_is_reported_and_not_ignored(etc: Path) -> None:
    etc.symlink_to("gone.toml")
    with pytest.raises(TomlError, match=r"is a link to a file that is not there$"):
        load(None, {})


def test_a_place_that_cannot_be_examined_is_reported_and_not_ignored(etc: Path) -> None:
    etc.parent.rmdir()
    etc.parent.symlink_to(etc.parent)
    with pytest.raises(TomlError, match=r"cannot be read \(Too many levels of symbolic links\)$"):
        load(None, {})


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = written(tmp_path / "a.toml", 1)
    monkeypatch.setattr(Path, "open", refuse)
    assert unreadable(path) == "FILE: cannot be read (Permission denied)"


def test_a_folder_a_pipe_and_a_device_are_not_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert unreadable(tmp_path) == "FILE: cannot be read (it is a folder)"
    assert unreadable(tmp_path / "pipe") == "FILE: cannot be read (it is not a file)"
    assert unreadable(Path("/dev/zero")) == "FILE: cannot be read (it is not a file)"
    assert "embedded null" in unreadable(Path("a\0b"))  # in the words of this Python


def test_a_file_of_ten_megabytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b"#" * 10_000_000)
    assert unreadable(path) == "FILE: is larger than 64 KB: not a configuration"


def test_the_largest_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes((b"#" * 63 + b"\n") * 1024)
    assert load(path, {}) == Config()


def test_a_line_of_thousands_of_characters_is_refused(tmp_path: Path) -> None:
    """tomllib takes minutes for a key of a hundred thousand parts."""
    path = tmp_path / "long.toml"
    path.write_text("[rig]\n" + "a." * 30_000 + "a = 1\n")
    assert unreadable(path) == "FILE, line 2: this line is too long: expected at most 1,000 characters"


def test_text_that_is_not_utf_8_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes("[rig]\n# f\xfcr\n".encode("latin-1"))
    assert unreadable(path) == "FILE, line 2: this is not UTF-8 text (byte 0xfc)"
    path.write_text("[rig]\n", "utf-16")
    assert unreadable(path) == "FILE, line 1: this is not UTF-8 text (byte 0xff)"


def test_the_mark_and_line_ends_of_other_systems_are_read(tmp_path: Path) -> None:
    path = tmp_path / "notepad.toml"
    path.write_bytes(b"\xef\xbb\xbf[sounds]\r\nvolume = 5\r\n")
    assert load(path, {}).sounds.volume == 5
    path.write_bytes(b"\xef\xbb\xbf[sounds]\r\nvolum = 5\r\n")
    assert unreadable(path) == "FILE, line 2: sounds.volum = 5: there is no such key; did you mean volume?"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[rig]\nkind = real\n", "companion.toml, line 2, column 8: this is not TOML: invalid value"),
        (
            "[rig\n",
            "companion.toml, line 1, column 5: this is not TOML: expected ']' at the end of a table declaration",
        ),
        ("\n\nkind", "companion.toml, line 3: this is not TOML: expected '=' after a key in a key/value pair"),
        ("[a.b]\n[a.b]\n", "companion.toml, line 2, column 5: this is not TOML: cannot declare a.b twice"),
        ("[a]\n[a]\n", "companion.toml, line 2, column 3: this is not TOML: cannot declare a twice"),
        ("a = 1\na = 2\n", "companion.toml, line 2, column 6: this is not TOML: cannot overwrite a value"),
        ('a = """', "companion.toml, line 1: this is not TOML: unterminated string"),
        pytest.param(
            "a = " + "9" * 5_000,
            "companion.toml, line 1: this line is too long: expected at most 1,000 characters",
            id="long",
        ),
        pytest.param("a = " + "[\n" * 20_000, "companion.toml: it is nested too deeply", id="deep"),
        ("a = 1979-02-30", "companion.toml, line 1, column 5: this is not TOML: invalid date or datetime"),
    ],
)
def test_what_is_not_toml_is_reported_with_line_and_column(text: str, told: str) -> None:
    assert complaint(text) == told
