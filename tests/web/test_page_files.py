"""Browsers keep the files of the pages for ever: another version of any of them has other addresses."""

import gzip
import json
import re
from pathlib import Path

import msgspec
import pytest

from companion.table.messages.views import LevelView, MoveView, View
from companion.web.page_files import FOR_EVER, PAGE_FOLDER, PageFiles
from tests.web.web_server import WebTable


def test_every_file_that_a_page_names_is_there_and_kept_for_ever(shared: WebTable) -> None:
    page = shared.pages.ask("GET", "/pair")
    assert page.headers["Cache-Control"] == "no-store"
    named = re.findall(r'"(/page/[^"]+)"', page.text)
    assert named
    for address in named:
        said = shared.pages.ask("GET", address)
        assert (said.status, said.headers["Cache-Control"]) == (200, FOR_EVER), address


def test_files_come_packed_to_browsers_that_unpack(shared: WebTable) -> None:
    for name in ("table_link.js", "player.js"):
        plain = shared.pages.ask("GET", f"/page/{name}")
        packed = shared.pages.ask("GET", f"/page/{name}", Accept_Encoding="gzip, br")
        assert (plain.text, plain.headers["Cache-Control"]) == ((PAGE_FOLDER / name).read_text(), "no-store")
        assert packed.headers["Content-Encoding"] == "gzip"
        assert int(packed.headers["Content-Length"]) == len(gzip.compress(plain.text.encode(), mtime=0))


def test_a_change_anywhere_changes_every_address(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text('<script src="/page/a.js"></script>')
    digests = set()
    for name, content in (("a.js", "1"), ("a.js", "2"), ("b.js", "2"), ("m.webmanifest", '{"name":"HOUSEHOLD"}')):
        (tmp_path / name).write_text(content)
        digests |= {PageFiles("Ours", tmp_path).digest}
    digests |= {PageFiles("Theirs", tmp_path).digest}
    assert len(digests) == 5


def test_pages_name_each_other_relatively_or_by_their_folder() -> None:
    """Or they would be fetched twice, once without their digest."""
    for path in PAGE_FOLDER.glob("*.js"):
        assert not re.findall(r'(?:from|import)\s*\(?"/', path.read_text()), path.name


@pytest.mark.parametrize(("name", "kind"), [("VIEW", View), ("MOVE", MoveView), ("LEVEL", LevelView)])
def test_the_pages_know_what_the_table_leaves_out(name: str, kind: type[msgspec.Struct]) -> None:
    (block,) = re.findall(rf"const {name} = (\{{.*?\}});", (PAGE_FOLDER / "table_link.js").read_text(), re.DOTALL)
    left_out = {field.name: field.default for field in msgspec.structs.fields(kind) if not field.required}
    assert json.loads(block) == json.loads(msgspec.json.encode(left_out))
