"""Files that are no records: where it is wrong, what was expected there, and never anything but a RecordError."""

from pathlib import Path

import pytest

from companion.record.errors import RecordError
from companion.record.parser import load, parse
from companion.record.scanner import MAX_FILE, MAX_LINE, MAX_LINES
from tests.record.record_texts import TABLE, act, wrong

CORRECTIONS = "owner, houses, hotel, bare, mortgaged or clear"
EIGHT = "Ann Ben Cy Dee Eve Flo Gus Hal"


@pytest.mark.parametrize(
    ("text", "number", "column", "message"),
    [
        # the head
        ("", 1, 0, "expected `players` and their names"),
        ("\n  \n\n", 1, 0, "expected `players` and their names"),
        ("# nothing but a comment\n", 1, 0, "expected `players` and their names"),
        ("# one comment\n# and another\n\n", 2, 0, "expected `players` and their names"),
        ("edition classic\n\n", 1, 0, "expected `players` and their names"),
        ("Ann rolls 3 4\n", 1, 0, "expected `players` and their names"),
        ("edition clasic\nplayers Ann Ben\n", 1, 8, "unknown edition `clasic`: expected classic, rulebook"),
        ("edition clasic\nplayers Ann Ben\n", 1, 8, "(did you mean classic?)"),
        ("edition\nplayers Ann Ben\n", 1, 7, "expected an edition: classic"),
        ("edition classic rulebook\nplayers Ann Ben\n", 1, 16, "expected the end of the line, not `rulebook`"),
        ("edition classic\nedition classic\nplayers Ann Ben\n", 2, 0, "`edition` is there already, on line 1"),
        ("seed 1\nseed 1\nplayers Ann Ben\n", 2, 0, "`seed` is there already"),
        (f"{TABLE}{TABLE}", 2, 0, "`players` is there already"),
        ("seed x\nplayers Ann Ben\n", 1, 5, "expected the seed, a number, not `x`"),
        ("seed -1\nplayers Ann Ben\n", 1, 5, "expected the seed"),
        ("seed 10000000000\nplayers Ann Ben\n", 1, 5, "at most 999,999,999"),
        ("variant speed\nplayers Ann Ben\n", 1, 8, "unknown variant for classic, `speed`: expected short or timed"),
        ("variant short\nedition platinum-2010\nplayers Ann Ben\n", 1, 8, "expected speed"),
        ("variant long\nplayers Ann Ben\n", 1, 8, "unknown variant"),
        ("option free-parking\nplayers Ann Ben\n", 1, 7, "(did you mean free-parking-pot?)"),
        ("option rent\nplayers Ann Ben\n", 1, 11, "expected auto or claim after rent"),
        ("option rent sometimes\nplayers Ann Ben\n", 1, 12, "expected auto or claim"),
        ("option salary\nplayers Ann Ben\n", 1, 13, "expected an amount after salary"),
        ("option salary on\nplayers Ann Ben\n", 1, 14, "expected an amount, not `on`"),
        ("option no-auctions 5\nplayers Ann Ben\n", 1, 19, "expected on or off"),
        ("option no-auctions\noption no-auctions off\nplayers Ann Ben\n", 2, 7, "there already"),
        # the players
        ("players\n", 1, 7, "expected 2 to 8 players"),
        ("players Ann\n", 1, 11, "expected 2 to 8 players"),
        (f"players {EIGHT} Ida\n", 1, 39, "expected at most 8 players in classic, not `Ida`"),
        (f"edition parker-2001\nplayers {EIGHT}\n", 2, 31, "expected at most 6 players in parker-2001"),
        ("players Ann ann\n", 1, 12, "two players are called `ann`"),
        ("players Ann Bank\n", 1, 12, "`Bank` cannot be a player's name: it is a word of this format"),
        ("players Ann UNDO\n", 1, 12, "it is a word of this format"),
        ("players Ann 4you\n", 1, 12, "cannot be a player's name: expected a letter"),
        ("players Ann _Ben\n", 1, 12, "cannot be a player's name"),
        ("players Ann B[red]\n", 1, 12, "cannot be a player's name"),
        (f"players Ann {'B' * 25}\n", 1, 12, "at most 24 characters"),
        ("players Ann, Ben\n", 1, 11, "expected a player's name, not `,`"),
        # order
        (f"{TABLE}Ann ends\nedition classic\n", 3, 0, "`edition` stands before play, and play begins on line 2"),
        (f"{TABLE}? Ann cash 5\ngiven Ann cash 5\n", 3, 0, "`given` stands before play"),
        ("editon classic\nplayers Ann Ben\n", 1, 0, "unknown word `editon`: expected edition"),
        (f"{TABLE}gievn Ann cash 5\ngiven turn Ann\n", 2, 0, "(did you mean given?)"),
        # play
        (f"{TABLE}Bne rolls 3 4\n", 2, 0, "unknown word `Bne`: expected Ann, Ben, Cy, Bank, deal"),
        (f"{TABLE}Bne rolls 3 4\n", 2, 0, "(did you mean Ben?)"),
        (f"{TABLE}Ann\n", 2, 3, "expected a verb"),
        (f"{TABLE}  Ann rols 3 4\n", 2, 6, "(did you mean rolls?)"),
        (f"{TABLE}Ann rolls 3 7\n", 2, 12, "expected a face of a die, 1 to 6"),
        (f"{TABLE}Ann rolls 3 0\n", 2, 12, "expected a face of a die"),
        (f"{TABLE}Ann rolls 3 four\n", 2, 12, "expected a face of a die"),
        (f"{TABLE}Ann rolls bus 3\n", 2, 10, "`bus` is the Speed Die's: expected it behind the white dice"),
        (f"edition platinum-2010\nvariant speed\n{TABLE}Ann rolls 3 3 4\n", 4, 14, "expected a face of the Speed Die"),
        (f"{TABLE}Ann rolls\n", 2, 9, "only a record with `seed N`"),
        (f"{TABLE}Ann throws\n", 2, 10, "only a record with `seed N`"),
        (f"{TABLE}Ann draws\n", 2, 9, "only a record with `seed N`"),
        (f"{TABLE}deal\n", 2, 4, "only a record with `seed N`"),
        (f"{TABLE}Ann draws chance/advance-to\n", 2, 10, "no card is called `chance/advance-to`"),
        (f"{TABLE}Ann draws chance/doctor\n", 2, 10, "(did you mean chest/doctor?)"),
        (f"{TABLE}Ann bids lots\n", 2, 9, "expected an amount"),
        (f"{TABLE}Ann bids 1e3\n", 2, 9, "expected an amount"),
        (f"{TABLE}Ann bids 99999999999999999999\n", 2, 9, "at most 999,999,999"),
        (f"{TABLE}Ann pays rent\n", 2, 9, "unknown payment `rent`: expected flat, percent or fine"),
        (f"{TABLE}Ann uses key\n", 2, 9, "expected `jail card`, not `key`"),
        (f"{TABLE}Ann claims rent from Dee\n", 2, 21, "unknown player `Dee`"),
        (f"{TABLE}Ann moves Boardwalk\n", 2, 10, "expected `to`"),
        (f"{TABLE}Ann builds\n", 2, 10, "expected the name of a deed"),
        (f"{TABLE}Ann offers Ben Oriental for 5\n", 2, 15, "expected `:`"),
        (f"{TABLE}Ann offers Ben: Oriental\n", 2, 24, "expected `for`"),
        (f"{TABLE}Ann offers Ben: for 5\n", 2, 16, "expected a deed, an amount"),
        (f"{TABLE}Ann offers Ben: Oriental for\n", 2, 28, "expected a deed, an amount"),
        (f"{TABLE}Ann offers Dee: Oriental for 5\n", 2, 11, "unknown player `Dee`"),
        (f"{TABLE}Bank robs Ann\n", 2, 5, "unknown verb of the Bank's `robs`"),
        (f"{TABLE}Bank corrects Ann cash =50: why\n", 2, 23, "expected an amount such as 60, or + or - and an amount"),
        (f"{TABLE}Bank corrects Ann cash +50\n", 2, 26, "expected `:`"),
        (f"{TABLE}Bank corrects Ann cash +50:\n", 2, 27, "expected the reason"),
        (f"{TABLE}Bank corrects Ann cash +1234567890: why\n", 2, 23, "expected an amount such as 60, or + or -"),
        (f"{TABLE}Bank corrects Ann jail cards some: why\n", 2, 29, "expected how many, or the deck of the only one"),
        (f"{TABLE}Bank corrects Ann jail card 1: why\n", 2, 23, "expected `cards`"),
        (f"{TABLE}Bank moves some from Ann to Ben: why\n", 2, 11, "expected an amount"),
        (f"{TABLE}Bank moves 5 from Ann to Dee: why\n", 2, 25, "unknown player `Dee`"),
        (f"{TABLE}Bank corrects Oriental houses 5: why\n", 2, 30, "the number of houses, at most 4"),
        (f"{TABLE}Bank corrects Ann free: why\n", 2, 18, "expected cash, jail cards, at or in jail, not `free`"),
        (f"{TABLE}Bank corrects Ann free: no hotel\n", 2, 18, "expected cash, jail cards, at or in jail, not `free`"),
        (f"{TABLE}Bank corrects Ann in: why\n", 2, 20, "expected `jail`"),
        (f"{TABLE}Bank corrects Park Place free: why\n", 2, 25, f"expected {CORRECTIONS}, not `free`"),
        (f"{TABLE}Bank corrects Boardwalk: why\n", 2, 23, f"expected {CORRECTIONS}, not `:`"),
        (f"{TABLE}Bank corrects Boardwalk bare, free: why\n", 2, 30, f"expected {CORRECTIONS}, not `free`"),
        (f"{TABLE}Bank sets rent on: why\n", 2, 15, "expected auto or claim"),
        (f"{TABLE}Bank sets jackpot on: why\n", 2, 10, "unknown option `jackpot`"),
        (f"{TABLE}Bank auctions garage\n", 2, 14, "expected house or hotel"),
        (f"{TABLE}deal Ann Boardwalk\n", 2, 9, "expected `:`"),
        (f"{TABLE}time out\n", 2, 5, "expected `up`"),
        (f"{TABLE}undo it\n", 2, 5, "expected the end of the line"),
        (f"{TABLE}refuse nonsense: Ann ends\n", 2, 7, "unknown reason to refuse `nonsense`"),
        (f"{TABLE}refuse uneven BUILD-99: Ann ends\n", 2, 14, "no clause is called `BUILD-99`"),
        (f"{TABLE}refuse uneven Ann ends\n", 2, 14, "no clause is called `Ann`"),
        (f"{TABLE}refuse uneven:\n", 2, 14, "expected a statement"),
        (f"{TABLE}refuse uneven: Dee ends\n", 2, 15, "unknown word `Dee`"),
        (f"{TABLE}refuse uneven: ? Ann cash 5\n", 2, 15, "expected a statement, not `?`"),
    ],
)
def test_an_error_of_the_file_is_told_with_its_place(text: str, number: int, column: int, message: str) -> None:
    error = wrong(text)
    assert message in error.message
    assert (error.line.number, error.column) == (number, column)


