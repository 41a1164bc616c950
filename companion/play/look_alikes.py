"""Names that cannot be seen, or that could be taken for another: letters of other alphabets that look the same.

The tables have what a person could mistake on a screen in the alphabets that families use; whole lists of such letters
are larger than the rest of the program.
"""

import unicodedata
from functools import lru_cache

from companion.rules.naming import folded

MAX_MARKS = 2  # accents on one letter
_TO_LATIN = str.maketrans(
    # Cyrillic
    "аеорсухіјѕһԁԛԝкАВЕКМНОРСТУХІЈЅԚԜ"
    # Greek
    "αονικρυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
    # Armenian
    "օսհոցՕՍ"
    # Cherokee
    "ᎪᏴᏟᎬᎻᎫᏦᏞᎷᏢᏚᎢᏙᏔᏃ"
    # Latin letters that are easily taken for others
    "ıɑɡɩ",
    "aeopcyxijshdqwkABEKMHOPCTYXIJSQW" + "aovikpuxABEZHIKMNOPTYX" + "ouhngOU" + "ABCEHJKLMPSTVWZ" + "iagi",
)
_SAME_SHAPE = str.maketrans("I1|0", "lllO")
_ALPHABETS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "GEORGIAN", "LISU")
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
_STYLES = "\ufe0e\ufe0f"  # how an emoji is drawn
_NOBODY = ("bank", "thebank", "pot", "thepot")


def has_unseen(name: str) -> bool:
    """Is there something in it that cannot be seen, such as a letter that is blank or a pile of accents?"""
    marks = 0
    for before, char in zip(" " + name, name, strict=False):
        marks = marks + 1 if unicodedata.combining(char) else 0
        is_style = char in _STYLES and unicodedata.category(before) == "So"
        is_blank = char in _BLANK or unicodedata.name(char, "").startswith("VARIATION SELECTOR")
        if marks > MAX_MARKS or (is_blank and not is_style):
            return True
    return False


def mixes_alphabets(name: str) -> bool:
    """Does one word of it have letters of two alphabets that share shapes? Others are often written together."""
    for word in name.split():
        names = (unicodedata.name(char, "") for char in word if char.isalpha())
        if len({alphabet for one in names for alphabet in _ALPHABETS if one.startswith(alphabet)}) > 1:
            return True
    return False


def look_alike(one: str, other: str) -> bool:
    return not _looks(one).isdisjoint(_looks(other))


def is_like_the_bank(name: str) -> bool:
    return any("".join(filter(str.isalnum, folded(look))) in _NOBODY for look in _looks(name))


@lru_cache(maxsize=256)
def _looks(name: str) -> frozenset[str]:
    """As it is drawn, and the same in small letters. A capital I is like a small L, and unlike a capital L."""
    latin = unicodedata.normalize("NFKC", name).translate(_TO_LATIN)
    return frozenset((f"={latin.translate(_SAME_SHAPE)}", latin.casefold()))
