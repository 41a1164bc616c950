"""The error for each mistake in a board file: its line, its key, what was found, and what was expected."""

import pytest

from companion.boards import shipped_board, shipped_text
from companion.boards.board_file import MAX_ERRORS, examine_board, parse_board
from companion.toml_document import TomlError

LONDON = shipped_text("london")
LINES = LONDON.splitlines()


def mistakes(text: str) -> list[str]:
    return [str(error) for error in examine_board("ours", text)[1]]


def complaint(text: str) -> str:
    with pytest.raises(TomlError) as error:
        parse_board("ours", text)
    return str(error.value)


def edited(section: str, key: str, line: str) -> tuple[str, int]:
    """London with the line of this key replaced, and its number. Without a line it is left out."""
    header = next((at for at, text in enumerate(LINES) if text.split("  #")[0] == f"[{section}]"), -1)
    at = next(at for at in range(header + 1, len(LINES)) if LINES[at].split("=")[0].strip() == key)
    return "\n".join([*LINES[:at], *([line] if line else []), *LINES[at + 1 :]]), at + 1


AMOUNT = "expected a whole number from 0 to 1,000,000"
PRICE = "expected a whole number from 1 to 1,000,000"
SIGN = "expected 1 to 4 characters without digits, spaces, dots, commas, apostrophes, plus and minus"
PRINTED = "expected letters, digits and signs that can be printed on one line"