def test_the_whole_file_is_read_before_anything_is_played() -> None:
    """The second line would be refused; the third is no statement at all."""
    assert wrong(f"{TABLE}Ben rolls 3 4\nAnn flies\n").line.number == 3


def test_the_line_is_shown_with_a_caret() -> None:
    shown = str(wrong(f"{TABLE}Ann rols 3 4   # a slip\n")).splitlines()
    assert shown[0].startswith("a.game:2: unknown verb `rols`")
    assert shown[1:] == ["    Ann rols 3 4   # a slip", "        ^"]


def test_of_a_long_line_only_the_part_around_the_caret_is_shown() -> None:
    shown = str(wrong(f"{TABLE}Ann offers Ben: {'Reading, ' * 60}? {'Reading, ' * 20}for 5\n")).splitlines()
    assert len(shown[1]) < 120
    assert shown[1].strip().startswith("…")
    assert shown[1].endswith("…")
    assert shown[1][shown[2].index("^")] == "?"


@pytest.mark.parametrize("control", ["\x1b[31mred", "\x07", "\x00", "\x9b1m", "\x7f", "\u2028"])
def test_control_characters_are_refused_and_never_shown_raw(control: str) -> None:
    error = wrong(f"{TABLE}Ann ends # {control}\n")
    assert "control character" in error.message
    assert (error.line.number, error.column) == (2, 11)
    assert all(char.isprintable() for line in str(error).splitlines() for char in line)


