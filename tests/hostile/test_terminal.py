"""Whatever a table says, a screen in a terminal only shows it."""

import json

import pytest

from companion.plain_text import is_visible_json, printable_json
from companion.table.client.link import understood
from companion.table.messages.wire import Reply, Trouble, encode

UNSEEN = ["\x1b]0;owned\x07", "\x9b2J", "\x00", "\x7f", "\u202e", "\u2066", "\u200b", "\u2028", "\ufeff", "\U000e0041"]


@pytest.mark.parametrize("text", UNSEEN, ids=ascii)
def test_nothing_that_a_terminal_would_obey_reaches_a_screen(text: str) -> None:
    for line in (encode(Trouble(f"Ann{text}")), json.dumps({"type": "Trouble", "why": f"Ann{text}"}).encode()):
        told = understood(line)
        assert isinstance(told, Trouble)
        assert told.why.isprintable()
        assert told.why.startswith("Ann\\")
    assert not is_visible_json(encode(Trouble(f"Ann{text}")).rstrip())


def test_amounts_lines_quotes_and_other_scripts_stay_as_they_are() -> None:
    reply = Reply("a", True, 'Zoë \\ "1.500\u00a0€" 🎲 Ωμέγα', text="one\ntwo\n")
    assert understood(encode(reply)) == reply


@pytest.mark.parametrize("line", [b"\xff", b"{", b"", b'{"\x1b'])
def test_garbled_lines_stay_garbled(line: bytes) -> None:
    assert printable_json(line) == line
