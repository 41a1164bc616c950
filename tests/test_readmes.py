"""The examples in the documents run, and say what happens."""

import re

import pytest

from companion.record.parser import parse
from companion.record.runner import Runner
from tests.docs.documents import Block, blocks, documents

FENCED = [block for path in documents() for block in blocks(path)]
RECORDS = [block for block in FENCED if block.language == "text" and re.search("^players ", block.text, re.M)]
PYTHON = [block for block in FENCED if block.language == "python"]


@pytest.mark.parametrize("block", RECORDS, ids=lambda block: block.document)
def test_a_record_in_the_documentation_holds(block: Block) -> None:
    assert len(list(Runner(parse(block.text, block.document)).play())) > 1


@pytest.mark.parametrize("block", PYTHON, ids=lambda block: block.document)
def test_python_in_the_documentation_runs(block: Block) -> None:
    exec(compile(block.text, block.document, "exec"), {})


def test_the_documentation_has_examples() -> None:
    assert len(RECORDS) >= 2
    assert len(PYTHON) >= 4
