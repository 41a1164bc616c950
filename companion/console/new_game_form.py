"""The form for a new game: what was chosen so far, and a pad to change each setting and each player.

It begins with what is usual here. The table has the last word on what is allowed.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from companion.console.colours import colour_symbol
from companion.console.fill_in import house_rule_value
from companion.console.pads.choose import ChoosePad, PadChoice, SeveralPad
from companion.console.pads.numbers import PLAIN, AmountPad
from companion.console.pads.text import TextPad
from companion.table.messages.requests import NewGame, ShowBoard
from companion.table.messages.setup import BoardCorrection, DiceFrom, EditionView, SetupChoices, UsualPlayer, Value
from companion.table.messages.views import BoardPrint

if TYPE_CHECKING:
    from companion.console.app import ConsoleApp

STAND_INS = ("Player 1", "Player 2")
MINUTES_MAX = 24 * 60  # the same as at the table
FIND = EditionView("", "", 0, (), has_decks=True, jail_cards=0)  # the last choice


class NewPlayer(Struct, frozen=True):
    name: str
    token: str
    colour: str

    @property
    def words(self) -> str:
        return f"{colour_symbol(self.colour)} {self.name}"


class NewGameForm(Struct, frozen=True):
    setup: SetupChoices
    board: BoardPrint  # with the corrections
    book: EditionView
    players: tuple[NewPlayer, ...] = ()
    variants: tuple[str, ...] = ()
    options: dict[str, Value] = {}
    electronic_cards: bool = True
    dice: DiceFrom = "button"
    title: str = ""
    minutes: int = 0  # of a timed game; 0 is without a countdown
    printed: BoardPrint = BoardPrint()  # the chosen board as it was before anybody corrected it
    is_board_chosen: bool = False  # otherwise it is the one that usually comes with the book
    corrections: dict[str, tuple[BoardCorrection, ...]] = {}  # by board, so that none are lost if another is tried
    starts: str = ""  # the name of the player with the first turn; empty: they roll for it

    @property
    def corrected(self) -> tuple[BoardCorrection, ...]:
        """What was corrected on the chosen board."""
        return self.corrections.get(self.printed.key, ())

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def is_timed(self) -> bool:
        return "timed" in self.variants

    def problem(self) -> str:
        """Why the game cannot begin yet; empty if it can."""
        most = self.book.max_players
        if len(self.players) < self.setup.min_players:
            return f"Enter the names of {self.setup.min_players} to {most} players."
        if len(self.players) > most:
            return f"At most {most} can play by this book, and {len(self.players)} are named."
        return ""

    def name_problem(self, name: str, others: tuple[str, ...] | None = None) -> str:
        """Why this cannot be the name of one more player, or of one beside these others; empty if it can."""
        tidy, most = _tidy(name), self.setup.max_name
        if not tidy:
            return "A player needs a name."
        if len(tidy) > most:
            return f"A name has at most {most} characters; this one has {len(tidy)}."
        if not any(map(str.isalnum, tidy)):
            return f"A name needs a letter or a digit: {tidy} will not do."
        if tidy.casefold() in [other.casefold() for other in (self.names if others is None else others)]:
            return f"Two players cannot both be called {tidy}."
        if others is None and len(self.players) >= len(self.setup.tokens):
            return f"At most {len(self.setup.tokens)} can play, and {len(self.players)} are named."
        return ""

    def with_player(self, name: str) -> "NewGameForm":
        """With the first token and colour that nobody has. The name must have no problem."""
        tokens, colours = ({player.token for player in self.players}, {player.colour for player in self.players})
        token = next((token for token in self.setup.tokens if token not in tokens), "")
        colour = next((colour for colour in self.setup.colours if colour not in colours), "")
        return replace(self, players=(*self.players, NewPlayer(_tidy(name), token, colour)))

    def with_stand_ins(self) -> "NewGameForm":
        """With as many as are missing, for people who want to start at once."""
        form = self
        for name in STAND_INS[len(self.players) :]:
            form = form.with_player(name)
        return form

    def with_changed(self, at: int, changed: NewPlayer) -> "NewGameForm":
        """Whoever had the new token or colour gets this player's old one in exchange."""
        before = self.players[at]
        players = [
            replace(
                player,
                token=before.token if player.token == changed.token else player.token,
                colour=before.colour if player.colour == changed.colour else player.colour,
            )
            for player in self.players
        ]
        players[at] = changed
        starts = changed.name if self.starts == before.name else self.starts
        return replace(self, players=tuple(players), starts=starts)

    def without_player(self, at: int) -> "NewGameForm":
        starts = "" if self.starts == self.players[at].name else self.starts
        return replace(self, players=(*self.players[:at], *self.players[at + 1 :]), starts=starts)

    def with_swapped(self, at: int, other: int) -> "NewGameForm":
        """Two players change seats."""
        players = list(self.players)
        players[at], players[other] = players[other], players[at]
        return replace(self, players=tuple(players))

    def with_book(self, book: EditionView) -> "NewGameForm":
        return replace(self, book=book, variants=tuple(one for one in self.variants if one in book.variants))

    def with_board(self, printed: BoardPrint, board: BoardPrint, *, is_chosen: bool = True) -> "NewGameForm":
        """On a board, which was printed like this before its corrections."""
        return replace(self, printed=printed, board=board, is_board_chosen=is_chosen)

    def with_corrections(self, corrections: tuple[BoardCorrection, ...], board: BoardPrint) -> "NewGameForm":
        """`board` is what the table makes of them."""
        known = self.corrections | {self.printed.key: corrections}
        return replace(self, corrections=known, board=board, is_board_chosen=True)

    def with_variants(self, variants: Sequence[int | str]) -> "NewGameForm":
        return replace(self, variants=tuple(one for one in self.book.variants if one in variants))

    def with_option(self, name: str, value: Value) -> "NewGameForm":
        """What is as in the book is left out, unless something else is usual here."""
        others = {other: kept for other, kept in self.options.items() if other != name}
        is_plain = (value is False or value == "auto") and name not in self.setup.usual.options
        return replace(self, options=others if is_plain else others | {name: value})

    def request(self) -> NewGame:
        return NewGame(
            self.names,
            self.book.key,
            self.variants,
            dict(self.options),
            self.title,
            self.electronic_cards or not self.book.has_decks,
            tokens=tuple(player.token for player in self.players),
            colours=tuple(player.colour for player in self.players),
            dice=self.dice,
            minutes=self.minutes if self.is_timed else 0,
            board=self.printed.key,
            corrections=self.corrected,
            starts=self.starts,
        )

    def describe(self, value: Value | None) -> str:
        """The value of a house rule. An integer is an amount."""
        if value is None or value is False:
            return "as in the book" if value is None else "off"
        return "on" if value is True else self.board.currency.show(value) if isinstance(value, int) else value

    def words(self) -> dict[str, str]:
        """What stands on the button of each setting."""
        rent = "must be asked for" if self.options.get("rent") == "claim" else "is paid automatically"
        cards = "the companion draws" if self.electronic_cards else "our real decks"
        chosen = [(self.setup.house_rule(name), value) for name, value in self.options.items() if name != "rent"]
        house = [f"{rule.label} {self.describe(value)}" for rule, value in chosen if rule and value is not False]
        limit = f"{self.minutes:,} minute{'' if self.minutes == 1 else 's'}"
        time = f", {limit}" if self.is_timed and self.minutes else ""
        return {
            "book": f"Book: {self.book.title}",
            "board": f"Board: {self.board.title}",
            "dice": f"Dice: {'the companion rolls' if self.dice == 'button' else 'we roll real ones'}",
            "cards": f"Cards: {cards if self.book.has_decks else 'rolled for, in this book'}",
            "rent": f"Rent {rent}",
            "variants": f"Variants: {', '.join(self.variants) or 'none'}{time}",
            "house": f"House rules: {', '.join(house) or 'none'}",
            "title": f"Game name: {self.title or '(none)'}",
        }


