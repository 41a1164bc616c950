"""The messages that the terminal's script may send; all others are refused."""

import pytest

from companion.web.consoles import BadTerminalMessage, FocusChanged, Ping, Resized, Typed, opening_size, read_message


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('["stdin", "a"]', Typed(b"a")),
        ('["stdin", "é\\ud800"]', Typed("é?".encode())),
        ('["resize", {"width": 80, "height": 24}]', Resized(80, 24)),
        ('["resize", {"width": 30000, "height": 30000}]', Resized(300, 120)),
        ('["resize", {"width": -1, "height": 0}]', Resized(20, 10)),
        ('["ping", "1"]', Ping("1")),
        ('["focus"]', FocusChanged(True)),
        ('["blur"]', FocusChanged(False)),
    ],
)
def test_messages_of_the_script_are_understood(text: str, meant: object) -> None:
    assert read_message(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "5",
        "[]",
        "null",
        '["stdin"]',
        '["stdin", 5]',
        '["stdin", "a", "b"]',
        '["stdin", null]',
        '{"stdin": "a"}',
        '["resize", {"width": NaN, "height": 1}]',
        '["resize", {"width": 80, "height": true}]',
        '["resize", {"width": "a", "height": "b"}]',
        '["resize", {"width": 80}]',
        '["resize", [80, 24]]',
        '["ping", 5]',
        '["blur", 1]',
        '["unknown", 1]',
        "[" * 4_000,
        '["ping", "' + "x" * 65 + '"]',
        '["stdin", "' + "x" * 4_001 + '"]',
    ],
)
def test_any_other_message_is_refused(text: str) -> None:
    with pytest.raises(BadTerminalMessage):
        read_message(text)


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [
        ("100", "40", Resized(100, 40)),
        (None, None, Resized(80, 24)),
        ("99999", "1", Resized(300, 10)),
        ("1e9", "-5", Resized(80, 24)),
        ("١٠٠", "9" * 5_000, Resized(80, 24)),
    ],
)
def test_a_terminal_opens_at_a_sensible_size(width: str | None, height: str | None, size: Resized) -> None:
    assert opening_size(width, height) == size
