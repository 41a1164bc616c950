"""The examples in the documentation run, and say what happens."""

import re
from pathlib import Path

import pytest

from companion.record.parser import parse
from companion.record.runner import Runner

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted(ROOT.glob("companion/**/README.md"))]


def blocks(language: str) -> list[tuple[str, str]]:
    found = []
    for path in DOCUMENTS:
        for number, text in enumerate(re.findall(rf"^```{language}\n(.*?)^```", path.read_text("utf-8"), re.M | re.S)):
            found.append((f"{path.relative_to(ROOT)} {number}", text))
    return found


RECORDS = [(name, text) for name, text in blocks("text") if re.search("^players ", text, re.M)]


@pytest.mark.parametrize("text", [text for _, text in RECORDS], ids=[name for name, _ in RECORDS])
def test_a_record_in_the_documentation_holds(text: str) -> None:
    assert len(list(Runner(parse(text, "README.md")).play())) > 1


PYTHON = blocks("python")


@pytest.mark.parametrize("text", [text for _, text in PYTHON], ids=[name for name, _ in PYTHON])
def test_python_in_the_documentation_runs(text: str) -> None:
    exec(compile(text, "README.md", "exec"), {})


def test_the_documentation_has_examples() -> None:
    assert RECORDS
    assert PYTHON