def test_invisible_marks_are_shown_by_their_numbers() -> None:
    shown = str(wrong(f"{TABLE}\u202eAnn ends\n"))
    assert "\\u202eAnn" in shown
    assert "\u202e" not in shown


@pytest.mark.parametrize(
    ("found", "number", "column"),
    [
        (b"players Ann Ben\nAnn \xff ends\n", 2, 4),
        (b"\xff\xfep\x00l\x00", 1, 0),
        (b"players Ann Ben\n# caf\xe9\n", 2, 5),
        (bytes(range(256)), 3, 114),
        (b"players Ann Ben\nAnn ends \xed\xa0\x80\n", 2, 9),
        (b"\xef\xbb\xbfplayers \xff\n", 1, 8),
    ],
)
def test_what_is_not_utf_8_is_an_error_where_it_stops_being_so(found: bytes, number: int, column: int) -> None:
    error = wrong(found)
    assert "expected UTF-8 text, not the byte 0x" in error.message
    assert (error.line.number, error.column) == (number, column)


@pytest.mark.parametrize(
    ("found", "picture"),
    [
        (b"", ["", "    ^"]),
        (b"# only\n# comments\n", ["    # comments", "    ^"]),
        ("players Ann Ben\n".encode("utf-16"), ["    \\xff\\xfep\\x00l\\x00a", "    ^"]),
        (b"\x7fELF\x02\x01\n", ["    \\x7fELF\\x02\\x01", "    ^"]),
        (b"players Ann Ben\nAnn \xff ends\nBen ends\n", ["    Ann \\xff ends", "        ^"]),
    ],
)
def test_every_file_that_cannot_be_read_as_text_is_shown_with_line_and_caret(found: bytes, picture: list[str]) -> None:
    first, line, caret = str(wrong(found)).splitlines()
    assert first.startswith("a.game:")
    assert "expected" in first
    assert [line[: len(picture[0])], caret] == picture
    assert bool(line) == bool(picture[0])


