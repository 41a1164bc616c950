"""The Python and the game records in the documents run."""

import re
from pathlib import Path

import pytest

from companion.record.parser import parse
from companion.record.runner import Runner
from companion.report.tables import as_csv
from companion.rules.editions import CLASSIC
from tests.docs.documents import FencedBlock, documents, fenced_blocks
from tests.story.games import story_of

FENCED = [block for path in documents() for block in fenced_blocks(path)]
RECORDS = [block for block in FENCED if block.language == "text" and re.search("^players ", block.text, re.M)]
PYTHON = [block for block in FENCED if block.language == "python"]


@pytest.mark.parametrize("block", RECORDS, ids=lambda block: block.document)
def test_a_record_in_the_documents_passes(block: FencedBlock) -> None:
    assert len(list(Runner(parse(block.text, block.document)).play())) > 1


@pytest.mark.parametrize("block", PYTHON, ids=lambda block: block.document)
def test_python_in_the_documents_runs(block: FencedBlock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder with an exported table."""
    (tmp_path / "money.csv").write_text(as_csv(story_of(CLASSIC), "money"), "utf-8", newline="")
    monkeypatch.chdir(tmp_path)
    exec(compile(block.text, block.document, "exec"), {})


def test_the_documents_have_examples() -> None:
    assert len(RECORDS) >= 2
    assert len(PYTHON) >= 4
