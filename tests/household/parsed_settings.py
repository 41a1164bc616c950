"""The example companion.toml, and the error that a wrong one causes."""

from pathlib import Path

import pytest

from companion.household.settings_file import parse
from companion.toml_document import TomlError

EXAMPLE = Path(__file__).parents[2] / "firmware_notes" / "companion.toml"
TEXT = EXAMPLE.read_text("utf-8")


def complaint(text: str) -> str:
    with pytest.raises(TomlError) as error:
        parse(text)
    return str(error.value)


def error_in(text: str) -> TomlError | None:
    try:
        parse(text)
    except TomlError as error:
        return error
    return None
