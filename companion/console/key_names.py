"""Keys as people call them."""

from textual.events import Key

KEY_NAMES = {
    "question_mark": "?",
    "escape": "Esc",
    "ctrl+q": "Ctrl-Q",
    "enter": "Enter",
    "backspace": "Backspace",
    "f2": "F2",
    "f3": "F3",
    "space": "Space",
    "plus": "+",
    "minus": "-",
}


def key_id(key: Key) -> str:
    """As the menu and the console's own keys name it."""
    return key.character if key.character is not None and key.character in "$@#" else key.key


def key_words(key: Key) -> str:
    return KEY_NAMES.get(key.key) or key.character or key.key
