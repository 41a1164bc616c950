"""What must be read beside the game: trouble with the disk, a refusal, what to put back. It stays until it was read."""

from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from companion.console.notes import Note
from companion.console.state import State


class Notices(VerticalScroll):
    """The newest first. A tap, or Esc, puts that one away."""

    class Read(Message):
        pass

    def __init__(self) -> None:
        super().__init__(id="notices")
        self._told: tuple[str, tuple[Note, ...]] | None = None

    def show(self, state: State) -> None:
        if self._told == (state.trouble, state.notes):
            return
        self._told = state.trouble, state.notes
        shown = [*([_trouble(state.trouble)] if state.trouble else []), *map(_note, reversed(state.notes))]
        self.display = bool(shown)
        self.set_class(bool(state.trouble), "-trouble")
        self.remove_children()
        self.mount_all(Static(content, classes=f"notice -{kind}") for kind, content in shown)

    def on_click(self, event: Click) -> None:
        event.stop()
        self.post_message(self.Read())


def _trouble(why: str) -> tuple[str, Content]:
    return "trouble", Content.assemble(("Nothing can be saved now. ", "bold"), why)


def _note(note: Note) -> tuple[str, Content]:
    title = (f"{note.title}: ", "bold")
    clauses = ("  " + " ".join(note.clauses), "$foreground-muted") if note.clauses else ""
    if note.kind == "put-back":
        lines = "".join(f"\n  {_tick(note, at)} {line}" for at, line in enumerate(note.lines))
        return note.kind, Content.assemble(title, lines, ("  tap or Esc when done", "$foreground-muted"))
    hint = "  (q: why, Esc)" if note.clauses else "  (Esc)"
    return note.kind, Content.assemble(title, " ".join(note.lines), clauses, (hint, "$foreground-muted"))


def _tick(note: Note, at: int) -> str:
    return "•" if at >= len(note.done) else "✓" if note.done[at] else "☐"
