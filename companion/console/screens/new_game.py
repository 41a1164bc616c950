"""A new game: who plays, and by which rules. Whatever is not chosen is as in the book."""

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from companion.console.asking import house_rule_value
from companion.console.books import BOOKS, HOUSE_RULES, NAME_MOST, TITLE_MOST, VARIANTS
from companion.console.host import console_of
from companion.console.pads.choose import Choice, ChoosePad
from companion.console.pads.pad import Key
from companion.console.pads.several import SeveralPad
from companion.console.pads.text import TextPad
from companion.console.setup import Setup, value_words

BEFORE_MOST = 8  # names from earlier games that can be tapped


class NewGameScreen(Screen[None]):
    BINDINGS = [("escape", "leave", "Back"), ("ctrl+s", "start", "Start")]

    def __init__(self, before: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._before = before[:BEFORE_MOST]
        self.setup = Setup()

    def compose(self) -> ComposeResult:
        yield Static("A new game: who plays?   (in order around the table)", classes="screen-title")
        with VerticalScroll(id="new-game"):
            with Horizontal(id="name-line"):
                yield Input(placeholder="A name, then Enter", id="name", max_length=NAME_MOST)
                yield Key("Add a player …", id="add", classes="touch-only")
            yield Grid(id="players")
            with Grid(id="before"):
                for name in self._before:
                    yield Key(f"+ {name}", ("before", name))
            with Grid(id="settings"):
                for name in self.setup.words():
                    yield Key("", ("setting", name), id=f"set-{name}", classes="setting")
        yield Static(id="new-told")
        with Horizontal(id="new-keys"):
            yield Key("Start the game   (Ctrl-S)", id="start", classes="yes")
            yield Key("Back   (Esc)", id="back")

    def on_mount(self) -> None:
        self.query_one("#name").focus()
        self._show()

    # What is shown

    def _show(self) -> None:
        setup = self.setup
        for name, words in setup.words().items():
            self.query_one(f"#set-{name}", Key).label = Content(words)
        self.query_one("#set-cards").disabled = not setup.book.has_decks
        self.query_one("#start", Key).disabled = bool(setup.problem())
        self.query_one("#new-told", Static).update(Content(setup.problem() or f"{len(setup.names)} players can begin."))
        self._show_players()

    def _show_players(self) -> None:
        players = self.query_one("#players")
        players.remove_children()
        keys = [Key(f"{seat}. {name}  ✕", ("player", name)) for seat, name in enumerate(self.setup.names, 1)]
        players.mount_all(keys)
        players.display = bool(keys)
        for key in self.query_one("#before").query(Key):
            key.display = isinstance(key.value, tuple) and key.value[1] not in self.setup.names
        self.query_one("#before").display = any(key.display for key in self.query_one("#before").query(Key))

    # Names

    @on(Input.Submitted, "#name")
    def _add_typed(self, event: Input.Submitted) -> None:
        """Enter with no name is done with names."""
        if not event.value.strip():
            self.query_one("#start" if not self.setup.problem() else "#name").focus()
            return
        self._add(event.value)
        event.input.value = ""

    def _add(self, name: str | None) -> None:
        if name:
            self.setup = self.setup.with_player(name)
            self._show()

    # Buttons

    def on_button_pressed(self, event: Button.Pressed) -> None:
        event.stop()
        match event.button.id, getattr(event.button, "value", None):
            case "back", _:
                self.dismiss()
            case "start", _:
                self.action_start()
            case "add", _:
                self.app.push_screen(TextPad("Who else plays?", most=NAME_MOST), self._add)
            case _, ("before", str(name)):
                self._add(name)
            case _, ("player", str(name)):
                self.setup = self.setup.without_player(name)
                self._show()
            case _, ("setting", str(name)):
                self._ask(name)

    @work(exclusive=True, group="setting")
    async def _ask(self, name: str) -> None:
        ask = {"book": self._book, "variants": self._variants, "rent": self._rent}
        ask |= {"cards": self._cards, "house": self._house, "title": self._title}
        changed = await ask[name]()
        if changed is not None:
            self.setup = changed
            self._show()

    async def _book(self) -> Setup | None:
        choices = [Choice(book.title, book, f"2 to {book.players_most} players") for book in BOOKS]
        book = await console_of(self).show_pad(ChoosePad("Which box do you have?", choices))
        return None if book is None else self.setup.with_book(book)

    async def _variants(self) -> Setup | None:
        choices = [Choice[int | str](VARIANTS[name], name) for name in self.setup.book.variants]
        chosen = await console_of(self).show_pad(
            SeveralPad("Variants of this book", choices, ticked=self.setup.variants)
        )
        return None if chosen is None else self.setup.with_variants(tuple(map(str, chosen)))

    async def _rent(self) -> Setup | None:
        mode = await house_rule_value(console_of(self), "rent")
        return None if mode is None else self.setup.with_option("rent", mode)

    async def _cards(self) -> Setup | None:
        choices = [Choice("The companion draws", True), Choice("We draw from the real decks", False)]
        electronic = await console_of(self).show_pad(ChoosePad("Chance and Community Chest", choices))
        return None if electronic is None else self.setup.with_cards(electronic)

    async def _house(self) -> Setup | None:
        choices = [
            Choice(f"{rule.label}: {value_words(self.setup.options.get(rule.name))}", rule, rule.meaning)
            for rule in HOUSE_RULES
            if rule.name != "rent"
        ]
        rule = await console_of(self).show_pad(ChoosePad("Change a house rule", choices))
        value = None if rule is None else await house_rule_value(console_of(self), rule.name)
        return None if rule is None or value is None else self.setup.with_option(rule.name, value)

    async def _title(self) -> Setup | None:
        title = await console_of(self).show_pad(TextPad("What do you call this game?", most=TITLE_MOST))
        return None if title is None else self.setup.with_title(title)

    # The start

    def action_start(self) -> None:
        if not self.setup.problem():
            self._begin()

    @work(exclusive=True, group="begin")
    async def _begin(self) -> None:
        """The table of the new game shows itself when the table tells of it."""
        reply = await console_of(self).ask(self.setup.request())
        if not reply.done and self.is_attached:
            self.query_one("#new-told", Static).update(Content(reply.message))

    def action_leave(self) -> None:
        self.dismiss()
