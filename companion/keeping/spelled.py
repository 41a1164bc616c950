"""Names found in any text, however programs have spelled them there, and replaced."""

import html
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from urllib.parse import quote

OWNS_LEAST = 3  # letters; of `a` and `s` together nobody can tell whose they are
_BEFORE = r"(?:(?<![^\W_])|(?<=\\[nrt]))"  # no letter or digit, or the end of a line as `repr` writes it
_AFTER = r"(?![^\W_])"


def without_names(text: str, others: Mapping[str, str]) -> str:
    """Whole words, in whatever letters, the longest first: `Ann` is not the beginning of `Anna`, but owns `Anns`.

    In one pass: what a name is replaced by may be the name of another.
    """
    small = text.lower()
    spelled = {form.lower(): (form, other) for name, other in others.items() for form in _forms(name)}
    # A household has had many names, and a text has few of them.
    there = [pair for key, pair in spelled.items() if key in small]
    if not there:
        return text
    there.sort(key=lambda pair: len(pair[0]), reverse=True)
    found = re.compile(f"{_BEFORE}(?:{'|'.join(_pattern(form) for form, _ in there)}){_AFTER}", re.IGNORECASE)
    return found.sub(lambda one: there[(one.lastindex or 0) - 1][1], text)


def _pattern(form: str) -> str:
    owns = "s?" if len(form) >= OWNS_LEAST else ""
    return f"({re.escape(form)}){owns}"


def _forms(name: str) -> Iterator[str]:
    """As people type it, and as JSON, Python, pages and addresses have it."""
    composed, apart = (unicodedata.normalize(form, name) for form in ("NFC", "NFD"))
    for said in dict.fromkeys((name, composed, apart, composed.upper())):
        yield said
        yield json.dumps(said)[1:-1]
        yield json.dumps(said, ensure_ascii=False)[1:-1]
        yield ascii(said)[1:-1]
        yield html.escape(said)
        yield quote(said)
