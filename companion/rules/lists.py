"""Lists and sentences put together from words."""

from collections.abc import Iterable


def sentence(phrase: str) -> str:
    """A phrase as a sentence, with a capital and a full stop. An empty phrase stays empty."""
    if not phrase:
        return ""
    return phrase[0].upper() + phrase[1:] + ("" if phrase[-1] in ".!?" else ".")


def and_list(words: Iterable[str]) -> str:
    return _list(words, "and")


def or_list(words: Iterable[str]) -> str:
    return _list(words, "or")


def _list(words: Iterable[str], joint: str) -> str:
    *most, last = list(words) or [""]
    return f"{', '.join(most)} {joint} {last}" if most else last


_LIKE_YOU = ("eu", "uni", "use", "uti")  # beginnings that are spoken with a y


def a(word: str) -> str:
    """With its article: a house, an inn, a utility."""
    start = word.lower()
    return f"an {word}" if start.startswith(tuple("aeiou")) and not start.startswith(_LIKE_YOU) else f"a {word}"


def count_of(count: int, one: str, several: str) -> str:
    return f"{count:,} {one if count == 1 else several}"