def test_an_accent_may_be_typed_in_two_characters() -> None:
    composed, apart = "Zo\u00eb", "Zoe\u0308"
    assert parse(f"players Ann {apart}\n{composed} ends\n").header.names == ("Ann", composed)
    assert act(f"{apart} ends", f"players Ann {composed}\n") == act(f"{composed} ends", f"players Ann {apart}\n")


def test_a_line_may_not_be_endless() -> None:
    assert "too long" in wrong("#" * (MAX_LINE + 1)).message
    error = wrong(TABLE + "Ann " + "x" * 10_000_000)
    assert (error.line.number, error.column) == (2, MAX_LINE)
    assert len(str(error)) < 1_000
    assert parse(TABLE + "#" * MAX_LINE).statements == ()


def test_a_file_may_not_have_endless_lines() -> None:
    assert parse(TABLE + "\n" * (MAX_LINES - 1)).statements == ()
    error = wrong(TABLE + "\n" * (MAX_LINES - 1) + "Ann ends\nBen ends\n")
    assert "too many lines: expected at most" in error.message
    assert error.line.number == MAX_LINES + 1
    assert str(error).splitlines()[1:] == ["    Ann ends", "    ^"]


def test_a_file_may_not_be_endless(tmp_path: Path) -> None:
    path = tmp_path / "huge.game"
    path.write_bytes(b"#\n" * (MAX_FILE // 2 + 1))
    with pytest.raises(RecordError, match="larger than 16 MB"):
        load(path)


@pytest.mark.parametrize("text", [f"\ufeff{TABLE}Ann rolls 3 4\n", f"{TABLE}Ann rolls 3 4".replace("\n", "\r\n")])
def test_a_byte_order_mark_and_crlf_do_no_harm(text: str) -> None:
    assert len(parse(text).statements) == 1
    assert act("Ann ends") == act("Ann ends", TABLE.replace("\n", "\r\n"))


def test_a_line_of_two_kinds_of_ends_is_counted_once() -> None:
    assert wrong("players Ann Ben\r\n\rAnn flies\n").line.number == 3


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "none.game", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(RecordError) as caught:
            load(path)
        assert str(caught.value).startswith(f"{path}: cannot be read: {reason}")
    with pytest.raises(RecordError, match="cannot be read"):
        load(tmp_path / "a\x00b")


def test_the_path_is_shown_as_plain_text(tmp_path: Path) -> None:
    with pytest.raises(RecordError) as caught:
        load(tmp_path / "\x1b[2Jevil.game")
    assert "\x1b" not in str(caught.value)
    assert "\\x1b[2Jevil.game" in str(caught.value)