def usual_form(
    setup: SetupChoices, board: BoardPrint, names: tuple[str, ...] = (), printed: BoardPrint | None = None
) -> NewGameForm:
    """What was chosen last. If nobody chose players yet: for these, as far as there is room for them."""
    printed = printed or board
    usual, book = setup.usual, setup.edition(setup.usual.edition)
    form = NewGameForm(setup, board, book, (), usual.variants, dict(usual.options), usual.electronic_cards, usual.dice)
    corrections = {printed.key: usual.corrections} if usual.corrections else {}
    form = replace(form, minutes=usual.minutes, corrections=corrections)
    form = form.with_board(printed, board, is_chosen=bool(usual.board or usual.corrections))
    for player in (usual.players or tuple(map(UsualPlayer, names)))[: book.max_players]:
        if not form.name_problem(player.name):
            form = form.with_player(player.name)
            free = form.players[-1]
            kept = replace(free, token=player.token or free.token, colour=player.colour or free.colour)
            form = form.with_changed(len(form.players) - 1, kept)
    return form


def _tidy(name: str) -> str:
    return " ".join(name.split())


async def change_setting(app: "ConsoleApp", form: NewGameForm, name: str) -> NewGameForm | None:
    """None if somebody changed their mind."""
    match name:
        case "book":
            books = [PadChoice(book.title, book) for book in form.setup.editions]
            unsure = PadChoice("I am not sure …", FIND, "a question or two about your box")
            book = await app.show_pad(ChoosePad("Which box do you have?", [*books, unsure]))
            if book is FIND:
                book = await _find_book(app, form.setup)
            return None if book is None else await _with_usual_board(app, form.with_book(book))
        case "dice":
            ways: list[PadChoice[DiceFrom]] = [
                PadChoice("The companion rolls", "button", "a press of the dice button, or of a key"),
                PadChoice("We roll real dice", "hand", "and tap what you rolled"),
            ]
            dice = await app.show_pad(ChoosePad("Who rolls the dice?", ways))
            return None if dice is None else replace(form, dice=dice)
        case "cards":
            decks = [PadChoice("The companion draws", True), PadChoice("We draw from the real decks", False)]
            electronic = await app.show_pad(ChoosePad(f"{form.board.words.chance} and {form.board.words.chest}", decks))
            return None if electronic is None else replace(form, electronic_cards=electronic)
        case "rent":
            mode = await house_rule_value(app, form.setup, form.board, "rent")
            return None if mode is None else form.with_option("rent", mode)
        case "variants":
            choices = [PadChoice[int | str](form.setup.variants[name], name) for name in form.book.variants]
            chosen = await app.show_pad(SeveralPad("Variants of this book", choices, ticked=form.variants))
            if chosen is None:
                return None
            form = form.with_variants(chosen)
            if not form.is_timed:
                return form
            hint = "The table counts them down while you play. 0: you watch the clock yourselves."
            pad = AmountPad("How many minutes?", PLAIN, 0, MINUTES_MAX, form.minutes, hint, nought=True)
            minutes = await app.show_pad(pad)
            return form if minutes is None else replace(form, minutes=minutes)
        case "house":
            rules = []
            for rule in form.setup.house_rules:
                if rule.name != "rent":
                    words = f"{rule.label}: {form.describe(form.options.get(rule.name))}"
                    rules.append(PadChoice(words, rule.name, rule.meaning))
            changed = await app.show_pad(ChoosePad("Change a house rule", rules))
            value = None if changed is None else await house_rule_value(app, form.setup, form.board, changed)
            return None if changed is None or value is None else form.with_option(changed, value)
        case _:
            title = await app.show_pad(TextPad("What do you call this game?", most=form.setup.max_title))
            return None if title is None else replace(form, title=title)


