"""`companion board`: which boards there are, what one prints, which mistakes a file has, and a copy to edit."""

from pathlib import Path

import pytest

from companion.boards import SHIPPED, shipped_board, shipped_text
from companion.cli import main
from companion.rules.cards import Deck

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _a_hundred_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def run(data: Path, *words: str) -> int:
    return main(["board", *words, "--data", str(data)])


def shown(data: Path, capsys: Captured, *words: str) -> str:
    capsys.readouterr()
    assert run(data, *words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def complaint(data: Path, capsys: Captured, *words: str, code: int = 2) -> str:
    capsys.readouterr()
    assert run(data, *words) == code
    out, err = capsys.readouterr()
    assert out == ""
    return err


def edit(data: Path, key: str, old: str, new: str) -> int:
    """Returns the line."""
    path = data / "boards" / f"{key}.toml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_the_list_has_every_shipped_board_with_its_title(data: Path, capsys: Captured) -> None:
    assert shown(data, capsys, "list").splitlines() == [f"{key:18}  {shipped_board(key).title}" for key in SHIPPED]
    assert not data.exists()


def test_a_copy_is_listed_checked_and_shown(data: Path, capsys: Captured) -> None:
    path = data / "boards" / "ours.toml"
    assert shown(data, capsys, "copy", "london", "ours") == (
        f"A copy of london is in {path}.\nEdit it, and then check it: companion board check ours\n"
    )
    assert path.read_text("utf-8") == shipped_text("london"), "with its comments"
    edit(data, "ours", 'title = "London"', 'title = "Our street"')
    assert " ".join(shown(data, capsys, "list").split()).endswith(f"ours Our street ({path})")
    assert shown(data, capsys, "check", "ours") == "ok    ours  (Our street)\n"
    assert shown(data, capsys, "check", str(path)) == f"ok    {path}  (Our street)\n"
    assert shown(data, capsys, "show", "ours").startswith("ours: Our street\n")
    assert shown(data, capsys, "copy", "ours", "theirs").startswith("A copy of ours is in ")
    assert "Our street" in (data / "boards" / "theirs.toml").read_text("utf-8")


def test_a_copy_replaces_nothing(data: Path, capsys: Captured) -> None:
    shown(data, capsys, "copy", "london", "ours")
    path = data / "boards" / "ours.toml"
    said = complaint(data, capsys, "copy", "france", "ours")
    assert said == f"companion board: There is a board ours already, in {path}.\n"
    assert path.read_text("utf-8") == shipped_text("london")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("copy", "london", "germany"), "germany is a board that comes with the companion."),
        (("copy", "london", "../x"),
         'A board cannot be called "../x": use up to 40 small letters, digits and hyphens.'),
        (("copy", "lodnon", "ours"), 'there is no board "lodnon"; did you mean london?'),
        (("show", "frence"), 'there is no board "frence"; did you mean france?'),
        (("check", "\x1b[2J"), f"there is no board '\\x1b[2J'; there are {', '.join(SHIPPED)}."),
        (("check", "nowhere.toml"), "nowhere.toml: there is no such file"),
        (("show", "./nowhere"), "nowhere: there is no such file"),
    ],
)  # fmt: skip
def test_a_wrong_name_is_answered_with_a_sentence(
    words: tuple[str, ...], told: str, data: Path, capsys: Captured
) -> None:
    assert complaint(data, capsys, *words) == f"companion board: {told}\n"
    assert not data.exists()


def test_every_mistake_is_told_with_its_line(data: Path, capsys: Captured) -> None:
    shown(data, capsys, "copy", "london", "ours")
    path = data / "boards" / "ours.toml"
    first = edit(data, "ours", "income = 200", "income = -200")
    second = edit(data, "ours", "rent = [2, 10,", "rent = [2, 1,")
    mistakes = [
        f"{path}, line {first}: taxes.income = -200: expected a whole number from 0 to 1,000,000\n",
        f"{path}, line {second}: spaces.1.rent = [2, 1, 30, 90, 160, 250]: "
        "expected amounts that never fall, and 1 comes after 2\n",
    ]
    assert complaint(data, capsys, "check", "ours", code=1) == "".join(mistakes)
    assert complaint(data, capsys, "show", "ours") == f"companion board: {mistakes[0]}"
    assert complaint(data, capsys, "copy", "ours", "theirs") == f"companion board: {mistakes[0]}"
    listed = " ".join(shown(data, capsys, "list").split())
    assert listed.endswith("ours cannot be used: " + " ".join(mistakes[0].split()))


def test_a_file_whose_name_no_board_may_have(tmp_path: Path, data: Path, capsys: Captured) -> None:
    path = tmp_path / "Our Board.toml"
    path.write_text(shipped_text("london"), "utf-8")
    expected = "this is the name of the board too: expected at most 40 small letters, digits and hyphens"
    assert complaint(data, capsys, "check", str(path), code=1) == f"{path}: {expected}\n"


@pytest.mark.parametrize("key", SHIPPED)
def test_everything_that_is_printed_is_shown(key: str, data: Path, capsys: Captured) -> None:
    board, out = shipped_board(key), shown(data, capsys, "show", key)
    lines = [" ".join(line.replace("\N{NO-BREAK SPACE}", "_").split()) for line in out.splitlines()]
    for space in board.spaces:
        row = next(line for line in lines if line.startswith(f"{space.id} {space.name}"))
        if space.deed >= 0:
            deed = board.deeds[space.deed]
            amounts = (deed.price, deed.mortgage_value, *([deed.house_cost] if deed.is_street else []))
            shown_amounts = " ".join(board.money(amount).replace("\N{NO-BREAK SPACE}", "_") for amount in amounts)
            rents = " ".join(map(board.currency.digits, deed.rents)).replace("\N{NO-BREAK SPACE}", "_")
            assert row == f"{space.id} {space.name} {board.group_name(deed.group)} {shown_amounts} {rents}".strip()
    for deck in Deck:
        at = next(at for at, line in enumerate(lines) if line.startswith(f"{board.deck_name(deck).upper()}: "))
        listed = lines[at + 1 : at + 17]
        for number, line in enumerate(listed, 3):
            card = board.cards(deck)[board.task(deck, number)]
            assert line.startswith(f"{number} {card.meaning}")
            assert (
                board.money(card.amount).replace("\N{NO-BREAK SPACE}", "_") in line
                or not card.amount
                or card.amount == 3
            )
    assert board.money(board.luxury_tax) in out
    assert board.money(board.railroad_rents[-1]) in out


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 120])
def test_lines_fit_the_terminal(columns: int, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for words in (("list",), ("show", "germany")):
        assert max(map(len, shown(data, capsys, *words).splitlines())) <= columns


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "boards").write_text("in the way")
    said = complaint(tmp_path / "data", capsys, "copy", "london", "ours", code=1)
    assert said == f"companion board: {tmp_path}/data/boards/ours.toml cannot be written: File exists\n"
