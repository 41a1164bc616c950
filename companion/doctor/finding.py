"""What a probe has found."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

State = Literal["ok", "note", "bad"]


class Finding(Struct, frozen=True):
    """A note is worth knowing, and not wrong. Whatever is not ok says what to do."""

    what: str
    state: State
    says: str
    do: str = ""

    def __post_init__(self) -> None:
        if (self.state == "ok") == bool(self.do):
            raise ValueError(f"{self.what}: what is ok needs nothing done, and all else says what to do")


def ok(what: str, says: str) -> Finding:
    return Finding(what, "ok", says)


def note(what: str, says: str, do: str) -> Finding:
    return Finding(what, "note", says, do)


def bad(what: str, says: str, do: str) -> Finding:
    return Finding(what, "bad", says, do)


def is_well(findings: Iterable[Finding]) -> bool:
    return all(finding.state != "bad" for finding in findings)
