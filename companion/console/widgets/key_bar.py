"""The keys that may be needed at any time, as words to tap. One row on a small screen, three where fingers tap.

If not all fit, those that the menu and the palette have as well are left out first. Help and the way out always stay.
"""

from textual.content import Content
from textual.events import Click
from textual.widget import Widget

from companion.console.console_keys import CONSOLE_KEYS, ConsoleKey, key_name
from companion.console.console_screen import Chosen
from companion.console.state import ConsoleState
from companion.console.words import cells

GAP = 2
STAY_LONGEST = ("help", "quit", "menu", "undo", "pause", "raise", "redo", "simulated")


class KeyBar(Widget):
    def __init__(self) -> None:
        super().__init__(id="keybar")
        self._keys: tuple[ConsoleKey, ...] = ()
        self._spans: list[tuple[range, ConsoleKey]] = []  # in which columns each key stands

    def show(self, state: ConsoleState) -> None:
        first: dict[str, ConsoleKey] = {}  # of those that share a key
        for key in CONSOLE_KEYS:
            if key.short and key.possible(state):
                first.setdefault(key.key, key)
        if (keys := tuple(first.values())) != self._keys:
            self._keys = keys
            self.refresh()

    def render(self) -> Content:
        is_touch = self.app.has_class("-touch")
        words = {key.id: f"  {key.short}  " if is_touch else f"{key_name(key)} {key.short}" for key in self._keys}
        fitting, left = set[str](), self.size.width + GAP
        for id in sorted(words, key=lambda id: STAY_LONGEST.index(id) if id in STAY_LONGEST else len(STAY_LONGEST)):
            if left >= cells(words[id]) + GAP:
                fitting.add(id)
                left -= cells(words[id]) + GAP
        self._spans, shown, at = [], [], 0
        for key in (key for key in self._keys if key.id in fitting):
            text = words[key.id]
            if is_touch:
                shown.append(Content.styled(text, "bold on $panel"))
            else:
                name, _, word = text.partition(" ")
                shown.append(Content.assemble((name, "bold $text-accent"), f" {word}"))
            self._spans.append((range(at, at + cells(text)), key))
            at += cells(text) + GAP
        line = Content(" " * GAP).join(shown)
        if not is_touch:
            return line
        blank = Content(" " * len(line.plain), list(line.spans))  # the row of each button above and below its word
        return Content("\n").join([blank, line, blank])

    def on_click(self, event: Click) -> None:
        event.stop()
        x = event.get_content_offset_capture(self).x
        for columns, key in self._spans:
            if x in columns:
                self.post_message(Chosen(key))
