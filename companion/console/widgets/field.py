"""A line to type in. Whatever is pasted, only what can be seen gets in: the rest would reach the terminal raw."""

from textual.widgets import Input


class Field(Input):
    def replace(self, text: str, start: int, end: int) -> None:
        super().replace("".join(filter(str.isprintable, text)), start, end)
