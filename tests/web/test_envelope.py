"""What the terminal's script in a browser may send, and nothing else."""

import pytest

from companion.web.envelope import BadEnvelope, Focused, Pinged, Sized, Typed, asked_size, read


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ('["stdin", "a"]', Typed(b"a")),
        ('["stdin", "é\\ud800"]', Typed("é?".encode())),
        ('["resize", {"width": 80, "height": 24}]', Sized(80, 24)),
        ('["resize", {"width": 30000, "height": 30000}]', Sized(300, 120)),
        ('["resize", {"width": -1, "height": 0}]', Sized(20, 10)),
        ('["ping", "1"]', Pinged("1")),
        ('["focus"]', Focused(True)),
        ('["blur"]', Focused(False)),
    ],
)
def test_what_the_script_sends_is_understood(text: str, meant: object) -> None:
    assert read(text) == meant


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
def test_anything_else_is_not(text: str) -> None:
    with pytest.raises(BadEnvelope):
        read(text)


@pytest.mark.parametrize(
    ("width", "height", "size"),
    [
        ("100", "40", Sized(100, 40)),
        (None, None, Sized(80, 24)),
        ("99999", "1", Sized(300, 10)),
        ("1e9", "-5", Sized(80, 24)),
        ("١٠٠", "9" * 5_000, Sized(80, 24)),
    ],
)
def test_a_terminal_is_opened_at_a_size_that_can_be(width: str | None, height: str | None, size: Sized) -> None:
    assert asked_size(width, height) == size
