"""`companion stickers`: which files it writes, which address they hold, and what it cannot do."""

from pathlib import Path

import pytest

from tests.cli.run_commands import Captured, complaint, data_folder, run, shown
from tests.household.test_sticker_sheet import pdf_pages, svg_codes
from tests.table.data_folder import DataFolder

__all__ = ["data_folder"]


def test_the_command_writes_what_was_asked_for(data_folder: DataFolder, tmp_path: Path, capsys: Captured) -> None:
    told = shown(data_folder, capsys, "stickers", "--output", str(tmp_path / "s.svg"), "--paper", "letter")
    assert "No pages are served now" in told
    assert svg_codes((tmp_path / "s-1.svg").read_text())[0].endswith(".local:8080/deed/1")
    assert (tmp_path / "s-2.svg").exists()
    told = shown(data_folder, capsys, "stickers", "--output", str(tmp_path / "s.pdf"), "--address", "https://pi.lan/")
    assert "They open https://pi.lan." in told
    assert len(pdf_pages((tmp_path / "s.pdf").read_bytes())) == 2


@pytest.mark.parametrize(
    ("output", "why"),
    [
        ("sheet.png", "sheet.png should end in .pdf or .svg"),
        ("nowhere/sheet.pdf", "nowhere/sheet.pdf cannot be written: No such folder"),
    ],
)
def test_a_file_that_cannot_be_is_named(data_folder: DataFolder, capsys: Captured, output: str, why: str) -> None:
    assert why in complaint(data_folder, capsys, "stickers", "--output", output, code=2)


def test_an_address_has_to_be_one(data_folder: DataFolder, capsys: Captured) -> None:
    with pytest.raises(SystemExit):
        run(data_folder, "stickers", "--address", "companion.local")
    assert "'companion.local' is not an address such as http://companion.local:8080" in capsys.readouterr().err
