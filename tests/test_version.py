"""The version is written in two places, and is one."""

import tomllib
from pathlib import Path

import companion


def test_the_program_knows_its_own_version() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
    assert companion.__version__ == project["project"]["version"]