@pytest.mark.parametrize(
    ("section", "key", "line", "told"),
    [
        ("", "title", "title = 1", "title = 1: expected a text in quotes"),
        ("", "title", 'title = ""', 'title = "": expected a name with at least one letter'),
        ("", "title", 'titel = "London"', 'titel = "London": there is no such key; did you mean title?'),
        ("money", "sign", 'sign = ""', f'money.sign = "": {SIGN}'),
        ("money", "sign", 'sign = "pounds"', f'money.sign = "pounds": {SIGN}'),
        ("money", "sign", 'sign = "1"', f'money.sign = "1": {SIGN}'),
        ("money", "sign", 'sign = "½"', f'money.sign = "½": {SIGN}'),
        ("money", "sign", 'sign = "F "', f'money.sign = "F ": {SIGN}'),
        ("money", "sign", 'sign = "-"', f'money.sign = "-": {SIGN}'),
        ("money", "sign", 'sign = "\\u001b[2J"', f"money.sign = '\\x1b[2J': {SIGN}"),
        ("money", "sign", 'sign = "\\u202e"', f"money.sign = '\\u202e': {SIGN}"),
        ("money", "after", "after = 1", "money.after = 1: expected true or false"),
        ("money", "thousands", 'thousands = ";"', """money.thousands = ";": expected "", ",", ".", " " or "'\""""),
        ("money", "factor", "factor = 0", f"money.factor = 0: {PRICE}"),
        ("money", "factor", "factor = 1000001", f"money.factor = 1000001: {PRICE}"),
        ("money", "factor", "faktor = 1", "money.faktor = 1: there is no such key; did you mean factor?"),
        ("words", "hotel", 'hotel = "House"', 'words.hotel = "House": expected another word than for house'),
        ("words", "house", 'hous = "hut"', 'words.hous = "hut": there is no such key; did you mean house?'),
        ("rents", "utilities", "utilites = [4, 10]",
         "rents.utilites = [4, 10]: there is no such key; did you mean utilities?"),
        ("words", "railroad", "railroad = true", "words.railroad = true: expected a text in quotes"),
        ("words", "houses", 'houses = "\\u0007"', f"words.houses = '\\x07': {PRINTED}"),
        ("groups", "pink", 'pink = { name = "1", colour = "#000000" }',
         'groups.pink.name = "1": expected a name with at least one letter'),
        ("taxes", "income", "income = -1", f"taxes.income = -1: {AMOUNT}"),
        ("taxes", "luxury", "luxury = 1000001", f"taxes.luxury = 1000001: {AMOUNT}"),
        ("taxes", "luxury", 'luxury = "100"', 'taxes.luxury = "100": expected a whole number, without quotes'),
        ("taxes", "luxury", "super = 100",
         "taxes.super = 100: there is no such key; there are income, luxury"),
        ("rents", "railroads", "railroads = [25, 50, 100]",
         "rents.railroads = [25, 50, 100]: expected 4 amounts, and found 3"),
        ("rents", "railroads", "railroads = [25, 50, 40, 200]",
         "rents.railroads = [25, 50, 40, 200]: expected amounts that never fall, and 40 comes after 50"),
        ("rents", "utilities", "utilities = [-4, 10]",
         "rents.utilities = [-4, 10]: expected whole numbers from 0 to 1,000,000"),
        ("rents", "utilities", "utilities = 4",
         "rents.utilities = 4: expected a list of whole numbers such as [25, 50, 100, 200]"),
        ("groups", "pink", 'pink = "purple"', 'groups.pink = "purple": expected a section [groups.pink]'),
        ("groups", "pink", 'pink = { name = "purple", colour = "purple" }',
         'groups.pink.colour = "purple": expected a colour such as #7b4a2b'),
        ("groups", "pink", 'pink = { name = "brown", colour = "#000000" }',
         'groups.pink.name = "brown": groups.brown has the same name: expected names that differ'),
        ("groups", "pink", 'pnik = { name = "pink", colour = "#000000" }',
         "groups.pnik: there is no such section; did you mean pink?"),
        ("spaces.1", "name", "name = 60", "spaces.1.name = 60: expected a text in quotes"),
        ("spaces.1", "name", 'name = "\\u001b[31m"', f"spaces.1.name = '\\x1b[31m': {PRINTED}"),
        ("spaces.1", "name", 'name = "Old\\nKent Road"', f"spaces.1.name = 'Old\\nKent Road': {PRINTED}"),
        ("spaces.1", "name", 'name = "Old \\u202eKent"', f"spaces.1.name = 'Old \\u202eKent': {PRINTED}"),
        ("spaces.1", "name", 'name = " Old Kent Road"',
         'spaces.1.name = " Old Kent Road": expected a name without spaces around it, and with single spaces inside'),
        ("spaces.1", "name", f'name = "{"x" * 41}"',
         f'spaces.1.name = "{"x" * 41}": expected at most 40 characters, and it has 41'),
        ("spaces.1", "name", 'name = "17"', 'spaces.1.name = "17": expected a name with at least one letter'),
        ("spaces.1", "name", 'name = "No. #1 Road"', 'spaces.1.name = "No. #1 Road": expected a name without #'),
        ("spaces.3", "name", 'name = "old KENT róad"',
         'spaces.3.name = "old KENT róad": spaces.1 has the same name, perhaps with other accents: '
         "expected names that differ"),
        ("spaces.3", "name", 'name = "Jail"',
         'spaces.10.name = "Jail": spaces.3 has the same name, perhaps with other accents: expected names that differ'),
        ("spaces.17", "name", 'name = "Chest"',
         'spaces.17.name = "Chest": expected the same name as spaces.2: it is the same deck'),
        ("spaces.1", "price", "price = -60", f"spaces.1.price = -60: {PRICE}"),
        ("spaces.5", "price", f"price = {10**30}", f"spaces.5.price = {10**30}: {PRICE}"),
        ("spaces.1", "price", "price = 60.0", "spaces.1.price = 60.0: expected a whole number, without quotes"),
        ("spaces.1", "price", "price = true", "spaces.1.price = true: expected a whole number, without quotes"),
        ("spaces.1", "price", "pirce = 60", "spaces.1.pirce = 60: there is no such key; did you mean price?"),
        ("spaces.0", "name", 'name = "GO"\nprice = 60', "spaces.0.price = 60: there is no such key; there are name"),
        ("spaces.5", "price", "price = 200\nrent = [25, 50]",
         "spaces.5.rent = [25, 50]: there is no such key; there are name, price, mortgage"),
        ("spaces.1", "mortgage", "mortgage = 61",
         "spaces.1.mortgage = 61: expected a whole number from 1 to the price of the deed"),
        ("spaces.1", "mortgage", "mortgage = 0",
         "spaces.1.mortgage = 0: expected a whole number from 1 to the price of the deed"),
        ("spaces.1", "house", "house = 51",
         "spaces.1.house = 51: expected an even number from 2 to 1,000,000: a house is sold back at half"),
        ("spaces.3", "house", "house = 52",
         "spaces.3.house = 52: expected the same as in spaces.1: they are one group"),
        ("spaces.1", "rent", "rent = [2, 10, 30, 90, 160]",
         "spaces.1.rent = [2, 10, 30, 90, 160]: expected 6 amounts, and found 5"),
        ("spaces.1", "rent", "rent = [2, 10, 30, 90, 160, 25]",
         "spaces.1.rent = [2, 10, 30, 90, 160, 25]: expected amounts that never fall, and 25 comes after 160"),
        ("chance.illinois", "advance", 'advance = "Trafalger Square"',
         'chance.illinois.advance = "Trafalger Square": no space is called `Trafalger Square` '
         "(did you mean Trafalgar Square?); expected the name of a space, or its number"),
        ("chance.illinois", "advance", "advance = 40",
         "chance.illinois.advance = 40: expected the name or the number of a space"),
        ("chance.illinois", "advance", "advance = -1",
         "chance.illinois.advance = -1: expected the name or the number of a space"),
        ("chance.illinois", "advance", "advance = [24]",
         "chance.illinois.advance = [24]: expected the name of a space in quotes, or its number"),
        ("chance.illinois", "advance", "advance = 7",
         "chance.illinois: it leads from space 7 to 7, and cards there could lead back: expected that a move ends"),
        ("chance.nearest-utility", "nearest", 'nearest = "station"',
         'chance.nearest-utility.nearest = "station": expected "railroad" or "utility"'),
        ("chance.back-three", "back", "back = 0",
         "chance.back-three.back = 0: expected a number of spaces from 1 to 39"),
        ("chance.go-to-jail", "jail", "jail = false", "chance.go-to-jail.jail = false: expected true"),
        ("chance.small-fine", "pay", "pay = -15", f"chance.small-fine.pay = -15: {AMOUNT}"),
        ("chance.small-fine", "pay", "pya = 15",
         "chance.small-fine.pya = 15: there is no such key; did you mean pay?"),
        ("chance.small-fine", "pay", "pay = 15\ncollect = 3",
         "chance.small-fine: expected that a card does one thing, and found pay and collect"),
        ("chance.small-fine", "pay", "",
         "chance.small-fine: expected what the card does: advance, nearest, back, jail, jail-free, collect, pay, "
         "collect-each, pay-each or repairs"),
        ("chance.small-fine", "task", "task = 19", "chance.small-fine.task = 19: expected a number from 3 to 18"),
        ("chance.small-fine", "task", "task = 3",
         "chance.small-fine.task = 3: chance.advance-go has the number 3 too: expected each number once"),
        ("chance.small-fine", "task", "task = [14, 2]",
         "chance: expected 16 cards, and found 17"),
        ("chance.small-fine", "task", "task = []",
         "chance.small-fine.task = []: expected a number, or a list of a number for each card that says this"),
        ("chance.small-fine", "name", 'name = "a building loan"',
         'chance.building-loan.name = "a building loan": chance.small-fine has the same name: '
         "expected names that differ"),
        ("chance.small-fine", "name", f'name = "{"x" * 81}"',
         f'chance.small-fine.name = "{"x" * 59}…: expected at most 80 characters, and it has 81'),
        ("chance.jail-free", "jail-free", "jail = true", "chance: expected one card with jail-free, and found 0"),
        ("chest.advance-go", "name", 'name = "to the start"',
         "chest.advance-go: expected the same as on chance.advance-go, or another name for one of the two cards"),
        ("chance.small-fine", "search", 'search = "\\u0007"',
         f"chance.small-fine.search = '\\x07': {PRINTED}"),
        ("chance.small-fine", "search", "search = 5",
         "chance.small-fine.search = 5: expected a text in quotes"),
        ("chance.small-fine", "search", f'search = "{"x" * 121}"',
         f'chance.small-fine.search = "{"x" * 59}…: expected at most 120 characters, and it has 121'),
        ("chance.general-repairs", "repairs", "repairs = { house = -1, hotel = 1 }",
         f"chance.general-repairs.repairs.house = -1: {AMOUNT}"),
        ("chance.general-repairs", "repairs", "repairs = 25",
         "chance.general-repairs.repairs = 25: expected a section [chance.general-repairs.repairs]"),
        ("chance.general-repairs", "repairs", "repairs = { house = 25 }",
         "chance.general-repairs.repairs.hotel: this is missing"),
        ("chance.general-repairs", "repairs", "repairs = { house = 25, hotel = -1 }",
         f"chance.general-repairs.repairs.hotel = -1: {AMOUNT}"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_line(section: str, key: str, line: str, told: str) -> None:
    text, number = edited(section, key, line)
    said = mistakes(text)
    assert [one.split(": ", 1)[1] for one in said if told in one] == [told], "\n".join(said)
    place = next(one for one in said if told in one).split(":")[0]
    named = told.split(" = ")[0].split(":")[0]
    own = any(part.startswith(named.rsplit(".", 1)[-1]) for part in line.split("\n"))
    if own and named.startswith(section):
        assert place in (f"ours.toml, line {number}", f"ours.toml, line {number + line.count(chr(10))}")
    else:
        assert place.startswith("ours.toml, line ")


def replaced(old: str, new: str) -> tuple[str, int]:
    """London with one text for another, and the line where it is."""
    assert LONDON.count(old) == 1
    return LONDON.replace(old, new), LONDON[: LONDON.index(old)].count("\n") + 1


def test_a_space_or_a_card_of_another_name() -> None:
    text, line = replaced("[spaces.39]", "[spaces.40]")
    assert f"ours.toml, line {line}: spaces.40: there is no such section; there are 0 to 39" in mistakes(text)
    assert any(one.endswith(": spaces.39: this is missing") for one in mistakes(text))
    text, line = replaced("[chance.reading]", "[chance.Reading]")
    expected = "expected a card called by at most 40 small letters, digits and hyphens"
    assert mistakes(text) == [f"ours.toml, line {line}: chance.Reading: {expected}"]


def test_a_card_that_is_no_section() -> None:
    text, line = replaced("[chance.advance-go]", "[chance]\nodd = 5\n\n[chance.advance-go]")
    assert mistakes(text) == [f"ours.toml, line {line + 1}: chance.odd = 5: expected a section [chance.odd]"]


SECTIONS = "title, money, words, taxes, rents, groups, spaces, chance, chest"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param("", "ours.toml: title: this is missing", id="empty"),
        pytest.param("title = 'x", "ours.toml, line 1: this is not TOML: ", id="a text without an end"),
        pytest.param(
            'title = "x"\ntitle = "y"', "ours.toml, line 2: this is not TOML: cannot overwrite a value", id="twice"
        ),
        pytest.param(
            "[" * 50_000, "ours.toml, line 1: this line is too long: expected at most 1,000 characters", id="long"
        ),
        pytest.param("x = " + "[\n" * 50_000, "ours.toml: it is nested too deeply", id="deep"),
        pytest.param("a." * 400 + "a = 1", "ours.toml: title: this is missing", id="a key of many parts"),
        pytest.param("\0", "ours.toml, line 1, column 1: this is not TOML: ", id="nul"),
        pytest.param("title = 1" + "0" * 900, "ours.toml: money: this is missing", id="a long number"),
        pytest.param("title = 0x" + "f" * 900, "ours.toml: money: this is missing", id="a long number in sixteens"),
        pytest.param(
            LONDON + "\n[extra]\n",
            f"ours.toml, line {len(LINES) + 2}: extra: there is no such section; there are {SECTIONS}",
            id="a section too many",
        ),
    ],
)
def test_a_file_that_is_wrong_as_a_whole(text: str, told: str) -> None:
    assert complaint(text).startswith(told)


def test_every_mistake_is_told_and_not_only_the_first() -> None:
    text = LONDON.replace("price = 60", "price = -60").replace("income = 200", "income = -1")
    told = mistakes(text)
    assert [one.split(": ")[1].split(" = ")[0] for one in told] == [
        "taxes.income",
        "spaces.1.price",
        "spaces.1.mortgage",
        "spaces.3.price",
        "spaces.3.mortgage",
    ]


def test_no_more_than_twenty_are_told() -> None:
    assert len(mistakes(LONDON.replace("mortgage = ", "mortgage = -"))) == MAX_ERRORS
    assert len(mistakes(LONDON + "".join(f"\nk{at} = 1" for at in range(10_000)))) == MAX_ERRORS


@pytest.mark.parametrize(
    "number",
    [at for at, line in enumerate(LINES, 1) if " = " in line and line[0] != "#" and not line.startswith("search")],
)
def test_any_line_that_is_left_out_is_missed(number: int) -> None:
    key = LINES[number - 1].split(" = ")[0].strip()
    text = "\n".join([*LINES[: number - 1], *LINES[number:]])
    told = complaint(text)
    named = told.split(": ")[1]
    assert named.endswith(key) or "expected what the card does" in told, told


VALUE_LINES = [at for at, line in enumerate(LINES, 1) if " = " in line and line[0] != "#"]


@pytest.mark.parametrize(
    "number",
    [pytest.param(at, marks=() if n % 4 == 0 else pytest.mark.long_run) for n, at in enumerate(VALUE_LINES)],
)
def test_a_date_in_place_of_any_value_is_told_with_its_line(number: int) -> None:
    key = LINES[number - 1].split(" = ")[0]
    text = "\n".join([*LINES[: number - 1], f"{key} = 1979-05-27", *LINES[number:]])
    assert complaint(text).startswith(f"ours.toml, line {number}: ")
    assert " = 1979-05-27: expected " in complaint(text)


def test_a_target_may_be_a_number_or_the_beginning_of_a_name() -> None:
    for written in ("24", '"24"', '"Trafalgar"', '"trafalgar square"'):
        assert parse_board("london", edited("chance.illinois", "advance", f"advance = {written}")[0]) == shipped_board(
            "london"
        )


def test_accents_are_joined_to_their_letters() -> None:
    text = LONDON.replace('"Mayfair"', '"Mayfa\u0069\u0308r"')
    assert parse_board("ours", text).spaces[39].name == "Mayfaïr"
