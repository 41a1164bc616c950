"""Says aloud what screens show: what a move did, what cash it left, what the table waits for, and what a press did."""

from collections.abc import Callable, Sequence

from companion.play.acts import RecordedMove, Redo, Undo
from companion.play.words import describe_cash
from companion.rules.currency import Currency
from companion.rules.state import Game
from companion.table.messages.views import DeviceView
from companion.table.messages.wire import TablePrompts
from companion.table.server.voice import Voice
from companion.table.views.spoken import cash_to_tell, read_aloud, spoken_move, spoken_question, spoken_troubles


class Announcer:
    """`said` counts what was handed to the voice. Without a voice, or while it is off, nothing is."""

    def __init__(self, voice: Voice | None, is_on: Callable[[], bool] = lambda: True) -> None:
        self._voice = voice
        self._is_on = is_on
        self._was_on = False
        self._question = ("", "")
        self._troubles = ""
        self._currency = Currency()
        self.said = 0

    def is_on(self) -> bool:
        return self._voice is not None and self._is_on()

    def missing(self) -> str:
        return self._voice.missing() if self._voice is not None else "This table has no voice."

    def devices(self) -> tuple[DeviceView, ...]:
        return (self._voice.view(),) if self._voice is not None and self._is_on() else ()

    def follow(self, move: RecordedMove, moves: Sequence[RecordedMove]) -> None:
        if not self.is_on():
            return
        if isinstance(move.act, Undo | Redo):
            self.forget()
        self._currency = move.after.board.currency
        self._say(f"move {move.number}", spoken_move(move, moves))
        for seat in cash_to_tell(move):
            self._say(f"cash {seat}", describe_cash(move.after, seat))

    def look(self, prompts: TablePrompts, game: Game | None) -> None:
        """Says what is new: the question, what confirm would do about it, and what is wrong on the real board."""
        if not self.is_on():
            if self._was_on:
                self.forget()
            self._was_on = False
            return
        self._was_on = True
        if game is not None:
            self._currency = game.board.currency
        troubles = spoken_troubles(prompts)
        if troubles != self._troubles:
            self._troubles = troubles
            self._say("board", troubles)
        asked, before = spoken_question(prompts, game), self._question
        self._question = asked
        if asked != before:
            text, would = asked
            self._say("question", would if would and text == before[0] else f"{text} {would}".strip())

    def tell(self, text: str) -> None:
        """Something that is no move, such as that the time is up. The question comes after it."""
        if self.is_on():
            self._say("news", text)
            self.repeat()

    def repeat(self) -> None:
        if self.is_on():
            self._say("question", " ".join(self._question).strip())

    def forget(self) -> None:
        """Nothing that was said still holds: another game, or a move that was taken back."""
        self._question, self._troubles = ("", ""), ""
        if self._voice is not None:
            self._voice.forget()

    def _say(self, about: str, text: str) -> None:
        if self._voice is not None:
            self.said += bool(text)
            self._voice.say(about, read_aloud(text, self._currency))
