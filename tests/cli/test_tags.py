"""`companion tags`: what it prints, and how it exits; of the folder itself, and of the table that runs."""

import os
from pathlib import Path

import pytest

from companion.cli import main
from companion.table.games.tags_file import FILE, MAX_BYTES, KeptTags, decode_tags, encode_tags
from companion.table.gestures.tags import Bindings, CardTag, DeedTag, JailTag, PlayerTag, TokenTag, bind_spot
from companion.table.messages.requests import BindTag
from tests.kit import deed
from tests.table.running_table import RunningTable

Captured = pytest.CaptureFixture[str]
ONE, TWO, SHORT = "04A2B3C4D5E680", "04A2B3C4D5E681", "DEADBEEF"
BALTIC = DeedTag(deed("Baltic"))
OURS = Bindings(((ONE, PlayerTag(1)), (TWO, BALTIC), (SHORT, TokenTag("Car"))))
LISTED = """\
04A2B3C4D5E681        the deed of Baltic Avenue
DEADBEEF              the Car
04A2B3C4D5E680        the player card of seat 2
3 tags.
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    KeptTags(tmp_path).keep(OURS)
    return tmp_path


def run(data: Path, *words: str | Path) -> int:
    return main(["tags", *map(str, words), "--data", str(data)])


def shown(data: Path, capsys: Captured, *words: str | Path) -> str:
    assert run(data, *words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def complaint(data: Path, capsys: Captured, *words: str | Path, code: int = 1) -> str:
    before = KeptTags(data).bindings
    assert run(data, *words) == code
    out, err = capsys.readouterr()
    assert (out, KeptTags(data).bindings) == ("", before)
    assert "Traceback" not in err
    return err


def test_tags_are_listed_by_what_they_are(data: Path, capsys: Captured) -> None:
    assert shown(data, capsys) == LISTED
    assert shown(data, capsys, "list") == LISTED


def test_they_have_the_names_of_the_usual_board(
    data: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    KeptTags(data).keep(bind_spot(OURS, "north/3", 5))
    settings = tmp_path / "companion.toml"
    settings.write_text('[game]\nboard = "london"\n')
    monkeypatch.setenv("COMPANION_CONFIG", str(settings))
    listed = shown(data, capsys)
    assert "04A2B3C4D5E681        the deed of Whitechapel Road\n" in listed
    assert "north/3               the spot under King's Cross Station\n" in listed
    settings.write_text("[game\n")
    assert "the deed of Baltic Avenue" in shown(data, capsys), "settings that cannot be read are told of elsewhere"


def test_there_may_be_no_devices(tmp_path: Path, capsys: Captured) -> None:
    assert shown(tmp_path, capsys) == "0 tags.\n"


def test_tags_go_from_one_household_to_another(data: Path, tmp_path: Path, capsys: Captured) -> None:
    file, other = tmp_path / "our tags.json", tmp_path / "other"
    assert shown(data, capsys, "export", file) == f"3 tags, written to {file}.\n"
    assert decode_tags(file.read_bytes()) == OURS
    assert shown(other, capsys, "import", file) == "3 tags read in.\n"
    assert KeptTags(other).bindings == OURS


def test_a_file_with_a_mark_at_its_beginning_is_read_in(data: Path, tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "marked").write_bytes(b"\xef\xbb\xbf" + encode_tags(Bindings(((ONE, PlayerTag(1)),))))
    assert shown(data, capsys, "import", tmp_path / "marked") == "1 tag read in.\n"


def test_all_conflicts_are_reported_and_with_instead_the_file_decides(
    data: Path, tmp_path: Path, capsys: Captured
) -> None:
    file = tmp_path / "theirs.json"
    file.write_bytes(
        encode_tags(Bindings(((ONE, BALTIC), (SHORT, CardTag("chest/inherit")), ("04AABBCC", JailTag("key")))))
    )
    assert complaint(data, capsys, "import", file).splitlines() == [
        f"Tag {ONE} is the player card of seat 2 already.",
        f"For the deed of Baltic Avenue there is another tag already, {TWO}.",
        f"Tag {SHORT} is the Car already.",
    ]
    assert shown(data, capsys, "import", file, "--instead") == "3 tags read in.\n"
    assert dict(KeptTags(data).bindings.tags) == dict(decode_tags(file.read_bytes()).tags)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"{", "Line 1: this cannot be read"),
        (b'{"format": 1,\n"tags": [{"uid": "DEADBEEF", "deed": "Balti"}]}', "Line 2: No deed is called `Balti`"),
        (b"\xff", "Line 1: this is not text."),
        (b"x" * (MAX_BYTES + 1), "A file of tags has at most 100,000 bytes"),
    ],
)
def test_a_file_that_cannot_be_read_changes_nothing(
    data: Path, tmp_path: Path, capsys: Captured, content: bytes, why: str
) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    said = complaint(data, capsys, "import", file, code=2)
    assert said.startswith(f"companion tags: {file} cannot be read: {why}")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("import", "missing.json"), "companion tags: missing.json cannot be read: No such file or directory\n"),
        (("import", "."), "companion tags: . cannot be read: Is a directory\n"),
        (("import", "a\0b"), "cannot be read: embedded null byte\n"),
        (("export", "no/such/folder.json"), "no/such/folder.json cannot be written: No such folder\n"),
        (("export",), "companion tags: say where to write, such as `companion tags export tags.json`\n"),
        (("import",), "companion tags: say which file to read, such as `companion tags import tags.json`\n"),
        (("list", "tags.json"), "companion tags: say `companion tags list` without a file\n"),
        (("export", "x", "--instead"), "companion tags: --instead is for `companion tags import FILE`\n"),
    ],
)
def test_what_cannot_be_done_is_reported(data: Path, capsys: Captured, words: tuple[str, ...], said: str) -> None:
    assert complaint(data, capsys, *words, code=2).endswith(said)


def test_a_damaged_file_of_the_table_is_reported_and_kept(data: Path, capsys: Captured) -> None:
    (data / FILE).write_bytes(b"{")
    assert run(data) == 1
    out, err = capsys.readouterr()
    assert out == "0 tags.\n"
    assert err.startswith(f"The tags in {data / FILE} cannot be read (Line 1:")
    assert (data / FILE).read_bytes() == b"{"


def test_the_table_that_runs_is_asked(data: Path, tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "theirs.json"
    file.write_bytes(encode_tags(Bindings((("04AABBCC", TokenTag("Hat")),))))
    with RunningTable(data) as table:
        assert shown(data, capsys, "import", file) == "1 tag read in.\n"
        assert table.ask(BindTag("04AABBCD", {"token": "Dog"})).done, "by the table, which knows the one before"
        assert "04AABBCC              the Hat\n04AABBCD              the Dog\n" in shown(data, capsys)
        assert shown(data, capsys, "export", file) == f"5 tags, written to {file}.\n"
    assert len(KeptTags(data).bindings.tags) == len(decode_tags(file.read_bytes()).tags) == 5


def test_it_says_how_it_is_used(capsys: Captured) -> None:
    with pytest.raises(SystemExit) as left:
        main(["tags", "--help"])
    assert left.value.code == os.EX_OK
    assert "companion tags export tags.json" in capsys.readouterr().out
