"""Text that people or files brought: whether all of it can be seen, and how a terminal may be shown it."""

import json

NO_BREAK = "\N{NO-BREAK SPACE}"  # in amounts


def printable(text: str, also: str = "") -> str:
    """The same words without anything that a terminal would obey; `also` are characters that may stay."""
    return "".join(
        char
        if char.isprintable() or char == NO_BREAK or char in also
        else char.encode("unicode_escape", "surrogatepass").decode("ascii")
        for char in text.replace("\t", " ")
    )


def is_visible_json(content: bytes) -> bool:
    """Is there nothing in its texts that cannot be seen? `content` is JSON as our encoder writes it, on one line."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return False
    return text.isprintable() and "\\" not in text.replace(r"\\", "").replace(r"\"", "")


def printable_json(line: bytes) -> bytes:
    """A line of JSON whose texts can be shown as they are. Most are that already, and are not taken apart."""
    try:
        text = line.decode().rstrip("\n")
        if text.replace(NO_BREAK, " ").isprintable():
            rest = text.replace(r"\\", "").replace(r"\"", "").replace(r"\n", "")
            if "\\" not in rest:
                return line
        return json.dumps(_printable_values(json.loads(line)), ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return line  # whoever reads it will find it garbled


def _printable_values(value: object) -> object:
    if isinstance(value, str):
        return printable(value, also="\n")
    if isinstance(value, dict):
        return {printable(key): _printable_values(one) for key, one in value.items()}
    return [_printable_values(one) for one in value] if isinstance(value, list) else value