async def _find_book(app: "ConsoleApp", setup: SetupChoices) -> EditionView | None:
    """Asks about the box until one book is left. None if somebody changed their mind."""
    for question in setup.box_questions:
        answers = [PadChoice(answer.text, answer) for answer in question.answers]
        chosen = await app.show_pad(ChoosePad(question.text, answers))
        if chosen is None:
            return None
        if chosen.edition:
            return setup.edition(chosen.edition)
    return None


async def _with_usual_board(app: "ConsoleApp", form: NewGameForm) -> NewGameForm:
    """The board follows the book until somebody chooses or corrects one."""
    if form.is_board_chosen or form.book.board in ("", form.printed.key):
        return form
    printed = (await app.ask(ShowBoard(form.book.board))).board
    return form if printed is None else form.with_board(printed, printed, is_chosen=False)


async def add_player(app: "ConsoleApp", form: NewGameForm) -> NewGameForm | None:
    name = await _ask_name(app, form, "Who else plays?")
    return None if name is None else form.with_player(name)


async def change_player(app: "ConsoleApp", form: NewGameForm, at: int, *, may_start: bool = True) -> NewGameForm | None:
    player, players = form.players[at], form.players
    starts = form.starts == player.name
    choices = [
        PadChoice(f"Token: {player.token} …", "token"),
        PadChoice(f"Colour: {colour_symbol(player.colour)} {player.colour} …", "colour"),
        PadChoice("Another name …", "name"),
        *([PadChoice(f"Sits before {players[at - 1].name}", "earlier")] if at else []),
        *([PadChoice(f"Sits after {players[at + 1].name}", "later")] if at + 1 < len(players) else []),
        *(
            [PadChoice("You roll to see who starts" if starts else f"{player.name} starts", "starts")]
            if may_start
            else []
        ),
        PadChoice(f"{player.name} does not play", "out"),
    ]
    match await app.show_pad(ChoosePad(player.name, choices)):
        case "token":
            tokens = [PadChoice(token, token, _whose(form, token)) for token in form.setup.tokens]
            token = await app.show_pad(ChoosePad(f"The token of {player.name}", tokens))
            return None if token is None else form.with_changed(at, replace(player, token=token))
        case "colour":
            colours = [PadChoice(f"{colour_symbol(one)} {one}", one, _whose(form, one)) for one in form.setup.colours]
            colour = await app.show_pad(ChoosePad(f"The colour of {player.name}", colours))
            return None if colour is None else form.with_changed(at, replace(player, colour=colour))
        case "name":
            others = (*form.names[:at], *form.names[at + 1 :])
            name = await _ask_name(app, form, f"Another name for {player.name}", player.name, others)
            return None if name is None else form.with_changed(at, replace(player, name=_tidy(name)))
        case "earlier":
            return form.with_swapped(at, at - 1)
        case "later":
            return form.with_swapped(at, at + 1)
        case "starts":
            return replace(form, starts="" if starts else player.name)
        case "out":
            return form.without_player(at)
        case _:
            return None


def _whose(form: NewGameForm, thing: str) -> str:
    return next((f"now {player.name}'s" for player in form.players if thing in (player.token, player.colour)), "")


async def _ask_name(
    app: "ConsoleApp", form: NewGameForm, title: str, start: str = "", others: tuple[str, ...] | None = None
) -> str | None:
    """Asks again, with the reason and what was written, until the name will do."""
    written, hint = start, ""
    while True:
        name = await app.show_pad(TextPad(title, start=written, most=form.setup.max_name, hint=hint))
        if name is None or not (hint := form.name_problem(name, others)):
            return name
        written = name
