"""Style sheets parsed once for all apps under test, not anew by each: a fifth of what starting an app costs."""

from collections.abc import Iterator

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet


@pytest.fixture(scope="session", autouse=True)
def parsed_once() -> Iterator[None]:
    """Of one sheet in one set of colours Textual makes the same rules, and changes none of them afterwards."""
    parse, known = Stylesheet._parse_rules, dict[object, list[RuleSet]]()

    def remembered(sheet: Stylesheet, css: str, *args: object, **more: object) -> list[RuleSet]:
        key = css, args, tuple(more.items()), tuple(sheet._variables.items())
        if key not in known:
            known[key] = parse(sheet, css, *args, **more)  # type: ignore[arg-type]
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", remembered)
        yield
