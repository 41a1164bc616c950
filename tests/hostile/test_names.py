"""Names that cannot be seen, or look like another's; and names and reasons in a bug report."""

import pytest

from companion.household.bug_report import describe_mistake
from companion.household.redact_names import anonymous_record, player_aliases, redact_names
from companion.play.setup import UNSEEN, name_problem, tidied

OTHERS = ("Ann", "Peter", "Ian", "Coco", "Zoë", "Άννα", "Олег")
UNSEEN_NAMES = [
    "\u3164",
    "Ann\u3164",
    "\u115f\u1160",
    "\uffa0",
    "\u2800",
    "\u2800Ann",
    "A\u034fnn",
    "A\ufe0fnn",
    "A\U000e0101nn",
    "\u17b4",
    "A\u0300\u0301\u0302\u0303nn",
    "\u200b",
    "A\u200dnn",
    "\u202eAnn",
    "\u00ad",
    "---",
    " ",
]
ALIKE = [
    ("Аnn", "Cyrillic A"),
    ("Ann\uff0e"[:3] + "", "the same"),
    ("Ａｎｎ", "wide letters"),
    ("ANN", "capitals"),
    ("Αnn", "Greek A"),
    ("Ꭺnn", "Cherokee A"),
    ("Реtеr", "Cyrillic, partly"),
    ("lan", "a small L for a capital I"),
    ("1an", "a one for a capital I"),
    ("Сосо", "all Cyrillic"),
    ("СОСО", "all Cyrillic, capitals"),
    ("Ϲoco", "a Greek C"),
    ("𝐀𝐧𝐧", "mathematical letters"),
    ("Zoe\u0308", "an accent of its own"),
]
BANKS = [
    "Bank",
    "the bank",
    "Ваnk",
    "Вank",
    "Ｂａｎｋ",
    "B a n k",
    "Bank.",
    "Bänk",
    "ΒΑΝΚ",
    "the Pоt",
    "𝗕𝗮𝗻𝗸",
    "P0t",
    "bаnк",
]
FINE = [
    "Zoe",
    "Anne",
    "Lan",
    "Аня",
    "Ελένη",
    "Ben ❤️",
    "🎲1",
    "李小龍",
    "山田タロウ",
    "Kim 김",
    "عمر",
    "Nguyễn",
    "Mr. T",
    "O'Brien",
    "Anna-Lena",
    "Player 2",
    "Олена",
]


@pytest.mark.parametrize("name", UNSEEN_NAMES, ids=ascii)
def test_names_that_cannot_be_seen_are_refused(name: str) -> None:
    assert name_problem(tidied(name), OTHERS) in (UNSEEN, "A player needs a name.")


@pytest.mark.parametrize("name", [name for name, _ in ALIKE], ids=[why for _, why in ALIKE])
def test_names_that_look_like_another_are_refused(name: str) -> None:
    problem = name_problem(tidied(name), OTHERS)
    assert "looks like" in problem or "mixes letters" in problem or "cannot both" in problem


@pytest.mark.parametrize("name", BANKS)
def test_nobody_looks_like_the_bank(name: str) -> None:
    problem = name_problem(tidied(name), ())
    assert "is not a player" in problem or "mixes letters" in problem


@pytest.mark.parametrize("name", FINE)
def test_names_that_people_have_are_fine(name: str) -> None:
    assert name_problem(tidied(name), OTHERS) == ""


# Bug reports


SPELLINGS = ["Zoe", "zoe's", "ZOË", "Zoe\u0308", "Zoés", "Quill", "quíll", "zo\\u00eb", "Zo%C3%AB", "Zo\\xeb"]


@pytest.mark.parametrize("text", SPELLINGS, ids=ascii)
def test_names_are_found_with_and_without_accents(text: str) -> None:
    assert redact_names(f"Before {text}, ünd åfter.", player_aliases(["Zoë Quill"])).startswith("Before P1")
    assert redact_names(f"Before {text}, ünd åfter.", player_aliases(["Zoë Quill"])).endswith(", ünd åfter.")


def test_a_longer_word_is_no_name() -> None:
    assert redact_names("Zoé plays, zoetrope does not.", player_aliases(["Zoe"])) == "P1 plays, zoetrope does not."


RECORD = "edition classic\nplayers Zoe Ben\nBank corrects Zoe cash +5: her sister Mia owed it\n"


def test_reasons_are_left_out_unless_asked_for() -> None:
    aliases = player_aliases(["Zoe", "Ben"])
    assert "left out" in (record := anonymous_record(RECORD, aliases))
    assert "Mia" not in record
    assert "her sister Mia" in anonymous_record(RECORD, aliases, keeps_reasons=True)
    mistake = b'{"act":{"type":"CorrectCash","reason":"her sister Mia owed it"}}'
    assert "Mia" not in describe_mistake(mistake)
    assert "Mia" in describe_mistake(mistake, keeps_reasons=True)
